"""The tables of vectors/schemas, read by the rules of their README.md, without .NET."""

import json
import math
import re
from collections import Counter
from functools import lru_cache

import pytest
from schema_decoder import DEEPEST, Decoder, Entries, Refused

import hayapack

from schemas.encode import Encoder  # isort: skip
from schemas.make import problems, table  # isort: skip
from schemas.schema import FORMS, Schemas, parsed  # isort: skip

SCHEMAS = Schemas()
FEWEST = {"values": (20, 5), "invalid": (8, 7)}  # rows of a schema in a form: of an object or union, of an enum
UNPACK = {"object_pairs_hook": Entries, "strict_map_key": False, "max_depth": DEEPEST}
#: Errors of bytes that are no MessagePack, whatever the schema. Other rows have an error of the typed reader.
WIRE = {"truncated", "reserved_byte", "invalid_utf8", "invalid_timestamp", "too_deep"}
ERROR = re.compile(r"[a-z_0-9]+ -?\d+ ")

type_of = lru_cache(maxsize=None)(parsed)


def message(text):
    return b"" if text == "-" else bytes.fromhex(text)


def decoded(schema, form, data):
    return Decoder(SCHEMAS, form).value(type_of(schema), hayapack.unpackb(data, **UNPACK))


def comparable(value):
    """A value as text in which 1 is neither True nor 1.0, and a NaN is equal to itself."""
    return json.dumps(finite(value), sort_keys=True)


def finite(value):
    if isinstance(value, list):
        return [finite(one) for one in value]
    if isinstance(value, dict):
        return {name: finite(one) for name, one in value.items()}
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def test_the_tables_are_as_their_tool_writes_them():
    assert list(problems(SCHEMAS)) == []


def test_each_schema_has_enough_rows():
    assert len(SCHEMAS.roots()) >= 60
    assert len(SCHEMAS.named) == len(SCHEMAS.entries)
    for name, (of_object, of_enum) in FEWEST.items():
        rows = table(name)
        assert len(set(rows)) == len(rows)
        counts = Counter(row[:2] for row in rows)
        roots = [(root, form) for root in SCHEMAS.roots() for form in FORMS]
        few = {root: of_enum if SCHEMAS.kind(type_of(root[0])) == "enum" else of_object for root in roots}
        # The object without members has one value.
        assert not [root for root in roots if counts[root] < few[root] and root[0] != "Nothing"]
        assert set(counts) == set(roots)


def test_values():
    for schema, form, value, data in table("values"):
        expected = json.loads(value)
        assert Encoder(SCHEMAS, form).message(type_of(schema), expected).hex() == data, (schema, form, value)
        assert comparable(decoded(schema, form, message(data))) == comparable(expected), (schema, form, value)


def test_messages_that_are_read():
    for schema, form, data, value, what in table("read"):
        assert comparable(decoded(schema, form, message(data))) == comparable(json.loads(value)), (schema, form, what)


def test_invalid_messages():
    wire = 0
    for schema, form, data, name, offset, path, what in table("invalid"):
        data, offset = message(data), int(offset)
        with pytest.raises((Refused, hayapack.exceptions.UnpackException)) as caught:
            decoded(schema, form, data)
        error = caught.value
        assert (error.name, error.path) == (name, path), (schema, form, what)
        if not isinstance(error, Refused):
            wire += 1
            assert name in WIRE and error.offset == offset, (schema, form, what)
        else:
            # The value at the path begins at the offset: a byte that is no MessagePack is reported there.
            with pytest.raises(hayapack.exceptions.ReservedByteError) as caught:
                hayapack.unpackb(data[:offset] + b"\xc1" + data[offset + 1 :], **UNPACK)
            assert (caught.value.offset, caught.value.path) == (offset, path), (schema, form, what)
    assert wire > 500


def test_messages_that_may_be_read_or_refused():
    for schema, form, data, generated, reflected, what in table("either"):
        try:
            found = comparable(decoded(schema, form, message(data)))
        except (Refused, hayapack.exceptions.UnpackException, hayapack.ExtraData):
            continue
        results = [json.loads(one) for one in (generated, reflected) if not ERROR.match(one)]
        assert found in [comparable(one) for one in results], (schema, form, what)
