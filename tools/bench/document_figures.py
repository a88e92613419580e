"""Computes the figures of README.md and docs/benchmarks.md from the records and pages of docs/results/.

`texts` puts them between the comments of both files; results_pages.py calls it. A ratio is a rival's time
divided by hayapack's; a row is one workload in one direction. Figures of Python, PHP and .NET are of the
records, the others of the pages' tables. The other text of docs/benchmarks.md has no figures.
"""

import re
import textwrap
from collections import defaultdict
from statistics import median
from typing import NamedTuple

import speed_chart
from results_pages import ARTICLES, ROOT, place, record_of

from hayapack_lab import comparisons
from hayapack_lab.articles import object_graph_csharp_page
from hayapack_lab.comparisons import ratio_tables as recorded_tables
from hayapack_lab.measure.source import task_of
from hayapack_lab.statistics import judge
from hayapack_lab.text import report_tables

README = ROOT / "README.md"
BENCHMARKS = ROOT / "docs" / "benchmarks.md"
CHARTS = ROOT / "docs" / "charts"
# The document of each language in README.md's table.
DOCUMENTS = {"Python": "twitter.json, fresh", "PHP": "twitter.json", ".NET": "Answer, as maps"}
# Tables of article-d.md.
CSHARP = "C\\#: write and read, the fair method"
CSHARP_MEMORY = object_graph_csharp_page.MEMORY_TITLE.replace("#", "\\#")
# Pages whose rows have rivals of their own, and how they state a loss.
OTHERS = ("partial", "classes", "php-classes", "data")
SAID = {"skip": "Unpacker.skip()"}  # in README.md, for tasks whose name says nothing there
LOST = re.compile(r"^[^:\n]+: ([^:\n]+): ([^:\n]+): [^:\n]+ takes ([\d.]+) \(", re.MULTILINE)


class Row(NamedTuple):
    """A workload in one direction: its rivals' ratios, as (value, whether it is even: see README.md's "=")."""

    workload: str
    direction: str  # "encode", "decode", or "both" in one time
    ratios: dict
    collector: bool = True  # whether it was on

    def lost(self):
        """Whether a rival is faster, and the interval does not include 1."""
        return any(value < 1 and not even for value, even in self.ratios.values())


def measured(page, section):
    """A page's measured part."""
    found = place(section).search(page)
    if not found:
        raise ValueError("docs/results has no tables of %s" % section)
    return found.group(0)


def tables(page, section):
    """(heading, column names, rows) of each table of a page's measured part."""
    heading, table = "", None
    for line in measured(page, section).splitlines() + [""]:
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        if not line.startswith("|"):
            if table:
                yield (heading, *table)
            table = None
            heading = line.lstrip("# ") if line.startswith("#") else heading
        elif table is None:
            table = (cells, [])
        elif not set("".join(cells)) <= set("-: "):
            table[1].append(dict(zip(table[0], cells)))


def table(page, section, heading):
    """The lines of the one table under this heading, by their first cell."""
    found = [lines for title, _, lines in tables(page, section) if title == heading]
    if len(found) != 1:
        raise ValueError("docs/results/%s.md has no table %r, which a whole run has" % (section, heading))
    return {next(iter(line.values())).strip("*"): line for line in found[0]}


def cell(page, section, heading, name, column):
    try:
        return table(page, section, heading)[name][column].strip("*")
    except KeyError:
        raise ValueError("docs/results has no row of %s where docs/benchmarks.md needs it" % name) from None


def number(text):
    """The number that a cell begins with."""
    return float(re.match(r"[\d,.]+", text).group(0).replace(",", ""))


def recorded_rows(language):
    """The rows of a record: the usual and the fastest rival of each."""
    record, made = record_of(language), comparisons.get(language).MADE
    usual = record.codecs[made.usual].name
    for row in recorded_tables.every(record, made):
        task = task_of(row.task)
        chosen = {name: row.rivals[name] for name in row.rivals if name in (usual, row.best)}
        if chosen:
            ratios = {name: (round(ratio.value, 2), not ratio.sure) for name, ratio in chosen.items()}
            yield Row(row.name, task.what if task.what in ("encode", "decode") else "both", ratios, task.collect)


