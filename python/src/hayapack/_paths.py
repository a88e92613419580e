"""Paths into a message, as error messages show them: text -> steps, and steps that lead
nowhere -> exceptions. Both back ends use it.
"""

from __future__ import annotations

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from typing import Any

#: The kinds of steps; the compiled module has the same (get.c).
TEXT, INDEX, NUMBER, ENTRY, ENTRY_KEY = range(5)

#: One component each; the groups are in the order of the kinds, TEXT as a name first.
_COMPONENT = (
    r"\.([A-Za-z_][A-Za-z0-9_]*)"
    r'|\["((?:[^"\\]|\\["\\]|\\x[0-9a-fA-F]{2})*)"\]'
    r"|\[(-?[0-9]+)\]"
    r"|\{(-?[0-9]+)\}"
    r"|\{\#([0-9]+)\}"
    r"|\{key\ \#([0-9]+)\}"
)


def steps(path: str) -> tuple[tuple[int, Any], ...]:
    """The steps of a path: (TEXT, str), (INDEX, int), (NUMBER, int), (ENTRY, int), (ENTRY_KEY, int).

    A byte that is no part of a character becomes a lone surrogate, as surrogateescape has it.
    """
    import re

    component = re.compile(_COMPONENT, re.VERBOSE)
    if not path.startswith("$"):
        raise ValueError(f"not a path: {path!r} does not begin with $")
    found: list[tuple[int, Any]] = []
    at = 1
    while at < len(path):
        match = component.match(path, at)
        if match is None:
            why = "is shortened" if path[at] == "…" else "can't be read"
            raise ValueError(f"not a path: {path!r} {why} from character {at} on")
        name, text, *numbers = match.groups()
        if name is not None:
            found.append((TEXT, name))
        elif text is not None:
            found.append((TEXT, re.sub(r'\\(?:x(..)|(["\\]))', _unescaped, text)))
        else:
            kind = next(i for i, number in enumerate(numbers) if number is not None)
            found.append((INDEX + kind, int(numbers[kind])))
        at = match.end()
    return tuple(found)


def _unescaped(match: Any) -> str:
    if match[2]:
        return match[2]  # type: ignore[no-any-return]
    byte = int(match[1], 16)
    return chr(byte if byte < 0x80 else 0xDC00 + byte)


def not_found(step: str, what: Any, head: bytes, count: int, path: str) -> LookupError:
    """The exception for a step that leads nowhere.

    step: "key", "index", "entry", "entry_key" or "item" (an index or a key, by the container);
    head: the first bytes of the value at ``path``, where it was taken; count: its elements
    or entries.
    """
    kind = _kind(head[0])
    place = f"the {kind} of {count}" if kind in ("array", "map") else f"the {kind}"
    if step == "key" or (step == "item" and kind == "map"):
        return KeyError(f"no key {what!r} in {place} at {path}")
    if step in ("entry", "entry_key"):
        return IndexError(f"no entry {what} in {place} at {path}")
    return IndexError(f"no element {what} in {place} at {path}")


def _kind(lead: int) -> str:
    """What begins with this lead byte, for people."""
    if lead < 0x80 or lead >= 0xE0 or 0xCC <= lead <= 0xD3:
        return "int"
    if lead < 0x90 or lead >= 0xDE:
        return "map"
    if lead < 0xA0 or lead >= 0xDC:
        return "array"
    if lead < 0xC0 or lead >= 0xD9:
        return "str"
    if lead < 0xC4:
        return "nil" if lead == 0xC0 else "bool"
    if lead < 0xC7:
        return "bin"
    return "float" if lead in (0xCA, 0xCB) else "ext"
