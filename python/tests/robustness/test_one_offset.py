"""A file that ends inside a message has one offset and one path, whoever reads it.

The tool's commands also agree on the number of the message.
"""

import random
import re

import pytest
from tool import inside

import hayapack
from hayapack import packb, stream
from hayapack.cli.tables import table_files
from hayapack.data import arrow

#: All values that begin before the cut are valid, so there is one fault.
SCALARS = (None, True, 5, -1000, 2**40, 1.5, "x" * 20, "é" * 40, b"y" * 300, hayapack.ExtType(5, b"abc"))


def value(rng, depth=0):
    kind = rng.randrange(8 if depth < 3 else 5)
    if kind < 5:
        return rng.choice(SCALARS)
    if kind < 7:
        return {rng.choice("abcdef"): value(rng, depth + 1) for _ in range(rng.randrange(5))}
    return [value(rng, depth + 1) for _ in range(rng.randrange(20))]


def cuts(seeds):
    """(whole messages, the first bytes of another one)."""
    for seed in range(seeds):
        rng = random.Random(seed)
        messages = [packb({"id": n, **{key: value(rng) for key in "abc"}}) for n in range(rng.randrange(4))]
        last = packb({"id": 9, **{key: value(rng) for key in "abc"}})
        for _ in range(6):
            yield messages, last[: rng.randrange(1, len(last))]


def blame(read):
    with pytest.raises(hayapack.TruncatedError) as caught:
        read()
    error = caught.value
    assert f"byte {error.offset}: " in str(error) and str(error).endswith(f", at {error.path}")
    return error.offset, error.path


def test_one_offset_and_path(request, both_back_ends, tmp_path):
    path = tmp_path / "x.msgpack"
    for messages, rest in cuts(6):
        start = sum(map(len, messages))
        data = b"".join(messages) + rest
        path.write_bytes(data)
        offset, place = blame(lambda: hayapack.unpackb(rest))
        assert blame(lambda: hayapack.Fragment(rest)) == (offset, place)
        one = (start + offset, place)
        numbered = (start + offset, f"$[{len(messages)}]{place[1:]}")  # columns() has an array of messages
        for source in (data, path):
            assert blame(lambda: list(stream.records(source))) == one
            assert blame(lambda: list(stream.blocks(source))) == one
            assert blame(lambda: stream.Splitter(source).read(0)) == one
            assert blame(lambda: stream.Splitter(source).plan()) == one
            assert blame(lambda: arrow.infer(source, conflicts="raw")) == one
            assert blame(lambda: list(arrow.reader(source, {"id": "int64"}))) == one
        fields = (data, ["id"], ["int64"])
        assert blame(lambda: hayapack.columns(*fields, stream=True, missing="null")) == numbered


class Engine:
    """Reads the rows of a table and writes how many there are, in place of pyarrow or polars."""

    ERRORS = ()

    @staticmethod
    def write(rows, kind, sink):
        sink.write(b"%d\n" % sum(batch.rows for batch in rows))


TABLE = ["convert", "--schema", '{"id": "int64"}', "--columns", "id", "--to", "parquet"]


def test_the_commands_agree(monkeypatch, tmp_path):
    monkeypatch.setattr(table_files, "engine", lambda: Engine)
    path = tmp_path / "x.msgpack"
    for messages, rest in cuts(6):
        path.write_bytes(b"".join(messages) + rest)
        offset, place = blame(lambda: hayapack.unpackb(rest))
        where = f"byte {sum(map(len, messages)) + offset}: "
        number = f", in message {len(messages) + 1}" if messages else ""
        for command in ("cat", "validate", "inspect", "stats", "count", "table"):
            given = [*TABLE, str(path), "-"] if command == "table" else [command, str(path)]
            status, _, err = inside(*given)
            assert status == 1
            assert re.match(f"hayapack: {re.escape(str(path))}: {where}truncated", err), (command, err, where)
            assert err.endswith(f", at {place}{number}\n"), (command, err, place)


def test_a_value_of_a_row_is_in_a_message(monkeypatch, tmp_path):
    monkeypatch.setattr(table_files, "engine", lambda: Engine)
    path = tmp_path / "x.msgpack"
    good, bad = packb({"id": 1}), packb({"id": "x"})
    path.write_bytes(good * 3 + bad + good + b"\xc1" + good * 20 + bad)
    assert inside(*TABLE, str(path), "-")[2].endswith("byte 19: str in a column of int64, at $.id, in message 4\n")
    status, out, err = inside(*TABLE, "--keep-going", str(path), "-")
    assert (status, out) == (1, b"24\n")
    found = re.findall("byte ([0-9]+): .*, in message ([0-9]+); ", err)
    assert found == [("19", "4"), ("26", "6"), ("131", "27")]
