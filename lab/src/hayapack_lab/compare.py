"""`hayapack compare`: every codec at hand on the user's own documents."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from . import competitors, judge, values
from .composition import composition
from .engine import BOTH_WAYS, Engine, Settings, Source

SKIPPED = ("hayapack_public",)  # a switch for measurements of hayapack itself
SETTINGS = Settings(samples=60, sample_ms=4.0, least=3)
TOGETHER = 20_000_000  # bytes of packed data above which codecs run one after another


@dataclass
class Document:
    """What was read from one file."""

    name: str
    format: str  # of the file
    size: int  # of the file, in bytes
    messages: list


def known_codecs() -> list[str]:
    """What can be asked for by name: every codec for any data."""
    return [key for key in competitors.general() if key not in judge.TWINS]


def default_codecs() -> list[str]:
    return [key for key in known_codecs() if key not in SKIPPED]


def run(
    documents: list[Document],
    seconds: float,
    codecs: list[str] | None = None,
    progress: Callable[..., None] | None = None,
) -> dict:
    """Measures every document with every codec; about `seconds` in all.

    Returns the record; each source of it says what its data is made of. Ctrl-C
    ends the measuring early; the record then says "interrupted".
    """
    settings = replace(SETTINGS, seconds=seconds / len(documents))
    settings.together = all(document.size <= TOGETHER for document in documents)
    codecs = _with_twin(codecs or default_codecs())
    with tempfile.TemporaryDirectory(prefix="hayapack-compare-") as folder:
        sources = [
            _source(document, Path(folder) / f"{number}.pickle", codecs)
            for number, document in enumerate(documents)
        ]
        with Engine("compare", settings, progress) as engine:
            return engine.run(sources)


def _with_twin(codecs: list[str]) -> list[str]:
    """hayapack a second time beside the first, to know the noise."""
    return [key for codec in codecs for key in (codec, judge.OURS.get(codec)) if key]


def _source(document: Document, path: Path, codecs: list[str]) -> Source:
    with path.open("wb") as out:
        pickle.dump(document.messages, out, pickle.HIGHEST_PROTOCOL)
    return Source(
        key=document.name,
        name=document.name,
        sentence=f"{document.format}, {document.size} bytes",
        fields={"pickle": str(path)},
        needs=values.needs(document.messages),
        # Text beyond ASCII is encoded from values that no codec has seen, as
        # in a program: several codecs keep UTF-8 inside the str. Plain ASCII
        # has no such copy, so the same values can be used again.
        fresh=not values.all_ascii(document.messages),
        codecs=codecs,
        tasks=list(BOTH_WAYS),
        facts={
            "file": {"format": document.format, "size": document.size},
            "composition": composition(document.messages),
        },
    )
