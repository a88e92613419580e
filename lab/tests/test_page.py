"""The page in a real browser: charts are drawn, tables can be sorted, nothing is downloaded."""

import re

import browser
import made_record
import made_up
import pytest

from hayapack_lab.report import report_files

pytest.importorskip("matplotlib")
pytestmark = pytest.mark.long  # a browser opens each page
if not browser.found():
    pytest.skip("needs Chromium", allow_module_level=True)

TABLE = "document.querySelector('[aria-labelledby=a-then]')"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    report_files.write(made_up.record(), folder)
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
    boxes = tab.run("""[...document.querySelectorAll('.plot svg')].filter(e => e.parentElement.clientWidth)
        .map(e => [e.clientWidth, e.clientHeight])""")
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
    assert found[0] == "#a-answer-en" and {"#losses", "#noise"} < set(found) and len(found) == len(set(found))
    assert tab.run(f"{links}.every(link => document.querySelector(link.hash))")


# --- the page of a comparison -------------------------------------------------------


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """The page of a comparison of a file with a long path, with and without the script."""
    cells = {codec: ([ns, ns * 1.01, ns * 0.99] * 4, [ns] * 12, size)
             for codec, ns, size in (("hayapack_native", 1e6, 402_000), ("hayapack_again", 1e6, 402_000),
                                     ("msgpack_c", 3e6, 402_000), ("orjson", 2e6, 467_000), ("json_std", 8e6, 467_100),
                                     ("ujson", 8.1e6, 467_200), ("cbor2", 7.9e6, 403_000), ("pickle_std", 2e6, 263_000),
                                     ("bson", 2e7, 445_000))}  # fmt: skip
    source = made_record.source_of(cells, losses={"bson": ["int → Int64"]})
    source.name = "/srv/someone/projects/a rather long name of a file.json"
    folder = tmp_path_factory.mktemp("compared")
    report_files.write(made_record.record_of(source), folder)
    page = folder / "report.html"
    plain = re.sub(r"(?s)<script>.*?</script>", "", page.read_text(encoding="utf-8"))
    (folder / "plain.html").write_text(plain, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["report", "plain"])
@pytest.mark.parametrize("width, height, dark", [(1280, 800, False), (1280, 800, True), (360, 740, False)])
def test_the_first_screen_answers(tab, compared, name, width, height, dark):
    tab.show(compared / f"{name}.html", width, height, dark=dark)
    assert tab.run("document.documentElement.scrollWidth") <= width
    bottoms = "[...document.querySelectorAll('{}')].map(e => e.getBoundingClientRect().bottom)"
    assert max(tab.run(bottoms.format(".verdict"))) < height / 2
    drawn = tab.run("[...document.querySelectorAll('.answer .plot')].filter(e => e.clientWidth).length")
    assert drawn == 1 and max(tab.run(bottoms.format(".answer .plot"))) < height
    cards = tab.run(bottoms.format(".cards li"))
    assert len(cards) == 3 and (max(cards) < height or width < 600)  # a telephone: the verdict and the chart
    assert "someone" not in tab.run("document.documentElement.textContent")
    assert tab.errors == []


@pytest.mark.parametrize("width", [1280, 390])
def test_charts_of_times_need_no_scrolling(tab, compared, width):
    """Also on a telephone, in rows of at most 45 pixels."""
    tab.show(compared / "report.html", width, 800)
    boxes = tab.run("""[...document.querySelectorAll('.plot.dots')].filter(e => e.clientWidth)
        .map(e => [e.scrollWidth - e.clientWidth, e.clientHeight])""")
    assert len(boxes) == 2
    assert all(hidden <= 0 and height < 9 * 45 + 150 for hidden, height in boxes)


def test_the_verdict_is_a_list(tab, compared):
    tab.show(compared / "report.html")
    points = tab.run("[...document.querySelectorAll('ul.verdict li')].map(e => e.textContent)")
    assert [point.split()[0] for point in points] == ["Fastest", "Smallest:", "Better"]


