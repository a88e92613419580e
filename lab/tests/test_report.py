"""The report's text, tables and files, from an invented record."""

import copy
import re
from dataclasses import replace
from xml.etree import ElementTree

import made_up
import pytest

from hayapack_lab.articles import losses, message_queue, published, serializers_page, simplejson_page
from hayapack_lab.report import chart_layout, colours, html, markdown, report_files, run_report
from hayapack_lab.statistics import judge
from hayapack_lab.text import report_tables
from hayapack_lab.text.report_elements import Cell, Chart, Column, Report, Section, Series, Table, Text
from hayapack_lab.workloads import records_b


@pytest.fixture(scope="module")
def record():
    return made_up.record()


@pytest.fixture(scope="module")
def report(record):
    return run_report.build(record)


def tables(section):
    return {part.key: part for part in section.parts if isinstance(part, Table)}


def row_of(table, *first):
    return next(
        {column.title: cell for column, cell in zip(table.columns, row)}
        for row in table.rows
        if tuple(cell.text for cell in row[: len(first)]) == first
    )


# The articles' sections.


def test_every_printed_figure_of_post_a_is_shown(record):
    table = tables(simplejson_page.section(record))["a-then"]
    shown = {cell.sort for row in table.rows for cell in row}
    assert {float(row["seconds_per_1000_calls"]) for row in published.rows("simplejson")} <= shown
    sizes = tables(simplejson_page.section(record))["a-sizes"]
    shown = {cell.sort for row in sizes.rows for cell in row}
    printed = {float(r["bytes"]) for r in published.rows("simplejson") if r["bytes"]}
    assert printed <= shown


def test_todays_seconds_are_the_least_of_a_thousand_calls(record):
    """The article's Packer is used again, and it shows the least of its repetitions."""
    row = row_of(tables(simplejson_page.section(record))["a-then"], "integers, pack")
    samples = record.sources[0].cells["msgpack_c"].samples["encode gc off"]
    assert float(row["msgpack, today"].text) == pytest.approx(min(samples) * 1000 / 1e9, rel=0.005)
    assert row["msgpack, then"].text == "0.0261"
    one_shot = record.sources[0].cells["simplejson"].samples["reference encode gc off"]
    assert float(row["simplejson, today"].text) == pytest.approx(min(one_shot) * 1000 / 1e9, rel=0.005)


def test_article_as_lists_are_in_per_cent_of_json_then_and_now(record):
    table = tables(simplejson_page.section(record))["a-shares"]
    row = row_of(table, "lists, size")
    assert (row["msgpack, then: its list"].text, row["of its times and bytes"].text) == ("98 %", "36 %")
    row = row_of(table, "dicts, unpack")
    assert (row["msgpack, then: its list"].text, row["of its times and bytes"].text) == ("60 %", "59 %")
    cells = record.sources[4].cells
    times = [min(cells[codec].samples["reference decode gc off"]) for codec in ("msgpack_c", "simplejson")]
    assert row["msgpack, today"].sort == times[0] / times[1]
    assert len(table.rows) == 15 and "4,003 of 11,000" in table.caption


def test_every_printed_figure_of_post_b_is_shown(record):
    found = tables(serializers_page.section(record))
    for key, column in (("b-dumps-then", "dumps_ms"), ("b-loads-then", "loads_ms"), ("b-sizes", "size_kb")):
        shown = {cell.sort for row in found[key].rows for cell in row}
        assert {float(row[column]) for row in published.rows("serializers")} <= shown


def test_charts_with_figures_of_then_have_them(record):
    """And each chart that has a figure of then has one of today."""
    charts = {
        part.key: part
        for module in (simplejson_page, serializers_page)
        for part in module.section(record).parts
        if isinstance(part, Chart)
    }
    for key, then in (("a-shares-chart", 1), ("b-dumps", 4), ("b-loads", 4), ("b-size", 4)):
        assert len([one for one in charts[key].series if re.search(r", 201\d$", one.name)]) == then
        assert any(one.ours for one in charts[key].series) and charts[key].picture
    ujson = next(one for one in charts["b-size"].series if one.name == "ujson, 2015")
    assert ujson.y == [24016 * 1024 / 10_000, 240132 * 1024 / 100_000]


