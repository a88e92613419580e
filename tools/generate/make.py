#!/usr/bin/env python3
"""Writes every generated file that needs nothing but Python's standard library:

python3 tools/generate/make.py            writes the files; in build/schemas the values and messages for
                                          which `Hayapack.Oracle --schemas=build/schemas` writes vectors/schemas
python3 tools/generate/make.py --check    fails if a file is not as it would be written
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from generate import csharp, man_page, python_options  # noqa: E402
from generate.schemas import csharp_models, vector_tables  # noqa: E402


def files():
    """{path: text}"""
    return {**csharp.files(), **python_options.files(), **man_page.files(), **csharp_models.files()}


def outdated():
    """{path: text} of the files that are not as this would write them."""
    return {
        path: text
        for path, text in files().items()
        if not (ROOT / path).is_file() or (ROOT / path).read_text(encoding="utf-8") != text
    }


def write(texts):
    for path, text in texts.items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit("\n".join(outdated()) or None)
    write(outdated())
    write(vector_tables.files())
