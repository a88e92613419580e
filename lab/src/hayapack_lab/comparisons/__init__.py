"""hayapack compared with its rivals: a file for each page of docs/results/ but the articles'.

A file has
    TITLE     of the page
    sources(only, codecs, seed) -> (list of sources, {what could not be had: reason})
              only: keys of sources, None for all; codecs: keys, None for all
    sections(record) -> the page's tables, where hayapack loses first
"""

from __future__ import annotations

import importlib
from types import ModuleType

KEYS = ("python", "php", "partial", "classes", "php-classes", "dotnet", "data")


def get(key: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{key.replace('-', '_')}")
