"""The types of columns: their texts ("list[int64]") and the plans that both back ends take.

A plan is plain tuples, so that compiled code reads it without calling Python:

    node = (code, unit, children)
    children = ((name, node), ...)

code: a number below. unit: S, MS, US or NS for timestamps, times and durations, else 0. children: of a
LIST the one child "item"; of a MAP "key" and "value"; of a STRUCT its fields, whose names are str, or
bytes for bin keys; of a DICTIONARY the one child "values"; else none.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Union

    Node = tuple[int, int, tuple[tuple[Union[str, bytes], Any], ...]]

#: Numbers of the types; the compiled module has the same (ext/columns/columns.h).
(
    UNKNOWN, INT64, FLOAT64, BOOL, STR, BYTES, INT8, INT16, INT32, UINT8, UINT16, UINT32, UINT64, FLOAT32, RAW,
    TIMESTAMP, NAIVE, DATE32, TIME64, DURATION, DICTIONARY, LIST, STRUCT, MAP, NULL,
) = range(25)  # fmt: skip
S, MS, US, NS = range(4)
UNITS = ("s", "ms", "us", "ns")

#: The most nested types in one dtype.
MOST_NESTED = 32

_SIMPLE: dict[str, tuple[int, int]] = {
    "int64": (INT64, 0), "float64": (FLOAT64, 0), "bool": (BOOL, 0), "str": (STR, 0), "bytes": (BYTES, 0),
    "int8": (INT8, 0), "int16": (INT16, 0), "int32": (INT32, 0), "uint8": (UINT8, 0), "uint16": (UINT16, 0),
    "uint32": (UINT32, 0), "uint64": (UINT64, 0), "float32": (FLOAT32, 0), "raw": (RAW, 0), "date32": (DATE32, 0),
    "null": (NULL, 0), "timestamp[s]": (TIMESTAMP, S), "timestamp[ms]": (TIMESTAMP, MS),
    "timestamp[us]": (TIMESTAMP, US), "timestamp[ns]": (TIMESTAMP, NS), "timestamp[us, naive]": (NAIVE, US),
    "time64[us]": (TIME64, US), "duration[us]": (DURATION, US),
}  # fmt: skip
_NAMES = {code: name for name, code in _SIMPLE.items()}
_CLASSES: dict[Any, int] = {int: INT64, float: FLOAT64, bool: BOOL, str: STR, bytes: BYTES}

UNKNOWN_NODE: Node = (UNKNOWN, 0, ())

#: A name that needs no quotes in struct{...}.
_plain_name = re.compile(r"[^\s\"'{}\[\],:](?:[^\"'{}\[\],:\n]*[^\s\"'{}\[\],:])?").fullmatch
_token = re.compile(
    r"""\s*(?:(?P<quoted>b?"(?:[^"\\\n]|\\.)*"|b?'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<mark>[\[\]{},:])|(?P<word>[^\s"'{}\[\],:](?:[^"'{}\[\],:\n]*[^\s"'{}\[\],:])?))"""
).match


