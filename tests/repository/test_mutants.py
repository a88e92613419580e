"""`make mutants`: which changes it makes, and of which lines."""

import sys
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "mutants"))
import mutants  # noqa: E402


@pytest.mark.parametrize(
    ("language", "line", "expected"),
    [
        ("c", "    if (n < left)", ["    if (n <= left)", "    if (!(n < left))"]),
        ("c", "    at->count += n;", ["    ;"]),
        ("c", "    return a && !b;", ["    return a || !b;", "    return a && b;"]),
        ("c", '    fail("a < b", x == 1);', ['    fail("a < b", x != 1);', '    fail("a < b", x == 0);', "    ;"]),
        ("c", "    /* a < b */", []),
        ("c", "    p->next = q; /* n > 0 */", []),
        ("python", "    if a is not None:", ["    if a is None:", "    if not (a is not None):"]),
        ("python", "    self.count = count", ["    pass"]),
        ("python", "    return a[1:]", ["    return a[0:]"]),
        ("python", "    # 1 == 2", []),
    ],
)
def test_mutations_of_a_line(language, line, expected):
    assert mutants.mutations(line, language) == expected


def test_lines_of_documentation_and_generated_files_are_left_alone():
    path = "python/src/hayapack/stream/range_scans.py"
    text = (ROOT / path).read_text(encoding="utf-8")
    prose = mutants.lines_of_texts(text)
    found = mutants.mutants({path: range(1, len(text.splitlines()) + 1)}, Random(1))
    assert len(found) > 40 and not prose & {number for _, number, _, _ in found}
    assert mutants.mutants({"python/ext/runtime/option_table.h": range(1, 100), "docs/python.md": [1]}, Random(1)) == []


def test_each_folder_of_product_code_has_steps():
    for path in ("core/src/walk.c", "python/ext/pack/pack_loop.h", "python/src/hayapack/aio.py", "php/src/plan/plan.h"):
        assert (ROOT / path).is_file()
        for step in mutants.steps_of(path):
            assert (ROOT / "tools/steps" / (step + ".sh")).is_file()
