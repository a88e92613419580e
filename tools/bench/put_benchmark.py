"""Writes a page of docs/results/: what was measured (tools/bench/heads/NAME.md), then a measured table.

    python put_benchmark.py php build/bench-php.md      a table, and the record beside it (.json)
    python put_benchmark.py lab build/lab               a run of the lab: its summary, record and charts
    python put_benchmark.py lab-csharp build/lab        a run of `--only d-csharp`, on a page of its own
    python put_benchmark.py --write                     every page again from its head and its own tables

It also computes the figures of docs/benchmarks.md and README.md again (benchmarks_page.py,
readme_speed.py).

Run it in the commit that was measured: the tables begin with it.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"
HEADS = Path(__file__).resolve().parent / "heads"
SECTIONS = ("lab", "lab-csharp", "python", "php", "partial", "dotnet", "dotnet-collections", "dotnet-lz4")
HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)
COMMIT = re.compile(r"-->\nCode: (?:not later than )?commit ([0-9a-f]{7})(?: with changes)?")
# How the tables state the machine, the date and the load: the first that a page has.
FACTS = {
    "machine": (
        r"^\d{4}-\d\d-\d\d, (.*?), \d+ minutes",
        r"^\d{4}-\d\d-\d\d, (.*?): hayapack",
        r"^- machine: (.*?)(?:, (?:workers|samples) pinned.*)?$",
        r"^(\.NET [\d.]+, .*? cores)",
    ),
    "date": (r"^(?:- )?(\d{4}-\d\d-\d\d)", r"parentheses\), (\d{4}-\d\d-\d\d)"),
    "load": (
        r"^\| load before \| ([\d.]+)",
        r"^- load before and after: \[?([\d.]+)",
        r"; load before ([\d.]+)",
        r"Load after the run: ([\d.]+)",
        r"load average (\d+(?: to \d+)?)",
    ),
}


def place(name):
    return re.compile(r"(<!-- begin: %s -->\n).*?(<!-- end: %s -->)" % (name, name), re.DOTALL)


def read(name, results=RESULTS):
    """The page, or nothing before the first measurement."""
    path = results / (name + ".md")
    return path.read_text(encoding="utf-8") if path.exists() else ""


def pages(results=RESULTS):
    """All pages as one text; `place` finds the tables of one."""
    return "\n".join(read(name, results) for name in SECTIONS)


def tables_of(name, page):
    """The page's generated part, with its comments."""
    found = place(name).search(page)
    return found.group(0) if found else "<!-- begin: %s -->\n<!-- end: %s -->" % (name, name)


def fitted(text):
    """The text as a part of a page: without a title, the highest heading at level 2."""
    text = re.sub(r"\A# .*\n", "", text)
    lowered = 2 - min((len(marks) for marks, _ in HEADING.findall(text)), default=2)
    return HEADING.sub(lambda found: "#" * (len(found.group(1)) + lowered) + " " + found.group(2), text).strip()


def summary(folder):
    """The summary of a run of the lab as a part of a page."""
    return fitted((folder / "summary.md").read_text(encoding="utf-8"))


def page(name, tables):
    """The whole page: its head, and these tables with their comments."""
    head = (HEADS / (name + ".md")).read_text(encoding="utf-8")
    return head.rstrip() + "\n\n" + tables + "\n"


def pictures(text):
    """The names of the pictures that a part of the page shows."""
    return set(re.findall(r"\]\(charts/([^)/]+)\)", text))


def keep(record, charts, name, before, after, results):
    """Copies the tables' record, and their pictures in place of the old ones; no record: removes the old one."""
    if record.exists():
        shutil.copy(record, results / (name + ".json"))
    else:
        (results / (name + ".json")).unlink(missing_ok=True)
    (results / "charts").mkdir(exist_ok=True)
    for picture in pictures(before):
        (results / "charts" / picture).unlink(missing_ok=True)
    for picture in pictures(after):
        shutil.copy(charts / picture, results / "charts" / picture)


def measured_commit():
    """The commit of the checkout, and whether it has changes."""

    def git(*words):
        return (
            subprocess.run(["git", *words], cwd=str(ROOT), stdout=subprocess.PIPE, check=True).stdout.decode().strip()
        )

    # What was measured is not in docs/, which this program changes.
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!*.md", ":!*.json", ":!*.png")
    return git("rev-parse", "--short=7", "HEAD") + (" with changes" if changed else "")


def put(name, source, results=RESULTS, commit=""):
    """Replaces the tables of the page, its record and its pictures."""
    run = source.is_dir()
    text = summary(source) if run else fitted(source.read_text(encoding="utf-8"))
    head = "Code: commit %s.\n\n" % commit if commit else ""
    before = tables_of(name, read(name, results))
    tables = "<!-- begin: %s -->\n%s%s\n<!-- end: %s -->" % (name, head, text, name)
    keep(
        source / "results.json" if run else source.with_suffix(".json"),
        source / "charts",
        name,
        before,
        tables,
        results,
    )
    (results / (name + ".md")).write_text(page(name, tables), encoding="utf-8")
    (results / "README.md").write_text(index(results), encoding="utf-8")


def facts(name, results=RESULTS):
    """What the page says of its run: commit, machine, date, load."""
    tables = tables_of(name, read(name, results))
    commit = COMMIT.search(tables)
    found = {"commit": commit.group(0).split("commit ")[1] if commit else "not recorded"}
    for fact, patterns in FACTS.items():
        matches = (re.search(pattern, tables, re.MULTILINE) for pattern in patterns)
        found[fact] = next((match.group(1) for match in matches if match), "not recorded")
    return found


def index(results=RESULTS):
    """docs/results/README.md: each page with its commit, machine, date, load and record."""
    lines = ["| page | command | commit | measured | machine | load | record |", "| --- " * 7 + "|"]
    for name in SECTIONS:
        text = read(name, results)
        if text:
            title = HEADING.search(text).group(2)
            record = name + ".json"
            record = "[%s](%s)" % (record, record) if (results / record).exists() else "not kept"
            command = re.search(r"^```sh\n(make [\w-]+)( ?)", text, re.MULTILINE)
            command = "`%s`%s" % (command.group(1), ", with options" if command.group(2) else "")
            cells = "[%s](%s.md) | %s | {commit} | {date} | {machine} | {load} | %s" % (title, name, command, record)
            lines.append("| %s |" % cells.format(**facts(name, results)))
    head = (HEADS / "README.md").read_text(encoding="utf-8")
    return head.replace("{pages}", "\n".join(lines))


def write(results=RESULTS):
    """Every page again, after a change of a head."""
    for name in SECTIONS:
        text = read(name, results)
        if text:
            (results / (name + ".md")).write_text(page(name, tables_of(name, text)), encoding="utf-8")
    (results / "README.md").write_text(index(results), encoding="utf-8")


def main():
    if sys.argv[1:] == ["--write"]:
        write()
    elif len(sys.argv) == 3 and sys.argv[1] in SECTIONS:
        put(sys.argv[1], Path(sys.argv[2]), commit=measured_commit())
    else:
        print("error: name a page (%s) and its tables" % ", ".join(SECTIONS))
        return 1
    scripts = (Path(__file__).with_name(name) for name in ("benchmarks_page.py", "readme_speed.py"))
    return max([subprocess.run([sys.executable, str(script), "--write"]).returncode for script in scripts])


if __name__ == "__main__":
    sys.exit(main())
