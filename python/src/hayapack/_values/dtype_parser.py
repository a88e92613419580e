"""The texts of the types of columns that have parameters, such as "list[int64]"."""

from __future__ import annotations

import re

from .codes import DICTIONARY, LIST, MAP, MOST_NESTED, SIMPLE, STR, STRUCT

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Union

    Node = tuple[int, int, tuple[tuple[Union[str, bytes], Any], ...]]  # see dtypes.py

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
        rest = self.text[self.at :].lstrip()
        where = f": at {rest!r}" if rest else ": it ends too early"
        return ValueError(f"{self.text!r} is no dtype of columns{'' if rest == self.text else where}")

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


def _parameter(source: _Text, name: str, start: int) -> Node:
    """timestamp[...], time64[...], duration[...] or dictionary[str], after the name, which is at start."""
    source.expect("[")
    words = [source.word()]
    if source.peek() == ("mark", ","):
        source.take()
        words.append(source.word())
    source.expect("]")
    if name == "dictionary" and words == ["str"]:
        return (DICTIONARY, 0, (("values", (STR, 0, ())),))
    found = SIMPLE.get(f"{name}[{', '.join(words)}]")
    if found is None:
        source.at = start
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
        return _parameter(source, name, start)
    found = SIMPLE.get(name)
    if found is None:
        source.at = start
        raise source.fail()
    return (*found, ())


def parse(text: str) -> Node:
    """The plan of a dtype."""
    source = _Text(text)
    node = _type(source, 1)
    if source.peek() != ("", ""):
        raise source.fail()
    return node


def name_text(name: Any) -> str:
    """A field's name in struct{...}."""
    if isinstance(name, bytes):
        body = repr(name)
        return 'b"' + (body[2:-1] if body[1] == '"' else body[2:-1].replace('"', '\\"')) + '"'
    if _plain_name(name):
        return str(name)
    from json import dumps

    return dumps(name, ensure_ascii=False)
