"""`hayapack compare`: measures every installed codec on the user's own documents.

The codecs for classes measure the same documents as objects if a type is given. The codecs of PHP measure the same documents if HAYAPACK_LAB_PHP_MODULE is set, those of C# a graph
of classes if HAYAPACK_LAB_DOTNET is (see `measure.worker_commands`): each in a source of its own, since
times of different languages don't compare.
"""

from __future__ import annotations

import json
import os
import pickle
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from . import codecs
from .articles import object_graph_csharp_page
from .codecs.own_type import LIST
from .data import own_type, values
from .measure.budgeted_engine import BudgetedEngine
from .measure.composition import composition
from .measure.record import Record, Settings
from .measure.source import BOTH_WAYS, Source, Task
from .statistics import judge

SKIPPED = ("hayapack_public",)  # used only to measure hayapack itself
SETTINGS = Settings(samples=60, sample_ms=4.0, fresh_ms=0.15, least=3, watch=0.3)
OTHERS = 0.25  # the part of the time that objects of a type, PHP and C# get, each
# hayapack's and serialize's decode calls in their safe form and in the usual one; the others have one form.
PHP = [
    "php_hayapack_safe", "php_hayapack_safe_again", "php_hayapack", "php_pecl", "php_igbinary", "php_serialize_safe",
    "php_serialize", "php_json",
]  # fmt: skip
DOTNET = [
    "dotnet_hayapack", "dotnet_hayapack_again", "dotnet_messagepack", "dotnet_memorypack", "dotnet_nerdbank",
    "dotnet_json", "dotnet_utf8json",
]  # fmt: skip
TYPED = [
    "type_hayapack", "type_hayapack_again", "type_msgspec", "type_mashumaro", "type_cattrs", "type_pydantic",
]  # fmt: skip
# The usual choices of those who look for speed or size: a verdict without them says so.
CLOSE = {
    "python": ("orjson", "msgspec_msgpack", "ormsgpack", "amsgpack"),
    "php": ("php_igbinary", "php_pecl"),
    "dotnet": ("dotnet_messagepack", "dotnet_memorypack"),
    "type": ("type_msgspec", "type_mashumaro"),
}
TOGETHER = 20_000_000  # bytes of a file above which codecs run one after another
PARTED = 1_000_000  # bytes of a file above which codecs are first tried on a part of it
MEMORY = 20  # bytes that a codec's process needs for each byte of a file
PART = 20_000  # values of that part
READ = 1e-6  # seconds for each byte of a file in which hayapack itself must have answered


@dataclass
class Document:
    """The content of one file."""

    name: str
    format: str  # of the file
    size: int  # of the file, in bytes
    messages: list


def known_codecs() -> list[str]:
    """The codecs that can be selected by name: every codec for arbitrary data."""
    return [key for key in codecs.general() if key not in judge.TWINS]


def default_codecs() -> list[str]:
    return [key for key in known_codecs() if key not in SKIPPED]


def run(
    documents: list[Document],
    seconds: float,
    codecs: list[str] | None = None,
    progress: Callable[..., None] | None = None,
    typed: bool = False,
) -> Record:
    """Measures every document with every codec.

    seconds: the whole time, preparations included. Every codec runs once in any case, unless it is
    far slower than hayapack, and C#'s codecs warm up on top (see `measure.budgeted_engine`).
    typed: also measures the documents as objects of the type that `own_type.select` was called with;
    raises WrongType if one does not fit.
    Returns the record; each of its sources has the composition of its data. Ctrl-C ends the
    measurement early; the record then has "interrupted".
    """
    php = documents if not codecs and os.environ.get("HAYAPACK_LAB_PHP_MODULE") else []
    dotnet = not codecs and bool(os.environ.get("HAYAPACK_LAB_DOTNET"))
    rest = seconds * (1 - OTHERS * (typed + bool(php) + dotnet)) / len(documents)
    largest = max(document.size for document in documents)
    settings = replace(
        SETTINGS, seconds=seconds, together=largest <= TOGETHER, call_limit=SETTINGS.call_limit + READ * largest
    )
    chosen = _with_twin(codecs or default_codecs())
    first = [(*judge.OURS, *judge.TWINS), judge.STAND_INS]
    with BudgetedEngine("compare", settings, progress, first=first) as engine:
        with tempfile.TemporaryDirectory(prefix="hayapack-compare-") as name:
            folder = Path(name)
            sources = [
                replace(_source(document, folder / f"{number}.pickle", chosen), seconds=rest)
                for number, document in enumerate(documents)
            ]
            if typed:
                part = seconds * OTHERS / len(documents)
                found = [_typed(document, folder / f"{number}.typed") for number, document in enumerate(documents)]
                sources += [replace(source, seconds=part) for source in found]
            found = [_php(document, folder / f"{number}.jsonl") for number, document in enumerate(php)]
            sources += [replace(source, seconds=seconds * OTHERS / len(php)) for source in found if source]
            if dotnet:
                sources.append(_dotnet(seconds * OTHERS))
            return engine.run(sources)