def test_sizes_on_disk_are_whole_blocks():
    assert [serializers_page._blocks(size) for size in (1, 4096, 4097, 30_000)] == ["4", "4", "8", "32"]


def test_the_choice_for_a_queue_is_that_of_the_record(record):
    lines = {part.label: part.text for part in message_queue.parts(record)}
    assert len(lines) == 5
    trusted = lines["Python on both sides, and senders that you trust:"]
    assert "times hayapack's time" in trusted and "once" in trusted and "can run code" in trusted
    assert lines["The fewest bytes:"].startswith("pickle, ")  # made up as 0.97 of hayapack's
    assert "of those that only make values, hayapack" in lines["The fewest bytes:"]
    assert lines["Senders that you do not trust, or other languages:"].startswith("msgspec takes the least time, ")
    without = copy.deepcopy(record)
    for source in without.sources:
        for codec in ("pickle_std", "json_std", "orjson"):
            source.cells.pop(codec, None)
    assert len(message_queue.parts(without)) == 3  # ujson is not installed
    assert message_queue.parts(replace(record, sources=[])) == []


def test_pickle_0_stays_away_from_the_largest_list():
    largest = serializers_page.sources(False)[-1]
    assert largest.key == "b_100000" and "pickle_0" not in largest.codecs
    assert {way for way, _ in largest.tasks} == {"reference encode", "reference decode"}
    assert [source.facts["records"] for source in serializers_page.sources(True)] == list(serializers_page.QUICK_SIZES)


def test_large_lists_of_records_are_one_message():
    assert len(records_b.make(2, 3)) == 2
    assert records_b.make(2, 3)[0] == records_b.make(2, 3)[0]


def test_a_cell_without_a_figure_says_why(record):
    row = row_of(tables(simplejson_page.section(record))["a-fair"], "lists, pack")
    assert row["BSON"].text == "failed" and "SIGSEGV" in row["BSON"].hint
    section = serializers_page.section(record)
    row = row_of(tables(section)["b-dumps-then"], "100")
    assert row["ujson, today"].text == "not run" and row["ujson, then"].text == "1.81"
    lost = "Of the values, came back changed today: key 0: int → str at $[0].dict (json)."
    assert lost in [part.text for part in section.parts if isinstance(part, Text)]


def test_sections_stand_without_any_source(record):
    empty = replace(record, sources=[], codecs={})
    for module in (simplejson_page, serializers_page):
        texts = [part.text for part in module.section(empty).parts if isinstance(part, Text)]
        assert "None of this was measured in this run." in texts


def test_figures_have_three_digits_and_no_exponent():
    shown = [report_tables.figures(value) for value in (0.0002019, 3.9, 12.0, 99.94, 100.2, 12345.6, 0)]
    assert shown == ["0.000202", "3.90", "12.0", "99.9", "100", "12,346", "0"]


# Losses and noise.


def test_losses_are_listed_worst_first_with_what_is_done_less(record):
    found, counts = losses.compared(record)
    ratios = [one.judged.ratio.value for one in found]
    quicker = {one.judged.codec for one in found if one.judged.verdict == judge.FASTER}
    assert ratios == sorted(ratios) and quicker == {"pickle_std", "msgspec_msgpack"}
    shown = tables(losses.section(record))
    assert len(shown["losses-faster"].rows) == counts[judge.FASTER]
    assert len(shown["losses-even"].rows) == counts[judge.SAME]
    assert counts[judge.TOO_FEW] == 1
    json = losses.remarks(record, record.sources[5], "json_std")
    assert json.startswith("lossy: key 0")
    assert report_tables.is_ours("d_typeless_root") and not report_tables.is_ours("d_msgpack_lz4")


def test_what_is_smaller_and_what_failed_is_listed(record):
    section = losses.section(record)
    smaller = tables(section)["losses-smaller"]
    assert {row[0].text for row in smaller.rows} == {"pickle"}
    failed = tables(section)["losses-failed"]
    said = {row[0].text: (row[1].text, row[2].text) for row in failed.rows}
    assert said["BSON"][0] == "failed" and said["ujson"] == ("not run", "No module named 'ujson'")


