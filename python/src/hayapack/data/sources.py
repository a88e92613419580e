"""Paths, globs, folders, addresses and objects, opened as sources of hayapack.stream."""

from __future__ import annotations

import glob
import os
import re

from ..stream.source import Source

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Optional

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*(?:::|://)")
_MAGIC = re.compile(r"[*?\[]")


class Remote:
    """A file of fsspec as a source: read(offset, n), size. Can be pickled."""

    def __init__(self, filesystem: Any, path: str, name: str) -> None:
        self._filesystem, self._path, self.name = filesystem, path, name
        size = filesystem.info(path)["size"]
        if size is None:
            raise ValueError(f"{name}: its size is not known, so parts of it cannot be read")
        self.size = int(size)

    def read(self, offset: int, n: int) -> bytes:
        return bytes(self._filesystem.cat_file(self._path, start=offset, end=offset + n))

    def beside(self, suffix: str) -> bytes:
        """The file of that name with the suffix. Raises what the filesystem raises if there is none."""
        return bytes(self._filesystem.cat_file(self._path + suffix))


def name_of(source: Any) -> Optional[str]:
    """The name of a source in errors, or None."""
    return os.fspath(source) if isinstance(source, (str, os.PathLike)) else getattr(source, "name", None)


def expanded(paths: Any, storage_options: Optional[Mapping[str, Any]] = None) -> list[Any]:
    """The sources that are meant: one or a list of paths, globs, folders, addresses, buffers, objects.

    Globs and folders give files in the order of their names, without indexes (.hayaidx) and names that begin
    with "." or "_". Raises FileNotFoundError if a glob or a folder has no file; ModuleNotFoundError for an
    address without fsspec.
    """
    found: list[Any] = []
    for given in paths if isinstance(paths, (list, tuple)) else [paths]:
        if isinstance(given, str) and _ADDRESS.match(given):
            found += _remote(given, dict(storage_options or {}))
        elif isinstance(given, (str, os.PathLike)):
            found += _local(os.fspath(given))
        else:
            found.append(given)
    if not found:
        raise ValueError("no sources were given")
    return found


def _wanted(path: str) -> bool:
    name = path.rstrip("/").rpartition("/")[2]
    return not name.startswith((".", "_")) and not name.endswith(".hayaidx")


def _local(path: Any) -> list[Any]:
    if os.path.isdir(path):
        files = [os.path.join(path, name) for name in sorted(os.listdir(path)) if _wanted(name)]
        files = [name for name in files if os.path.isfile(name)]
    elif isinstance(path, str) and _MAGIC.search(path) and not os.path.exists(path):
        files = [name for name in sorted(glob.glob(path, recursive=True)) if _wanted(name) and os.path.isfile(name)]
    else:
        return [path]
    if not files:
        raise FileNotFoundError(2, "No file of messages", path)
    return files


def _remote(address: str, options: dict[str, Any]) -> list[Any]:
    from fsspec.core import url_to_fs

    filesystem, path = url_to_fs(address, **options)
    if not _MAGIC.search(path) or "http" in str(filesystem.protocol):
        return [Remote(filesystem, path, address)]
    files = [name for name in sorted(filesystem.glob(path)) if _wanted(name)]
    if not files:
        raise FileNotFoundError(2, "No file of messages", address)
    return [Remote(filesystem, name, filesystem.unstrip_protocol(name)) for name in files]


def opened(source: Any) -> Source:
    """The source, opened by hayapack.stream."""
    return source if isinstance(source, Source) else Source(source)
