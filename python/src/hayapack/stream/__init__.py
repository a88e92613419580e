"""Files of messages, split over processes exactly: boundaries, ranges, a sidecar index.

    >>> from hayapack import packb, stream
    >>> data = b"".join(packb({"n": n}) for n in range(1000))
    >>> splitter = stream.Splitter(data, block=1000)
    >>> sum(value["n"] for i in range(len(splitter)) for _, value in splitter.records(i))
    499500

A *boundary* is an offset between two messages that reading from the beginning reaches. A *source* is
the path of a file, a buffer, or an object with ``read(offset, n)``, which returns bytes, and ``size``.
"""

from __future__ import annotations

from .boundary import Boundaries, boundaries, find_boundary
from .errors import SourceChangedError, SourceReadError, SplitError, StaleIndexError
from .index import Index, read_index, write_index
from .message_blocks import blocks
from .splitter import Splitter, records

__all__ = [
    "Boundaries",
    "Index",
    "SourceChangedError",
    "SourceReadError",
    "SplitError",
    "Splitter",
    "StaleIndexError",
    "blocks",
    "boundaries",
    "find_boundary",
    "read_index",
    "records",
    "write_index",
]
