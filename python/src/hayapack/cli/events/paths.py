"""Paths into a message: `$.items[7].name`, as docs/errors.md describes them."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Union

from ..._core.tokens import ARRAY, MAP, key_component
from ..._errors import make_errors, path_steps
from ..common.exit_status import Usage

#: One component of a path's text.
COMPONENT = re.compile(rb'\[b?"(?:[^"\\]|\\.)*"\]|[$.\[{][^.\[{]*', re.DOTALL)


class Index(NamedTuple):
    """Element `at` of an array; negative: counted from the end."""

    at: int


class Key(NamedTuple):
    """The value of the entry with this key."""

    key: Union[str, bytes, int]


class Entry(NamedTuple):
    """Entry number `at` of a map: its value, or its key itself."""

    at: int
    is_key: bool


class Every(NamedTuple):
    """All elements of an array, or of a map the values of all entries, repeated keys included."""

    kind: str  # ARRAY or MAP


Component = Union[Index, Key, Entry, Every]


def parse(text: str) -> list[Component]:
    """The components of a path, in the grammar of hayapack.get() with wildcards. Raises Usage for other text."""
    try:
        steps = path_steps.steps(text, wildcards=True)
    except ValueError as error:
        raise Usage(str(error)) from None
    return [_component(kind, value) for kind, value in steps]


def _component(kind: int, value: Any) -> Component:
    if kind == path_steps.INDEX:
        return Index(value)
    if kind in (path_steps.ELEMENTS, path_steps.VALUES):
        return Every(ARRAY if kind == path_steps.ELEMENTS else MAP)
    if kind in (path_steps.TEXT, path_steps.NUMBER, path_steps.BYTES):
        return Key(value)
    return Entry(value, kind == path_steps.ENTRY_KEY)


def as_text(components: list[Component]) -> str:
    """The path in its usual spelling."""
    texts = ["$"]
    for part in components:
        if isinstance(part, Index):
            texts.append(f"[{part.at}]")
        elif isinstance(part, Every):
            texts.append("[]" if part.kind is ARRAY else "{}")
        elif isinstance(part, Key):
            texts.append(key_component(part.key, 0))
        else:
            texts.append(f"{{key #{part.at}}}" if part.is_key else f"{{#{part.at}}}")
    return "".join(texts)


def split(path: str) -> list[bytes]:
    """The components of the text of a path that is not shortened, `$` first."""
    return COMPONENT.findall(path.encode())


def shortened(path: str) -> str:
    """The text of a path as errors show it: at most PATH_MAX bytes."""
    return path if 4 * len(path) <= make_errors.PATH_MAX else make_errors.join_texts(split(path))
