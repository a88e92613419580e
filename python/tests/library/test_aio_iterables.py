"""aiter_unpack on asynchronous iterables of chunks: own ones, httpx's and websockets'."""

import array
import asyncio
import contextlib

import pytest
from test_aio import each, kinds, run

import hayapack

VALUES = [1, "text", {"a": [1, 2, 3]}, b"x" * 100_000, None]
PAYLOAD = b"".join(map(hayapack.packb, VALUES))


async def chunks(*given):
    for chunk in given:
        await asyncio.sleep(0)
        if isinstance(chunk, BaseException):
            raise chunk
        yield chunk


def found(*given, **options):
    async def main():
        return kinds(await each(hayapack.aiter_unpack(chunks(*given), **options)))

    return run(main())


@pytest.mark.parametrize("step", [1, 7, 1000, 10**6])
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_chunks_of_all_sizes_and_kinds(step, kind):
    values = VALUES if step > 1 else VALUES[:3]
    payload = b"".join(map(hayapack.packb, values))
    parts = [kind(payload[at : at + step]) for at in range(0, len(payload), step)]
    assert found(*parts) == values


def test_empty_chunks_are_not_the_end():
    assert found(b"", b"\x92", b"", b"\x01", bytearray(), b"\x02", b"\x03", b"") == [[1, 2], 3]
    assert found() == []


def test_end_inside_a_message():
    assert found(b"\x01\x92", b"\x01") == [1, "OutOfData"]


def test_an_iterator_that_raises():
    assert found(b"\x01\x02\x92", OSError("reset")) == [1, 2, "OSError", "OutOfData"]

    class Iterator:
        """Goes on after an error, as a generator can't."""

        chunks = [b"\x01\x92", OSError("reset"), b"\x02\x03"]

        def __aiter__(self):
            return self

        async def __anext__(self):
            if not self.chunks:
                raise StopAsyncIteration
            chunk = self.chunks.pop(0)
            if isinstance(chunk, Exception):
                raise chunk
            return chunk

    async def main():
        return kinds(await each(hayapack.aiter_unpack(Iterator())))

    assert run(main()) == [1, "OSError", [2, 3]]


def test_chunks_that_are_not_bytes():
    assert found(b"\x01", "text", b"\x02") == [1, "TypeError", 2]
    assert found(b"\x01", array.array("I", [1]), 5, [1], None, b"\x02") == [1, "ValueError", *["TypeError"] * 3, 2]


def test_a_chunk_may_be_larger_than_the_buffer():
    """Its messages are not."""
    packed = hayapack.packb("abc")
    assert found(packed * 20, max_buffer_size=5) == ["abc"] * 20
    assert found(packed * 20, max_buffer_size=5, read_size=3) == ["abc"] * 20
    assert found(b"\x01" + hayapack.packb(["abc", "abc"]), max_buffer_size=5)[:2] == [1, "BufferFull"]


def test_the_sender_may_use_its_buffer_again():
    async def source():
        buffer = bytearray(6)
        for start in (0, 6):
            buffer[:] = bytes(range(start, start + 6))
            yield memoryview(buffer)
            buffer[:] = b"\xc1" * 6

    async def main():
        return await each(hayapack.aiter_unpack(source(), read_size=2))

    assert run(main()) == list(range(12))


@pytest.mark.parametrize("wrong", [5, b"bytes", [b"\x01"], iter([b"\x01"]), "name"])
def test_other_sources(wrong):
    with pytest.raises(TypeError, match="neither async read"):
        hayapack.aiter_unpack(wrong)


def test_a_synchronous_file():
    class File:
        def read(self, n):
            return b"\x01"

    async def main():
        return await each(hayapack.aiter_unpack(File()), most=1)

    [error] = run(main())
    assert isinstance(error, TypeError) and "use Unpacker" in str(error)


def test_a_message_is_delivered_before_the_next_chunk():
    async def main():
        answered = asyncio.Event()

        async def source():
            for chunk in (b"\x01", b"\x92\x01", b"\x02\x03"):
                yield chunk
                if chunk != b"\x92\x01":
                    await answered.wait()
                    answered.clear()

        received = []
        async for message in hayapack.aiter_unpack(source()):
            received.append(message)
            if message != [1, 2]:
                answered.set()
        return received

    assert run(main()) == [1, [1, 2], 3]


@pytest.mark.parametrize("how", ["aclosing", "break"])
def test_the_iterator_is_closed_when_the_consumer_stops(how):
    async def main():
        closed = asyncio.Event()

        async def source():
            try:
                while True:
                    yield b"\x01"
            finally:
                closed.set()

        messages = hayapack.aiter_unpack(source())
        async for _ in messages:
            break
        if how == "aclosing":
            await messages.aclose()
            assert await each(messages) == []
            await messages.aclose()
        else:
            del messages
            import gc

            gc.collect()
        await closed.wait()

    run(main())


def test_httpx():
    httpx = pytest.importorskip("httpx", reason="httpx is not installed")

    async def main():
        answered = asyncio.Event()

        async def serve(reader, writer):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for value in VALUES:
                data = hayapack.packb(value)
                for part in (data[:1], data[1:]):
                    if part:
                        writer.write(b"%x\r\n%b\r\n" % (len(part), part))
                        await writer.drain()
                await answered.wait()
                answered.clear()
            writer.write(b"0\r\n\r\n")
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        received = []
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            async with client.stream("GET", f"http://127.0.0.1:{port}/") as response:
                async for message in hayapack.aiter_unpack(response.aiter_bytes()):
                    received.append(message)
                    answered.set()
        server.close()
        return received

    assert run(main()) == VALUES


def test_websockets():
    pytest.importorskip("websockets", reason="websockets is not installed")
    try:
        from websockets.asyncio.client import connect
        from websockets.asyncio.server import serve
    except ImportError:
        pytest.skip("this websockets has no websockets.asyncio")

    async def echo(connection):
        with contextlib.suppress(hayapack.OutOfData):
            async for message in hayapack.aiter_unpack(connection):
                packed = hayapack.packb(message)
                await connection.send(packed[:1])
                await connection.send(packed[1:])

    async def main():
        async with serve(echo, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            async with connect(f"ws://127.0.0.1:{port}", proxy=None) as connection:
                answers = hayapack.aiter_unpack(connection)
                received = []
                for value in VALUES:
                    await connection.send(hayapack.packb(value))
                    received.append(await answers.__anext__())
                return received

    assert run(main()) == VALUES
