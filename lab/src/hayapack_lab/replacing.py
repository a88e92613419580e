"""Writes files that are replaced only when they are complete."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write(path: Path, data: bytes | str) -> None:
    """Writes beside the file, then renames. After an error what was there is still there.

    A text is written in UTF-8. What is no regular file (a device) is written to directly.
    """
    content = data.encode() if isinstance(data, str) else data
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    target = path.resolve()
    descriptor, unfinished = tempfile.mkstemp(".part", f".{target.name[:40]}.", target.parent)
    try:
        with open(descriptor, "wb") as out:
            out.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(unfinished, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~mask)
        os.replace(unfinished, target)
    except BaseException:
        os.unlink(unfinished)
        raise