@pytest.mark.parametrize("width", [1280, 360])
def test_labels_of_the_chart_cover_nothing_and_can_be_read(tab, compared, width):
    """Each codec has its name beside its dot, in letters of at least 10 pixels."""
    tab.show(compared / "report.html", width, 800)
    boxes = tab.run("""[...document.querySelectorAll('.answer .plot')].filter(e => e.clientWidth).flatMap(plot =>
        [...plot.querySelectorAll('text')].map(e => [e.textContent.trim(), e.getBoundingClientRect()])
        .map(([text, b]) => [text, b.left, b.top, b.right, b.bottom]))""")
    names = {"hayapack", "msgpack", "orjson", "json", "ujson", "cbor2", "pickle (unsafe)", "BSON (loses data)"}
    labels = [box for box in boxes if box[0] in names]
    assert len(labels) == len(names)
    for name, left, top, right, bottom in labels:
        assert bottom - top >= 10 and 0 <= left and right <= width, name
        for other in labels:
            apart = other[3] <= left or right <= other[1] or other[4] <= top + 2 or bottom - 2 <= other[2]
            assert other[0] == name or apart, (name, other[0])


def test_the_legend_says_what_the_marks_are_and_unsafe_ones_are_hollow(tab, compared):
    for dark in (False, True):
        tab.show(compared / "report.html", 1280, 800, dark=dark)
        legend = "[...document.querySelectorAll('.legend li')]"
        assert tab.run(f"{legend}.map(e => e.textContent)") == ["hayapack", "safe, lossless", "unsafe or lossy"]
        backs = tab.run(f"{legend}.map(e => getComputedStyle(e.querySelector('i')).backgroundColor)")
        assert backs[2] == "rgba(0, 0, 0, 0)" and len(set(backs)) == 3
        hollow = tab.run("""[...document.querySelectorAll('.answer .plot:first-of-type use:has(title)')].filter(mark =>
            getComputedStyle(mark).fillOpacity === '0')
            .map(mark => mark.querySelector('title').textContent.split(String.fromCharCode(10))[0])""")
        assert sorted(hollow) == ["BSON (loses data)", "pickle (unsafe)"]


def test_links_to_the_other_languages_are_under_the_title(tab, tmp_path):
    cells = {"hayapack_native": ([1e6] * 3, [1e6] * 3, 100), "json_std": ([2e6] * 3, [2e6] * 3, 200)}
    php = {"php_hayapack_safe": ([1e6] * 3, [1e6] * 3, 100), "php_json": ([2e6] * 3, [2e6] * 3, 200)}
    sources = [made_record.source_of(cells), made_record.source_of(php)]
    sources[1].name, sources[1].group = "made.json in PHP", "PHP"
    record = made_record.record_of(*sources)
    record.machine.load_before = [9.0, 9.0, 9.0]
    report_files.write(record, tmp_path)
    for width, height in ((1280, 800), (390, 844)):
        tab.show(tmp_path / "report.html", width, height)
        tops = [
            tab.run(f"document.querySelector('{part}').getBoundingClientRect().top")
            for part in ("h1", "nav", ".warning", ".verdict")
        ]
        assert tops == sorted(tops) and tops[-1] < height / 2
        assert tab.run("[...document.querySelectorAll('nav a')].map(e => e.textContent)") == [
            "made.json in PHP",
            "Method",
        ]


# The words of the cards that are broken over two lines.
BROKEN = """[...document.querySelectorAll('.cards li > *')].flatMap(part => {
    const text = part.firstChild, range = document.createRange();
    return [...text.data.matchAll(/[^\\s]+/g)].filter(word => {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return new Set([...range.getClientRects()].map(box => box.top)).size > 1;
    }).map(word => word[0]);
})"""


@pytest.mark.parametrize("width, media", [(1280, ""), (700, ""), (360, ""), (700, "print")])
def test_no_word_of_a_card_is_broken(tab, compared, width, media):
    """700 pixels: A4 without its margins."""
    tab.show(compared / "report.html", width)
    tab.media(media)
    try:
        assert tab.run(BROKEN) == []
    finally:
        tab.media("")


def test_the_page_prints(tab, compared):
    tab.show(compared / "report.html", dark=True)
    tab.media("print")
    try:
        assert tab.run("getComputedStyle(document.body).backgroundColor") in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")
        assert tab.run(
            "[...document.querySelectorAll('.scroll')].every(e => getComputedStyle(e).overflowX === 'visible')"
        )
    finally:
        tab.media("")