def test_a_run_without_hayapack_compares_nothing(record):
    alone = copy.deepcopy(record)
    for source in alone.sources:
        for codec in [c for c in source.cells if report_tables.is_ours(c)]:
            del source.cells[codec]
    assert losses.section(alone).parts[0].text.startswith("Nothing was compared")
    noise = next(s for s in run_report.build(alone).sections if s.key == "noise")
    assert "not measured twice" in noise.parts[0].text


def test_conclusions_then_losses_and_noise_come_first(report):
    keys = [section.key for section in report.sections]
    assert keys[:7] == [
        "head",
        "a-answer-en",
        "a-answer-ja",
        "b-answer-en",
        "c-answer-en",
        "c-answer-ja",
        "d-answer-en",
    ]
    assert [key for key in keys if "answer" not in key][1:6] == ["b-queue", "losses", "noise", "a", "b"]
    noise = next(section for section in report.sections if section.key == "noise")
    assert [row[0].text for row in tables(noise)["noise-floor"].rows] == ["A", "B"]


def test_an_interrupted_run_says_so_first():
    report = run_report.build(made_up.record(interrupted=True))
    assert report.sections[0].parts[0].text.startswith("The run was interrupted at “B 100,000")
    section = next(section for section in report.sections if section.key == "b")
    row = row_of(tables(section)["b-dumps-then"], "100,000")
    assert row["hayapack, today"].text == "not reached"


def test_a_section_with_a_mistake_leaves_the_others(record, monkeypatch):
    monkeypatch.setattr(simplejson_page, "section", lambda record: 1 / 0)
    few = replace(record, sources=record.sources[:1])
    found = {section.key: section for section in run_report.build(few).sections}
    assert "ZeroDivisionError" in found["a"].parts[0].text
    assert "b" in found


def test_keys_are_unique(report):
    keys = [part.key for section in report.sections for part in (section, *section.parts) if not isinstance(part, Text)]
    assert len(keys) == len(set(keys)) and all(re.fullmatch(r"[A-Za-z0-9-]+", key) for key in keys)


# Writers.

NASTY = "<b> & \"q\" | `x` *y* _z_ </script>"


def nasty():
    table = Table("t", NASTY, [Column(NASTY, False)], [[Cell(NASTY, hint=NASTY)]], NASTY)
    wide = Table("w", "Wide one", [Column("c")], [[Cell("1", 1)]], wide=True)
    chart = Chart("c", "bars", NASTY, [NASTY], [Series(NASTY, [1.0], hints=[NASTY])], NASTY)
    return Report(NASTY, [Section("s", NASTY, [Text(NASTY), table, wide, chart])], [NASTY])


def test_no_text_is_taken_for_markup():
    page = html.page(nasty())
    body = page[page.index("<body>") : page.index("<script>")]
    assert "<b>" not in body and "&lt;b&gt; &amp;" in body
    text = markdown.text(nasty(), {"c": "charts/c.png"})
    assert "<b>" not in text.replace("\\<b\\>", "") and "\\|" in text
    assert "Wide one" not in text and "Wide one" in page
    assert "](charts/c.png)" in text


def test_the_page_forbids_itself_to_fetch():
    page = html.page(nasty())
    assert "default-src 'none'" in page
    assert not re.search(r"<(script|img|iframe)[^>]* src=|<link|@import|url\(http", page)


def test_the_page_without_matplotlib_has_the_tables_and_says_so(report, monkeypatch):
    monkeypatch.setattr(html, "svg", None)
    page = html.page(report)
    assert "the Python package matplotlib was not installed" in page and "<figure" not in page
    assert page.count("<table>") >= 10 and len(page) < 400_000


FORMS = {"bars": 1, "lines": 1, "dots": 2, "scatter": 2}  # dots are drawn for a telephone, too


