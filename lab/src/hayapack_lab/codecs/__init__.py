"""The measured codecs, one small file each, or a row of a file in TABLES.

A codec's file has
    NAME      what tables print
    FORMAT    the wire format
    PACKAGE   the distribution to install, "" for the standard library
    LOSES     what a round trip through this format changes or refuses
    CONTRACT  a `Contract`: what it does in its time. Safety is a property of the call that is measured:
              a decode call that makes objects of any class that the bytes name is `unsafe` in every
              language, also if the same library has a safe form (which is then a codec of its own)
and, for Python (RUNTIME "python", the default),
    load(needs) -> (encode, decode)
or, for PHP (RUNTIME "php"), the calls as PHP text and the module to load:
    ENCODE, DECODE, EXTENSION, BEFORE, SETTINGS, VERSION (see `runtimes`);
or, for .NET (RUNTIME "dotnet"), the codec's name in workers/dotnet/Codec.cs:
    CODEC
and optionally
    WORKLOADS     the only workloads that it supports (formats with a schema);
                  it is not used in comparisons on other data
    TWIN_OF       the codec of which this is a second process, to measure the noise
    ENV           environment variables set for the worker process
    EMITS         "str" when encode returns text (it is stored as UTF-8)
    TAKES_BYTES   False: it gets text instead of byte strings, if the workload
                  has a form with text
    ext_type()                    the codec's class for MessagePack extensions
    wrap(value), unwrap(value)    applied outside the timed part
    variant()     which of its forms is installed, such as its back end; shown with its version
    build(value)  the format's own message object, for `Way.takes` "built"
    one_shot(needs) -> (dumps, loads) the one-shot functions with their defaults, as
                  the reference articles called them, if they differ from load's
    ways(needs) -> {name: Way}    further tasks, or better statements for them
    partial_ways(paths, columns) -> {name: Way}  tasks that read a workload's PATHS or COLUMNS without
                  decoding the rest

`load` uses the codec as its documentation says is fastest: reusable objects are created once, and
bound C methods are returned directly, since the time of a Python function around them would be
added to the codec's. `needs` has the features that the data needs beyond JSON-like values, so
options are used only where needed: "keys" (map keys that
are not str), "datetime" (aware datetimes), "ext" (MessagePack extensions).

A file in TABLES has these for all its codecs, and CODECS: {key: {name: what this codec has}}.

Files in the folder HAYAPACK_LAB_CODECS are codecs too.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from dataclasses import dataclass, field
from functools import lru_cache
from types import ModuleType

from ..data.missing import NotAvailable

#: Files with several codecs.
TABLES = (
    "compressed", "dotnet", "event_tables", "extended_types", "json_text", "of_python", "own_classes", "own_type", "php", "php_classes", "programs",
    "published_classes", "record_classes", "typed",
)  # fmt: skip

OWN = os.environ.get("HAYAPACK_LAB_CODECS")
if OWN:
    __path__.append(OWN)


@dataclass(frozen=True)
class Contract:
    """What a codec does in its time; shown beside its times."""

    utf8: str  # "checked" or "not checked" when text is decoded
    reuse: str = "none"  # objects that are created once and reused
    schema: str = "none"  # "none" or what must be declared in advance
    reads: str = "all"  # "all": decode makes every value; else what it does not make
    takes: str = "plain values"  # input of encode
    gives: str = "plain values"  # output of decode
    unsafe: str = ""  # what bytes of somebody else can do in this decode call: "runs code"; "": make values only


@dataclass(frozen=True)
class Way:
    """The statements of one task, which are compiled into the timed loop.

    They are part of the loop itself, since the time of a function around them would be added to
    the codec's. `item` is the loop variable.
    """

    takes: str  # type of `item`: "value", "packed", or "built" (by the file's `build`)
    body: str  # Python statements
    names: dict[str, object] = field(default_factory=dict)  # the names that they use besides `item`


def keys() -> list[str]:
    """The names of the codecs in order: file names without the suffix, and keys of tables."""
    files = {m.name for m in pkgutil.iter_modules(__path__)}
    return sorted(files.difference(TABLES).union(_rows()))


@lru_cache(maxsize=None)
def _rows() -> dict[str, ModuleType]:
    """The codecs of TABLES."""
    found = {}
    for table in TABLES:
        file = importlib.import_module(f"{__name__}.{table}")
        for key, row in file.CODECS.items():
            found[key] = ModuleType(f"{__name__}.{key}", file.__doc__)
            found[key].__dict__.update({**{name: value for name, value in vars(file).items() if name.isupper()}, **row})
    return found


def get(key: str) -> ModuleType:
    """The module of the codec `key`; importing it does not import the codec.

    A file that can't be used is replaced by a codec whose `load` raises the reason, so the run
    continues and the report shows it.
    """
    try:
        module = _rows().get(key) or importlib.import_module(f"{__name__}.{key}")
        for name in ("NAME", "FORMAT", "PACKAGE", "LOSES"):
            getattr(module, name)
        return module
    except Exception as error:  # a user's file may raise anything
        return _broken(key, f"its file is broken: {type(error).__name__}: {error}")


def _broken(key: str, reason: str) -> ModuleType:
    def load(needs):
        raise NotAvailable(reason)

    module = ModuleType(key, reason)
    module.__dict__.update(NAME=key, FORMAT="unknown", PACKAGE="", LOSES="unknown", load=load)
    return module


def general() -> list[str]:
    """The codecs for any Python data, twins included."""
    found = {key: get(key) for key in keys()}
    return [key for key, module in found.items() if runtime(key) == "python" and workloads_of(key) is None]


def runtime(key: str) -> str:
    return getattr(get(key), "RUNTIME", "python")


def workloads_of(key: str) -> tuple[str, ...] | None:
    """The only workloads that the codec supports; None for all."""
    return getattr(get(key), "WORKLOADS", None)


def env(key: str) -> dict[str, str]:
    return getattr(get(key), "ENV", {})


def ways(module: ModuleType, needs: frozenset[str], workload: ModuleType | None = None) -> dict[str, Way]:
    """Every task for which a Python codec can be timed.

        encode, decode             as fast as its documentation shows; decode makes every value
        reference encode, reference decode the one-shot functions with their defaults
        reference round trip            both, in one loop
        one field, every field     if the workload lists its leaves: decode, then read
        column                     if the workload lists columns: decode, then make a numpy array

    A format that is read in place, or has its own message objects, defines these tasks and "encode
    prebuilt" and "open" in its `ways`.
    """
    encode, decode = module.load(needs)
    dumps, loads = module.one_shot(needs) if hasattr(module, "one_shot") else (encode, decode)
    found = {
        "encode": Way("value", "encode(item)", {"encode": encode}),
        "decode": Way("packed", "decode(item)", {"decode": decode}),
        "reference encode": Way("value", "dumps(item)", {"dumps": dumps}),
        "reference decode": Way("packed", "loads(item)", {"loads": loads}),
        "reference round trip": Way("value", "loads(dumps(item))", {"dumps": dumps, "loads": loads}),
    }
    fields = getattr(workload, "FIELDS", ())
    if fields:
        reads = "; ".join(f"value{_access(path)}" for path in fields)
        found["one field"] = Way("packed", f"decode(item){_access(fields[-1])}", {"decode": decode})
        found["every field"] = Way("packed", f"value = decode(item); {reads}; del value", {"decode": decode})
    columns = getattr(workload, "COLUMNS", ())
    if columns:
        body = f"array([row[{columns[0]!r}] for row in decode(item)])"
        found["column"] = Way("packed", body, {"decode": decode, "array": _array})
    if hasattr(module, "ways"):
        found.update(module.ways(needs))
    if hasattr(module, "partial_ways"):
        found.update(module.partial_ways(getattr(workload, "PATHS", ()), columns))
    return found


def _array(values: list) -> object:
    from numpy import array  # the codecs do not need it

    return array(values)


def _access(path: tuple) -> str:
    return "".join(f"[{step!r}]" for step in path)
