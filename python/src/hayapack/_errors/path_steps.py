"""Paths into a message, as error messages show them: parsing, and the exceptions for paths without
a value. Both back ends use it.
"""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

#: The kinds of steps; the compiled module has the same numbers (partial/get.c).
TEXT, INDEX, NUMBER, ENTRY, ENTRY_KEY, BYTES = range(6)
#: Only with wildcards, for the tool's `get`: all elements of an array, all values of a map.
ELEMENTS, VALUES = 6, 7

# A name may have any character beyond ASCII except the ellipsis, which marks a shortened path.
_NAME = "[A-Za-z_\x80-\u2025\u2027-\ud7ff\ue000-\U0010ffff]"
_BLANK = r"[\ \t\r\n]*"
_ESCAPE = r"""\\(["'\\/bfnrt]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})"""
_SKIPPED = _ESCAPE.replace("(", "(?:", 1)

#: A text in either quote, a group for each.
_QUOTED = rf"""(?:"((?:[^"\\]|{_SKIPPED})*)"|'((?:[^'\\]|{_SKIPPED})*)')"""

#: One component with the spaces before it; the groups: a name, a str and a bin key in either quote each, then the
#: numbers in the order of the kinds.
_COMPONENT = (
    rf"{_BLANK}(?:"
    rf"\.({_NAME}(?:{_NAME}|[0-9])*)"
    rf"|\[{_BLANK}(?:{_QUOTED}|b{_QUOTED}){_BLANK}\]"
    rf"|\[{_BLANK}(-?[0-9]{{1,20}}){_BLANK}\]"
    r"|\{(-?[0-9]{1,20})\}"
    r"|\{\#([0-9]{1,20})\}"
    r"|\{key\ \#([0-9]{1,20})\})"
)

#: The wildcards and what each selects.
_WILDCARDS = {"[]": ELEMENTS, "{}": VALUES}

_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

#: Common mistakes in paths (pattern), and the hint for each.
_HINTS = (
    (r"…", "the path was shortened"),
    (r"\.[0-9]+|-?[0-9]+(?![\w-])", 'element 0 of an array is [0], the value of key 0 is {0}, of key "0" ["0"]'),
    (r"\[[ \t]*\]|\{\}", "a path selects one value here; [] and {} are accepted by the tool's get"),
    (r"\.?\*|\[[ \t]*\*", "a path selects one value; in the tool's get, [] is all elements, {} all values of a map"),
    (r"\.\.|\[[^\]]*[*:?,]", "a path selects one value; wildcards and slices are not supported"),
    (r"\{other keys\}", "stats counts the values of many keys there: {} is all values of the map"),
    (r"/", "write $.a[0], not /a/0"),
    (r"[\w$-]|\.\W", 'write a name with other characters as ["a-b"]'),
    (r"\[\w", 'write a key as .name or ["any text"], a bin key as [b"any text"]'),
    (r"\{[^#}]*\}", "{} must hold an integer key"),
    (r"[\[{]", "a quotation mark or bracket is not closed, or an escape sequence is unknown"),
)


def steps(path: str, wildcards: bool = False) -> tuple[tuple[int, Any], ...]:
    """The steps of a path: (TEXT, str), (INDEX, int), (NUMBER, int), (ENTRY, int), (ENTRY_KEY, int),
    (BYTES, bytes); if ``wildcards`` also (ELEMENTS, None) for ``[]``, (VALUES, None) for ``{}``.

    The grammar is that of RFC 9535 for paths that lead to one value, with the additions of error
    messages: ``{-7}`` for an integer key, ``{#3}`` for the value of entry 3 of a map,
    ``{key #3}`` for its key, ``[b"text"]`` for a bin key, ``\\xNN`` for a byte. The leading ``$``
    (and the dot before a name there) may be left out. A byte that is not part of a character becomes a lone surrogate, as
    surrogateescape does. Raises ValueError if it is not a path.
    """
    import re

    component = re.compile(_COMPONENT)
    rest = path[1:] if path.startswith("$") else path
    if not path.startswith("$") and re.match(_NAME, path):
        rest = "." + path
    skipped = len(path) - len(rest)
    if not path:
        raise ValueError("not a path: '' is empty; $ is the whole message")
    found: list[tuple[int, Any]] = []
    at = 0
    while at < len(rest):
        if wildcards and rest[at : at + 2] in _WILDCARDS:
            found.append((_WILDCARDS[rest[at : at + 2]], None))
            at += 2
            continue
        match = component.match(rest, at)
        if match is None:
            raise ValueError(f"not a path: {path!r} can't be read{_place(rest, at, skipped)}")
        name, double, single, double_bin, single_bin, index, number, entry, key = match.groups()
        if name is not None:
            found.append((TEXT, name))
        elif index is not None:
            found.append((INDEX, int(index)))
        elif number is not None:
            found.append((NUMBER, int(number)))
        elif entry is not None or key is not None:
            found.append((ENTRY, int(entry)) if key is None else (ENTRY_KEY, int(key)))
        elif double_bin is not None or single_bin is not None:
            found.append((BYTES, _unescaped_bin(double_bin or single_bin or "", path)))
        else:
            found.append((TEXT, _unescaped(double or single or "", path)))
        at = match.end()
    return tuple(found)


