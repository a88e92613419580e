"""The data that is packed and unpacked: a file for each workload, or a row of a file's table.

A workload has
    NAME      what tables print
    SENTENCE  what the data is, in one sentence
    SIZE      the size that the published tables use
    make(seed, size) -> list of messages; timing rotates over them
and optionally
    FRESH     True: every timed encode gets a value whose strings were never
              encoded before (codecs cache UTF-8 inside a str)
    NEEDS     what goes beyond plain JSON-like data, as for a codec's load()
    EXTRA     True: has no target ratio; tables mark it with +
    DOCUMENT  True: a downloaded file; make() may raise NotFetched
    FIELDS    the paths of every leaf of a message, as tuples of keys and
              indexes; the last one is "one field"
    PATHS     the paths that the tasks "get" read, as `hayapack.get` takes them
    COLUMNS   the fields that the tasks "column" (the first, a float) and "columns" (all) read
    as_text(value)  a message for codecs without byte strings, where the source
              asks for it
    OPTION    the option without which hayapack.packb() refuses the objects; "" (the default): none
    as_objects(value)  a message as objects of other types, which the codecs get instead
    as_plain(value)    a decoded message as `make` gave it, if codecs have different forms for an object

A file with WORKLOADS, {key: {name: what this workload has}}, is a table: each row has the file's names
and its own.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from types import ModuleType

from ..data.missing import NotFetched  # noqa: F401


@lru_cache(maxsize=None)
def _all() -> dict[str, ModuleType]:
    found = {}
    for info in pkgutil.iter_modules(__path__):
        file = importlib.import_module(f"{__name__}.{info.name}")
        for key, row in getattr(file, "WORKLOADS", {info.name: {}}).items():
            found[key] = ModuleType(f"{__name__}.{key}", file.__doc__)
            found[key].__dict__.update({**vars(file), **row, "__name__": f"{__name__}.{key}"})
    return dict(sorted(found.items()))


def keys() -> list[str]:
    """The workloads' keys in order."""
    return list(_all())


def get(key: str) -> ModuleType:
    return _all()[key]
