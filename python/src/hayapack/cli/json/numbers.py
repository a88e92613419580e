"""Finds JSON numbers that a float64 can't represent exactly, with their offsets."""

from __future__ import annotations

import json
import re
from typing import Callable, NamedTuple, Optional

from ..events import paths
from . import layout

# Matches every number that could lose digits, and some that can't (integers, or digits in
# strings). Up to 15 digits with an exponent of two digits are always exact.
SUSPECT = re.compile(rb"[0-9.]{16,}(?:[eE][+-]?[0-9]+)?|[0-9.]+[eE][+-]?[0-9]{3,}")
PARTS = re.compile(r"-?([0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,9}))?")
MOST_DIGITS = 800  # more than any float64 has


def is_kept(text: str, value: float) -> bool:
    """Whether a float keeps a decimal number: printed with as many digits, or as few as identify it, it is the same.

    The two differ where a decimal with as many digits is as far from the float as its neighbour:
    5.960464477539063e-8 is 5.9604644775390625e-8. value: the nearest float.
    """
    if repr(value) == text:
        return True
    number = _scientific(text)
    if number is None or value - value != 0.0:
        return False
    digits, _ = number
    if not digits:
        return True
    if len(digits) > MOST_DIGITS:
        return False
    return number in (_scientific(f"{value:.{len(digits) - 1}e}"), _scientific(repr(value)))


def _scientific(text: str) -> Optional[tuple[str, int]]:
    """The digits of a number without zeros at either end, and the power of ten of the first one; no sign."""
    match = PARTS.fullmatch(text)
    if match is None:
        return None
    whole, fraction = match.group(1), match.group(2) or ""
    digits = (whole + fraction).lstrip("0")
    first = len(whole) - 1 - (len(whole + fraction) - len(digits))
    return digits.rstrip("0"), first + int(match.group(3) or "0")


def may_lose(text: bytes) -> bool:
    """Whether a JSON text may have a number that a float64 does not keep; can be a false alarm."""
    for match in SUSPECT.finditer(text):
        number = match.group().decode()
        if number.isdigit():
            continue
        if PARTS.fullmatch(number) is None or not is_kept(number, float(number)):
            return True
    return False


class Place(NamedTuple):
    """The position of a number. offset: in bytes of UTF-8; path: as in errors."""

    offset: int
    path: str


def place_of(text: bytes, is_wanted: Callable[[str], bool]) -> Optional[Place]:
    """Finds the first number for which is_wanted() is true. text: one valid JSON text."""
    around: list[str] = []  # for each open container, the path component in it
    indices: list[int] = []  # -1: a map
    key = b""
    for match in layout.TOKEN.finditer(text):
        token = match.group()
        first = token[:1]
        if first in b"[{":
            indices.append(0 if first == b"[" else -1)
            around.append("[0]" if first == b"[" else "")
        elif first in b"]}":
            indices.pop()
            around.pop()
        elif first == b"," and indices[-1] >= 0:
            indices[-1] += 1
            around[-1] = f"[{indices[-1]}]"
        elif first == b":":
            around[-1] = paths.key_component(json.loads(key.decode()), 0)
        elif first == b'"':
            key = token
        elif first in b"-0123456789" and is_wanted(token.decode()):
            return Place(match.start(), "$" + "".join(around))
    return None
