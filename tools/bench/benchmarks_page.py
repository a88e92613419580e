"""Computes the figures of docs/benchmarks.md from the recorded tables in docs/results/.

    python benchmarks_page.py --write    put them into the page, between its comments

The page's other text has no figures: tests/documents/test_benchmarks_page.py fails if it has one, and
if one of these is not that of the recorded tables.
"""

import re
import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import readme_speed  # noqa: E402
from put_benchmark import ROOT, pages, place, tables_of  # noqa: E402

PAGE = ROOT / "docs" / "benchmarks.md"
RECORDS = "Peak memory, 100,000 records"


def table(results, section, heading):
    """The lines of the one table under this heading."""
    found = [lines for title, _, lines in readme_speed.tables(results, section) if title == heading]
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
    found = re.search(pattern, tables_of(section, results))
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


def losses(results):
    """Every row that a rival wins; then what is smaller, takes less memory (by 0.1 % or more) or allocates less."""
    yield readme_speed.lost(results)
    for kind, what in (("Smaller", "size"), ("Less memory", "memory")):
        found = []
        for section in ("lab", "lab-csharp"):
            for title, names, lines in readme_speed.tables(results, section):
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
    for section in readme_speed.DOTNET:
        for row in table(results, section, "Where hayapack loses"):
            if row["model"] != "none" and number(row["allocated"]) < number(row["hayapack"]):
                codec = row["codec"].replace(readme_speed.BY_MICROSOFT, "")
                less.setdefault(codec, []).append(number(row["hayapack"]) - number(row["allocated"]))
    found = ("%s in %d rows, %s B at most" % (codec, len(rows), f"{max(rows):,.0f}") for codec, rows in less.items())
    yield wrapped("- .NET, allocates less: %s." % "; ".join(found), "  ")


def medians(results):
    """Language: (usual rival, [encode, decode] over it, [encode, decode] over the fastest, rows lost)."""
    found = {}
    for language, (rival, rows) in readme_speed.languages(results).items():
        cells = readme_speed.medians((rival, rows))
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
    found = medians(results)
    order = ("Python", "PHP", ".NET")
    yield ["usual rival's time / hayapack's: encode, decode"] + [
        "%s %s, %s" % (found[name][0], *found[name][1]) for name in order
    ]
    yield ["the fastest rival's of each row"] + ["%s, %s" % tuple(found[name][2]) for name in order]
    yield ["rows that a rival wins"] + [found[name][3] for name in order]
    yield [
        "bytes of a large graph, of JSON's",
        graph(results, "lab", "Python: sizes and times, today", "hayapack", "hayapack + LZ4 block", "orjson + gzip"),
        "twitter.json: igbinary %s %% of hayapack's"
        % said(results, "php", r"\| igbinary \| twitter\.json \| ([\d.]+) %"),
        graph(
            results,
            "lab-csharp",
            "C\\#: write and read, the fair method",
            "hayapack",
            "hayapack + LZ4 block",
            "System.Text.Json + gzip",
        ),
    ]
    peaks = table(results, "lab", RECORDS)
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
    spread = r"median spread of samples \(half the interquartile range\): ([\d.]+) ?%"
    yield [
        "spread of samples, median",
        "%s %%" % said(results, "python", spread),
        "%s %%" % said(results, "php", spread),
        "with each figure",
    ]


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


BLOCKS = {"losses": losses, "expected": expected, "noise": noise}


def put(results, page):
    for name, lines in BLOCKS.items():
        if len(place(name).findall(page)) != 1:
            raise ValueError("docs/benchmarks.md has no comments for %s" % name)
        text = "\n".join(lines(results))
        page = place(name).sub(lambda found, text=text: found.group(1) + text + "\n" + found.group(2), page)
    return page


def main():
    try:
        text = put(pages(), PAGE.read_text(encoding="utf-8"))
    except ValueError as error:
        print("error: docs/benchmarks.md is left as it was: %s" % error)
        return 1
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
