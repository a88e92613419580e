"""The page in a real browser: charts are drawn, tables can be sorted, nothing is downloaded."""

import re

import browser
import made_up
import pytest

from hayapack_lab.report import files

pytest.importorskip("matplotlib")
if not browser.found():
    pytest.skip("needs Chromium", allow_module_level=True)

TABLE = "document.querySelector('[aria-labelledby=a-then]')"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    files.write(made_up.record(), folder)
    return folder / "report.html"


@pytest.fixture(scope="module")
def tab():
    with browser.Browser() as tab:
        yield tab


def column(tab, place):
    rows = f"[...{TABLE}.querySelector('tbody').rows]"
    return tab.run(f"{rows}.map(row => row.cells[{place}].textContent)")


def sorts(tab):
    return tab.run(f"[...{TABLE}.querySelectorAll('th')].map(h => h.getAttribute('aria-sort'))")


def colours(tab):
    """The colours of the texts and marks of all charts, and of the page."""
    return tab.run(
        "[...new Set([...document.querySelectorAll('.plot text, .plot use, body')].map(e => e.localName + "
        "(e.localName === 'body' ? getComputedStyle(e).backgroundColor : getComputedStyle(e).fill)))].sort()"
    )


@pytest.mark.parametrize("width, dark", [(1200, False), (1200, True), (390, False), (390, True)])
def test_every_chart_is_drawn_and_nothing_is_fetched(tab, page, width, dark):
    tab.requests.clear()
    tab.show(page, width, dark=dark)
    boxes = tab.run("[...document.querySelectorAll('.plot svg')].map(e => [e.clientWidth, e.clientHeight])")
    assert len(boxes) >= 6 and min(map(min, boxes)) > 150
    assert tab.requests == [page.as_uri()] and tab.errors == []
    assert tab.run("document.documentElement.scrollWidth") <= width
    widest = tab.run("Math.max(...[...document.querySelectorAll('.plot')].map(p => p.clientWidth))")
    assert 0.85 * min(width, 1120) < widest <= width


def test_a_table_sorts_by_click_and_by_enter(tab, page):
    tab.show(page)
    before = column(tab, 1)
    tab.run(f"{TABLE}.querySelectorAll('th')[1].querySelector('button').click()")
    values = [float(text) for text in column(tab, 1)]
    assert values == sorted(values) and column(tab, 1) != before
    assert sorts(tab)[:3] == ["none", "ascending", "none"]
    tab.run(f"{TABLE}.querySelectorAll('th')[1].querySelector('button').focus()")
    tab.key("Enter", 13, "\r")
    assert [float(text) for text in column(tab, 1)] == values[::-1]
    assert sorts(tab)[1] == "descending"


def test_cells_without_a_figure_sort_last_both_ways(tab, page):
    tab.show(page)
    place = tab.run(f"[...{TABLE}.querySelectorAll('th')].findIndex(h => h.textContent === 'BSON, today')")
    for _ in range(2):
        tab.run(f"{TABLE}.querySelectorAll('th')[{place}].querySelector('button').click()")
        assert column(tab, place)[-2:] == ["failed", "failed"]


def test_charts_follow_the_mode_while_the_page_is_open(tab, page):
    tab.show(page, dark=False)
    light = colours(tab)
    tab.mode(dark=True)
    dark = colours(tab)
    assert len(light) == len(dark) > 6 and not set(light) & set(dark)
    tab.mode(dark=False)
    assert colours(tab) == light


def test_a_mark_says_its_value_and_unit(tab, page):
    tab.show(page)
    said = tab.run("[...document.querySelectorAll('.plot title')].map(e => e.textContent).join('|')")
    assert re.search(r"10,000 records\n[\d.,]+ µs .95 %", said)


def test_the_contents_lead_to_the_sections(tab, page):
    tab.show(page)
    links = "[...document.querySelectorAll('nav a')]"
    found = tab.run(f"{links}.map(link => link.hash)")
    assert found[:2] == ["#losses", "#noise"] and len(found) == len(set(found))
    assert tab.run(f"{links}.every(link => document.querySelector(link.hash))")
