"""The codecs under test, one small file each.

A competitor file holds
    NAME     what tables print
    FORMAT   the wire format
    PACKAGE  the distribution to install, "" for the standard library
    LOSES    what does not survive a round trip through this format, in words
    load(needs) -> (encode, decode)
and, where it must,
    ENV      environment variables set for the worker process
    EMITS    "str" when encode returns text (it is stored as UTF-8)
    ext_type()                    the codec's class for MessagePack extensions
    wrap(value), unwrap(value)    applied outside the timer

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
from types import ModuleType

if os.environ.get("HAYAPACK_LAB_COMPETITORS"):
    __path__.append(os.environ["HAYAPACK_LAB_COMPETITORS"])


class NotAvailable(Exception):
    """The codec is not installed, or not in the form that was asked for."""


def keys() -> list[str]:
    """The competitors' file names without the suffix, in order."""
    return sorted(m.name for m in pkgutil.iter_modules(__path__))


def get(key: str) -> ModuleType:
    """The competitor file `key`; importing it does not import the codec."""
    return importlib.import_module(f"{__name__}.{key}")


def env(key: str) -> dict[str, str]:
    return getattr(get(key), "ENV", {})
