"""vectors/schemas, read into dataclasses and written: every row but those that LEFT_OUT counts."""

import dataclasses
import json
import math
import sys
from collections import Counter
from typing import Annotated, List, Optional, Union

import pytest
from schema_classes import Classes, parsed

import hayapack
from hayapack import Tags

from generate.schemas.schema import FOLDER  # isort: skip
from generate.schemas.vector_tables import table  # isort: skip

CLASSES = {form: Classes(form) for form in ("array", "map")}

#: The names of the typed readers' errors in Python.
NAMES = {"unexpected_type": "wrong_type", "int_range": "out_of_bounds", "duplicate_key": "duplicate_field"}

#: Rows that these classes read otherwise than C#, by what they are; "no member": a number without a name, which
#: C# takes for an enum's member. docs/classes.md has the decisions.
LEFT_OUT = {
    'values': {'a number without a name is no member of an enum': 132, 'IntFlag has no negative values': 2},
    'read': {
        'a float64 for a float32': 4,
        'an array for bytes': 10,
        'a str for bytes': 6,
        'no member': 15,
        'a tag without a type': 14,
    },
    'invalid': {
        'a map for an object': 102,
        'an array for an object': 100,
        ('a date without an offset', 'invalid_value'): 4,
        ('nil for a datetimeoffset', 'invalid_value'): 2,
        'an offset of more than 14 hours': 2,
        'a date after 9999': 6,
        'a date before 0001': 6,
        'a time of 24 hours': 4,
        ('a float for a length of time', 'invalid_value'): 8,
        ('nil for a date', 'invalid_value'): 6,
        ('nil for a time', 'invalid_value'): 2,
        ('nil for a timespan', 'invalid_value'): 4,
        'a negative time': 2,
        'a length of time above 64 bits': 4,
        ('text for a day', 'invalid_value'): 4,
        'a Guid without hyphens': 4,
        ('nil for a bigint', 'invalid_value'): 2,
        'a decimal that is too large': 14,
        ('an integer for a big integer', 'invalid_value'): 2,
        'no member': 32,
        'an integer above the largest': 2,
        'an integer below the smallest': 2,
        ('nil for a key', 'wrong_type'): 6,
    },
}


def message(text):
    return b"" if text == "-" else bytes.fromhex(text)


def comparable(value):
    return json.dumps(finite(value), sort_keys=True)


def finite(value):
    if isinstance(value, list):
        return [finite(one) for one in value]
    if isinstance(value, dict):
        return {name: finite(one) for name, one in value.items()}
    if value == "0001-01-01T00:00:00.0000000Z":  # the default has no Z
        return value[:-1]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


#: Decoders and encoders by function, back end, schema and form.
MADE = {}


def decoder(backend, schema, form):
    key = ("decoder", backend.name, schema, form)
    if key not in MADE:
        MADE[key] = backend.Decoder(CLASSES[form].type_of(schema), max_depth=64)
    return MADE[key]


def encoder(backend, schema, form):
    key = ("encoder", backend.name, schema, form)
    if key not in MADE:
        MADE[key] = backend.Encoder(CLASSES[form].type_of(schema))
    return MADE[key]


def reduced(node):
    """What a description has in each language: of classes neither names nor, in the array form, keys; a hook is none's kind."""
    if node["kind"] == "custom":
        return {"kind": "custom", **({"nullable": True} if "nullable" in node else {})}
    same = {name: node[name] for name in ("nullable", "limits", "form", "unknown", "tags", "tag") if name in node}
    for name in ("items", "keys", "values"):
        if name in node:
            same[name] = reduced(node[name])
    if "types" in node:
        same["types"] = [reduced(one) for one in node["types"]]
    if "members" in node:
        same["members"] = sorted(node["members"])
    if "fields" in node:
        same["fields"] = [
            {
                "keys": field["keys"] if node["form"] == "map" else [],
                "index": field["index"],
                "type": reduced(field["type"]),
            }
            for field in sorted(node["fields"], key=lambda field: field["index"])
        ]
    return {"kind": {"timestamp": "datetime"}.get(node["kind"], node["kind"]), **same}


