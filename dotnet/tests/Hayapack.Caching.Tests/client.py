"""Reads the entries of RedisTests and writes one: client.py PORT. A few lines of redis's protocol, as no package is needed."""

import socket
import sys

import hayapack


def command(stream, *words):
    encoded = [word if isinstance(word, bytes) else word.encode() for word in words]
    stream.write(b"*%d\r\n" % len(encoded) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in encoded))
    stream.flush()
    reply = stream.readline()
    assert reply[:1] != b"-", reply
    if reply[:1] != b"$":
        return reply
    length = int(reply[1:])
    return stream.read(length + 2)[:length] if length >= 0 else None


def main():
    with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as connection, connection.makefile("rwb") as stream:
        order = hayapack.unpackb(command(stream, "HGET", "from-dotnet", "data"))
        assert order == [7, "Zo\u00eb \U0001f600", [1.5, 2.0]], order

        # HybridCache's own header is before the message, and its key behind it.
        entry = command(stream, "HGET", "hybrid-from-dotnet", "data")
        assert hayapack.packb(order) in entry, entry

        order[0] += 1
        command(stream, "HSET", "from-python", "absexp", "-1", "sldexp", "-1", "data", hayapack.packb(order))
    print("3 entries")


main()