class _Text:
    """The tokens of a dtype, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self) -> ValueError:
        return ValueError(f"{self.text!r} is no dtype of columns: at {self.text[self.at :]!r}")

    def peek(self) -> tuple[str, str]:
        """(kind, text) of the next token; ("", "") at the end."""
        match = _token(self.text, self.at)
        if match is None:
            if self.text[self.at :].strip():
                raise self.fail()
            return "", ""
        return match.lastgroup or "", match.group(match.lastgroup or 0)

    def take(self) -> tuple[str, str]:
        token = self.peek()
        match = _token(self.text, self.at)
        if match is None:
            raise self.fail()
        self.at = match.end()
        return token

    def expect(self, mark: str) -> None:
        if self.peek() != ("mark", mark):
            raise self.fail()
        self.take()

    def word(self) -> str:
        kind, text = self.peek()
        if kind != "word":
            raise self.fail()
        self.take()
        return text


def _parameter(source: _Text, name: str) -> Node:
    """timestamp[...], time64[...], duration[...] or dictionary[str], after the name."""
    source.expect("[")
    words = [source.word()]
    if source.peek() == ("mark", ","):
        source.take()
        words.append(source.word())
    source.expect("]")
    if name == "dictionary" and words == ["str"]:
        return (DICTIONARY, 0, (("values", (STR, 0, ())),))
    found = _SIMPLE.get(f"{name}[{', '.join(words)}]")
    if found is None:
        raise source.fail()
    return (*found, ())


def _struct(source: _Text, depth: int) -> Node:
    fields: list[tuple[Any, Any]] = []
    source.expect("{")
    while source.peek() != ("mark", "}"):
        if fields:
            source.expect(",")
        kind, text = source.take()
        if kind == "quoted":
            from ast import literal_eval

            try:
                name: Any = literal_eval(text)
            except (ValueError, SyntaxError):
                raise source.fail() from None
        elif kind == "word":
            name = text
        else:
            raise source.fail()
        source.expect(":")
        fields.append((name, _type(source, depth + 1)))
    source.expect("}")
    if len({(isinstance(name, str), name) for name, _ in fields}) != len(fields):
        raise ValueError(f"{source.text!r}: a field is given twice")
    return (STRUCT, 0, tuple(fields))


def _type(source: _Text, depth: int) -> Node:
    if depth > MOST_NESTED:
        raise ValueError(f"{source.text[:60]!r}…: more than {MOST_NESTED} nested types")
    start = source.at
    name = source.word()
    mark = source.peek()
    if name == "struct" and mark == ("mark", "{"):
        return _struct(source, depth)
    if name == "list" and mark == ("mark", "["):
        source.take()
        item = _type(source, depth + 1)
        source.expect("]")
        return (LIST, 0, (("item", item),))
    if name == "map" and mark == ("mark", "["):
        source.take()
        key = _type(source, depth + 1)
        source.expect(",")
        value = _type(source, depth + 1)
        source.expect("]")
        return (MAP, 0, (("key", key), ("value", value)))
    if mark == ("mark", "["):
        return _parameter(source, name)
    found = _SIMPLE.get(name)
    if found is None:
        source.at = start
        raise source.fail()
    return (*found, ())


def node_of(dtype: Any) -> Node:
    """The plan of a dtype: its text, a Python type, or None: the type of the first value."""
    if dtype is None:
        return UNKNOWN_NODE
    if isinstance(dtype, str):
        found = _SIMPLE.get(dtype)
        if found is not None:
            return (*found, ())
        source = _Text(dtype)
        node = _type(source, 1)
        if source.peek() != ("", ""):
            raise source.fail()
        return node
    if isinstance(dtype, type) and dtype in _CLASSES:
        return (_CLASSES[dtype], 0, ())
    raise ValueError(
        f"dtype must be a text such as 'int64' or 'list[str]', or int, float, bool, str or bytes, not {dtype!r}"
    )


def name_text(name: Any) -> str:
    """A field's name in struct{...}."""
    if isinstance(name, bytes):
        body = repr(name)
        return 'b"' + (body[2:-1] if body[1] == '"' else body[2:-1].replace('"', '\\"')) + '"'
    if _plain_name(name):
        return str(name)
    import json

    return json.dumps(name, ensure_ascii=False)


def text_of(code: int, unit: int, children: Iterable[tuple[Any, str]]) -> str:
    """The dtype of a code and a unit; children: (name, dtype) each."""
    if code == LIST:
        return f"list[{next(iter(children))[1]}]"
    if code == MAP:
        key, value = children
        return f"map[{key[1]}, {value[1]}]"
    if code == STRUCT:
        return "struct{" + ", ".join(f"{name_text(name)}: {dtype}" for name, dtype in children) + "}"
    if code == DICTIONARY:
        return "dictionary[str]"
    return "unknown" if code == UNKNOWN else _NAMES[code, unit]
