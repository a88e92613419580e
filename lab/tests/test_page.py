"""The page in a real browser: charts are drawn, tables can be sorted, nothing is downloaded."""

import browser
import made_up
import pytest
from hayapack_lab.report import files

pytest.importorskip("bokeh")
if not browser.found():
    pytest.skip("needs Chromium", allow_module_level=True)

DRAWN = "document.documentElement.dataset.charts === 'drawn'"
# For each chart: whether one of its canvases has non-transparent pixels.
INKED = """
(() => {
  const canvases = function* (node) {
    for (const child of node.querySelectorAll("*")) {
      if (child instanceof HTMLCanvasElement) yield child;
      if (child.shadowRoot) yield* canvases(child.shadowRoot);
    }
  };
  const inked = canvas => canvas.width && canvas.getContext("2d")
    .getImageData(0, 0, canvas.width, canvas.height).data.some(value => value !== 0);
  return [...document.querySelectorAll(".plot")].map(plot => [...canvases(plot)].some(inked));
})()
"""
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
    """The colours of the labels on the left of all charts, and of the page."""
    return tab.run(
        "[...new Set(Bokeh.documents.map(d => d.roots()[0].left[0].major_label_text_color)),"
        " getComputedStyle(document.body).backgroundColor]"
    )


@pytest.mark.parametrize("width, dark", [(1200, False), (1200, True), (390, False), (390, True)])
def test_every_chart_is_drawn_and_nothing_is_fetched(tab, page, width, dark):
    tab.requests.clear()
    tab.show(page, width, dark=dark)
    tab.wait(DRAWN)
    count = tab.run("document.querySelectorAll('script.chart').length")
    assert count >= 6 and tab.run("Bokeh.documents.length") == count
    tab.wait(f"{INKED.strip()}.every(Boolean)")
    assert tab.requests == [page.as_uri()] and tab.errors == []
    assert tab.run("document.documentElement.scrollWidth") <= width
    widest = tab.run("Math.max(...[...document.querySelectorAll('.plot')].map(p => p.scrollWidth))")
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
    place = tab.run(
        f"[...{TABLE}.querySelectorAll('th')].findIndex(h => h.textContent === 'BSON, today')"
    )
    for _ in range(2):
        tab.run(f"{TABLE}.querySelectorAll('th')[{place}].querySelector('button').click()")
        assert column(tab, place)[-2:] == ["failed", "failed"]


def test_charts_follow_the_mode_while_the_page_is_open(tab, page):
    tab.show(page, dark=False)
    tab.wait(DRAWN)
    light = colours(tab)
    tab.mode(dark=True)
    dark = colours(tab)
    assert len(light) == len(dark) == 3 and not set(light) & set(dark)
    tab.mode(dark=False)
    assert colours(tab) == light


def test_a_legend_button_hides_its_series(tab, page):
    tab.show(page)
    tab.wait(DRAWN)
    shown = "Bokeh.documents[0].roots()[0].renderers.filter(r => r.visible).length"
    count = tab.run(shown)
    button = "document.querySelector('.legend button')"
    tab.run(f"{button}.click()")
    assert tab.run(shown) == count - 2  # its points and its whiskers
    assert tab.run(f"{button}.getAttribute('aria-pressed')") == "false"
    tab.run(f"{button}.click()")
    assert tab.run(shown) == count


def test_pointing_at_a_mark_shows_its_value_and_unit(tab, page):
    tab.show(page)
    tab.wait(DRAWN)
    tab.run("document.querySelector('#chart-b-dumps').scrollIntoView({behavior: 'instant'})")
    place = tab.run(
        """(() => {
          const view = Bokeh.index.find_one_by_id(Bokeh.documents.map(d => d.roots()[0])
            .find(root => root.y_range.start === 0).id);
          const frame = view.frame.bbox, box = view.el.getBoundingClientRect();
          const model = view.model, glyph = model.renderers[0].data_source.data;
          const x = view.frame.x_scale.compute(glyph.x[0]);
          return [box.left + x, box.top + frame.bottom - 5];
        })()"""
    )
    tab.point(*place)
    tab.wait(
        """(() => {
          const text = node => [...node.querySelectorAll("*")].map(child => child.shadowRoot
            ? text(child.shadowRoot) : "").join(" ") + node.textContent;
          return /10,000 records.*[0-9] µs .95 %/.test(text(document.body));
        })()"""
    )


def test_the_contents_lead_to_the_sections(tab, page):
    tab.show(page)
    links = "[...document.querySelectorAll('nav a')]"
    found = tab.run(f"{links}.map(link => link.hash)")
    assert found[:2] == ["#losses", "#noise"] and len(found) == len(set(found))
    assert tab.run(f"{links}.every(link => document.querySelector(link.hash))")
