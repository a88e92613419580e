"""The JSON library: orjson where it is installed, else Python's own.

The text written has no characters that control a terminal: see _errors/escape.py.
"""

from __future__ import annotations

import json
import re
from typing import Any, Callable, Optional

from ..._errors import escape

try:
    import orjson
except ImportError:
    orjson = None  # type: ignore[assignment]

Default = Optional[Callable[[Any], Any]]


#: Whether dumps() converts keys that are not text to text.
ANY_KEY = orjson is None

if orjson is not None:

    def dumps(value: Any, default: Default = None) -> bytes:
        """JSON on one line, in UTF-8. Raises TypeError if JSON can't represent the value."""
        return escape.json_text(_without_plus(orjson.dumps(value, default)))

    def dumps_lines(values: list[Any], default: Default = None) -> bytes:
        """dumps() of each value, on lines."""
        dump = orjson.dumps
        return escape.json_text(_without_plus(b"\n".join([dump(value, default) for value in values])))

    def dumps_pretty(value: Any, default: Default = None) -> bytes:
        """JSON, indented by two."""
        return escape.json_text(_without_plus(orjson.dumps(value, default, orjson.OPT_INDENT_2)))

    def string(value: str) -> bytes:
        """A text as dumps() writes it, copied: what orjson returns keeps the 1 KiB that it began with."""
        return b"%b" % dumps(value)

    def number(value: float) -> bytes:
        """A finite float as dumps() writes it, copied as string() does."""
        return b"%b" % _without_plus(orjson.dumps(value))

    def loads(text: bytes) -> Any:
        """The value of a JSON text in UTF-8. Raises ValueError if it is not JSON."""
        return orjson.loads(text)

else:

    def number(value: float) -> bytes:
        """A finite float as dumps() writes it."""
        return _as_orjson(repr(value)).encode()

    def string(value: str) -> bytes:
        """A text as dumps() writes it."""
        return dumps(value)

    def dumps(value: Any, default: Default = None) -> bytes:
        """JSON on one line, in UTF-8. Raises TypeError if JSON can't represent the value."""
        return _dumps(value, default, None, (",", ":"))

    def dumps_lines(values: list[Any], default: Default = None) -> bytes:
        """dumps() of each value, on lines."""
        return b"\n".join([dumps(value, default) for value in values])

    def dumps_pretty(value: Any, default: Default = None) -> bytes:
        """JSON, indented by two."""
        return _dumps(value, default, 2, (",", ": "))

    def loads(text: bytes) -> Any:
        """The value of a JSON text in UTF-8. Raises ValueError if it is not JSON."""
        return json.loads(text)


def _dumps(value: Any, default: Default, indent: Optional[int], marks: tuple[str, str]) -> bytes:
    try:
        text = json.dumps(
            value, default=default, indent=indent, separators=marks, ensure_ascii=False,
            check_circular=False,
        )  # fmt: skip
    except RecursionError:
        raise TypeError("nested too deeply for the JSON library") from None
    if EXPONENT.search(text):
        text = TOKEN.sub(lambda match: _as_orjson(match.group()), text)
    return escape.json_text(text.encode())


PLUS = re.compile(rb'"(?:[^"\\]|\\.)*"|[0-9]e\+')


def _without_plus(text: bytes) -> bytes:
    """JSON with numbers as 1e16. orjson 3.13 writes 1e+16, 3.10 writes 1e16."""
    if b"e+" not in text:
        return text
    return PLUS.sub(_digit_and_e, text)


def _digit_and_e(match: re.Match[bytes]) -> bytes:
    token = match.group()
    return token if token.startswith(b'"') else token[:-1]


# What may be a number with an exponent; and strings and numbers, to find those that are.
EXPONENT = re.compile(r"[0-9]e[+-][0-9]")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.]*e[+-][0-9]+')


def _as_orjson(text: str) -> str:
    """A number of repr() as orjson 3.10 writes it: 1e16 for 1e+16, 0.00001 for 1e-05. Else the text."""
    mantissa, mark, exponent = text.partition("e")
    if not mark or text.startswith('"'):
        return text
    power = int(exponent)
    if power != -5:
        return f"{mantissa}e{power}"
    sign, digits = ("-", mantissa[1:]) if mantissa.startswith("-") else ("", mantissa)
    return f"{sign}0.0000{digits.replace('.', '')}"
