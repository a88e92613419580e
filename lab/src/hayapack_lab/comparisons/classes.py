"""Your own classes: decoding into them and encoding them."""

from __future__ import annotations

from typing import Optional

from ..measure.engine import Source
from . import parts
from .parts import Part, sections  # noqa: F401

TITLE = "Your own classes"
OURS = ["classes_slots", "classes_plain", "classes_array", "classes_typeddict"]
RIVALS = ["classes_struct", "classes_msgspec", "classes_mashumaro", "classes_cattrs", "classes_pydantic"]
EXTENDED = ["classes_extended", "classes_extended_slots"]
EXTENDED_RIVALS = ["classes_ormsgpack", "classes_ormsgpack_slots"]
CODECS = [*OURS, *RIVALS, "classes_by_hand"]


def _part(sentence: str, size: int, task: str, goal: float) -> Part:
    return Part(sentence, "records8", size, CODECS, (task,), [(codec, task) for codec in OURS], goal)


PARTS = {
    "decode": _part(
        "1,000 records of 8 fields with a nested object and a list, into objects.", 1000, "decode", 1 / 0.40
    ),
    "decode one": _part("One such record, in a list.", 1, "decode", 1 / 0.90),
    "encode": _part("1,000 objects.", 1000, "encode", 1 / 0.70),
    "encode one": _part("One object, in a list.", 1, "encode", 1 / 0.70),
    "extended": Part("1,000 objects by `packb(extended=True)`, without their type.", "records8", 1000,
                     [*EXTENDED, *EXTENDED_RIVALS], ("encode",), [(codec, "encode") for codec in EXTENDED], 1.0),
}  # fmt: skip


def keys() -> list[str]:
    return list(PARTS)


def sources(only: Optional[list[str]], codecs: Optional[list[str]], seed: int) -> tuple[list[Source], dict[str, str]]:
    return parts.sources(PARTS, only, codecs, seed)