@pytest.mark.long
def test_the_page_has_its_charts_as_svg(report):
    pytest.importorskip("matplotlib")
    page = html.page(report)
    charts = [part for section in report.sections for part in section.parts if isinstance(part, Chart)]
    assert page.count("<svg") == sum(FORMS[chart.kind] for chart in charts if chart_layout.drawable(chart)) > 0
    assert "not installed" not in page
    for text in page.split("<svg")[1:]:
        drawn = text[: text.index("</svg>")]
        assert "<text" in drawn  # letters are text, not outlines
        assert not re.search("#[0-9a-f]{6}", drawn)  # all colours are the style's, which has two of each
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"var\((--c\w+)\)", page)) <= set(re.findall(r"(--c\w+):", page))


def test_each_mark_has_its_value_as_a_tooltip():
    pytest.importorskip("matplotlib")
    from hayapack_lab.report import svg

    series = [
        Series("a <b>", [1.5, None, 3.0], [1.0, None, 2.0], [2.0, None, 4.0], hints=["x", "y", "z"]),
        Series("two", [3.0, 4.0, None]),
    ]
    expected = [
        "a <b>: one\n1.50 ns (95 %: 1.00 ns to 2.00 ns)\nx",
        "a <b>: three\n3.00 ns (95 %: 2.00 ns to 4.00 ns)\nz",
        "two: one\n3.00 ns",
        "two: two\n4.00 ns",
    ]
    for kind in ("bars", "dots"):
        one = Chart("k", kind, "t", ["one", "two", "three"], series, "y", y_unit="ns")
        root = ElementTree.fromstring(svg.draw(one, colours.Palette().assign(one)))
        found = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
        assert found == expected, kind


@pytest.mark.long
def test_what_is_written_is_reported_and_small(record, tmp_path):
    pytest.importorskip("matplotlib")
    written = report_files.write(record, tmp_path)
    assert sorted(path.relative_to(tmp_path).as_posix() for path in written) == [
        "charts/a-pack.png",
        "charts/a-shares-chart.png",
        "charts/a-unpack.png",
        "charts/b-dumps.png",
        "charts/b-loads.png",
        "charts/b-size.png",
        "report.html",
        "summary.md",
    ]
    sizes = {path.name: path.stat().st_size for path in written}
    assert sizes["report.html"] < 2_000_000 and sizes["a-pack.png"] < 60_000
    assert (tmp_path / "charts" / "a-pack.png").read_bytes().startswith(b"\x89PNG")
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert "](charts/a-pack.png)" in summary and "## Where hayapack loses" in summary


def test_without_matplotlib_there_are_no_pictures_and_the_summary_says_so(record, tmp_path, monkeypatch):
    monkeypatch.setattr(report_files, "png", None)
    monkeypatch.setattr(html, "svg", None)
    assert [path.name for path in report_files.write(record, tmp_path)] == ["report.html", "summary.md"]
    assert "matplotlib was not installed" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_the_brief_names_the_worst():
    lines = report_files.brief(made_up.record(interrupted=True)).splitlines()
    assert lines[0].startswith("Interrupted") and lines[2].startswith("  pickle × 0.8")


# Charts.


def chart(kind="bars", ys=((1.0, 100.0), (None, 5.0)), **more):
    series = [Series(f"s{place}", list(y)) for place, y in enumerate(ys)]
    return Chart("k", kind, "t", ["a", "b"], series, "y", **more)


def test_an_axis_holds_every_value_and_its_interval():
    one = Series("s", [10.0], [8.0], [30.0])
    log = Chart("k", "dots", "t", ["a"], [one], "y", y_log=True)
    low, high = chart_layout.value_range(log)
    assert 0 < low < 8 and high > 30
    assert chart_layout.value_range(chart())[0] == 0
    assert chart_layout.value_range(chart("dots", ((None, None),), y_log=True)) == (1.0, 10.0)


def test_ticks_are_round_and_few():
    assert chart_layout.log_ticks(1, 10) == [1, 2, 5, 10]
    assert chart_layout.log_ticks(5, 900) == [10, 30, 100, 300]
    assert chart_layout.log_ticks(1, 1e5) == [1, 10, 100, 1000, 10_000, 100_000]
    assert [chart_layout.tick_text(v, "ns") for v in (20, 3e4, 1e9)] == ["20 ns", "30 µs", "1 s"]
    assert [chart_layout.tick_text(v, "") for v in (10, 1e5)] == ["10", "100 k"]


