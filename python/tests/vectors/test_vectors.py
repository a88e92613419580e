"""Every row of the shared vectors on both back ends."""

import struct
import sys

import pytest
from same import same
from vectors import MapKey, ValueReader, parse_bytes, parse_options, rows

import hayapack


@pytest.fixture(autouse=True)
def deep_notation():
    """The reader of the vectors' notation recurses; hayapack itself does not."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20000)
    yield
    sys.setrecursionlimit(before)


def report(request, backend, kind, done, all_rows, skipped=()):
    lines = request.config.__dict__.setdefault("vector_counts", [])
    line = f"vectors: {backend.name}: {kind}: {done} of {len(all_rows)} rows"
    lines.append(line + "".join(f"; not run: {name}" for name in skipped))
    assert done + len(skipped) == len(all_rows)


def error_of(function, *args, **options):
    with pytest.raises(Exception) as info:
        function(*args, **options)
    return info.value


def round_f32(value):
    """The value with each float rounded to float32."""
    if isinstance(value, float):
        return struct.unpack(">f", struct.pack(">f", value))[0]
    if isinstance(value, tuple):
        return tuple(map(round_f32, value))
    if isinstance(value, dict):
        return {round_f32(k): round_f32(v) for k, v in value.items()}
    return value


def test_valid(backend, request):
    all_rows = rows("valid")
    done = 0
    for file, (name, packed, canonical, value) in all_rows:
        where = f"{file}: {name}"
        message = parse_bytes(packed)
        expected_bytes = message if canonical == "=" else parse_bytes(canonical)
        reader = ValueReader(value)
        options = {"strict_map_key": False, "use_list": False}
        try:
            expected = reader.read()
        except MapKey:
            error = error_of(backend.unpackb, message, **options)
            assert (error.name, error.path[-8:]) == ("invalid_key", "{key #0}"), where
            done += 1
            continue
        if reader.has_f32:
            expected = round_f32(expected)
        unpacked = backend.unpackb(message, **options)
        assert same(unpacked, expected), where
        if file != "duplicate-keys.tsv":
            packed_again = backend.packb(expected, use_single_float=reader.has_f32)
            assert packed_again == expected_bytes, where
        check_prefixes(backend, message, options, where)
        done += 1
    report(request, backend, "valid", done, all_rows)


def check_prefixes(backend, message, options, where):
    size = len(message)
    prefixes = range(size) if size <= 64 else [*range(64), *range(size - 64, size)]
    if size > 2000:  # each prefix takes time linear in the message
        prefixes = prefixes[::16] if backend.name == "pure" else [*prefixes[:64], *prefixes[64::8]]
    for n in prefixes:
        error = error_of(backend.unpackb, message[:n], **options)
        assert error.name == "truncated", (where, n)


def test_invalid(backend, request):
    all_rows = rows("invalid")
    done = 0
    for file, (name, packed, error_name, offset, path, options) in all_rows:
        opts = {"use_list": False, **parse_options(options)}
        if name.startswith("unusual-keys/map"):
            opts["object_hook"] = hashable
        error = error_of(backend.unpackb, parse_bytes(packed), **opts)
        found = error.name, str(error.offset), error.path
        assert found == (error_name, offset, path), f"{file}: {name}"
        done += 1
    report(request, backend, "invalid", done, all_rows)


def hashable(value):
    """Makes maps hashable, for rows whose error comes after such a key."""
    return tuple(value.items())


NO_LIMITS = dict.fromkeys(
    [
        "max_buffer_size",
        "max_str_len",
        "max_bin_len",
        "max_ext_len",
        "max_array_len",
        "max_map_len",
    ],
    2**40,
)


def test_stream(backend, request):
    all_rows = rows("stream")
    done = 0
    for file, (name, packed, splits, messages, options) in all_rows:
        message = parse_bytes(packed)
        opts = {**NO_LIMITS, **parse_options(options)}
        found = read_stream(backend, message, splits, opts)
        assert found == expand(messages), f"{file}: {name}"
        done += 1
    report(request, backend, "stream", done, all_rows)


def pieces(message, splits):
    if splits == "-":
        return [message]
    if splits == "each":
        ends = range(1, len(message) + 1)
    elif splits.startswith("every "):
        step = int(splits[6:])
        ends = [*range(step, len(message), step), len(message)]
    else:
        ends = [*map(int, splits.split(" ")), len(message)]
    found, start = [], 0
    for end in ends:
        found.append(message[start:end])
        start = end
    return found


def expand(messages):
    if messages == "-":
        return []
    items = []
    for item in messages.split(" "):
        size, _, times = item.partition("*")
        items += [size] * int(times or 1)
    return items


def read_stream(backend, message, splits, options):
    """The values of the stream, in the notation of the vectors."""
    unpacker = backend.Unpacker(use_list=False, **options)
    found = []
    fed = 0
    for piece in pieces(message, splits):
        # max_buffer_size limits the waiting bytes, so a larger piece is fed in parts.
        while piece:
            space = options["max_buffer_size"] - (fed - unpacker.tell())
            unpacker.feed(piece[:space])
            fed += len(piece[:space])
            piece = piece[space:]
            if take_all(unpacker, fed, found):
                return found
    return found + (["?"] if unpacker.tell() < fed else [])


def take_all(unpacker, fed, found):
    """Adds the complete values to found; returns True if the stream raises an error."""
    while True:
        before = unpacker.tell()
        try:
            unpacker.unpack()
        except hayapack.OutOfData as error:
            assert error.offset == fed
            return False
        except Exception as error:
            refused = f"!{error.name}@{error.offset}"
            passed_over = unpacker.tell() > error.offset
            found.append(f"{unpacker.tell() - before}{refused}" if passed_over else refused)
            if not passed_over:
                return True
        else:
            found.append(str(unpacker.tell() - before))
