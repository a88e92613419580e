"""Your own classes: decoding into them and encoding them."""

from __future__ import annotations

from functools import partial

from .. import workloads
from ..workloads import extended_types
from . import part_tables
from .part_tables import Part, sections  # noqa: F401

TITLE = "Your own classes"
OURS = ["classes_slots", "classes_plain", "classes_array", "classes_typeddict", "classes_public"]
RIVALS = ["classes_struct", "classes_msgspec", "classes_mashumaro", "classes_cattrs", "classes_pydantic"]
EXTENDED = ["classes_extended", "classes_extended_slots"]
EXTENDED_RIVALS = ["classes_ormsgpack", "classes_ormsgpack_slots"]
CODECS = [*OURS, *RIVALS, "classes_by_hand"]


def _part(sentence: str, size: int, task: str, *goals: float) -> Part:
    """goals: the most that each of OURS may take of the time of msgspec's Structs."""
    least = [1 / goal for goal in goals]
    return Part(sentence, "records8", size, CODECS, (task,), [(codec, task) for codec in OURS], least)


PARTS = {
    "decode": _part(
        "1,000 records of 8 fields with a nested object and a list, into objects.",
        1000, "decode", 0.40, 0.45, 0.35, 0.48, 0.70,
    ),
    "decode one": _part("One such record, in a list.", 1, "decode", *[0.90] * 4),
    "encode": _part("1,000 objects.", 1000, "encode", *[0.70] * 4),
    "encode one": _part("One object, in a list.", 1, "encode", *[0.70] * 4),
    "extended": Part("1,000 objects by `packb(extended=True)`, without their type.", "records8", 1000,
                     [*EXTENDED, *EXTENDED_RIVALS], ("encode",), [(codec, "encode") for codec in EXTENDED], 1.0),
}  # fmt: skip


def _published(sentence: str, codecs: list[str], task: str) -> Part:
    key = "msgspec_" + codecs[0].partition("_")[0]
    return Part(sentence, key, workloads.get(key).SIZE, codecs, (task,), [(codecs[0], task)], 1.0)


FILES = ["files_hayapack", "files_struct"]
REPODATA = ["repodata_hayapack", "repodata_struct", "repodata_msgspec"]
for _task in ("decode", "encode"):
    PARTS[f"{_task} files"] = _published(
        "A tree of 1,000 files and directories, as in msgspec's benchmark of encodings. "
        "msgspec has no unions of dataclasses, which it needs.",
        FILES,
        _task,
    )
    PARTS[f"{_task} repodata"] = _published(
        "A conda channel's repodata with 20,000 packages, as in msgspec's benchmark of a large file. "
        "msgspec also writes the defaults of dataclasses.",
        REPODATA,
        _task,
    )


def _extended(key: str) -> Part:
    """A type of `packb(extended=True)`."""
    row = workloads.get(key)
    ours = "hayapack_extended"
    return Part(
        row.SENTENCE, key, row.SIZE, [ours, *row.RIVALS], ("encode",), [(ours, "encode")], 1.0, "extended types"
    )


for _key in extended_types.WORKLOADS:
    PARTS[workloads.get(_key).NAME] = _extended(_key)

keys = partial(list, PARTS)
sources = partial(part_tables.sources, PARTS)