def described():
    """The rows of described.tsv, for each schema that a row of values.tsv has, and for the unions of tags.tsv."""
    for schema, form in dict.fromkeys(row[:2] for row in table("values")):
        found = reduced(hayapack.describe(CLASSES[form].type_of(schema)))
        yield schema, form, json.dumps(found, sort_keys=True, separators=(",", ":"))
    for name, tags in UNIONS.items():
        found = reduced(hayapack.describe(Annotated[Union[Circle, Square], tags]))
        yield name, "tags", json.dumps(found, sort_keys=True, separators=(",", ":"))


def test_described():
    """C# reads this table; written by: python -c 'import test_schemas; test_schemas.write_described()', in this folder."""
    assert list(described()) == table("described")


def write_described():
    text = "# schema\tform\tdescription\n" + "".join("\t".join(row) + "\n" for row in described())
    (FOLDER / "described.tsv").write_text(text, encoding="utf-8")


def test_values(backend):
    left = Counter()
    for schema, form, value, data in table("values"):
        classes, of, expected = CLASSES[form], parsed(schema), json.loads(value)
        data = message(data)
        try:
            found = decoder(backend, schema, form).decode(data)
        except hayapack.ValidationError as error:
            assert error.name == "unknown_member", (schema, form, value, error)
            left["a number without a name is no member of an enum"] += 1
            continue
        if comparable(classes.neutral(of, found)) != comparable(expected):
            assert schema == "Access", (schema, form, value, found)
            left["IntFlag has no negative values"] += 1
            continue
        encode = encoder(backend, schema, form).encode
        assert encode(found) == data, (schema, form, value)
        assert encode(classes.python(of, expected)) == data, (schema, form, value)
    known = dict(LEFT_OUT["values"])
    if sys.version_info < (3, 11):
        del known["IntFlag has no negative values"]
    assert left == known


def test_read(backend):
    left = Counter()
    for schema, form, data, value, what in table("read"):
        what = what.partition(" at ")[0]
        try:
            found = decoder(backend, schema, form).decode(message(data))
        except hayapack.ValidationError as error:
            left["no member" if error.name == "unknown_member" else what] += 1
            continue
        if comparable(CLASSES[form].neutral(parsed(schema), found)) != comparable(json.loads(value)):
            assert what == "a float64 for a float32", (schema, form, data, found)
            left[what] += 1
    assert left == LEFT_OUT["read"]


def test_invalid(backend):
    left = Counter()
    for schema, form, data, name, offset, path, what in table("invalid"):
        kind = what.partition(" at ")[0]
        try:
            decoder(backend, schema, form).decode(message(data))
        except hayapack.UnpackException as error:
            found = (error.name, error.offset, error.path)
            if found != (NAMES.get(name, name), int(offset), path):
                if error.name == "unknown_member":
                    left["no member"] += 1
                else:
                    left[kind, error.name] += 1
        else:
            left[kind] += 1
    assert left == LEFT_OUT["invalid"]


def test_what_a_reader_may_refuse_is_refused(backend):
    for schema, form, data, *_ in table("either"):
        with pytest.raises((hayapack.UnpackException, hayapack.ExtraData)):
            decoder(backend, schema, form).decode(message(data))


@dataclasses.dataclass
class Circle:
    radius: int


@dataclasses.dataclass
class Square:
    side: int
    name: Optional[str] = None


#: The unions of tags.tsv.
UNIONS = {
    "names": Tags({"circle": Circle, "square": Square}),
    "mixed": Tags({0: Circle, "square": Square}),
    "key": Tags({"circle": Circle, "square": Square}, key="type"),
    "numbers": Tags({1: Circle, 200: Square}, key="kind"),
}


@pytest.mark.parametrize(("union", "data", "value", "errors", "what"), table("tags"))
def test_tags(backend, union, data, value, errors, what):
    kind = List[Annotated[Union[Circle, Square], UNIONS[union]]]
    try:
        found = backend.unpackb(message(data), type=kind, errors="all")
    except hayapack.ValidationError as error:
        expected = [one.split(" ", 2) for one in errors.split(", ")]
        names = {**NAMES, "missing_member": "missing_field"}
        assert [(names.get(name, name), int(offset), path) for name, offset, path in expected] == [
            (one.name, one.offset, one.path) for one in error.errors
        ]
    else:
        assert [{type(one).__name__.lower(): dataclasses.asdict(one)} for one in found] == json.loads(value)
        if what.startswith("written"):
            assert backend.Encoder(kind).encode(found).hex() == data
