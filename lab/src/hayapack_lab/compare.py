"""`hayapack compare`: every codec at hand on the user's own documents."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from . import competitors, values, verdict
from .engine import Engine, Settings, Source
from .summary import summarise

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


def default_codecs() -> list[str]:
    return [key for key in competitors.keys() if key not in SKIPPED]


def run(
    documents: list[Document],
    seconds: float,
    codecs: list[str] | None = None,
    progress: Callable[..., None] | None = None,
) -> dict:
    """Measures every document with every codec; about `seconds` in all.

    Returns the record, with the summary's rows and a verdict for each source.
    Ctrl-C ends the measuring early; the record then says "interrupted".
    """
    settings = replace(SETTINGS, seconds=seconds / len(documents))
    settings.together = all(document.size <= TOGETHER for document in documents)
    with tempfile.TemporaryDirectory(prefix="hayapack-compare-") as folder:
        sources = [
            _source(document, Path(folder) / f"{number}.pickle", codecs or default_codecs())
            for number, document in enumerate(documents)
        ]
        with Engine("compare", settings, progress) as engine:
            record = engine.run(sources)
    record["summary"] = summarise(record)
    for entry in record["summary"]:
        entry["verdict"] = verdict.verdict(entry["rows"])
    return record


def _source(document: Document, path: Path, codecs: list[str]) -> Source:
    with path.open("wb") as out:
        pickle.dump(document.messages, out, pickle.HIGHEST_PROTOCOL)
    needs = values.needs(document.messages)
    return Source(
        key=document.name,
        name=document.name,
        sentence=f"{document.format}, {document.size} bytes",
        fields={"pickle": str(path)},
        needs=needs,
        # Text beyond ASCII is encoded from values that no codec has seen, as
        # in a program: several codecs keep UTF-8 inside the str. Plain ASCII
        # has no such copy, so the same values can be used again.
        fresh=not values.all_ascii(document.messages),
        codecs=codecs,
        facts={"file": {"format": document.format, "size": document.size}},
    )
