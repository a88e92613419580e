"""Writes the pages of docs/results/, and the figures of docs/benchmarks.md and README.md (document_figures.py).

    python results_pages.py                              every page again, from the kept records
    python results_pages.py php build/bench-php          takes the record of a run (a folder of the lab) first
    python results_pages.py article-a build/lab          the same, of `make lab ARGS="--only a"`
    python results_pages.py article-a-3.14 build/lab-3.14  a run of the same article with another Python, shown beside it

A page is its introduction (introductions/NAME.md) and the tables and charts that the lab, thread_scaling.py or python_versions.py
draws from its record, docs/results/NAME.json. Take a run in the commit that was measured: the page names it.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"
INTRODUCTIONS = Path(__file__).resolve().parent / "introductions"
ARTICLES = ("article-a", "article-b", "article-c", "article-d", "article-e")
LAB = (*ARTICLES, "python", "php", "dotnet", "partial", "classes", "php-classes", "data")
NAMES = (*LAB, "threads", "versions")
BESIDE = re.compile(r"(article-[a-e])-\d+\.\d+")  # a record of an article with another Python
PAGE = re.compile(r"docs/results/([\w-]+)\.md")
QUOTED = re.compile(r"“([^”\n]+)”|「([^」\n]+)」")
HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)


def place(name):
    """The tables of a page between their comments."""
    return re.compile(r"(<!-- begin: %s -->\n).*?(<!-- end: %s -->)" % (name, name), re.DOTALL)


def read(name):
    return (RESULTS / (name + ".md")).read_text(encoding="utf-8")


def kept(name):
    """The JSON data of the page: a record of the lab, or what thread_scaling.py or python_versions.py made."""
    return json.loads((RESULTS / (name + ".json")).read_text(encoding="utf-8"))


def record_of(name):
    """The record of a page of the lab; an article's has those of other Pythons as record.beside."""
    from hayapack_lab.measure import record as of_lab

    record = of_lab.record_of(kept(name))
    if name in ARTICLES:
        record.beside = [record_of(other) for other in records(name)[1:]]
    return record


def fitted(text):
    """The text as a part of a page: without a title, the highest heading at level 2, links for paths of pages and for
    headings in quotes.
    """
    text = re.sub(r"\A# .*\n", "", text)
    text = PAGE.sub(lambda found: "[%s](%s.md)" % (title(found.group(1)), found.group(1)), text)
    headings = {heading for _, heading in HEADING.findall(text)}
    text = QUOTED.sub(lambda found: linked(found, headings), text)
    lowered = 2 - min((len(marks) for marks, _ in HEADING.findall(text)), default=2)
    return HEADING.sub(lambda found: "#" * (len(found.group(1)) + lowered) + " " + found.group(2), text).strip()


def linked(found, headings):
    """A quoted heading of the page as a link to it; another quotation stays."""
    said = found.group(1) or found.group(2)
    return "[%s](#%s)" % (said, anchor(said)) if said in headings else found.group(0)


def anchor(heading):
    """As GitHub makes it: small letters, without punctuation, with hyphens for spaces."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def tables(name):
    """The page's measured part, drawn from its record."""
    import python_versions
    import thread_scaling

    from hayapack_lab.report import report_files

    drawn = {"threads": thread_scaling.summary, "versions": python_versions.summary}.get(name)
    return enclosed(name, drawn(kept(name)) if drawn else report_files.summary(record_of(name)), commits(name))


def commits(name):
    """The commit of the page's record, and of those beside it."""
    first, *others = map(kept, records(name))
    return "; ".join([first["commit"], *("%(python)s: %%s" % one["machine"] % one["commit"] for one in others)])


def enclosed(name, text, commit):
    return "<!-- begin: %s -->\nCode: commit %s.\n\n%s\n<!-- end: %s -->" % (name, commit, fitted(text), name)


def page(name, measured):
    """The whole page: its introduction, and its measured part."""
    return "%s\n\n%s\n" % (introduction(name).rstrip(), measured)


def commit():
    """The commit of the checkout, and whether it has changes."""

    def git(*words):
        return (
            subprocess.run(["git", *words], cwd=str(ROOT), stdout=subprocess.PIPE, check=True).stdout.decode().strip()
        )

    # What was measured is not in docs/, which this program changes.
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!*.md", ":!*.json", ":!*.png")
    return git("rev-parse", "--short=7", "HEAD") + (" with changes" if changed else "")


