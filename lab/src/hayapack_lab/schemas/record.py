"""Code shared by the codecs with a schema: converting record E.

Their timed statements read a message named `record` and store the result in `value`. protobuf and
Cap'n Proto access fields in the same way: record.f10.f11[0].
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

from ..workloads.record_e import FIELDS

LOSES = "fields that the schema does not name; f01, a float32, keeps 6 digits"
TAKES = "a dict, f09 as bytes"
DIGITS = 6  # decimal digits that always survive a float32


def wrap(value: dict) -> dict:
    """The record as programs with this schema represent it: f09 is bytes."""
    return {**value, "f09": value["f09"].encode()}


def unwrap(value: dict) -> dict:
    """The record as other codecs return it: f09 is text, f01 the decimal before rounding to
    float32."""
    return {**value, "f01": float(f"{value['f01']:.{DIGITS}g}"), "f09": value["f09"].decode()}


def function(body: str, names: dict[str, object]) -> Callable:
    """A function of `item` that runs the statements and returns `value`."""
    scope = dict(names)
    exec(f"def call(item):\n{indent(body, '    ')}\n    return value", scope)
    return scope["call"]


def _access(path: tuple) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)


_FLAT = [path[0] for path in FIELDS if len(path) == 1]

# Statements for messages whose fields are attributes.
ONE_FIELD = f"record{_access(FIELDS[-1])}"
EVERY_FIELD = "; ".join(f"record{_access(path)}" for path in FIELDS)
AS_DICT = "value = {{{}, 'f10': {{'f11': list(record.f10.f11)}}}}".format(
    ", ".join(f"{name!r}: record.{name}" for name in _FLAT)
)
