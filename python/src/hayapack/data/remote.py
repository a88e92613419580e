"""Files of fsspec as sources of hayapack.stream, which notice that a file is another one, or not what was asked for."""

from __future__ import annotations

import re

from ..stream.errors import SourceChangedError, SourceReadError

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

#: What tells versions of a file apart, in lower case without "-" and "_": filesystems have some of these.
_VERSION = frozenset(
    ("size", "etag", "lastmodified", "modified", "mtime", "updated", "created", "timecreated", "generation", "md5hash",
     "contentmd5", "versionid")
)  # fmt: skip

_RANGE = re.compile(r"bytes\s+(\d+)-(\d+)/(\d+|\*)\s*\Z", re.IGNORECASE)

#: A web server without ranges sends the whole file for each read: up to so many bytes.
_WHOLE = 16 << 20


class Remote:
    """A file of fsspec as a source: read(offset, n), size. Can be pickled.

    Raises SourceChangedError in read() if size, ETag, time or version are not those that the file had when this was
    made, as far as the filesystem has them.
    """

    def __init__(self, filesystem: Any, path: str, name: str) -> None:
        self._filesystem, self._path, self.name = filesystem, path, name
        info = filesystem.info(path)
        if info["size"] is None:
            raise ValueError(f"{name}: its size is not known, so parts of it cannot be read")
        self.size = int(info["size"])
        self._version = _version(info)

    def read(self, offset: int, n: int) -> bytes:
        data = self._filesystem.cat_file(self._path, start=offset, end=offset + n)
        self._filesystem.invalidate_cache(self._path)
        self._compare(_version(self._filesystem.info(self._path)))
        return data  # type: ignore[no-any-return]

    def beside(self, suffix: str) -> bytes:
        """The file of that name with the suffix. Raises what the filesystem raises if there is none."""
        return bytes(self._filesystem.cat_file(self._path + suffix))

    def _compare(self, now: Mapping[str, str]) -> None:
        for key in sorted(self._version.keys() & now.keys()):
            if now[key] != self._version[key]:
                raise SourceChangedError(self.name, f"its {key} was {self._version[key]}, and is {now[key]}")


def _version(info: Mapping[str, Any]) -> dict[str, str]:
    """What is known of a file's version."""
    named = {re.sub("[-_]", "", str(key)).lower(): value for key, value in info.items()}
    return {key: str(value) for key, value in named.items() if key in _VERSION and value is not None}


class Web(Remote):
    """A file of a web server: fsspec's cat_file() takes whatever it answers, so the answer is checked here.

    Raises SourceReadError for an answer that is not the range that was asked for.
    """

    def __init__(self, filesystem: Any, path: str, name: str) -> None:
        super().__init__(filesystem, path, name)
        self._version = {}  # a HEAD may have another ETag than the answers of GET

    def read(self, offset: int, n: int) -> bytes:
        from fsspec.asyn import sync

        return sync(self._filesystem.loop, self._fetch, offset, n)  # type: ignore[no-any-return]

    async def _fetch(self, offset: int, n: int) -> bytes:
        session = await self._filesystem.set_session()
        options = dict(self._filesystem.kwargs)
        options["headers"] = {
            **(options.get("headers") or {}),
            "Range": f"bytes={offset}-{offset + n - 1}",
            "Accept-Encoding": "identity",
        }
        async with session.get(self._filesystem.encode_url(self._path), **options) as answer:
            if answer.status == 404:
                raise FileNotFoundError(2, "No such file", self.name)
            if answer.status == 416:
                raise SourceChangedError(self.name, f"the server has no bytes {offset} to {offset + n}")
            answer.raise_for_status()
            start, stop = self._sent(answer, offset, n)
            data: bytes = await answer.read()
        if len(data) != stop - start:
            raise SourceReadError(self.name, offset, f"the server sent {len(data)} bytes instead of {stop - start}")
        return data[offset - start : offset - start + n]

    def _sent(self, answer: Any, offset: int, n: int) -> tuple[int, int]:
        """The (start, stop) of the bytes that follow the headers of an answer."""
        headers = answer.headers
        encoding = headers.get("Content-Encoding", "identity")
        if encoding.lower() != "identity":
            reason = f"the server sent the encoding {encoding!r}, where none was asked for"
            raise SourceReadError(self.name, offset, reason)
        ranged = answer.status == 206
        found = _RANGE.match(headers.get("Content-Range", "")) if ranged else None
        if ranged and (not found or int(found[1]) != offset or not offset < int(found[2]) + 1 <= offset + n):
            sent = headers.get("Content-Range", "no Content-Range")
            reason = f"the server answered {sent!r} to the range {offset}-{offset + n - 1}"
            raise SourceReadError(self.name, offset, reason)
        size = (found[3] if found else headers.get("Content-Length")) or "*"
        self._same(answer.headers, size)
        if found:
            return offset, int(found[2]) + 1
        if not (size.isdigit() and self.size <= _WHOLE):
            reason = (
                f"the server sends the whole file instead of ranges: copy it, or give simplecache::{self.name}, by "
                "which fsspec copies it"
            )
            raise SourceReadError(self.name, offset, reason)
        return 0, self.size

    def _same(self, headers: Any, size: str) -> None:
        """Compares an answer with the first one. The ETag decides; without one, the time."""
        key = next((key for key in ("ETag", "Last-Modified") if key in headers), None)
        now = {key.lower(): headers[key]} if key else {}
        if size != "*":
            now["size"] = size
        self._version = self._version or {**now, "size": str(self.size)}
        self._compare(now)
