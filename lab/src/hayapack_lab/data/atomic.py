"""Writes files that are replaced only when they are complete."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write(path: Path, data: bytes | str) -> None:
    """Writes a new file in the same folder, then renames it. After an error an existing file is
    unchanged.

    A str is written as UTF-8. Anything but a regular file (a device) is written to directly.
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
