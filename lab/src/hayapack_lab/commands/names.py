"""Names of files in the output."""

from __future__ import annotations

from pathlib import Path


def shown(path: Path) -> str:
    """The path, with escapes if it has characters that control a terminal."""
    text = str(path)
    return text if text.isprintable() else repr(text)
