"""Inserts measured tables into docs/benchmarks.md, between the two comments with the name.

    python put_benchmark.py php build/bench-php.md      a table
    python put_benchmark.py lab build/lab               a run of the lab: its summary, and its
                                                        record and pictures into docs/
"""

import re
import shutil
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
DOCUMENT = DOCS / "benchmarks.md"


def place(name):
    return re.compile(r"(<!-- begin: %s -->\n).*?(<!-- end: %s -->)" % (name, name), re.DOTALL)


def summary(folder):
    """The summary as a section of the page, with headings one level lower."""
    text = (folder / "summary.md").read_text(encoding="utf-8")
    return re.sub(r"^#", "##", text, flags=re.MULTILINE).strip()


def keep(folder):
    """Copies the record of the tables, and their pictures."""
    shutil.copy(folder / "results.json", DOCS / "results.json")
    shutil.rmtree(DOCS / "charts", ignore_errors=True)
    shutil.copytree(folder / "charts", DOCS / "charts")


def main():
    name, source = sys.argv[1], Path(sys.argv[2])
    table = summary(source) if source.is_dir() else source.read_text(encoding="utf-8").strip()
    page = DOCUMENT.read_text(encoding="utf-8")
    page, count = place(name).subn(lambda m: m.group(1) + table + "\n" + m.group(2), page)
    if count != 1:
        print("error: docs/benchmarks.md has no comments for %s" % name)
        return 1
    if source.is_dir():
        keep(source)
    DOCUMENT.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
