"""MessagePack from asyncio streams, or from any asynchronous source of bytes."""

from __future__ import annotations

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator
    from typing import Any, Callable, Optional, Protocol, Union

    class AsyncReader(Protocol):
        """What aiter_unpack reads from, such as asyncio.StreamReader."""

        async def read(self, n: int, /) -> bytes: ...


def aiter_unpack(
    reader: Union[AsyncReader, AsyncIterable[Any]], *, read_size: int = 65536, **options: Any
) -> AsyncIterator[Any]:
    """An asynchronous iterator over the objects of a stream, until it ends.

        async for message in hayapack.aiter_unpack(reader):
            ...

    reader: has ``async read(n)``, as asyncio.StreamReader, or is an asynchronous iterable of chunks
    of bytes of any size, as httpx's ``response.aiter_bytes()`` or a connection of websockets.
    read_size: the argument of read; of larger chunks so many bytes are unpacked at a time. Other
    options: see :class:`Unpacker`. Raises OutOfData if the stream ends inside a message.

    After any other error the iterator can be used again, like an Unpacker: it continues with the
    next message if the faulty one was complete, else it raises the same error. Data that was read
    is not lost by an error or a cancelled wait, but an asynchronous generator that is cancelled, or
    that raises, ends. Only one task at a time may wait for a message. aclose() closes the iterable's
    iterator; a reader stays open.
    """
    return _Messages(reader, read_size, options)


class _Messages:
    def __init__(self, reader: Any, read_size: int, options: dict[str, Any]) -> None:
        from . import Unpacker

        if read_size <= 0:
            raise ValueError("read_size must be positive")
        self._unpacker = Unpacker(**options)
        self._most: int = options.get("max_buffer_size", 100 << 20) or 2**31 - 1
        self._read_size = read_size
        self._read: Optional[Callable[[int], Any]] = getattr(reader, "read", None)
        self._chunks: Any = None  # the iterator, if there is no read()
        if self._read is None:
            if not hasattr(reader, "__aiter__"):
                raise TypeError(f"{type(reader).__name__!r} object has neither async read() nor __aiter__()")
            self._chunks = reader.__aiter__()
        self._data = memoryview(b"")  # received, but not fed yet
        self._fed = 0  # bytes
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
            if self._data:
                self._feed()
            elif not await self._receive():
                self._end()
        raise StopAsyncIteration

    async def _receive(self) -> bool:
        """Wait for more data; False: the stream has ended."""
        if self._read is not None:
            data = self._read(self._read_size)
            if isinstance(data, (bytes, bytearray, str)):
                raise TypeError("read() is not asynchronous: use Unpacker")
            data = await data
        else:
            try:
                data = await self._chunks.__anext__()
            except StopAsyncIteration:
                return False
        self._data = _view(data)
        return self._read is None or len(self._data) > 0

    def _feed(self) -> None:
        """Feed as much of the data as fits; on BufferFull it is kept and fed later."""
        space = self._most - (self._fed - self._unpacker.tell())
        size = min(self._read_size, max(space, 1))
        self._unpacker.feed(self._data[:size])
        self._fed += min(size, len(self._data))
        self._data = self._data[size:]

    def _end(self) -> None:
        self._over = True
        if self._unpacker.tell() != self._fed:
            from ._errors import make_errors

            raise make_errors.out_of_data(self._fed)

    async def aclose(self) -> None:
        """Ends the iteration and closes the iterator of an iterable; a reader stays open."""
        self._over = True
        close = getattr(self._chunks, "aclose", None)
        if close is not None:
            await close()


def _view(data: Any) -> memoryview:
    """A chunk as a view of bytes, which its sender can't change."""
    if type(data) is not bytes:
        if isinstance(data, str):
            raise TypeError("a bytes-like object is required, not 'str': this is text, such as a text message")
        with memoryview(data) as view:
            if view.itemsize != 1:
                raise ValueError("cannot unpack from multi-byte object")
            data = view.tobytes()
    return memoryview(data)
