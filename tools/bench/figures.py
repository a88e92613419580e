"""Computes the figures of README.md and docs/benchmarks.md from the pages and records of docs/results/.

`texts` puts them between the comments of both files; pages.py calls it. A speedup over a rival is the
rival's time divided by hayapack's. A row is one workload in one direction. README.md's table has one
document for each language; the losses are of all rows. The other text of docs/benchmarks.md has no
figures. Python's and PHP's are of the records, others of the pages' tables.
"""

import re
import textwrap
from statistics import median

from pages import DOTNET, ROOT, place, record_of

README = ROOT / "README.md"
BENCHMARKS = ROOT / "docs" / "benchmarks.md"
# Lines of the .NET tables that are no library: the least work possible, and parts of hayapack.
NOT_RIVALS = re.compile(r"minimum work|written by hand|liblz4 only|\*\*|hayapack")
BY_MICROSOFT = "Microsoft's protocol, "  # SignalR's, which is written with the library that follows in the name
RATIO = re.compile(r"([\d.]+)(?: \(([\d.]+)–([\d.]+)\))?")
# The document of each language in README.md's table.
DOCUMENTS = {"Python": "twitter.json, fresh", "PHP": "twitter.json", ".NET": "Answer, as maps"}
SIZES = ("Python", "PHP")  # languages whose pages have sizes
DIRECTIONS = {"write": "encode", "read": "decode"}  # .NET's words


class Row:
    """A workload in one direction: its rivals' ratios, as (value, whether their interval includes 1)."""

    def __init__(self, workload, direction, ratios, variant=""):
        self.workload, self.direction, self.ratios, self.variant = workload, direction, ratios, variant

    def fastest(self):
        return min(value for value, _ in self.ratios.values())

    def lost(self):
        """Whether a rival is faster, and the interval does not include 1."""
        return any(value < 1 and not even for value, even in self.ratios.values())


def tables(page, section):
    """(heading, column names, rows) of each table of a generated section."""
    found = place(section).search(page)
    if not found:
        raise ValueError("docs/results has no tables of %s" % section)
    heading, table = "", None
    for line in found.group(0).splitlines() + [""]:
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


def ratio(cell):
    """The ratio in a cell, and whether its interval includes 1; None if the cell has none."""
    found = RATIO.match(cell)
    if not found:
        return None
    value, low, high = (float(part) if part else None for part in found.groups())
    return value, low is not None and low <= 1 <= high


def recorded(language):
    """The usual rival's name and the rows of a record: the usual and the fastest rival of each."""
    from hayapack_lab import comparisons
    from hayapack_lab.comparisons import tables

    record, made = record_of(language), comparisons.get(language).MADE
    usual = record["codecs"][made.usual]["name"]
    found = []
    for row in tables.every(record, made):
        way, collector = row.task.split(" gc ")
        ratios = {
            name: (round(ratio.value, 2), not ratio.sure)
            for name, ratio in row.rivals.items()
            if name in (usual, row.best)
        }
        if ratios:
            direction = way if way in ("encode", "decode") else "both"
            found.append(Row(row.name, direction, ratios, "collector off" if collector == "off" else ""))
    return usual, found


def smaller(language):
    """(codec, data, share of hayapack's bytes) of the rows in which another codec is smaller."""
    from hayapack_lab import comparisons
    from hayapack_lab.comparisons import tables

    return [
        (one.codec, one.data, one.share) for one in tables.smaller(record_of(language), comparisons.get(language).MADE)
    ]


def every_rival(page, section):
    """The rows of .NET's tables, which have a line for each codec."""
    for heading, columns, lines in tables(page, section):
        workload, _, direction = heading.rpartition(": ")
        if columns[0] == "codec" and direction in DIRECTIONS:
            ratios = {
                line["codec"].replace(BY_MICROSOFT, ""): ratio(line["/ hayapack's (rounds)"])
                for line in lines
                if not NOT_RIVALS.search(line["codec"])
            }
            yield Row(workload, DIRECTIONS[direction], ratios)
        elif heading.startswith("First call"):
            times = {line["codec"]: float(line[columns[1]].split()[0]) for line in lines}
            ours = times["hayapack, generated"]
            yield Row(
                "first call",
                "both",
                {name: (round(time / ours, 2), False) for name, time in times.items() if not NOT_RIVALS.search(name)},
            )


