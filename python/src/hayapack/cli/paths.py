"""Paths into a message: `$.items[7].name`, as docs/errors.md describes them."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Union

from .outcome import Usage

KEY_TEXT_MAX = 60  # bytes of a key that are shown
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
ESCAPED = re.compile(r'["\\\x00-\x1f\x7f\udc80-\udcff]')


class Index(NamedTuple):
    """Element `at` of an array; below 0: from the end."""

    at: int


class Key(NamedTuple):
    """The value of the entry with this key."""

    key: Union[str, int]


class Entry(NamedTuple):
    """Entry number `at` of a map: its value, or its key itself."""

    at: int
    is_key: bool


Component = Union[Index, Key, Entry]


def key_component(key: Any, at: int) -> str:
    """The component of entry number `at` (from 0) of a map, as text."""
    if isinstance(key, str):
        return _name(key)
    if isinstance(key, int) and not isinstance(key, bool):
        return f"{{{key}}}"
    return f"{{#{at}}}"


def _name(key: str) -> str:
    text = key.encode("utf-8", "surrogateescape")
    long = len(text) > KEY_TEXT_MAX
    shown = key
    if long:
        shown = text[:KEY_TEXT_MAX].decode("utf-8", "ignore") + "…"
    if NAME.fullmatch(key):
        return f".{shown}"
    return '["' + ESCAPED.sub(_escape, shown) + '"]'


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    if char in '"\\':
        return "\\" + char
    code = ord(char)
    return f"\\x{code - 0xDC00 if code >= 0xDC80 else code:02x}"


# One component of a path as it is typed. `[*]` and the like are no paths of one value.
COMPONENT = re.compile(
    r"""\.(?P<name>[A-Za-z_][A-Za-z0-9_]*)
      | \[(?P<index>-?\d+)\]
      | \["(?P<text>(?:[^"\\]|\\.)*)"\]
      | \{(?P<number>-?\d+)\}
      | \{\#(?P<entry>\d+)\}
      | \{key\ \#(?P<key>\d+)\}""",
    re.VERBOSE | re.DOTALL,
)
BACKSLASH = re.compile(r"\\(?:x([0-9a-f]{2})|(.))", re.DOTALL)


def parse(text: str) -> list[Component]:
    """The components of a path. `a.b` and `.a.b` are taken for `$.a.b`."""
    rest = text[1:] if text.startswith("$") else text
    if rest and rest[0] not in ".[{":
        rest = "." + rest
    at, found = 0, []
    while at < len(rest):
        match = COMPONENT.match(rest, at)
        if match is None:
            raise Usage(f"{text!r} is not a path: {rest[at:]!r} is not understood in it")
        found.append(_component(match))
        at = match.end()
    return found


def _component(match: re.Match[str]) -> Component:
    kind, text = match.lastgroup, match.group(match.lastgroup or 0)
    if kind == "index":
        return Index(int(text))
    if kind == "name":
        return Key(text)
    if kind == "text":
        return Key(BACKSLASH.sub(_unescape, text))
    if kind == "number":
        return Key(int(text))
    return Entry(int(text), kind == "key")


def _unescape(match: re.Match[str]) -> str:
    return chr(int(match.group(1), 16)) if match.group(1) else match.group(2)


def as_text(components: list[Component]) -> str:
    """The path as this module writes it."""
    texts = ["$"]
    for part in components:
        if isinstance(part, Index):
            texts.append(f"[{part.at}]")
        elif isinstance(part, Key):
            texts.append(key_component(part.key, 0))
        else:
            texts.append(f"{{key #{part.at}}}" if part.is_key else f"{{#{part.at}}}")
    return "".join(texts)
