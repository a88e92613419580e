"""Inserts measured tables into docs/benchmarks.md, between the two comments with the name.

    python put_benchmark.py php build/bench-php.md      a table
    python put_benchmark.py lab build/lab               a run of the lab: its summary, and its
                                                        record and pictures into docs/
    python put_benchmark.py lab-csharp build/lab        a run of `--only d-csharp`, beside the
                                                        other tables, with a record of its own
"""

import re
import shutil
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
DOCUMENT = DOCS / "benchmarks.md"
# The sections made from a run of the lab: the name of the record in docs/, the levels by which
# the headings are lowered, whether the page has a title of its own.
RUNS = {"lab": ("results.json", 1, False), "lab-csharp": ("results-csharp.json", 2, True)}


def place(name):
    return re.compile(r"(<!-- begin: %s -->\n).*?(<!-- end: %s -->)" % (name, name), re.DOTALL)


def summary(folder, name="lab"):
    """The summary as a section of the page, with lower headings."""
    _, lowered, titled = RUNS[name]
    text = (folder / "summary.md").read_text(encoding="utf-8")
    text = text.partition("\n")[2] if titled else text
    return re.sub(r"^#", "#" * (1 + lowered), text, flags=re.MULTILINE).strip()


def pictures(text):
    """The names of the pictures that a part of the page shows."""
    return set(re.findall(r"\]\(charts/([^)/]+)\)", text))


def keep(folder, name, before, after, docs):
    """Copies the record of the tables, and their pictures in place of the section's old ones."""
    shutil.copy(folder / "results.json", docs / RUNS[name][0])
    (docs / "charts").mkdir(exist_ok=True)
    for picture in pictures(before):
        (docs / "charts" / picture).unlink(missing_ok=True)
    for picture in pictures(after):
        shutil.copy(folder / "charts" / picture, docs / "charts" / picture)


def put(name, source, docs=DOCS):
    """Replaces the section; False if the page does not have it once."""
    page = (docs / "benchmarks.md").read_text(encoding="utf-8")
    found = place(name).findall(page)
    if len(found) != 1:
        return False
    run = source.is_dir()
    table = summary(source, name) if run else source.read_text(encoding="utf-8").strip()
    before = place(name).search(page).group(0)
    page = place(name).sub(lambda m: m.group(1) + table + "\n" + m.group(2), page)
    if run:
        keep(source, name, before, table, docs)
    (docs / "benchmarks.md").write_text(page, encoding="utf-8")
    return True


def main():
    name, source = sys.argv[1], Path(sys.argv[2])
    if not put(name, source):
        print("error: docs/benchmarks.md has no comments for %s" % name)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