def languages(page):
    """Language: the drop-in rival's name, and the rows."""
    return {
        "Python": recorded("python"),
        "PHP": recorded("php"),
        ".NET": ("MessagePack-CSharp 3.1", [row for name in DOTNET for row in every_rival(page, name)]),
    }


def medians(rows):
    """[encode, decode] over the usual library, then over the fastest: medians of all rows with the collector on."""
    found = []
    for figure in (lambda dropin, row: row.ratios[dropin][0], lambda _, row: row.fastest()):
        for way in ("encode", "decode"):
            dropin, of_language = rows
            chosen = [row for row in of_language if (row.direction, row.variant) == (way, "")]
            found.append("%.2f" % median(figure(dropin, row) for row in chosen))
    return found


def document_line(language, dropin, rows):
    """The line of README.md's table for a language: one document, the usual library and the fastest other one."""
    chosen = {row.direction: row for row in rows if row.workload == DOCUMENTS[language] and not row.variant}
    if set(chosen) != {"encode", "decode"}:
        raise ValueError("docs/results has no rows of %s for %s" % (DOCUMENTS[language], language))
    cells = ["%.2f" % chosen[way].ratios[dropin][0] for way in ("encode", "decode")]
    for way in ("encode", "decode"):
        fastest = min(chosen[way].ratios.items(), key=lambda item: item[1])
        cells.append("%s %.2f" % (fastest[0].replace(" proposal", ""), fastest[1][0]))
    return "| %s: %s | %s | %s |" % (language, DOCUMENTS[language].partition(",")[0], dropin, " | ".join(cells))


def losses(rows):
    """Every workload lost in some row, the worst first, with each rival that took less time: its least ratio."""
    found = {}
    for workload in dict.fromkeys(row.workload for row in rows if row.lost()):
        rivals = found[workload] = {}
        for row in rows:
            if row.workload == workload:
                for rival, figure in row.ratios.items():
                    if figure[0] < 1:
                        rivals[rival] = min(rivals.get(rival, figure), figure)
    worst = sorted(found.items(), key=lambda item: min(item[1].values()))
    return "; ".join(
        "%s (%s)" % (workload, ", ".join(map(shown, sorted(rivals.items(), key=lambda item: item[1]))))
        for workload, rivals in worst
    )


def shown(item):
    rival, (value, even) = item
    return "%s %.2f%s" % (rival.replace(" proposal", ""), value, " =" if even else "")


