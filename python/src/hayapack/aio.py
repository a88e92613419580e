"""MessagePack from asyncio streams, or from anything with ``async read(n)``."""

from __future__ import annotations

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Any, Optional, Protocol

    class AsyncReader(Protocol):
        """What aiter_unpack reads from, such as asyncio.StreamReader."""

        async def read(self, n: int, /) -> bytes: ...


def aiter_unpack(reader: AsyncReader, *, read_size: int = 65536, **options: Any) -> AsyncIterator[Any]:
    """An asynchronous iterator over the objects of a stream, until it ends.

        async for message in hayapack.aiter_unpack(reader):
            ...

    Options: see :class:`Unpacker`. Raises OutOfData if the stream ends inside a message.

    After any other error the iterator can be used again, like an Unpacker: it continues with the
    next message if the faulty one was complete, else it raises the same error. Data that was read
    is not lost by an error or a cancelled wait. Only one task at a time may wait for a message.
    """
    return _Messages(reader, read_size, options)


class _Messages:
    def __init__(self, reader: AsyncReader, read_size: int, options: dict[str, Any]) -> None:
        from . import Unpacker

        if read_size <= 0:
            raise ValueError("read_size must be positive")
        self._reader = reader
        self._read_size = read_size
        self._unpacker = Unpacker(**options)
        self._data: Optional[bytes] = None  # read, but not fed yet
        self._received = 0  # bytes fed
        self._over = False
        self._waiting = False

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        if self._waiting:
            raise RuntimeError("another task is waiting for the next message")
        self._waiting = True
        try:
            return await self._next()
        finally:
            self._waiting = False

    async def _next(self) -> Any:
        while not self._over:
            for value in self._unpacker:
                return value
            if self._data is None:
                self._data = await self._reader.read(self._read_size)
            if self._data:
                self._unpacker.feed(self._data)  # on BufferFull the data is kept and fed later
                self._received += len(self._data)
                self._data = None
            else:
                self._end()
        raise StopAsyncIteration

    def _end(self) -> None:
        self._over = True
        if self._unpacker.tell() != self._received:
            from . import _errors

            raise _errors.out_of_data(self._received)

    async def aclose(self) -> None:
        """Ends the iteration; the reader stays open."""
        self._over = True
