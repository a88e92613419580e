"""JSON to MessagePack: the objects of tags.py become what they stand for.

As in tojson.py there is a fast way, used where it is known to lose nothing (no tags, no
key twice in an object, no integer that the library would turn into a float), and one
that looks at every object.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any, Optional

from .. import ExtType, Fragment, Packer, PackError, packb
from . import jsonlib, tags
from .outcome import BadData, Refused

# In packed bytes: a float64 of 2**63 or more, which may have been an integer.
BIG_FLOAT = re.compile(rb"\xcb(?:[\x43\xc3][\xe0-\xff]|[\x44-\x7f\xc4-\xff])")
ESCAPES = re.compile(rb"\\u00[2-7]")  # of ASCII, which the count and the search would miss
JSON_DEPTH = 5000  # a map with other keys than text takes three levels of JSON


def pack_text(text: bytes, plain: bool, at: int = 0) -> bytes:
    """The message for one JSON text in UTF-8. plain: tags are ordinary keys.

    at: its offset in the input. Raises BadData, and Refused for numbers out of range.
    """
    packed = _fast(text, plain)
    return _slow(text, plain, at) if packed is None else packed


def _fast(text: bytes, plain: bool) -> Optional[bytes]:
    if ESCAPES.search(text) or not (plain or not tags.ANYWHERE.search(text)):
        return None
    try:
        value = jsonlib.loads(text)
        packed = packb(value)
        # A key that was dropped took its quotation marks with it.
        whole = jsonlib.dumps(value).count(b'"') == text.count(b'"')
    except (ValueError, TypeError, PackError, RecursionError):
        return None
    return packed if whole and not BIG_FLOAT.search(packed) else None


def _slow(text: bytes, plain: bool, at: int) -> bytes:
    try:
        shown = text.decode()
    except UnicodeDecodeError as error:
        raise BadData(f"byte {at + error.start}: not text in UTF-8") from None
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, JSON_DEPTH))
    try:
        value = json.loads(
            shown, object_pairs_hook=_plain_object if plain else _object, parse_float=_float
        )
        return packb(value)
    except json.JSONDecodeError as error:
        kind = ExtraText if error.msg == "Extra data" else BadData
        raise kind(_json_error(error, shown, at)) from None
    except _BadTag as error:
        hint = "(--plain takes such keys for ordinary ones)"
        raise BadData(f"JSON text at byte {at}: {error} {hint}") from None
    except RecursionError:
        raise BadData(f"byte {at}: nested too deeply for the JSON reader") from None
    except PackError as error:
        failure = Refused if error.name in ("int_range", "float_range") else BadData
        raise failure(f"JSON text at byte {at}: {error}") from None
    finally:
        sys.setrecursionlimit(limit)


def _json_error(error: json.JSONDecodeError, text: str, at: int) -> str:
    offset = at + len(text[: error.pos].encode("utf-8", "surrogatepass"))
    return f"byte {offset}: {error.msg} (line {error.lineno}, column {error.colno})"


class ExtraText(BadData):
    """One whole JSON text, and something after it."""


class _BadTag(ValueError):
    """An object with a tag, that is not of the form which the tag has."""


def _float(text: str) -> Any:
    value = float(text)
    if value - value != 0.0:
        raise Refused(f"the number {text} is out of range for a float")
    return value


def _plain_object(pairs: list[tuple[str, Any]]) -> Any:
    made = dict(pairs)
    return made if len(made) == len(pairs) else _fragment(pairs)


def _fragment(pairs: list[Any]) -> Fragment:
    """A map of these entries, packed: no dict could hold them."""
    return Fragment(Packer().pack_map_pairs(pairs), check=False)


def _object(pairs: list[tuple[str, Any]]) -> Any:
    made = dict(pairs)
    if not tags.ALL.isdisjoint(made):
        return _untagged(pairs, made)
    return made if len(made) == len(pairs) else _fragment(pairs)


def _untagged(pairs: list[tuple[str, Any]], made: dict[str, Any]) -> Any:
    """What an object with a tag stands for."""
    if len(made) != len(pairs):
        raise _BadTag(f"a key stands twice in an object with {_shown(made)}")
    names = set(made)
    try:
        if tags.TYPE in made:
            return _typed(made)
        if names == {tags.EXT, tags.DATA}:
            return _ext(made[tags.EXT], made[tags.DATA])
        if len(made) == 1:
            for name, value in made.items():
                return SINGLE[name](value)
    except KeyError:
        pass
    except (ValueError, TypeError) as error:
        raise _BadTag(f"{_shown(made)}: {error}") from None
    raise _BadTag(f"{_shown(made)} has not the form that it has in the lossless mapping")


def _shown(made: dict[str, Any]) -> str:
    found = ", ".join(f'"{name}"' for name in made if name in tags.ALL)
    return f"an object with the key {found}"


def _ext(code: Any, data: Any) -> Fragment:
    if type(code) is not int or not -128 <= code <= 127:
        raise ValueError("an ext type is -128 to 127")
    # Packed at once: a decoded ext could be asked to be more than its bytes.
    return Fragment(packb(ExtType(code, tags.base64_bytes(data))), check=False)


def _map(pairs: Any) -> Fragment:
    if not isinstance(pairs, list) or not all(type(p) is list and len(p) == 2 for p in pairs):
        raise ValueError("a list of [key, value] is expected")
    return _fragment(pairs)


def _odd_float(text: Any) -> Fragment:
    if not isinstance(text, str):
        raise ValueError("a text is expected")
    return Fragment(b"\xcb" + tags.odd_bits(text, 8), check=False)


def _float32(value: Any) -> Fragment:
    if isinstance(value, str):
        return Fragment(b"\xca" + tags.odd_bits(value, 4), check=False)
    if type(value) not in (int, float):
        raise ValueError("a number is expected")
    return Fragment(b"\xca" + tags.bits32(value), check=False)


def _typed(made: dict[str, Any]) -> Fragment:
    name = made[tags.TYPE]
    if not isinstance(name, str):
        raise ValueError("a type's name is expected")
    if tags.VALUE in made:
        if len(made) != 2:
            raise ValueError("nothing but $value goes with it")
        value = made[tags.VALUE]
    else:
        value = {key: item for key, item in made.items() if key != tags.TYPE}
        if not tags.ALL.isdisjoint(value):
            raise ValueError("its entries have tags for keys")
    payload = packb(name) + packb(value)
    return Fragment(packb(ExtType(100, payload)), check=False)


SINGLE = {
    tags.BYTES: tags.base64_bytes,
    tags.TIMESTAMP: tags.timestamp_of,
    tags.PAIRS: _map,
    tags.FLOAT: _odd_float,
    tags.FLOAT32: _float32,
}
