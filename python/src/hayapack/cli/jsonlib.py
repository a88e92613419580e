"""The JSON library: orjson where it is installed, else Python's own.

What is written has no character that a terminal would obey: see harmless.py.
"""

from __future__ import annotations

import json
from typing import Any, Callable, Optional

from . import harmless

try:
    import orjson
except ImportError:
    orjson = None  # type: ignore[assignment]

Default = Optional[Callable[[Any], Any]]


#: dumps() writes keys that are no text as if they were some.
ANY_KEY = orjson is None

if orjson is not None:

    def dumps(value: Any, default: Default = None) -> bytes:
        """JSON on one line, in UTF-8. TypeError: the value has no JSON form."""
        return harmless.json_text(orjson.dumps(value, default))

    def dumps_pretty(value: Any, default: Default = None) -> bytes:
        """JSON with an indentation of two."""
        return harmless.json_text(orjson.dumps(value, default, orjson.OPT_INDENT_2))

    def number(value: float) -> bytes:
        """A finite float by itself, as in dumps()."""
        return orjson.dumps(value)

    def loads(text: bytes) -> Any:
        """What a JSON text in UTF-8 says. ValueError: it is none."""
        return orjson.loads(text)

else:

    def number(value: float) -> bytes:
        """A finite float by itself, as in dumps()."""
        return repr(value).encode()

    def dumps(value: Any, default: Default = None) -> bytes:
        """JSON on one line, in UTF-8. TypeError: the value has no JSON form."""
        return _dumps(value, default, None, (",", ":"))

    def dumps_pretty(value: Any, default: Default = None) -> bytes:
        """JSON with an indentation of two."""
        return _dumps(value, default, 2, (",", ": "))

    def loads(text: bytes) -> Any:
        """What a JSON text in UTF-8 says. ValueError: it is none."""
        return json.loads(text)


def _dumps(value: Any, default: Default, indent: Optional[int], marks: tuple[str, str]) -> bytes:
    try:
        text = json.dumps(
            value, default=default, indent=indent, separators=marks, ensure_ascii=False,
            check_circular=False,
        )  # fmt: skip
    except RecursionError:
        raise TypeError("nested too deeply for the JSON library") from None
    return harmless.json_text(text.encode())
