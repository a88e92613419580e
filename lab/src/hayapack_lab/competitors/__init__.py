"""The codecs under test, one small file each.

A competitor file holds
    NAME      what tables print
    FORMAT    the wire format
    PACKAGE   the distribution to install, "" for the standard library
    LOSES     what does not survive a round trip through this format, in words
    CONTRACT  a `Contract`: what its time buys
and, for Python (RUNTIME "python", the default),
    load(needs) -> (encode, decode)
or, for PHP (RUNTIME "php"), the calls as PHP text and the module to load:
    ENCODE, DECODE, EXTENSION, BEFORE (see `runtimes`);
or, for .NET (RUNTIME "dotnet"), the codec's name in dotnet/Codec.cs:
    CODEC
and, where it must,
    WORKLOADS     the only workloads it can do (formats with a schema); it then
                  takes no part in comparisons on other data
    TWIN_OF       the codec that this one is, a second time, to show the noise
    ENV           environment variables set for the worker process
    EMITS         "str" when encode returns text (it is stored as UTF-8)
    TAKES_BYTES   False: byte strings are given to it as text, where a workload
                  has a form with text
    ext_type()                    the codec's class for MessagePack extensions
    wrap(value), unwrap(value)    applied outside the timer
    build(value)  the format's own message object, for `Way.takes` "built"
    post(needs) -> (dumps, loads) the one-shot functions with their defaults, as
                  the founding posts called them, where they differ from load's
    ways(needs) -> {name: Way}    more ways to use it, or better ones

`load` sets the codec up as its own documentation says is fastest: objects
that are meant to be reused are made once, and the bound C methods themselves
are returned, because a Python function around them would be charged to the
codec. `needs` names what the data asks for beyond plain JSON-like values, so
that options are paid for only where they are needed: "keys" (map keys that
are not str), "datetime" (aware datetimes), "ext" (MessagePack extensions).

Files in the folder that HAYAPACK_LAB_COMPETITORS names are competitors too.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from dataclasses import dataclass, field
from types import ModuleType

if os.environ.get("HAYAPACK_LAB_COMPETITORS"):
    __path__.append(os.environ["HAYAPACK_LAB_COMPETITORS"])


class NotAvailable(Exception):
    """The codec is not installed, or not in the form that was asked for."""


@dataclass(frozen=True)
class Contract:
    """What a codec's time buys; printed beside its times."""

    utf8: str  # "checked" or "not checked" when text is decoded
    reuse: str = "none"  # the object that is made once and used again
    schema: str = "none"  # "none" or what must be declared before
    reads: str = "all"  # "all": decode makes every value; else what it leaves
    takes: str = "plain values"  # what goes in
    gives: str = "plain values"  # what comes out


@dataclass(frozen=True)
class Way:
    """One way of using a codec: statements that stand in the timed loop.

    They are compiled into the loop itself, because a function around a call
    would be charged to the codec. `item` is the loop's variable.
    """

    takes: str  # what `item` is: "value", "packed", or "built" (by the file's `build`)
    body: str  # Python statements
    names: dict[str, object] = field(default_factory=dict)  # what they use beyond `item`


def keys() -> list[str]:
    """The competitors' file names without the suffix, in order."""
    return sorted(m.name for m in pkgutil.iter_modules(__path__))


def get(key: str) -> ModuleType:
    """The competitor file `key`; importing it does not import the codec.

    For a file that can't be used a codec stands in whose `load` says why, so
    that the run goes on and the report names it.
    """
    try:
        module = importlib.import_module(f"{__name__}.{key}")
        for name in ("NAME", "FORMAT", "PACKAGE", "LOSES"):
            getattr(module, name)
        return module
    except Exception as error:  # whatever a user's own file does
        return _broken(key, f"its file is broken: {type(error).__name__}: {error}")


def _broken(key: str, reason: str) -> ModuleType:
    def load(needs):
        raise NotAvailable(reason)

    module = ModuleType(key, reason)
    module.__dict__.update(NAME=key, FORMAT="unknown", PACKAGE="", LOSES="unknown", load=load)
    return module


def general() -> list[str]:
    """The competitors for any Python data, twins included."""
    found = {key: get(key) for key in keys()}
    return [key for key, module in found.items() if runtime(key) == "python" and workloads_of(key) is None]


def runtime(key: str) -> str:
    return getattr(get(key), "RUNTIME", "python")


def workloads_of(key: str) -> tuple[str, ...] | None:
    """The only workloads that the codec can do; None for any."""
    return getattr(get(key), "WORKLOADS", None)


def env(key: str) -> dict[str, str]:
    return getattr(get(key), "ENV", {})


def ways(module: ModuleType, needs: frozenset[str], fields: tuple = ()) -> dict[str, Way]:
    """Every way in which a Python codec can be timed.

        encode, decode             as quick as its documentation shows; decode gives every value
        post encode, post decode   the one-shot functions with their defaults
        post round trip            both, in one loop
        one field, every field     where the workload names its leaves: decode, then read

    A format that is read in place, or has messages of its own, brings ways
    with these names and "encode prebuilt" and "open" in its `ways`.
    """
    encode, decode = module.load(needs)
    dumps, loads = module.post(needs) if hasattr(module, "post") else (encode, decode)
    found = {
        "encode": Way("value", "encode(item)", {"encode": encode}),
        "decode": Way("packed", "decode(item)", {"decode": decode}),
        "post encode": Way("value", "dumps(item)", {"dumps": dumps}),
        "post decode": Way("packed", "loads(item)", {"loads": loads}),
        "post round trip": Way("value", "loads(dumps(item))", {"dumps": dumps, "loads": loads}),
    }
    if fields:
        reads = "; ".join(f"value{_access(path)}" for path in fields)
        found["one field"] = Way("packed", f"decode(item){_access(fields[-1])}", {"decode": decode})
        found["every field"] = Way("packed", f"value = decode(item); {reads}; del value", {"decode": decode})
    if hasattr(module, "ways"):
        found.update(module.ways(needs))
    return found


def _access(path: tuple) -> str:
    return "".join(f"[{step!r}]" for step in path)
