"""The tables of vectors/schemas are as tools/generate/schemas makes them; python/tests/classes/test_schemas.py reads them."""

import json
import sys
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "tools"))

from generate.schemas.messagepack_encoder import Encoder  # noqa: E402
from generate.schemas.schema import FORMS, Schemas, parsed  # noqa: E402
from generate.schemas.vector_tables import problems, table  # noqa: E402

SCHEMAS = Schemas()
FEWEST = {"values": (20, 5), "invalid": (8, 7)}  # rows of a schema in a form: of an object or union, of an enum


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
        few = {root: of_enum if SCHEMAS.kind(parsed(root[0])) == "enum" else of_object for root in roots}
        # The object without members has one value.
        assert not [root for root in roots if counts[root] < few[root] and root[0] != "Nothing"]
        assert set(counts) == set(roots)


def test_values_have_the_bytes_that_messages_are_made_from():
    for schema, form, value, data in table("values"):
        message = Encoder(SCHEMAS, form).message(parsed(schema), json.loads(value))
        assert message.hex() == data, (schema, form, value)
