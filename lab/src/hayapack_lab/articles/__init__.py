"""The five reference articles, one module each: what to run, and what to show.

A module holds
    KEY, TITLE
    sources(quick) -> list[Source]    what the run measures for it
    section(record) -> Section        its tables and charts, from the record alone

`published/*.tsv` are the figures that the articles printed.
"""

import importlib
from types import ModuleType

# The names of the modules, here with `_page` after them and in `answers` with `_answers`, by the articles' keys, which
# records and pages have.
MODULES = {
    "a": "simplejson",
    "b": "serializers",
    "c": "php_loops",
    "d": "object_graph",
    "e": "small_record",
}
# The articles' titles, or what they are about; no address of one is known.
NAMED = {
    "a": "an article in Japanese on msgpack-python against simplejson, compiled and pure (2014)",
    "b": "“MessagePack against the world of Python serializers” (2015)",
    "c": "「MessagePack for PHP のベンチマーク測定」 (2009-12-07)",
    "d": "「C# で messagepack vs json 比較」, blog wiprog (2019)",
    "e": "an article in Chinese on json, protobuf, Cap'n Proto, FlatBuffers and msgpack",
}
KEYS = tuple(MODULES)
# A part of an article that can be run alone: the article and the key of the part's source.
PARTS = {"d-csharp": ("d", "d_dotnet")}


def module(key: str) -> ModuleType:
    """The page of an article, or the one of another key: "memory"."""
    return importlib.import_module(f"{__name__}.{MODULES.get(key, key)}_page")
