"""The rows of vectors/references on both back ends."""

import pytest
from graphs import graph_text
from vectors import rows

import hayapack

ROWS = [row for _, row in rows("references")]


@pytest.mark.parametrize("row", ROWS, ids=[row[-1] for row in ROWS])
def test_rows(backend, row):
    _, text, _, value, error, _, _ = row
    message = bytes.fromhex(text)
    unpacker = backend.Unpacker(references=True)
    unpacker.feed(message)
    if error == "-":
        assert graph_text(backend.unpackb(message, references=True)) == value
        assert graph_text(unpacker.unpack()) == value
        assert type(backend.unpackb(message, strict_map_key=False)) in (list, dict)
        return
    name, offset, path = error.split(" ", 2)
    with pytest.raises(hayapack.exceptions.UnpackException) as info:
        backend.unpackb(message, references=True)
    assert (info.value.name, info.value.offset, info.value.path) == (name, int(offset), path)
    with pytest.raises(hayapack.exceptions.UnpackException) as info:
        unpacker.unpack()
    assert info.value.name == name
