"""Every row of the shared vectors of compressed messages on both back ends."""

import pytest
from lz4_package import skip_without_lz4
from test_vectors import error_of, report
from vectors import parse_bytes, rows

import hayapack

LZ4 = {"lz4": True, "strict_map_key": False}


@pytest.fixture(autouse=True)
def lz4_is_there(request):
    skip_without_lz4(request)


# The errors of a stream for a truncated message or one with too large declared sizes.
WAITING = ("truncated", "size_limit")


def lz4_rows(name):
    return [fields for file, fields in rows("lz4") if file == name + ".tsv"]


def test_valid(backend, request):
    all_rows = lz4_rows("valid")
    for name, packed, message in all_rows:
        packed = parse_bytes(packed)
        message = packed if message == "=" else parse_bytes(message)
        value = backend.unpackb(packed, **LZ4)
        assert value == backend.unpackb(message, strict_map_key=False), name
        for n in range(len(packed)):
            assert error_of(backend.unpackb, packed[:n], **LZ4).name == "truncated", (name, n)
    report(request, backend, "lz4/valid", len(all_rows), all_rows)


@pytest.mark.parametrize("streamed", [False, True])
def test_invalid(backend, request, streamed):
    all_rows = lz4_rows("invalid")
    done = 0
    for name, packed, error_name, offset, path, options in all_rows:
        opts = dict(LZ4)
        terms = [] if options == "-" else options.split(" ")
        for term in terms:
            if term.startswith("lz4="):
                opts["max_lz4_size"] = int(term[4:])
        unpack = unpack_stream if streamed and error_name != "extra_data" else backend.unpackb
        if unpack is unpack_stream:
            opts["backend"] = backend
        error = error_of(unpack, parse_bytes(packed), **opts)
        if streamed and is_cut_short(backend, parse_bytes(packed)):
            assert error.name in WAITING, name
        else:
            found = error.name, str(error.offset), error.path
            assert found == (error_name, offset, path), name
        assert (error.lz4_offset is not None) == ("inside" in terms), name
        done += 1
    if not streamed:
        report(request, backend, "lz4/invalid", done, all_rows)


def is_cut_short(backend, packed):
    """Whether a stream waits for more bytes, even if the message has another error."""
    unpacker = backend.Unpacker(strict_map_key=False)
    unpacker.feed(packed)
    try:
        unpacker.skip()
    except hayapack.UnpackException as error:
        return error.name != "reserved_byte"
    return False


def unpack_stream(packed, backend, **options):
    unpacker = backend.Unpacker(**options)
    unpacker.feed(packed)
    return unpacker.unpack()
