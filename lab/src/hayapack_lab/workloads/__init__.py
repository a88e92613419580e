"""The data that is packed and unpacked, one small file each.

A workload's file has
    NAME      what tables print
    SENTENCE  what the data is, in one sentence
    SIZE      the size that the published tables use
    make(seed, size) -> list of messages; timing rotates over them
and optionally
    FRESH     True: every timed encode gets a value whose strings were never
              encoded before (codecs cache UTF-8 inside a str)
    NEEDS     what goes beyond plain JSON-like data, as for a codec's load()
    COPY      True: every codec mostly copies memory
    EXTRA     True: has no target ratio; tables mark it with +
    DOCUMENT  True: a downloaded file; make() may raise NotFetched
    FIELDS    the paths of every leaf of a message, as tuples of keys and
              indexes; the last one is "one field"
    as_text(value)  a message for codecs without byte strings, where the source
              asks for it
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from ..data.missing import NotFetched  # noqa: F401


def keys() -> list[str]:
    """The workloads' file names without the suffix, in order."""
    return sorted(m.name for m in pkgutil.iter_modules(__path__) if m.name[0] != "_")


def get(key: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{key}")
