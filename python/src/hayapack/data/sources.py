"""Paths, globs, folders, addresses and objects, opened as sources of hayapack.stream."""

from __future__ import annotations

import glob
import os
import re

from ..stream.compressed import LONGEST_SIGNATURE, SUFFIXES, kind_of
from ..stream.source import Source
from .errors import SchemaError
from .remote import Remote, Web

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Iterator, Optional

    from ..stream.source import Given
    from .given_schemas import Paths

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*(?:::|://)")
_MAGIC = re.compile(r"[*?\[]")


def name_of(source: Given) -> Optional[str]:
    """The name of a source in errors, or None."""
    return os.fspath(source) if isinstance(source, (str, os.PathLike)) else getattr(source, "name", None)


def expanded(paths: Paths, storage_options: Optional[Mapping[str, Any]] = None) -> list[Any]:
    """The sources that are meant: one or a list of paths, globs, folders, addresses, buffers, objects.

    Globs and folders, with the folders in these, give files in the order of their names, without indexes (.hayaidx) and
    names that begin with "." or "_". Raises FileNotFoundError if a glob or a folder has no file; ModuleNotFoundError for
    an address without fsspec.
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


def _wanted(name: str) -> bool:
    """Whether a file or folder of this name, that of its last part, is read."""
    return not name.startswith((".", "_")) and not name.endswith(".hayaidx")


def _last(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]


def _local(path: str) -> list[str]:
    if os.path.isdir(path):
        files = sorted(_files_in(path, frozenset()))
    elif isinstance(path, str) and _MAGIC.search(path) and not os.path.exists(path):
        every = sorted(glob.glob(path, recursive=True))
        files = [name for name in every if _wanted(_last(name)) and os.path.isfile(name)]
    else:
        return [path]
    if not files:
        raise FileNotFoundError(2, "No file of messages", path)
    return files


def _files_in(folder: str, above: frozenset[tuple[int, int]]) -> Iterator[str]:
    """The paths of the files in a folder and in its folders, also linked ones. above: which folders this one is in."""
    found = os.stat(folder)
    here = above | {(found.st_dev, found.st_ino)}
    if len(here) == len(above):
        raise ValueError(f"{folder}: a link to a folder that it is in")
    with os.scandir(folder) as entries:
        for entry in entries:
            if not _wanted(entry.name):
                continue
            if entry.is_dir():
                yield from _files_in(entry.path, here)
            elif entry.is_file():
                yield entry.path


def _remote(address: str, options: dict[str, Any]) -> list[Any]:
    from fsspec.core import url_to_fs

    filesystem, path = url_to_fs(address, **options)
    protocols = (filesystem.protocol,) if isinstance(filesystem.protocol, str) else tuple(filesystem.protocol)
    if "file" in protocols:
        return _local(path)
    if "http" in protocols or "https" in protocols:
        return [Web(filesystem, path, address)]
    if _MAGIC.search(path) and not filesystem.isfile(path):
        every = filesystem.glob(path, detail=True).values()
        below = ""
    elif filesystem.info(path).get("type") == "directory":
        every = filesystem.find(path, detail=True).values()
        below = path.rstrip("/") + "/"
    else:
        return [Remote(filesystem, path, address)]
    names = sorted(info["name"] for info in every if info.get("type") != "directory" and not info["name"].endswith("/"))
    names = [name for name in names if _wanted_below(name, below)]
    if not names:
        raise FileNotFoundError(2, "No file of messages", address)
    return [Remote(filesystem, name, filesystem.unstrip_protocol(name)) for name in names]


def _wanted_below(name: str, folder: str) -> bool:
    """Whether the file is wanted, and the folders in which it is inside of `folder`; "": only its own name counts."""
    inside = name.partition(folder)[2] if folder else _last(name)
    return all(map(_wanted, inside.split("/")))


def with_bytes(sources: list[Any]) -> list[Any]:
    """The sources that are not empty; all, if they are."""

    def is_empty(source: Any) -> bool:
        if isinstance(source, (str, os.PathLike)):
            return os.path.getsize(source) == 0
        return getattr(source, "size", 1) == 0

    return [source for source in sources if not is_empty(source)] or sources


def opened(source: Given, values: bool = False) -> Source:
    """The source, opened by hayapack.stream. values: its messages may be anything; else check_suffix()."""
    made = source if isinstance(source, Source) else Source(source)
    if not values:
        check_suffix(made, name_of(source))
    return made


def check_suffix(source: Source, file: Optional[str]) -> None:
    """Raises SchemaError for compressed data in a source whose name does not say so. No row begins like these."""
    kind = None if source.compressed else kind_of(source.read(0, LONGEST_SIGNATURE))
    if kind:
        suffix = next(suffix for suffix, named in SUFFIXES.items() if named == kind)
        raise SchemaError(f"{kind} data, but the name does not end with {suffix}", file, 0)
