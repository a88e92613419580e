"""Inserts measured tables into docs/benchmarks.md, between the two comments with the name.

    python put_benchmark.py php build/bench-php.md      a table
    python put_benchmark.py lab build/lab               a run of the lab: its summary, and its
                                                        record and pictures into docs/
    python put_benchmark.py lab-csharp build/lab        a run of `--only d-csharp`, beside the
                                                        other tables, with a record of its own

Run it in the commit that was measured: the section begins with it. Then run
tools/bench/readme_speed.py --write.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
DOCUMENT = DOCS / "benchmarks.md"
# The sections: the level of their highest heading, and what they add to a heading that the page
# has elsewhere, so that each has an anchor of its own.
SECTIONS = {
    "lab": (2, "articles"),
    "python": (3, "Python"),
    "php": (3, "PHP"),
    "partial": (3, "partial decoding"),
    "dotnet": (3, ".NET"),
    "dotnet-plain": (4, "collections and arrays"),
    "dotnet-lz4": (4, "LZ4, typeless and JSON"),
    "lab-csharp": (4, "article D in C#"),
}
# Those made from a run of the lab: the name of the record in docs/.
RUNS = {"lab": "results.json", "lab-csharp": "results-csharp.json"}
HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)


def place(name):
    return re.compile(r"(<!-- begin: %s -->\n).*?(<!-- end: %s -->)" % (name, name), re.DOTALL)


def headings(text):
    return [title for _, title in HEADING.findall(re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))]


def fitted(name, text, page):
    """The text as this section of the page: its headings at the section's level, and unlike the others."""
    top, label = SECTIONS[name]
    if name != "lab":  # whose title is a part of the page
        text = re.sub(r"\A# .*\n", "", text)
    lowered = top - min((len(marks) for marks, _ in HEADING.findall(text)), default=top)
    others = set(headings(place(name).sub("", page)))

    def heading(found):
        title = found.group(2)
        return "%s %s%s" % ("#" * (len(found.group(1)) + lowered), title, " (%s)" % label if title in others else "")

    return HEADING.sub(heading, text).strip()


def summary(folder, name="lab", page=""):
    """The summary of a run of the lab as a section of the page."""
    return fitted(name, (folder / "summary.md").read_text(encoding="utf-8"), page)


def pictures(text):
    """The names of the pictures that a part of the page shows."""
    return set(re.findall(r"\]\(charts/([^)/]+)\)", text))


def keep(folder, name, before, after, docs):
    """Copies the record of the tables, and their pictures in place of the section's old ones."""
    shutil.copy(folder / "results.json", docs / RUNS[name])
    (docs / "charts").mkdir(exist_ok=True)
    for picture in pictures(before):
        (docs / "charts" / picture).unlink(missing_ok=True)
    for picture in pictures(after):
        shutil.copy(folder / "charts" / picture, docs / "charts" / picture)


def measured_commit():
    """The commit of the checkout, and whether it has changes."""

    def git(*words):
        return (
            subprocess.run(["git", *words], cwd=str(DOCS), stdout=subprocess.PIPE, check=True).stdout.decode().strip()
        )

    # What was measured is not in docs/, which this program changes.
    changed = git("status", "--porcelain", "--untracked-files=no", "--", "..", ":!*.md", ":!*.json", ":!*.png")
    return git("rev-parse", "--short=7", "HEAD") + (" with changes" if changed else "")


def put(name, source, docs=DOCS, commit=""):
    """Replaces the section; False if the page does not have it once."""
    page = (docs / "benchmarks.md").read_text(encoding="utf-8")
    found = place(name).findall(page)
    if len(found) != 1:
        return False
    run = source.is_dir()
    table = summary(source, name, page) if run else fitted(name, source.read_text(encoding="utf-8"), page)
    before = place(name).search(page).group(0)
    head = "Code: commit %s.\n\n" % commit if commit else ""
    page = place(name).sub(lambda m: m.group(1) + head + table + "\n" + m.group(2), page)
    if run:
        keep(source, name, before, table, docs)
    (docs / "benchmarks.md").write_text(page, encoding="utf-8")
    return True


def main():
    name, source = sys.argv[1], Path(sys.argv[2])
    if name not in SECTIONS or not put(name, source, commit=measured_commit()):
        print("error: docs/benchmarks.md has no comments for %s" % name)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
