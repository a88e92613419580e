"""README.md's table of speedups is computed from every recorded row of docs/results/."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/bench"))
readme_speed = pytest.importorskip("readme_speed")

PAGE = """# Benchmarks
<!-- begin: python -->
## Every row, GC on

| Encode | hayapack | best rival / hayapack | rival | msgpack | public |
|---|---:|---:|---|---:|---:|
| one int + | 1 ns | 0.50 (0.40–0.60) | msgspec | 4.00 | – |
| a list | 1 ns | 2.00 (1.90–2.10) | orjson | 9.00 | 0.10 |

| Decode | hayapack | best rival / hayapack | rival | msgpack | public |
|---|---:|---:|---|---:|---:|
| one int + | 1 ns | 0.90 (0.80–1.10) = | orjson | 0.95 | – |
| a list | 1 ns | 0.98 (0.90–1.10) = | msgpack | 0.98 | – |
<!-- end: python -->
<!-- begin: php -->
| loop | hayapack | PECL / hayapack | best rival / hayapack | rival |
|---|---:|---:|---:|---|
| int | 1 | 2.00 (1.00–3.00) | 1.50 (1.20–2.00) | igbinary |

| Encode | hayapack | best rival / hayapack | rival | PECL msgpack |
|---|---:|---:|---|---:|
| an int | 1 ns | 2.00 (1.50–2.50) | json | 3.00 |

| Decode | hayapack | best rival / hayapack | rival | PECL msgpack |
|---|---:|---:|---|---:|
| an int | 1 ns | 4.00 (3.50–4.50) | PECL msgpack | 4.00 |
<!-- end: php -->
<!-- begin: dotnet -->
### int[2]: write

| codec | time | / hayapack's (rounds) | allocated |
| --- | ---: | ---: | ---: |
| minimum work | 1 ns | 0.10 (0.10–0.10) | 1 B |
| **hayapack** | 1 ns |  | 1 B |
| MemoryPack | 1 ns | 0.25 (0.20–0.30) | 1 B |
| MessagePack-CSharp v4 proposal | 1 ns | 0.80 (0.70–0.90) | 1 B |
| MessagePack-CSharp 3.1 | 1 ns | 0.90 (0.80–1.20) | 1 B |

### int[2]: read

| codec | time | / hayapack's (rounds) | allocated |
| --- | ---: | ---: | ---: |
| **hayapack** | 1 ns |  | 1 B |
| MessagePack-CSharp 3.1 | 1 ns | 4.00 (3.00–5.00) | 1 B |

### First call

| codec | milliseconds (least–largest) |
| --- | ---: |
| MemoryPack | 50.0 (1.0–2.0) |
| hayapack, generated | 100.0 (1.0–2.0) |
<!-- end: dotnet -->
<!-- begin: dotnet-collections -->
<!-- end: dotnet-collections -->
<!-- begin: dotnet-lz4 -->
### LZ4: write

| codec | time | / hayapack's (rounds) | allocated |
| --- | ---: | ---: | ---: |
| liblz4 only, without serializing | 1 ns | 0.10 (0.10–0.10) | 1 B |
| hayapack without LZ4 | 1 ns | 0.10 (0.10–0.10) | 1 B |
| MessagePack-CSharp 3.1 | 1 ns | 3.60 (3.00–4.00) | 1 B |
<!-- end: dotnet-lz4 -->
"""


def test_the_readme_has_the_table_of_the_recorded_runs():
    readme = readme_speed.README.read_text(encoding="utf-8")
    assert readme_speed.put(readme_speed.pages(), readme) == readme, "run: python3 tools/bench/readme_speed.py --write"


def test_means_are_of_all_rows():
    lines = readme_speed.text(PAGE).splitlines()
    assert "| Python: msgpack | 6.00 | 0.96 | 1.00 | 0.94 |" in lines
    assert "| PHP: PECL msgpack | 3.00 | 4.00 | 2.00 | 4.00 |" in lines
    # sqrt(0.90 * 3.60), and sqrt(0.25 * 3.60): the parts of hayapack are not rivals.
    assert "| .NET: MessagePack-CSharp 3.1 | 1.80 | 4.00 | 0.95 | 4.00 |" in lines


def test_losses_are_complete_and_worst_first():
    text = re.sub(r"\s+", " ", readme_speed.text(PAGE))
    assert "- Python: 1 of 4: one int (msgspec 0.50, orjson 0.90 =, msgpack 0.95 =). " in text
    assert "- PHP: 0 of 3. " in text
    assert text.endswith(
        "- .NET: 2 of 4: int[2] (MemoryPack 0.25, MessagePack-CSharp v4 0.80, "
        "MessagePack-CSharp 3.1 0.90 =); first call (MemoryPack 0.50)."
    )


def test_a_changed_figure_changes_the_readme():
    readme = "<!-- begin: speed -->\n<!-- end: speed -->\n"
    assert readme_speed.put(PAGE, readme) != readme_speed.put(PAGE.replace("9.00", "9.90"), readme)


@pytest.mark.parametrize("page, readme", [(PAGE, "# no comments\n"), (PAGE.replace("begin: php", "php"), PAGE)])
def test_a_missing_section_is_an_error(page, readme):
    with pytest.raises(ValueError):
        readme_speed.put(page, readme)


def page_means(section):
    """The means of all rows that the section itself states: the label, and encode and decode."""
    for _, columns, lines in readme_speed.tables(readme_speed.pages(), section):
        if columns[0] == "ratio":
            found = {line["ratio"]: line for line in lines if "all rows" in line["ratio"]}
            both = [[key for key in columns if key.startswith(way)][0] for way in ("encode", "decode")]
            return {label: [float(line[key]) for key in both] for label, line in found.items()}
    return {}


@pytest.mark.parametrize(
    "section, language, best",
    [("python", "Python", "best rival / hayapack; all rows"), ("php", "PHP", "best of the four / hayapack; all rows")],
)
def test_they_are_the_means_that_the_record_states(section, language, best):
    """The record's own are of the samples, ours of the printed ratios: equal but for rounding."""
    dropin, rows = readme_speed.languages(readme_speed.pages())[language]
    [line] = [line for line in readme_speed.mean_lines(language, dropin, rows) if line.startswith("| %s: " % language)]
    ours = [float(cell) for cell in line.strip("| ").split(" | ")[1:]]
    stated = page_means(section)
    assert ours == pytest.approx(stated["%s / hayapack; all rows" % dropin] + stated[best], abs=0.02)
