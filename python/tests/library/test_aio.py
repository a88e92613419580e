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


@pytest.mark.parametrize("step, read_size", [(10**6, 65536), (1000, 65536), (10**6, 100), (70_001, 7)])
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


class Reader:
    """Returns chunks; a chunk that is an exception is raised."""

    def __init__(self, *chunks):
        self.chunks = list(chunks)

    async def read(self, n):
        assert n == 10
        await asyncio.sleep(0)
        chunk = self.chunks.pop(0)
        if isinstance(chunk, BaseException):
            raise chunk
        return chunk


async def each(messages, most=20):
    """The values and exceptions of an iterator, in order."""
    found = []
    while len(found) < most:
        try:
            found.append(await messages.__anext__())
        except StopAsyncIteration:
            return found
        except Exception as error:
            found.append(error)
    return found


def kinds(found):
    return [type(value).__name__ if isinstance(value, Exception) else value for value in found]


@pytest.mark.parametrize("step", [1, 2, 3, 10])
def test_goes_on_after_a_fault_in_a_whole_message(step):
    payload = bytes.fromhex("01 a1ff 02 81a161a1ff 03")
    chunks = [payload[at : at + step] for at in range(0, len(payload), step)]

    async def main():
        return await each(hayapack.aiter_unpack(Reader(*chunks, b""), read_size=10))

    unpacker, expected = hayapack.Unpacker(), []
    unpacker.feed(payload)
    while unpacker.tell() < len(payload):
        try:
            expected.append(next(unpacker))
        except Exception as error:
            expected.append(error)
    found = run(main())
    assert kinds(found) == kinds(expected) == [1, "InvalidUtf8Error", 2, "InvalidUtf8Error", 3]
    assert [e.offset for e in found if isinstance(e, Exception)] == [1, 7]


def test_raises_the_same_error_again_where_the_stream_is_lost():
    async def main():
        return await each(hayapack.aiter_unpack(Reader(b"\x01\xc1\x02", b""), read_size=10), most=4)

    assert kinds(run(main())) == [1, "ReservedByteError", "ReservedByteError", "ReservedByteError"]


def test_nothing_is_lost_when_the_reader_raises_or_the_buffer_is_full():
    broken = Reader(b"\x92\x01", OSError("reset"), b"\x02\x03", b"")
    full = Reader(b"\x94\x01\x02", b"\x03\x04", b"\x05\x06\x07", b"\x08", b"")

    async def main(reader, **options):
        return kinds(await each(hayapack.aiter_unpack(reader, read_size=10, **options)))

    assert run(main(broken)) == ["OSError", [1, 2], 3]
    assert run(main(full, max_buffer_size=5)) == [[1, 2, 3, 4], 5, 6, 7, 8]


def test_end_inside_a_message_is_said_once():
    async def main():
        return await each(hayapack.aiter_unpack(Reader(b"\x01\x92", b"", b""), read_size=10))

    assert kinds(run(main())) == [1, "OutOfData"]


def test_a_cancelled_wait_loses_nothing():
    async def main():
        reader = asyncio.StreamReader()
        messages = hayapack.aiter_unpack(reader)
        reader.feed_data(b"\x92\x01")
        waiting = asyncio.ensure_future(messages.__anext__())
        await asyncio.sleep(0)
        with pytest.raises(RuntimeError):
            await messages.__anext__()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        reader.feed_data(b"\x02")
        first = await messages.__anext__()
        await messages.aclose()
        return [first, *await each(messages)]

    assert run(main()) == [[1, 2]]


def test_any_reader():
    async def take(reader, **options):
        return [value async for value in hayapack.aiter_unpack(reader, **options)]

    reader = Reader(b"\xa3a", b"bc\x01", b"")
    assert run(take(reader, read_size=10)) == ["abc", 1]
    assert run(take(Reader(b""), read_size=10)) == []
    with pytest.raises(ValueError):
        run(take(Reader(b""), read_size=0))
    with pytest.raises(TypeError):
        run(take(Reader(b""), no_such_option=1))