def test_series_that_no_category_has_both_share_a_lane():
    apart = ((1.0, None, None), (None, 2.0, None), (None, None, 3.0), (1.5, 2.5, None))
    assert chart_layout.lanes(chart("dots", apart)) == [0, 0, 0, 1]
    assert chart_layout.lanes(chart("bars", apart)) == [0, 1, 2, 3]
    assert chart_layout.places(chart("dots", apart))[0] == chart_layout.places(chart("dots", apart))[2]


def test_series_without_a_value_are_not_drawn():
    assert [s.name for s in chart_layout.drawable(chart(ys=((None, None), (1.0, 2.0)))).series] == ["s1"]
    assert chart_layout.drawable(chart(ys=((None, None),))) is None


def test_hayapack_has_its_own_colour_and_names_keep_theirs():
    palette = colours.Palette()
    names = [Series(str(n), [1.0], ours=n == 3) for n in range(8)]
    first = palette.assign(Chart("k", "bars", "t", ["a"], names, "y"))
    assert first[3] == colours.OURS[0] and len(set(first)) == 8
    assert not set(colours.OURS) & set(colours.OTHERS)
    again = palette.assign(Chart("k", "bars", "t", ["a"], names[4:], "y"))
    assert again == first[4:]
    many = [Series(f"more {n}", [1.0]) for n in range(6)]
    palette.assign(Chart("k", "bars", "t", ["a"], many, "y"))
    mixed = palette.assign(Chart("k", "bars", "t", ["a"], [*many, names[0]], "y"))
    assert mixed[-1] == first[0] and len(set(mixed)) == 7


def test_bars_start_at_zero():
    assert chart_layout.value_range(chart("bars"))[0] == 0
    with pytest.raises(ValueError, match="linear axis"):
        chart("bars", y_log=True)


def test_charts_are_sorted_highlight_ours_and_count_what_they_show(record):
    drawn = [part for section in run_report.build(record).sections for part in section.parts]
    shown = [part for part in drawn if isinstance(part, Chart) and part.picture]
    assert shown
    for one in shown:
        assert any(series.ours for series in one.series) or one.ours
        count = int(one.caption.split()[0])
        by_series = sum(any(value is not None for value in series.y) for series in one.series)
        assert count == (len(one.x) if one.ours else by_series)
        if not one.ours:
            assert report_tables.fastest_first(one.series) == one.series


def test_a_series_that_lacks_values_comes_last():
    whole, part, fast = Series("w", [5.0, 5.0]), Series("p", [1.0, None]), Series("f", [2.0, 3.0])
    assert report_tables.fastest_first([part, whole, fast]) == [fast, whole, part]
    assert report_tables.counted([part, Series("none", [None, None])]) == "1 codec"


def test_a_legend_never_squeezes_the_plot():
    charts = pytest.importorskip("hayapack_lab.report.matplotlib_charts")
    names = ["hayapack", "igbinary", *(f"a long name of a codec, number {n}" for n in range(7))]
    wide = Chart("k", "dots", "t", ["a", "b"], [Series(n, [1.0, 2.0]) for n in names], "y")
    drawn = charts.figure(wide, [colours.OTHERS[0]] * len(names))
    drawn.draw_without_rendering()
    plot, legend = drawn.axes
    assert plot.get_position().width > 0.8
    assert legend.get_legend().get_window_extent().x1 <= drawn.bbox.x1


@pytest.mark.parametrize(
    ("kind", "log"), [("bars", False), ("lines", False), ("lines", True), ("dots", False), ("dots", True)]
)
def test_every_kind_of_chart_is_drawn(kind, log, tmp_path):
    pytest.importorskip("matplotlib")
    x = [1, 10] if kind == "lines" else ["a rather long category", "another long category, longer"]
    series = [Series("one", [1.5, None], [1.0, None], [2.0, None]), Series("two", [3.0, 4.0])]
    one = Chart("k", kind, "t", x, series, "y", y_unit="ns", y_log=log, x_log=log, picture=True)
    page = html.page(Report("r", [Section("s", "S", [one])]))
    assert page.count("<svg") == FORMS[kind] and "two: " in page
    from hayapack_lab.report import png

    assert png.write([one], tmp_path)["k"].stat().st_size > 2000
