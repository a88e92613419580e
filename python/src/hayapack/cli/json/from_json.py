"""Converts JSON to MessagePack; tagged objects (tags.py) become the values they represent.

As in to_json_fast.py there is a fast path, used if it can't lose information (no tags, no repeated keys,
no integers that the JSON library would turn into floats), and a slow path that examines every
object.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any, Callable, NamedTuple, Optional

from ... import ExtType, Fragment, Packer, PackError, packb
from ..common.exit_status import BadData, Refused
from ..events import nesting
from . import library, numbers, tags

# Matches, in packed bytes, a float64 of 2**63 or more, which may have been an integer.
BIG_FLOAT = re.compile(rb"\xcb(?:[\x43\xc3][\xe0-\xff]|[\x44-\x7f\xc4-\xff])")
ESCAPES = re.compile(rb"\\u00[2-7]")  # escaped ASCII characters, which counting and searching would miss
SHOWN_NUMBER = 60  # characters
JSON_DEPTH = 5000  # a map with keys other than text takes three levels of JSON


class Options(NamedTuple):
    """plain: tags are ordinary keys; rounds: numbers may lose digits; max_depth: the most containers inside each other."""

    plain: bool = False
    rounds: bool = False
    max_depth: int = nesting.MAX_DEPTH


def pack_text(text: bytes, options: Options, at: int = 0) -> bytes:
    """The message for one JSON text in UTF-8.

    at: its offset in the input. Raises BadData, and Refused for numbers that MessagePack can't
    represent.
    """
    packed = None
    if options.rounds or not numbers.may_lose(text):
        packed = _fast(text, options)
    return _slow(text, options, at) if packed is None else packed


def _fast(text: bytes, options: Options) -> Optional[bytes]:
    if ESCAPES.search(text) or not (options.plain or not tags.ANYWHERE.search(text)):
        return None
    try:
        value = library.loads(text)
        packed = packb(value, max_depth=options.max_depth)
        # If a repeated key was dropped, there are fewer quotation marks.
        whole = library.dumps(value).count(b'"') == text.count(b'"')
    except (ValueError, TypeError, PackError, RecursionError):
        return None
    return packed if whole and not BIG_FLOAT.search(packed) else None


def _slow(text: bytes, options: Options, at: int) -> bytes:
    try:
        shown = text.decode()
    except UnicodeDecodeError as error:
        raise BadData(f"byte {at + error.start}: not text in UTF-8") from None
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, JSON_DEPTH))
    try:
        value = json.loads(
            shown, object_pairs_hook=_plain_object if options.plain else _objects(options),
            parse_float=_rounded if options.rounds else _exact,
        )  # fmt: skip
        return packb(value, max_depth=options.max_depth)
    except _Lost as lost:
        raise Refused(_lost(lost, text, at)) from None
    except json.JSONDecodeError as error:
        kind = ExtraText if error.msg == "Extra data" else BadData
        raise kind(_json_error(error, shown, at)) from None
    except _BadTag as error:
        hint = "(--plain treats such keys as ordinary ones)"
        raise BadData(f"JSON text at byte {at}: {error} {hint}") from None
    except RecursionError:
        raise BadData(f"byte {at}: nested too deeply for the JSON reader") from None
    except PackError as error:
        failure = Refused if error.name in ("int_range", "float_range") else BadData
        raise failure(f"JSON text at byte {at}: {error}") from None
    except ValueError as error:  # an integer of thousands of digits
        raise Refused(f"JSON text at byte {at}: {error}") from None
    finally:
        sys.setrecursionlimit(limit)


def _json_error(error: json.JSONDecodeError, text: str, at: int) -> str:
    offset = at + len(text[: error.pos].encode("utf-8", "surrogatepass"))
    return f"byte {offset}: {error.msg} (line {error.lineno}, column {error.colno})"


class ExtraText(BadData):
    """More text after one complete JSON text."""


class _BadTag(ValueError):
    """An object with a tag that does not have the form required by the tag."""


class _Lost(Exception):
    """A number that a float can't represent exactly."""

    def __init__(self, number: str, became: float) -> None:
        super().__init__(number)
        self.number, self.became = number, became


def _rounded(text: str) -> float:
    value = float(text)
    if value - value != 0.0:
        raise _Lost(text, value)
    return value


def _exact(text: str) -> float:
    value = float(text)
    if not numbers.is_kept(text, value):
        raise _Lost(text, value)
    return value


def _lost(lost: _Lost, text: bytes, at: int) -> str:
    number, became = lost.number, lost.became
    shown = number if len(number) <= SHOWN_NUMBER else number[: SHOWN_NUMBER - 1] + "…"
    why = "is out of range for a float"
    if became - became == 0.0:
        why = f"would become {became!r} (--round accepts that)"
    place = numbers.place_of(text, lambda found: float(found) == float(number))
    where = f", at {place.path}" if place else ""
    return f"byte {at + (place.offset if place else 0)}: the number {shown} {why}{where}"