def lost_lines(page):
    """For each language the rows that a rival wins."""
    for language, (_, rows) in languages(page).items():
        lost = sum(row.lost() for row in rows)
        item = "- %s: slower than a rival in %d of %d rows%s." % (
            language,
            lost,
            len(rows),
            ": " + losses(rows) if lost else "",
        )
        yield from textwrap.wrap(item, 88, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def smaller_lines():
    """For Python and PHP the other formats with fewer bytes: the smallest share."""
    for language in SIZES:
        found = {}
        for codec, data, share in smaller(language.lower()):
            found.setdefault(codec, []).append((round(share, 3), data))
        items = ["%s in %d rows, least %.2f (%s)" % (codec, len(rows), *min(rows)) for codec, rows in found.items()]
        item = "- %s, smaller (its bytes / hayapack's): %s." % (language, "; ".join(items) or "none")
        yield from textwrap.wrap(item, 88, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def text(page):
    lines = ["| document | usual library | encode | decode | fastest rival, encode | decode |"]
    lines.append("|---|---|---:|---:|---:|---:|")
    for language, (dropin, rows) in languages(page).items():
        lines.append(document_line(language, dropin, rows))
    return "\n".join(lines)


def lost(page):
    """What README.md and docs/benchmarks.md list as losses: times, then sizes."""
    return "\n".join([*lost_lines(page), *smaller_lines()])


def table(results, section, heading):
    """The lines of the one table under this heading."""
    found = [lines for title, _, lines in tables(results, section) if title == heading]
    if len(found) != 1:
        raise ValueError("docs/results/%s.md has no table %r, which a whole run has" % (section, heading))
    return found[0]


def line(lines, name):
    """The line of a codec, whose name is in the first column."""
    found = [line for line in lines if next(iter(line.values())).strip("*") == name]
    if len(found) != 1:
        raise ValueError("docs/results has no row of %s where docs/benchmarks.md needs it" % name)
    return {column: cell.strip("*") for column, cell in found[0].items()}


def number(cell):
    """The number that a cell begins with."""
    return float(re.match(r"[\d,.]+", cell).group(0).replace(",", ""))


def said(results, section, pattern):
    """What the pattern's groups match in the tables' text."""
    found = re.search(pattern, place(section).search(results).group(0))
    if not found:
        raise ValueError("docs/results/%s.md does not say: %s" % (section, pattern))
    return found.groups()


def wrapped(text, indent=""):
    return textwrap.fill(text, 88, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def listed(rows):
    """Rows of a list, as (key, item): the items of each key in parentheses after it."""
    found = {}
    for key, item in rows:
        found.setdefault(key, []).append(item)
    return "; ".join("%s (%s)" % (key, ", ".join(items)) for key, items in found.items())


def all_losses(results):
    """Every row that a rival wins; then what is smaller, takes less memory (by 0.1 % or more) or allocates less."""
    yield lost(results)
    for kind, what in (("Smaller", "size"), ("Less memory", "memory")):
        found = []
        for section in ("lab", "lab-csharp"):
            for title, names, lines in tables(results, section):
                if title == kind + " than hayapack":
                    shares = [float(row[names[2]].rstrip(" %")) for row in lines]
                    data = [re.sub(r"^[A-E],? ", "", row["data"].replace("\\", "")) for row in lines]
                    cells = zip(data, (row["codec"] for row in lines), shares)
                    equal = {}
                    for key, codec, share in cells:
                        if share < 99.9:
                            equal.setdefault((key, share), []).append(codec)
                    found += [(key, "%s %.1f %%" % (", ".join(same), share)) for (key, share), same in equal.items()]
        yield wrapped("- Share of hayapack's %s: %s." % (what, listed(found)), "  ")
    less = {}
    for section in DOTNET:
        for row in table(results, section, "Where hayapack loses"):
            if row["model"] != "none" and number(row["allocated"]) < number(row["hayapack"]):
                codec = row["codec"].replace(BY_MICROSOFT, "")
                less.setdefault(codec, []).append(number(row["hayapack"]) - number(row["allocated"]))
    found = ("%s in %d rows, %s B at most" % (codec, len(rows), f"{max(rows):,.0f}") for codec, rows in less.items())
    yield wrapped("- .NET, allocates less: %s." % "; ".join(found), "  ")


def language_medians(results):
    """Language: (usual rival, [encode, decode] over it, [encode, decode] over the fastest, rows lost)."""
    found = {}
    for language, (rival, rows) in languages(results).items():
        cells = medians((rival, rows))
        found[language] = (rival, cells[:2], cells[2:], "%d of %d" % (sum(row.lost() for row in rows), len(rows)))
    return found


def graph(results, section, heading, plain, packed, gzipped):
    """Bytes of the large graph as a share of JSON's: without and with LZ4, and gzip."""
    lines = table(results, section, heading)
    share = {name: line(lines, name) for name in (plain, packed, gzipped)}
    json = number(line(lines, "json" if section == "lab" else "System.Text.Json")["bytes"])
    percent = ["%.0f %%" % (100 * number(share[name]["bytes"]) / json) for name in share]
    return "%s; %s with LZ4; JSON + gzip %s" % tuple(percent)


def columns(results):
    """The table's lines: what, Python, PHP, .NET."""
    found = language_medians(results)
    order = ("Python", "PHP", ".NET")
    yield ["usual rival's time / hayapack's: encode, decode"] + [
        "%s %s, %s" % (found[name][0], *found[name][1]) for name in order
    ]
    yield ["the fastest rival's of each row"] + ["%s, %s" % tuple(found[name][2]) for name in order]
    yield ["rows that a rival wins"] + [found[name][3] for name in order]
    yield [
        "bytes of a large graph, of JSON's",
        graph(results, "lab", "Python: sizes and times, today", "hayapack", "hayapack + LZ4 block", "orjson + gzip"),
        "twitter.json: igbinary %.1f %% of hayapack's"
        % next(100 * share for codec, data, share in smaller("php") if (codec, data) == ("igbinary", "twitter.json")),
        graph(
            results,
            "lab-csharp",
            "C\\#: write and read, the fair method",
            "hayapack",
            "hayapack + LZ4 block",
            "System.Text.Json + gzip",
        ),
    ]
    peaks = table(results, "lab", "Peak memory, 100,000 records")
    decode = {name: line(peaks, name)["decode: grown"] for name in ("hayapack", "msgpack", "json")}
    read = table(results, "lab-csharp", "C\\#: write and read, the fair method")
    yield [
        "memory to decode",
        "%s (100,000 records); msgpack %s, json %s" % tuple(decode.values()),
        "–",
        "%s MB (the graph); MessagePack-CSharp %s MB"
        % tuple(line(read, name)["allocated MB, read"] for name in ("hayapack", "MessagePack-CSharp")),
    ]
    first = table(results, "dotnet", "First call")
    names = ("hayapack, generated", "MemoryPack", "MessagePack-CSharp 3.1, generated")
    yield [
        "first call",
        "–",
        "–",
        "%s ms; MemoryPack %s, MessagePack-CSharp 3.1 %s"
        % tuple(line(first, name)["milliseconds (least–largest)"].split()[0] for name in names),
    ]
    yield ["spread of samples, median", spread("python"), spread("php"), "with each figure"]


def spread(name):
    from hayapack_lab.comparisons import tables

    return tables.spread(record_of(name))


def expected(results):
    yield "| | Python | PHP | .NET |"
    yield "| --- | --- | --- | --- |"
    for cells in columns(results):
        yield "| %s |" % " | ".join(cells)


def noise(results):
    pattern = r"\*\*Median ([\d.]+ %), highest ([\d.]+ %) \((.+)\)\. Smaller"
    lab, csharp = said(results, "lab", pattern), said(results, "lab-csharp", pattern)
    yield wrapped(
        "Median %s, highest %s (%s); in C# %s and %s. The lab gives smaller differences no verdict."
        % (*lab, csharp[0], csharp[1])
    )


BENCHMARKS_BLOCKS = {"losses": all_losses, "expected": expected, "noise": noise}
README_BLOCKS = {"speed": lambda page: [text(page)], "losses": lambda page: [lost(page)]}


def put(page, path, blocks):
    """The file's text with these blocks of it computed from the pages."""
    written = path.read_text(encoding="utf-8")
    for name, lines in blocks.items():
        if len(place(name).findall(written)) != 1:
            raise ValueError("%s has no comments for %s" % (path.name, name))
        block = "\n".join(lines(page))
        written = place(name).sub(lambda found, block=block: found.group(1) + block + "\n" + found.group(2), written)
    return written


def texts(page):
    """{path: text} of README.md and docs/benchmarks.md. page: the text of all pages."""
    return {README: put(page, README, README_BLOCKS), BENCHMARKS: put(page, BENCHMARKS, BENCHMARKS_BLOCKS)}
