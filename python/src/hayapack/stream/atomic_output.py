"""Output files that get their name when they are complete."""

from __future__ import annotations

import contextlib
import os
import stat

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import BinaryIO, Iterator

    from .source import FilePath


@contextlib.contextmanager
def replacing(path: FilePath) -> Iterator[BinaryIO]:
    """A file to write to, which replaces that of the path at the end, and not after an exception.

    A link is followed; anything but a regular file is written to directly. Not cli.outputs: that belongs to the
    tool, which needs more.
    """
    target = os.path.realpath(os.fspath(path))
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        with open(target, "wb") as file:
            yield file
        return
    folder, base = os.path.split(target)
    unfinished = os.path.join(folder, f".{base[:40]}.{os.urandom(6).hex()}.part")
    file = open(unfinished, "xb")  # noqa: SIM115  # the umask gives its mode
    try:
        with file:
            if mode is not None:
                os.chmod(unfinished, stat.S_IMODE(mode))
            yield file
        os.replace(unfinished, target)
    except BaseException:
        os.unlink(unfinished)
        raise
