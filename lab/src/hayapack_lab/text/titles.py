"""What a comparison's documents are called: by their files' names, never by a path of the machine."""

from __future__ import annotations

from pathlib import PurePath

from ..measure.record import Record, RecordedSource
from .number_formats import byte_size


def titles(record: Record) -> list[str]:
    """One for each source, all different: files with the same name are numbered."""
    names = [PurePath(source.name.replace("\\", "/")).name or source.name for source in record.sources]
    return [
        name if names.count(name) == 1 else f"{name} ({names[: place + 1].count(name)})"
        for place, name in enumerate(names)
    ]


def about(source: RecordedSource) -> str:
    """Format, size and number of messages."""
    file, count = source.file, source.messages
    text = f"{file['format']}, {byte_size(file['size'])}" if file else source.sentence
    return f"{text}, {count:,} messages; times are for all of them" if count > 1 else text
