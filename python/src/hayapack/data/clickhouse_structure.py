"""Structures of ClickHouse: names and types of columns, as texts."""

from __future__ import annotations

import re
from typing import NamedTuple

from . import arrow

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Iterator, Optional

_TOKEN = re.compile(r"\s*(`(?:[^`\\]|\\.|``)*`|'(?:[^'\\]|\\.|'')*'|[^\s(),`']+|[(),])")


class Type(NamedTuple):
    """A type of ClickHouse. arguments: texts, and (name or None, Type) of what it is made of."""

    name: str
    arguments: tuple[Any, ...]

    def __str__(self) -> str:
        inner = [arg if isinstance(arg, str) else declared(*arg) for arg in self.arguments]
        return f"{self.name}({', '.join(inner)})" if inner else self.name

    @property
    def inner(self) -> Type:
        """The first type that it is made of."""
        return self.arguments[0][1]  # type: ignore[no-any-return]


def declared(name: Optional[str], kind: Type) -> str:
    if name is None:
        return str(kind)
    return f"{name if re.fullmatch('[A-Za-z_][A-Za-z0-9_]*', name) else '`' + name.replace('`', '``') + '`'} {kind}"


def parse(structure: str) -> dict[str, Type]:
    """The columns of a structure. Raises SchemaError."""
    tokens = _TOKEN.findall(structure)
    if "".join(tokens) != re.sub(r"\s", "", structure) and not set("`'") & set(structure):
        raise arrow.SchemaError(f"not a structure of ClickHouse: {structure!r}")
    try:
        made = dict(_columns(tokens))
    except (IndexError, TypeError):
        made = {}
    if not made or tokens:
        raise arrow.SchemaError(f"not a structure of ClickHouse: {structure!r}")
    return made


def _columns(tokens: list[str]) -> Iterator[tuple[str, Type]]:
    while True:
        name = tokens.pop(0)
        yield (name[1:-1].replace("``", "`") if name[0] == "`" else name), _type(tokens)
        if not tokens:
            return
        if tokens.pop(0) != ",":
            raise TypeError


def _type(tokens: list[str]) -> Type:
    name, arguments = tokens.pop(0), []
    if not name[0].isalpha():
        raise TypeError
    while tokens and tokens[0] in ("(", ",") and (tokens[0] == "(") == (not arguments):
        tokens.pop(0)
        arguments.append(_argument(tokens))
        if tokens[0] == ")":
            tokens.pop(0)
            break
    return Type(name, tuple(arguments))


def _argument(tokens: list[str]) -> Any:
    if not tokens[0][0].isalpha() and tokens[0][0] not in "`_":
        text = tokens.pop(0)  # a number, a text, 'a' = 1 of an Enum
        while tokens[0] not in (",", ")"):
            text += " " + tokens.pop(0)
        return text
    if tokens[1] in ("(", ",", ")"):
        return None, _type(tokens)
    name = tokens.pop(0)
    return name.strip("`"), _type(tokens)