def take(name, source):
    """Keeps the record of a run."""
    record = json.loads((source / "results.json").read_text(encoding="utf-8"))
    article = BESIDE.fullmatch(name)
    expected = [(article.group(1) if article else name)[-1]]
    if (article or name in ARTICLES) and record["articles"] != expected:
        raise ValueError("%s is not a run of article %s alone" % (source, expected[0].upper()))
    record["commit"] = commit()
    (RESULTS / (name + ".json")).write_text(json.dumps(record) + "\n", encoding="utf-8")


def draw_charts():
    """The pictures that the pages show, and no others."""
    from hayapack_lab.report import report_files

    charts = RESULTS / "charts"
    charts.mkdir(exist_ok=True)
    shown = {picture for name in LAB for picture in re.findall(r"\]\(charts/([^)/]+)\)", read(name))}
    with tempfile.TemporaryDirectory() as folder:
        for name in LAB:
            for path in report_files.write(record_of(name), Path(folder)):
                if path.name in shown:
                    (charts / path.name).write_bytes(path.read_bytes())
    for path in charts.iterdir():
        if path.name not in shown:
            path.unlink()


def facts(name):
    """Commit, date, machine and load of the page's run."""
    record = kept(name)
    machine = record["machine"]
    return {
        "commit": record["commit"],
        "started": record["started"][:10],
        "machine": "{cpu}, {cores} cores, {system}".format(**machine),
        "load": machine["load_before"][0],
    }


def index():
    """docs/results/README.md: each page with its commit, machine, date, load and record."""
    lines = ["| page | command | commit | measured | machine | load | record |", "| --- " * 7 + "|"]
    for name in NAMES:
        text = introduction(name)
        command = re.search(r"^```sh\n(make [\w-]+)( ?)", text, re.MULTILINE)
        command = "`%s`%s" % (command.group(1), ", with options" if command.group(2) else "")
        files = ", ".join("[%s.json](%s.json)" % (one, one) for one in records(name))
        cells = "[%s](%s.md) | %s | {commit} | {started} | {machine} | {load} | %s"
        lines.append("| %s |" % (cells % (title(name), name, command, files)).format(**facts(name)))
    head = (INTRODUCTIONS / "README.md").read_text(encoding="utf-8")
    return head.replace("{articles}", articles()).replace("{pages}", "\n".join(lines))


def records(name):
    """The names of the page's records, an article's with other Pythons after its own."""
    return [name, *sorted(path.stem for path in RESULTS.glob(name + "-*.json") if BESIDE.fullmatch(path.stem))]


def articles():
    """The table of the articles: the page, the question, and today's answer in one line."""
    from hayapack_lab.articles import answers

    lines = ["| article | its question | today's answer |", "| --- | --- | --- |"]
    for name in ARTICLES:
        article = answers.article_module(name[-1])
        cells = (title(name), name, article.QUESTION["en"], article.ANSWER.sentence(record_of(name)))
        lines.append("| [%s](%s.md) | %s | %s |" % cells)
    return "\n".join(lines)


def title(name):
    return HEADING.search(introduction(name)).group(2)


def introduction(name):
    return (INTRODUCTIONS / (name + ".md")).read_text(encoding="utf-8")


def texts():
    """{path: text} of every page, the list of pages, docs/benchmarks.md and README.md."""
    import document_figures

    drawn = {name: page(name, tables(name)) for name in NAMES}
    found = {RESULTS / (name + ".md"): text for name, text in drawn.items()}
    found[RESULTS / "README.md"] = index()
    found.update(document_figures.texts("\n".join(drawn.values())))
    return found


def main():
    if len(sys.argv) == 3 and (sys.argv[1] in NAMES or BESIDE.fullmatch(sys.argv[1])):
        try:
            take(sys.argv[1], Path(sys.argv[2]))
        except ValueError as error:
            print("error: nothing was taken: %s" % error)
            return 1
    elif len(sys.argv) > 1:
        print("error: name a page (%s) and its run" % ", ".join(NAMES))
        return 1
    try:
        found = texts()
    except ValueError as error:
        print("error: nothing was drawn: %s" % error)
        return 1
    for path, text in found.items():
        path.write_text(text, encoding="utf-8")
    draw_charts()
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    sys.exit(main())
