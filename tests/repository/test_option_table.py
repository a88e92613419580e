"""The header of the options that the compiled module has, against the table that it is made from."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/format"))

import option_table  # noqa: E402


def test_the_header_is_up_to_date():
    made = option_table.HEADER.read_text(encoding="utf-8")
    assert made == option_table.header(), "run tools/format/option_table.py"