def _plain_object(pairs: list[tuple[str, Any]]) -> Any:
    made = dict(pairs)
    return made if len(made) == len(pairs) else _fragment(pairs)


def _fragment(pairs: list[Any]) -> Fragment:
    """A packed map of these entries, which a dict can't represent."""
    return Fragment(Packer().pack_map_pairs(pairs), check=False)


def _objects(options: Options) -> Callable[[list[tuple[str, Any]]], Any]:
    """The function that converts each JSON object, with or without a tag."""

    def made_of(pairs: list[tuple[str, Any]]) -> Any:
        made = dict(pairs)
        if not tags.ALL.isdisjoint(made):
            return _untagged(pairs, made, options.rounds)
        return made if len(made) == len(pairs) else _fragment(pairs)

    return made_of


def _untagged(pairs: list[tuple[str, Any]], made: dict[str, Any], rounds: bool) -> Any:
    """The value that an object with a tag represents."""
    if len(made) != len(pairs):
        raise _BadTag(f"a key is repeated in an object with {_shown(made)}")
    names = set(made)
    try:
        if tags.TYPE in made:
            return _typed(made)
        if names == {tags.EXT, tags.DATA}:
            return _ext(made[tags.EXT], tags.base64_bytes(made[tags.DATA]))
        if names == {tags.EXT, tags.TIME} and made[tags.EXT] == 0 and type(made[tags.EXT]) is int:
            return _ext(0, tags.event_time_bytes(made[tags.TIME]))
        if names == {tags.FLOAT32}:
            return _float32(made[tags.FLOAT32], rounds)
        if len(made) == 1:
            for name, value in made.items():
                return SINGLE[name](value)
    except KeyError:
        pass
    except (ValueError, TypeError) as error:
        raise _BadTag(f"{_shown(made)}: {error}") from None
    raise _BadTag(f"{_shown(made)} does not have the form of the lossless mapping")


def _shown(made: dict[str, Any]) -> str:
    found = ", ".join(f'"{name}"' for name in made if name in tags.ALL)
    return f"an object with the key {found}"


def _ext(code: Any, data: bytes) -> Fragment:
    if type(code) is not int or not -128 <= code <= 127:
        raise ValueError("an ext type is -128 to 127")
    # Packed here, so that the code that uses the value copies only bytes.
    return Fragment(packb(ExtType(code, data)), check=False)


def _map(pairs: Any) -> Fragment:
    if not isinstance(pairs, list) or not all(type(p) is list and len(p) == 2 for p in pairs):
        raise ValueError("a list of [key, value] is expected")
    return _fragment(pairs)


def _utf8(value: Any) -> Any:
    """A bin, or a map with bin keys."""
    if isinstance(value, str):
        return value.encode()
    if not isinstance(value, dict) or not all([type(key) is str for key in value]):
        raise ValueError("a text, or an object with keys that differ and are no tags, is expected")
    return {key.encode(): item for key, item in value.items()}


def _odd_float(text: Any) -> Fragment:
    if not isinstance(text, str):
        raise ValueError("a text is expected")
    return Fragment(b"\xcb" + tags.odd_bits(text, 8), check=False)


def _float32(value: Any, rounds: bool) -> Fragment:
    if isinstance(value, str):
        return Fragment(b"\xca" + tags.odd_bits(value, 4), check=False)
    if type(value) not in (int, float):
        raise ValueError("a number is expected")
    bits = tags.bits32(value)
    rounded = tags.float32(bits)
    if rounded - rounded != 0.0 or not (rounds or numbers.is_kept(repr(value), rounded)):
        raise _Lost(repr(value), rounded)
    return Fragment(b"\xca" + bits, check=False)


def _typed(made: dict[str, Any]) -> Fragment:
    name = made[tags.TYPE]
    if not isinstance(name, str):
        raise ValueError("a type's name is expected")
    if tags.VALUE in made:
        if len(made) != 2:
            raise ValueError("only $value may be beside $type")
        value = made[tags.VALUE]
    else:
        value = {key: item for key, item in made.items() if key != tags.TYPE}
        if not tags.ALL.isdisjoint(value):
            raise ValueError("its keys are tags")
        if not value and not tags.needs_value(name):
            return Fragment(packb(ExtType(100, packb(name))), check=False)
    payload = packb(name) + packb(value)
    return Fragment(packb(ExtType(100, payload)), check=False)


SINGLE = {
    tags.BYTES: tags.base64_bytes,
    tags.UTF8: _utf8,
    tags.TIMESTAMP: tags.timestamp_of,
    tags.PAIRS: _map,
    tags.FLOAT: _odd_float,
}
