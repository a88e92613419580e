"""arrow_rows(): an iterator of blocks of packed rows. As python/ext/columns/arrow/arrow_rows.c."""

from __future__ import annotations

import ctypes
import errno
import os
from operator import index

from ...._errors.make_errors import arrow_error
from ...lock import watch
from .bind_buffers import bind
from .encode_rows import Encoder, Frame, Misfit
from .schema_nodes import MAP, STRUCT, Fault, nodes_of
from .structs import Array, Schema, Stream, array_of, move, stream_of

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Optional

_LAYOUTS = ("maps", "arrays", "values")


def arrow_rows(source: Any, layout: str = "maps", *, block: int = 1 << 20) -> Iterator[bytes]:
    """An iterator of blocks of whole messages, bytes of about `block` bytes each: the rows of Arrow data.

    source has __arrow_c_stream__, as tables of pyarrow, polars, pandas and DuckDB do, or __arrow_c_array__.
    layout: a row is a map ("maps"), an array of its values ("arrays"), or just its values ("values"), which data
    that are no table can also be. Dates, times, durations, decimals and UUIDs are text, as Encoder writes them,
    timestamps ext -1. Raises UnsupportedTypeError for a type without a form in MessagePack, ArrowDataError for
    damaged data, TooLongError, and what the source raises.
    """
    if not isinstance(layout, str):
        raise TypeError(f"layout must be str, not {type(layout).__name__}")
    if layout not in _LAYOUTS:
        raise ValueError('layout must be "maps", "arrays" or "values"')
    block = index(block)
    if block < 1:
        raise ValueError("block must be at least 1")
    return _ArrowRows(source, layout, block)


class _ArrowRows:
    """The blocks of arrow_rows()."""

    _lock: Any

    def __init__(self, source: Any, layout: str, block: int) -> None:
        watch(self)
        self._busy = False
        self._schema, self._array, self._stream = Schema(), Array(), Stream()
        self._rows = self._bytes = 0  # of arrays and of blocks before these
        self._encoder = Encoder([], layout, block)
        self._take(source)
        try:
            self._encoder.nodes = nodes_of(self._schema, layout == "maps")
        except Fault as fault:
            raise self._error(fault) from None
        if self._encoder.nodes[0].kind != STRUCT and layout != "values":
            raise TypeError('the Arrow data are no table: only layout="values" is possible')
        if self._array.release:
            self._bind()

    def _take(self, source: Any) -> None:
        """Takes over the stream, or the array, of the source, and its schema."""
        if hasattr(source, "__arrow_c_stream__"):
            found, owner = stream_of(source)
            move(found, ctypes.addressof(self._stream))
            self._call(self._stream.get_schema, self._schema)
        elif hasattr(source, "__arrow_c_array__"):
            array, schema, owner = array_of(source)
            move(schema, ctypes.addressof(self._schema))
            move(array, ctypes.addressof(self._array))
        else:
            name = type(source).__name__
            raise TypeError(f"an object with __arrow_c_stream__ or __arrow_c_array__ is expected, not {name}")
        del owner

    def _call(self, function: Any, struct: Any) -> None:
        code = function(self._stream, struct)
        if code == 0:
            return
        struct.release = type(struct.release)()
        at = self._stream.get_last_error(self._stream)
        text = ctypes.string_at(at).decode("utf-8", "replace") if at else os.strerror(code)
        if code == errno.ENOMEM:
            raise MemoryError
        if code == errno.EINVAL:
            raise ValueError(f"the Arrow stream failed: {text}")
        if code == errno.ENOSYS:
            raise NotImplementedError(f"the Arrow stream failed: {text}")
        raise OSError(code, text)

    def _bind(self) -> None:
        self._encoder.row = 0
        try:
            bind(self._encoder.nodes, self._array)
        except Fault as fault:
            raise self._error(fault) from None

    def _error(self, fault: Fault) -> Exception:
        parts: list[Any] = []
        node = fault.node
        while node is not None and node.parent is not None:
            if node.name:
                parts.insert(0, ("name", node.name))
            node = node.parent
        return arrow_error(fault.name, fault.text, self._bytes, tuple(parts))

    def _misfit(self, misfit: Misfit, offset: int) -> Exception:
        parts = [("i", self._rows + self._encoder.row), *map(_part, self._encoder.frames)]
        return arrow_error(misfit.name, misfit.text, self._bytes + offset, tuple(parts))

    def _advance(self) -> bool:
        """Makes the next array with rows current."""
        while not self._array.release or self._encoder.row >= self._encoder.nodes[0].length:
            if self._array.release:
                self._rows += self._encoder.row
                _release(self._array)
            if not self._stream.release:
                return False
            self._call(self._stream.get_next, self._array)
            if not self._array.release:
                return False
            self._bind()
        return True

    def _fill(self) -> bytes:
        out = bytearray()
        while len(out) < self._encoder.block and self._advance():
            try:
                self._encoder.run(out)
            except Misfit as misfit:
                raise self._misfit(misfit, len(out)) from None
        return bytes(out)

    def __iter__(self) -> _ArrowRows:
        return self

    def __next__(self) -> bytes:
        with self._lock:
            if self._busy:
                raise RuntimeError("arrow_rows() is already running")
            self._busy = True
            block: Optional[bytes] = None
            try:
                block = self._fill()
            finally:
                self._busy = False
                if not block:
                    self._end()
            if not block:
                raise StopIteration
            self._bytes += len(block)
            return block

    def _free(self) -> None:
        """In the child of a fork, another thread's call has ended."""
        self._busy = False

    def _end(self) -> None:
        """Releases the array and what comes after it."""
        _release(self._array)
        _release(self._stream)

    def __del__(self) -> None:
        if hasattr(self, "_encoder"):
            self._end()
            _release(self._schema)


def _release(struct: Any) -> None:
    if struct.release:
        struct.release(ctypes.addressof(struct))
        struct.release = type(struct.release)()


def _part(frame: Frame) -> tuple[Any, ...]:
    """The path component of the value of a frame that was written last."""
    n = frame.at - frame.begin
    if frame.node.kind == STRUCT:
        return "name", frame.node.children[frame.child - 1].name
    if frame.node.kind != MAP:
        return "i", n - 1
    return ("key", n) if frame.child == 1 else ("k", None, n - 1)
