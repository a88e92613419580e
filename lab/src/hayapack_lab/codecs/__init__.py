"""The measured codecs, one small file each, or a row of a file in TABLES.

A codec's file has the members of `PythonCodec`: constants in upper case (NAME, FORMAT, PACKAGE, LOSES and CONTRACT, and
others where the default does not suit), and functions (`load`, and others). A file with RUNTIME = "php" or "dotnet" has
those of `PhpCodec` or `DotnetCodec`. A file in TABLES has CODECS: {key: codec}.

`load` uses the codec as its documentation says is fastest: reusable objects are created once, and
bound C methods are returned directly, since the time of a Python function around them would be
added to the codec's. `needs` has the features that the data needs beyond JSON-like values, so
options are used only where needed: "keys" (map keys that
are not str), "datetime" (aware datetimes), "ext" (MessagePack extensions).

Files in the folder HAYAPACK_LAB_CODECS are codecs too.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import lru_cache, partial
from types import ModuleType
from typing import Any, ClassVar, NoReturn

from ..data.missing import NotAvailable

#: Files with several codecs.
TABLES = (
    "capnp", "compressed", "dotnet", "event_tables", "extended_types", "hayapack_native", "json_text", "msgpack_c", "own_classes",
    "own_type", "php", "php_classes", "programs", "published_classes", "record_classes", "standard_library",
    "typed_graph",
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


Load = Callable[[frozenset[str]], tuple[Callable[[Any], Any], Callable[[Any], Any]]]


def _refuse(needs: frozenset[str], reason: str = "it has no load()") -> NoReturn:
    raise NotAvailable(reason)


def _same(value: Any) -> Any:
    return value


@dataclass(frozen=True)
class Codec:
    """What codecs of every language have."""

    runtime: ClassVar[str]
    name: str  # what tables print
    format: str  # the wire format
    package: str  # the distribution to install, "" for the standard library
    loses: str  # what a round trip through this format changes or refuses
    # What it does in its time. Safety is a property of the call that is measured: a decode call that makes objects of any
    # class that the bytes name is `unsafe` in every language, also if the same library has a safe form (which is then a
    # codec of its own).
    contract: Contract | None = None
    # The only workloads that it supports (formats with a schema), None for all; it is not used in comparisons on other data.
    workloads: tuple[str, ...] | None = None
    twin_of: str = ""  # the codec of which this is a second process, to measure the noise
    env: Mapping[str, str] = field(default_factory=dict)  # environment variables set for the worker process
    emits: str = "bytes"  # "str" when encode returns text (it is stored as UTF-8)


@dataclass(frozen=True)
class PythonCodec(Codec):
    runtime = "python"
    load: Load = _refuse  # of `needs`: (encode, decode)
    takes_bytes: bool = True  # False: it gets text instead of byte strings, if the workload has a form with text
    ext_type: Callable[[], Any] | None = None  # the codec's class for MessagePack extensions
    wrap: Callable[[Any], Any] = _same  # applied outside the timed part, as is `unwrap`
    unwrap: Callable[[Any], Any] = _same
    variant: Callable[[], str] | None = None  # which form is installed, such as its back end; shown with its version
    build: Callable[[Any], Any] = _same  # the format's own message object, for `Way.takes` "built"
    # The one-shot functions (dumps, loads) with their defaults, as the reference articles called them, if they differ from
    # load's.
    one_shot: Load | None = None
    ways: Callable[[frozenset[str]], dict[str, Way]] = lambda needs: {}  # further tasks, or better statements for them
    # Of a workload's PATHS and COLUMNS: tasks that read these without decoding the rest.
    partial_ways: Callable[[Sequence[str], Sequence[str]], dict[str, Way]] = lambda paths, columns: {}


@dataclass(frozen=True)
class PhpCodec(Codec):
    """The calls as PHP text and the module to load (see `worker_commands`)."""

    runtime = "php"
    encode: str = ""
    decode: str = ""
    extension: str = ""
    before: str = ""
    settings: tuple[str, ...] = ()
    version: str = ""


@dataclass(frozen=True)
class DotnetCodec(Codec):
    runtime = "dotnet"
    codec: str = ""  # its name in workers/dotnet/Codec.cs
    worker: str = ""  # the folder of the worker that has it, if it is not the one of all others


KINDS: dict[str, type[Codec]] = {kind.runtime: kind for kind in (PythonCodec, PhpCodec, DotnetCodec)}


def keys() -> list[str]:
    """The names of the codecs in order: file names without the suffix, and keys of tables."""
    files = {m.name for m in pkgutil.iter_modules(__path__)}
    return sorted(files.difference(TABLES).union(_rows()))


@lru_cache(maxsize=None)
def _rows() -> dict[str, Codec]:
    """The codecs of TABLES."""
    tables = [importlib.import_module(f"{__name__}.{table}") for table in TABLES]
    return {key: codec for table in tables for key, codec in table.CODECS.items()}


def of_file(file: ModuleType) -> Codec:
    """The codec whose file this is."""
    kind = KINDS[getattr(file, "RUNTIME", "python")]
    found = {}
    for one in fields(kind):
        member = one.name if callable(getattr(file, one.name, None)) else one.name.upper()
        required = one.default is MISSING and one.default_factory is MISSING
        if required or hasattr(file, member):
            found[one.name] = getattr(file, member)
    return kind(**found)


def get(key: str) -> Codec:
    """The codec `key`, of the class of its runtime; importing its file does not import the codec.

    A file that can't be used is replaced by a codec whose `load` raises the reason, so the run
    continues and the report shows it.
    """
    try:
        return _rows().get(key) or of_file(importlib.import_module(f"{__name__}.{key}"))
    except Exception as error:  # a user's file may raise anything
        reason = f"its file is broken: {type(error).__name__}: {error}"
        return PythonCodec(key, "unknown", "", "unknown", load=partial(_refuse, reason=reason))


def general() -> list[str]:
    """The codecs for any Python data, twins included."""
    return [key for key in keys() if (codec := get(key)).runtime == "python" and codec.workloads is None]


def ways(codec: PythonCodec, needs: frozenset[str], workload: ModuleType | None = None) -> dict[str, Way]:
    """Every task for which a Python codec can be timed.

        encode, decode             as fast as its documentation shows; decode makes every value
        reference encode, reference decode the one-shot functions with their defaults
        reference round trip            both, in one loop
        one field, every field     if the workload lists its leaves: decode, then read
        column                     if the workload lists columns: decode, then make a numpy array

    A format that is read in place, or has its own message objects, defines these tasks and "encode
    prebuilt" and "open" in its `ways`.
    """
    encode, decode = codec.load(needs)
    dumps, loads = codec.one_shot(needs) if codec.one_shot else (encode, decode)
    found = {
        "encode": Way("value", "encode(item)", {"encode": encode}),
        "decode": Way("packed", "decode(item)", {"decode": decode}),
        "reference encode": Way("value", "dumps(item)", {"dumps": dumps}),
        "reference decode": Way("packed", "loads(item)", {"loads": loads}),
        "reference round trip": Way("value", "loads(dumps(item))", {"dumps": dumps, "loads": loads}),
    }
    leaves = getattr(workload, "FIELDS", ())
    if leaves:
        reads = "; ".join(f"value{_access(path)}" for path in leaves)
        found["one field"] = Way("packed", f"decode(item){_access(leaves[-1])}", {"decode": decode})
        found["every field"] = Way("packed", f"value = decode(item); {reads}; del value", {"decode": decode})
    columns = getattr(workload, "COLUMNS", ())
    if columns:
        body = f"array([row[{columns[0]!r}] for row in decode(item)])"
        found["column"] = Way("packed", body, {"decode": decode, "array": _array})
    return {**found, **codec.ways(needs), **codec.partial_ways(getattr(workload, "PATHS", ()), columns)}


def _array(values: list) -> object:
    from numpy import array  # the codecs do not need it

    return array(values)


def _access(path: tuple) -> str:
    return "".join(f"[{step!r}]" for step in path)