def close(runtime: str) -> dict[str, str]:
    """The names of a language's close rivals."""
    return {key: codecs.get(key).name for key in CLOSE[runtime]}


def _with_twin(codecs: list[str]) -> list[str]:
    """Adds hayapack a second time after the first, to measure the noise."""
    return [key for codec in codecs for key in (codec, judge.OURS.get(codec)) if key]


def _source(document: Document, path: Path, codecs: list[str]) -> Source:
    _dump(document.messages, path)
    part = {}
    if document.size > PARTED:
        part = {"pickle": str(path.with_suffix(".part"))}
        _dump(values.part(document.messages, PART), path.with_suffix(".part"))
    plain = document.format.startswith("JSON")  # then the values need no more than JSON has
    return Source(
        key=document.name,
        name=document.name,
        sentence=f"{document.format}, {document.size} bytes",
        fields={"pickle": str(path)},
        part=part,
        memory=MEMORY * document.size,
        needs=frozenset() if plain else values.needs(document.messages),
        # Non-ASCII text is encoded from new values, as in a program, since several codecs make
        # CPython cache the UTF-8 inside the str. ASCII text needs no such cache, so the same
        # values are used again.
        fresh=not values.all_ascii(document.messages),
        codecs=codecs,
        tasks=list(BOTH_WAYS),
        facts={
            "file": {"format": document.format, "size": document.size},
            "close": close("python"),
            "composition": composition(document.messages),
        },
    )


def _dump(messages: list, path: Path) -> None:
    with path.open("wb") as out:
        pickle.dump(messages, out, pickle.HIGHEST_PROTOCOL)


def _typed(document: Document, path: Path) -> Source:
    """The document as objects. Fields of the data that the type does not have are left out first, so that
    a codec is called lossy only for what it lost itself."""
    objects = [own_type.to_object(message) for message in document.messages]
    messages = [own_type.to_plain(message) for message in objects]
    _dump(messages, path)
    listed = any(isinstance(message, list) for message in objects)
    name = f"{document.name} as {own_type.name_of(own_type.type_of(objects[0]))}"
    return Source(
        key=name,
        name=name,
        sentence=f"{document.format}, {document.size} bytes",
        fields={"pickle": str(path)},
        codecs=TYPED,
        needs=frozenset({LIST} if listed else ()),
        group="type",
        compress=False,
        memory=MEMORY * document.size,
        facts={"file": {"format": document.format, "size": document.size}, "close": close("type")},
    )


def _dotnet(seconds: float) -> Source:
    return replace(
        object_graph_csharp_page.source(True),
        name="C#: generated orders",
        sentence="a graph of objects, 1 MB as JSON",
        codecs=DOTNET,
        tasks=[Task("encode"), Task("decode")],
        seconds=seconds,
        on_top=True,
        facts={"close": close("dotnet")},
    )


def _int64(text: str) -> int:
    """PHP's integers; it would read others as floats."""
    number = int(text)
    if not -(1 << 63) <= number < 1 << 63:
        raise ValueError("over 64 bits")
    return number


def _php(document: Document, path: Path) -> Source | None:
    """The document for PHP's codecs, from JSON; None if JSON can't write it."""
    try:
        lines = [json.dumps(message, allow_nan=False) for message in document.messages]
        same = [json.loads(line, parse_int=_int64) for line in lines] == document.messages
    except (TypeError, ValueError, RecursionError):
        return None
    if not same:
        return None
    path.write_text("\n".join(lines), encoding="utf-8")
    return Source(
        key=f"{document.name} in PHP",
        name=f"{document.name} in PHP",
        sentence=f"{document.format}, {document.size} bytes",
        fields={"lines": str(path)},
        codecs=PHP,
        group="PHP",
        compress=False,
        memory=MEMORY * document.size,
        facts={"file": {"format": document.format, "size": document.size}, "close": close("php")},
    )
