"""README.md's table of speedups and its lists of losses are computed from the recorded rows of docs/results/."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/bench"))
readme_speed = pytest.importorskip("readme_speed")

PAGE = """# Benchmarks
<!-- begin: python -->
## Smaller than hayapack

| codec | data | its size / hayapack's | its size | hayapack's |
|---|---|---:|---:|---:|
| pickle | a list | 65.4 % | 654 B | 1,000 B |
| pickle | a map | 90.0 % | 900 B | 1,000 B |

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


@pytest.fixture(autouse=True)
def documents_of_the_page(request, monkeypatch):
    if request.function.__name__ not in (
        "test_the_readme_has_the_table_of_the_recorded_runs",
        "test_a_missing_document_is_an_error",
    ):
        monkeypatch.setattr(readme_speed, "DOCUMENTS", {"Python": "a list", "PHP": "an int", ".NET": "int[2]"})


def test_the_readme_has_the_table_of_the_recorded_runs():
    readme = readme_speed.README.read_text(encoding="utf-8")
    assert readme_speed.put(readme_speed.pages(), readme) == readme, "run: python3 tools/bench/readme_speed.py --write"


def test_medians_are_of_all_rows():
    found = {language: readme_speed.medians(rows) for language, rows in readme_speed.languages(PAGE).items()}
    assert found["Python"] == ["6.50", "0.96", "1.25", "0.94"]
    assert found["PHP"] == ["3.00", "4.00", "2.00", "4.00"]
    # The medians of 0.90 and 3.60, and of 0.25 and 3.60: the parts of hayapack are not rivals.
    assert found[".NET"] == ["2.25", "4.00", "1.93", "4.00"]


def test_the_table_has_one_document_for_each_language():
    lines = readme_speed.text(PAGE).splitlines()
    assert "| Python: a list | msgpack | 9.00 | 0.98 | orjson 2.00 | msgpack 0.98 |" in lines
    assert "| PHP: an int | PECL msgpack | 3.00 | 4.00 | json 2.00 | PECL msgpack 4.00 |" in lines
    assert (
        "| .NET: int[2] | MessagePack-CSharp 3.1 | 0.90 | 4.00 | MemoryPack 0.25 | MessagePack-CSharp 3.1 4.00 |"
        in lines
    )


def test_a_missing_document_is_an_error():
    with pytest.raises(ValueError, match="twitter.json"):
        readme_speed.document_line("PHP", "PECL msgpack", [])


def test_sizes_of_other_formats():
    text = " ".join(readme_speed.lost(PAGE).split())
    assert "- Python, smaller (its bytes / hayapack's): pickle in 2 rows, least 0.65 (a list)." in text
    assert "- PHP, smaller (its bytes / hayapack's): none." in text


def test_losses_are_complete_and_worst_first():
    text = re.sub(r"\s+", " ", readme_speed.lost(PAGE))
    assert (
        "- Python: slower than a rival in 1 of 4 rows: one int (msgspec 0.50, orjson 0.90 =, msgpack 0.95 =). " in text
    )
    assert "- PHP: slower than a rival in 0 of 3 rows. " in text
    assert (
        "- .NET: slower than a rival in 2 of 4 rows: int[2] (MemoryPack 0.25, MessagePack-CSharp v4 0.80, "
        "MessagePack-CSharp 3.1 0.90 =); first call (MemoryPack 0.50)." in text
    )


def test_a_changed_figure_changes_the_readme():
    readme = "<!-- begin: speed -->\n<!-- end: speed -->\n<!-- begin: losses -->\n<!-- end: losses -->\n"
    assert readme_speed.put(PAGE, readme) != readme_speed.put(PAGE.replace("9.00", "9.90"), readme)


@pytest.mark.parametrize("page, readme", [(PAGE, "# no comments\n"), (PAGE.replace("begin: php", "php"), PAGE)])
def test_a_missing_section_is_an_error(page, readme):
    with pytest.raises(ValueError):
        readme_speed.put(page, readme)
