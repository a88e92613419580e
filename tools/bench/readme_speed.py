"""Computes README.md's table of speedups and its list of losses from the recorded tables in docs/results/.

    python readme_speed.py            print the table
    python readme_speed.py --write    put it and the losses into README.md, between their comments

A speedup over a rival is the rival's time divided by hayapack's. A row is one workload in one
direction, as the pages record it. The table has one document for each language; the losses are of
all rows.
"""

import re
import sys
import textwrap
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))
from put_benchmark import ROOT, pages, place  # noqa: E402

README = ROOT / "README.md"
# Lines of the .NET tables that are no library: the least work possible, and parts of hayapack.
NOT_RIVALS = re.compile(r"minimum work|written by hand|liblz4 only|\*\*|hayapack")
BY_MICROSOFT = "Microsoft's protocol, "  # SignalR's, which is written with the library that follows in the name
RATIO = re.compile(r"([\d.]+)(?: \(([\d.]+)–([\d.]+)\))?")
# The document of each language in README.md's table.
DOCUMENTS = {"Python": "twitter.json, fresh", "PHP": "twitter.json", ".NET": "Answer, as maps"}
SIZES = ("Python", "PHP")  # languages whose pages have sizes
DOTNET = ("dotnet", "dotnet-collections", "dotnet-lz4")  # sections
DIRECTIONS = {"Encode": "encode", "Decode": "decode", "write": "encode", "read": "decode"}


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


def best_and(dropin, page, section):
    """The rows of a table with the fastest rival and the drop-in rival of each row."""
    for heading, columns, lines in tables(page, section):
        direction = DIRECTIONS.get(columns[0])
        variant = "collector off" if "GC off" in heading else ""
        for line in lines:
            name = re.sub(r" \+$", "", line[columns[0]])
            if direction:
                best = ratio(line["best rival / hayapack"])
                # The drop-in rival's column has no interval: what is even for the fastest is for it.
                ratios = {dropin: (ratio(line[dropin])[0], best[1]), line["rival"]: best}
                yield Row(name, direction, ratios, variant)
            elif columns[0] == "loop":
                yield Row("loop: " + name, "both", {line["rival"]: ratio(line["best rival / hayapack"])})


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
        "Python": ("msgpack", list(best_and("msgpack", page, "python"))),
        "PHP": ("PECL msgpack", list(best_and("PECL msgpack", page, "php"))),
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


def smaller_lines(page):
    """For Python and PHP the other formats with fewer bytes, of whole documents and records: the smallest share."""
    for language in SIZES:
        found = {}
        for heading, columns, lines in tables(page, language.lower()):
            if heading == "Smaller than hayapack":
                for line in lines:
                    share = float(line[columns[2]].rstrip(" %")) / 100
                    found.setdefault(line["codec"], []).append((share, line["data"].replace("\\", "")))
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
    return "\n".join([*lost_lines(page), *smaller_lines(page)])


def put(page, readme):
    """README.md's text with the table and the losses of this page."""
    for name, lines in (("speed", text(page)), ("losses", lost(page))):
        if len(place(name).findall(readme)) != 1:
            raise ValueError("README.md has no comments for %s" % name)
        readme = place(name).sub(lambda found, lines=lines: found.group(1) + lines + "\n" + found.group(2), readme)
    return readme


def main():
    page = pages()
    if sys.argv[1:] == ["--write"]:
        README.write_text(put(page, README.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(text(page), lost(page), sep="\n\n")


if __name__ == "__main__":
    main()
