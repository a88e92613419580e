"""The functions of CPython that are called while packing borrows are those of docs/internals/memory.md."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "internals" / "memory.md"
EXT = ROOT / "python" / "ext"

#: The files of the loops, and what they call while nothing is pinned.
FILES = [
    *(
        EXT / "pack" / name
        for name in (
            "pack_loop.h",
            "pack_scalars.h",
            "scalar_runs.h",
            "map_entries.h",
            "short_copies.h",
            "free_threading.h",
            "pack_text.c",
            "small_messages.c",
        )
    ),
    *(
        EXT / "pack" / name
        for name in ("prefetch.c", "subclasses.c", "frames.c", "output.c", "output.h", "class_writer.c")
    ),
    *(EXT / "plan/encode" / name for name in ("encode_loop.c", "encode_state.h", "encode_choices.c")),
    *(EXT / "runtime" / name for name in ("instances.c", "growing_array.c")),
]


def called(path):
    """The functions, without macros that read memory or change a count."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    names = re.findall(r"\b(_?Py[A-Z][A-Za-z]*_(\w+))\(", text)
    return {name for name, what in names if not re.fullmatch("[A-Z_]+|Check|CheckExact|TypeCheck|HasFeature", what)}


def documented():
    part = DOCUMENT.read_text(encoding="utf-8").partition("### Calls while packing borrows")[2].partition("## PHP")[0]
    rows = [line for line in part.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`(_?Py\w+)`", row.split("|")[1] + row.split("|")[2])}


def test_every_call_has_a_reason():
    found = {name: path.name for path in FILES for name in called(path)}
    undocumented = {name: file for name, file in found.items() if name not in documented()}
    assert not undocumented, f"may these run code of the program? docs/internals/memory.md: {undocumented}"


def test_no_row_is_left_over():
    assert documented() <= {name for path in FILES for name in called(path)}