def _place(rest: str, at: int, skipped: int) -> str:
    """The position of the first character that is not understood, and a hint."""
    import re

    tail = rest[at:].lstrip(" \t\r\n")
    hints = [hint for pattern, hint in _HINTS if re.match(pattern, tail)]
    if at == 0 and re.match(_NAME, tail):
        hints = ["a name follows a dot, as in $.name"]
    number = re.match(r"\.?(-?[0-9]{1,20})(?![\w-])", tail)
    if number and hints:  # in the place of the example
        hints[0] = hints[0].replace("0", number[1])
    return f" from character {at + skipped} on" + (f": {hints[0]}" if hints else "")


def _unescaped(text: str, path: str) -> str:
    """The text in quotes with its escapes replaced."""
    if "\\" not in text:
        return text
    import re

    def character(match: Any) -> str:
        high, low, escape = match.groups()
        if high:
            return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
        if escape[0] == "x":
            byte = int(escape[1:], 16)
            return chr(byte if byte < 0x80 else 0xDC00 + byte)
        if escape[0] != "u":
            return _ESCAPED.get(escape, escape)
        code = int(escape[1:], 16)
        if 0xD800 <= code < 0xE000:
            raise ValueError(f"not a path: {path!r} contains half of a surrogate pair")
        return chr(code)

    plain = re.sub(rf"\\u(d[89ab]..)\\u(d[c-f]..)|{_ESCAPE}", character, text, flags=re.IGNORECASE)
    try:  # escaped bytes that form a character together
        return plain.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return plain


def _unescaped_bin(text: str, path: str) -> bytes:
    """The bytes of a bin key: the UTF-8 of its text, and the escaped bytes."""
    try:
        return _unescaped(text, path).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise ValueError(f"not a path: {path!r} contains a lone surrogate") from None


def key_words(key: Any) -> str:
    """A key in an error's text: as repr(), or as in paths if it has bytes that are not UTF-8."""
    if isinstance(key, str) and any(["\udc80" <= char <= "\udcff" for char in key]):
        from .make_errors import str_key_text

        try:
            return str_key_text(key.encode("utf-8", "surrogateescape")).decode()
        except UnicodeEncodeError:  # other lone surrogates too
            pass
    return repr(key)


def twin_words(key: Any) -> str:
    """The end of an error's text where the map has a bin key of the missing str key's bytes, or a str of a bin's.

    key: the missing one.
    """
    from .make_errors import KEY_TEXT_MAX, key_component

    kind = "bin" if isinstance(key, str) else "str"
    try:
        twin: Any = key.encode("utf-8", "surrogateescape") if kind == "bin" else key.decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # other lone surrogates
        return f", but a {kind} key of these bytes"
    short = len(twin if kind == "bin" else key) <= KEY_TEXT_MAX
    return f", but a {kind} key of these bytes" + (f": {key_component(twin)}" if short else "")


def missing_key(key: Any) -> KeyError:
    """The exception of a MapView that has not this str or bin key, but the other one of the same bytes."""
    return KeyError(f"no key {key_words(key)} in the map{twin_words(key)}")


def not_found(step: str, what: Any, head: bytes, count: int, path: str, twin: bool = False) -> LookupError:
    """The exception for a step to a value that does not exist.

    step: "key", "index", "entry", "entry_key" or "item" (an index or a key, by the container);
    head: the first bytes of the value at ``path``; count: its elements or entries; twin: the map has a
    bin key of the bytes of a str key, or the reverse.
    """
    from .._wire.format import TYPES

    kind = TYPES[head[0]]
    place = f"the {kind}"
    if kind in ("array", "map"):
        one, many = ("element", "elements") if kind == "array" else ("entry", "entries")
        place += f" of {count} {one if count == 1 else many}"
    if step == "key" or (step == "item" and kind == "map"):
        return KeyError(f"no key {key_words(what)} in {place} at {path}{twin_words(what) if twin else ''}")
    if step in ("entry", "entry_key"):
        return IndexError(f"no entry {what} in {place} at {path}")
    return IndexError(f"no element {what} in {place} at {path}")
