"""aiter_unpack, on a real socket and on other readers."""

import asyncio

import pytest

import hayapack

VALUES = [1, "text", {"a": [1, 2, 3]}, b"x" * 100_000, None] * 20


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 30))


async def received(payload, step, **options):
    """What aiter_unpack yields from a server on the loopback interface."""

    async def serve(reader, writer):
        for start in range(0, len(payload), step):
            writer.write(payload[start : start + step])
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    found = []
    try:
        async for value in hayapack.aiter_unpack(reader, **options):
            found.append(value)
    except Exception as error:
        found.append(error)
    writer.close()
    server.close()
    return found


@pytest.mark.parametrize(
    "step, read_size", [(10**6, 65536), (1000, 65536), (10**6, 100), (70_001, 7)]
)
def test_socket(step, read_size):
    payload = b"".join(map(hayapack.packb, VALUES[:5] if read_size < 100 else VALUES))
    found = run(received(payload, step, read_size=read_size))
    assert found == (VALUES[:5] if read_size < 100 else VALUES)


def test_options_reach_the_unpacker():
    found = run(received(b"\x92\x01\x02\xd6\xff\0\0\0\x01", 10, use_list=False, timestamp=1))
    assert found == [(1, 2), 1.0]


def test_stream_that_ends_inside_a_message():
    *values, error = run(received(b"\x01\x02\x93\x01", 10))
    assert values == [1, 2]
    assert isinstance(error, hayapack.OutOfData)
    assert (error.name, error.offset) == ("truncated", 4)


def test_broken_stream():
    *values, error = run(received(b"\x01\x92\x02\xc1", 10))
    assert values == [1]
    assert isinstance(error, hayapack.ReservedByteError)
    assert (error.offset, error.path) == (3, "$[1]")


def test_any_reader():
    class Reader:
        def __init__(self, *chunks):
            self.chunks = list(chunks)

        async def read(self, n):
            assert n == 10
            return self.chunks.pop(0)

    async def take(reader, **options):
        return [value async for value in hayapack.aiter_unpack(reader, **options)]

    reader = Reader(b"\xa3a", b"bc\x01", b"")
    assert run(take(reader, read_size=10)) == ["abc", 1]
    assert run(take(Reader(b""), read_size=10)) == []
    with pytest.raises(ValueError):
        run(take(Reader(b""), read_size=0))
    with pytest.raises(TypeError):
        run(take(Reader(b""), no_such_option=1))
