"""MessagePack from asyncio streams, or from anything with ``async read(n)``."""

from __future__ import annotations

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Any, Protocol

    class AsyncReader(Protocol):
        """What aiter_unpack reads from: asyncio.StreamReader, for one."""

        async def read(self, n: int, /) -> bytes: ...


async def aiter_unpack(
    reader: AsyncReader, *, read_size: int = 65536, **options: Any
) -> AsyncIterator[Any]:
    """Yield each object that comes in, until the end of the stream.

        async for message in hayapack.aiter_unpack(reader):
            ...

    Options: see :class:`Unpacker`. Raises OutOfData if the stream ends inside a message.
    """
    from . import Unpacker, _errors

    if read_size <= 0:
        raise ValueError("read_size must be positive")
    unpacker = Unpacker(**options)
    received = 0
    while True:
        data = await reader.read(read_size)
        if not data:
            break
        received += len(data)
        unpacker.feed(data)
        for value in unpacker:
            yield value
    if unpacker.tell() != received:
        raise _errors.out_of_data(received)