def smaller(language):
    return recorded_tables.smaller(record_of(language), comparisons.get(language).MADE)


def languages():
    """Language: the usual rival's name, and the rows."""
    return {
        "Python": ("msgpack", list(recorded_rows("python"))),
        "PHP": ("PECL msgpack", list(recorded_rows("php"))),
        ".NET": ("MessagePack-CSharp", list(recorded_rows("dotnet"))),
    }


def wrapped(text):
    return textwrap.fill(text, 88, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def shown(rival, value, even=False):
    return "%s %.2f%s" % (rival.replace(" proposal", ""), value, " =" if even else "")


# README.md


def speed(page):
    """One document for each language, the usual library and the fastest other one."""
    yield "| document | usual library | encode | decode | fastest rival, encode | decode |"
    yield "|---|---|---:|---:|---:|---:|"
    for language, (usual, rows) in languages().items():
        yield speed_line(language, usual, rows)


def speed_of(language, rows):
    """The ratios of the language's document, to encode and to decode it."""
    chosen = {row.direction: row.ratios for row in rows if row.workload == DOCUMENTS[language] and row.collector}
    if set(chosen) != {"encode", "decode"}:
        raise ValueError("docs/results has no rows of %s for %s" % (DOCUMENTS[language], language))
    return chosen["encode"], chosen["decode"]


def speed_line(language, usual, rows):
    ways = speed_of(language, rows)
    cells = ["%.2f" % ratios[usual][0] for ratios in ways]
    for ratios in ways:
        rival, (value, _) = min(ratios.items(), key=lambda item: item[1])
        cells.append(shown(rival, value))
    return "| %s: %s | %s | %s |" % (language, DOCUMENTS[language].partition(",")[0], usual, " | ".join(cells))


def numbers(page):
    """One line: how many times as fast as the usual library, to encode and to decode."""
    said = []
    for language, (usual, rows) in languages().items():
        ways = tuple(ratios[usual][0] for ratios in speed_of(language, rows))
        said.append("%s (%s) **%.1f×** and **%.1f×**" % (usual, DOCUMENTS[language].partition(",")[0], *ways))
    text = "One document is encoded and decoded so many times as fast as by %s, %s, %s." % tuple(said)
    yield textwrap.fill(text, 118, break_long_words=False, break_on_hyphens=False)


def charts(page):
    """{path: text} of README.md's chart: hayapack, the usual library, and the fastest rival."""
    rows = []
    for language, (usual, found) in languages().items():
        for way, ratios in zip(("encode", "decode"), speed_of(language, found)):
            chosen = {usual, min(ratios, key=lambda name, ratios=ratios: ratios[name])}
            named = {name.replace(" proposal", ""): ratios[name][0] for name in chosen}
            rows.append(("%s, %s" % (language, way), named))
    return {CHARTS / ("speed-%s.svg" % theme): speed_chart.svg(rows, theme) for theme in speed_chart.COLOURS}


def short_losses(page):
    """How many rows a rival wins in each language, and the worst of them."""
    found = [(language, rows) for language, (_, rows) in languages().items()]
    for language, rows in [*found, ("The five articles", list(article_rows()))]:
        lost = [row for row in rows if row.lost()]
        item = "- %s: a rival is faster in %d of %d rows" % (language, len(lost), len(rows))
        yield wrapped(item + (", most in %s." % lost_rows(rows).partition("; ")[0] if lost else "."))


def losses(page):
    """The rows that a rival wins, by language, and the other formats with fewer bytes: the smallest share."""
    for language, (_, rows) in languages().items():
        lost = sum(row.lost() for row in rows)
        item = "- %s: slower than a rival in %d of %d rows" % (language, lost, len(rows))
        yield wrapped(item + (": %s." % lost_rows(rows) if lost else "."))
    rows = list(article_rows())
    lost = sum(row.lost() for row in rows)
    item = "- The five articles: slower than a rival in %d of %d rows" % (lost, len(rows))
    yield wrapped(item + (": %s." % lost_rows(rows) if lost else "."))
    others = "; ".join(other_lost(page))
    yield wrapped("- Parts of messages, your own classes, files: %s." % (others or "in no row"))
    for language in ("Python", "PHP"):
        found = defaultdict(list)
        for one in smaller(language.lower()):
            found[one.codec].append((round(one.share, 3), one.data))
        items = ["%s in %d rows, least %.2f (%s)" % (codec, len(rows), *min(rows)) for codec, rows in found.items()]
        yield wrapped("- %s, smaller (its bytes / hayapack's): %s." % (language, "; ".join(items) or "none"))


def article_rows():
    """The rows of the articles' records: every rival that keeps the data, with the verdicts of the articles' pages."""
    for article in ARTICLES:
        record = record_of(article)
        for run in record.runs:
            suffix = "" if run is record else ", " + run.machine.python
            for source in run.sources:
                for task in source.tasks:
                    yield from article_row(run, source, task, suffix)


def article_row(run, source, task, suffix):
    """A difference within the noise, as the page calls it, counts as even."""
    ratios = {
        run.name(one.codec): (round(one.ratio.value, 2), one.verdict != judge.FASTER)
        for one in judge.judge(source, task)
        if one.ratio and not report_tables.is_ours(one.codec) and not source.cells[one.codec].losses
    }
    if ratios:
        way = task_of(task).what
        yield Row("%s, %s%s" % (source.name, way, suffix), way, ratios)


def other_lost(page):
    """The losses that the pages with rivals of their own name: {what: (rival, ratio)}."""
    for section in OTHERS:
        for what, rival, ratio in LOST.findall(measured(page, section)):
            yield "%s (%s %s)" % (SAID.get(what, what), rival, ratio)


def lost_rows(rows):
    """Every workload lost in some row, the worst first, with each rival that took less time: its least ratio."""
    found = {row.workload: {} for row in rows if row.lost()}
    for row in rows:
        rivals = found.get(row.workload, {})
        for rival, (value, even) in row.ratios.items():
            if value < 1:
                rivals[rival] = min(rivals.get(rival, (value, even)), (value, even))
    worst = sorted(found.items(), key=lambda item: min(item[1].values()))
    return "; ".join(
        "%s (%s)"
        % (workload, ", ".join(shown(name, *ratio) for name, ratio in sorted(rivals.items(), key=lambda r: r[1])))
        for workload, rivals in worst
    )


# docs/benchmarks.md


def other_losses(page):
    """What is smaller, takes less memory (by 0.1 % or more) or allocates less in the lab and in .NET."""
    for kind, what in (("Smaller", "size"), ("Less memory", "memory")):
        found = defaultdict(lambda: defaultdict(list))  # data -> share -> codecs
        for section in ARTICLES:
            for title, names, lines in tables(page, section):
                for line in lines if title == kind + " than hayapack" else ():
                    share = float(line[names[2]].rstrip(" %"))
                    if share < 99.9:
                        data = re.sub(r"^[A-E],? ", "", line["data"].replace("\\", ""))
                        found[data][share].append(line["codec"])
        items = (
            "%s (%s)" % (data, ", ".join("%s %.1f %%" % (", ".join(same), share) for share, same in shares.items()))
            for data, shares in found.items()
        )
        yield wrapped("- Share of hayapack's %s: %s." % (what, "; ".join(items)))
    less = defaultdict(list)
    for one in comparisons.get("dotnet").lighter(record_of("dotnet")):
        less[one.codec].append(one.ours - one.size)
    items = ("%s in %d rows, %s B at most" % (codec, len(rows), f"{max(rows):,.0f}") for codec, rows in less.items())
    yield wrapped("- .NET, allocates less: %s." % ("; ".join(items) or "none"))


def graph(page, section, heading, json, names):
    """Bytes of the large graph as a share of JSON's: without and with LZ4, and gzip."""
    plain = number(cell(page, section, heading, json, "bytes"))
    shares = tuple("%.0f %%" % (100 * number(cell(page, section, heading, name, "bytes")) / plain) for name in names)
    return "%s; %s with LZ4; JSON + gzip %s" % shares


def medians(rows, figure):
    """Of all rows with the collector on: encode, decode."""
    ways = (
        [figure(row) for row in rows if (row.direction, row.collector) == (way, True)] for way in ("encode", "decode")
    )
    return "%.2f, %.2f" % tuple(map(median, ways))


def usual_medians(rows, usual):
    """Of the rows that the usual rival has: SignalR's messages have Microsoft's protocol instead."""
    return medians([row for row in rows if usual in row.ratios], lambda row: row.ratios[usual][0])


def columns(page):
    """The table's lines: what, Python, PHP, .NET."""
    found = languages().values()
    yield [
        "usual rival's time / hayapack's: encode, decode",
        *("%s %s" % (usual, usual_medians(rows, usual)) for usual, rows in found),
    ]
    yield [
        "the fastest rival's of each row",
        *(medians(rows, lambda row: min(value for value, _ in row.ratios.values())) for _, rows in found),
    ]
    yield ["rows that a rival wins", *("%d of %d" % (sum(row.lost() for row in rows), len(rows)) for _, rows in found)]
    sizes = ("hayapack", "hayapack + LZ4 block")
    [twitter] = [one for one in smaller("php") if (one.codec, one.data) == ("igbinary", "twitter.json")]
    yield [
        "bytes of a large graph, of JSON's",
        graph(page, "article-d", "Python: sizes and times, today", "json", (*sizes, "json + gzip")),
        "twitter.json: igbinary %.1f %% of hayapack's" % (100 * twitter.share),
        graph(page, "article-d", CSHARP, "System.Text.Json", (*sizes, "System.Text.Json + gzip")),
    ]
    peaks = ("article-b", "Peak memory, 100,000 records")
    yield [
        "memory to decode",
        "%s (100,000 records); msgpack %s, json %s"
        % tuple(cell(page, *peaks, name, "decode: grown") for name in ("hayapack", "msgpack", "json")),
        "–",
        "%s MB (the graph); MessagePack-CSharp %s MB"
        % tuple(
            cell(page, "article-d", CSHARP_MEMORY, name, "allocated MB, read")
            for name in ("hayapack", "MessagePack-CSharp")
        ),
    ]
    yield ["first call", "–", "–", "; ".join(first_call(page))]
    yield [
        "spread of samples, median",
        *(recorded_tables.spread(record_of(name)) for name in ("python", "php", "dotnet")),
    ]


def first_call(page):
    """The times of hayapack, MemoryPack and MessagePack-CSharp, generated or else dynamic, in words."""
    found = table(page, "dotnet", "First write and read")
    for name in ("hayapack", "MemoryPack", "MessagePack-CSharp", "MessagePack-CSharp dynamic"):
        if name in found:
            time = found[name]["time (least–largest)"].strip("*").partition(" (")[0]
            yield time if name == "hayapack" else "%s %s" % (name, time)


def expected(page):
    yield "| | Python | PHP | .NET |"
    yield "| --- | --- | --- | --- |"
    for cells in columns(page):
        yield "| %s |" % " | ".join(cells)


def noise(page):
    found = {}
    for section in ARTICLES:
        pattern = r"\*\*Median ([\d.]+ %), highest ([\d.]+ %) \((.+)\)\. Differences below"
        match = re.search(pattern, measured(page, section))
        if not match:
            raise ValueError("docs/results/%s.md does not say: %s" % (section, pattern))
        found[section[-1].upper()] = match.groups()
    medians = ", ".join("%s %s" % (article, middle) for article, (middle, _, _) in found.items())
    _, highest, where = max(found.values(), key=lambda said: number(said[1]))
    text = "Median, by article: %s; highest %s (%s). The lab gives smaller differences no verdict."
    yield textwrap.fill(text % (medians, highest, where), 88, break_long_words=False, break_on_hyphens=False)


BLOCKS = {
    README: {"numbers": numbers, "losses": short_losses},
    BENCHMARKS: {"speed": speed, "losses": losses, "other-losses": other_losses, "expected": expected, "noise": noise},
}


def texts(page):
    """{path: text} of README.md, its chart, and docs/benchmarks.md. page: the text of all pages."""
    found = charts(page)
    for path, blocks in BLOCKS.items():
        found[path] = path.read_text(encoding="utf-8")
        for name, lines in blocks.items():
            if len(place(name).findall(found[path])) != 1:
                raise ValueError("%s has no comments for %s" % (path.name, name))
            block = "\n".join(lines(page))
            found[path] = place(name).sub(lambda match, block=block: match[1] + block + "\n" + match[2], found[path])
    return found
