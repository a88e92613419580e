"""The page of `hayapack compare --html`, opened in a real browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys

import pytest

pytestmark = pytest.mark.long
NO_LAB = "hayapack-lab is not installed for this Python"
pytest.importorskip("hayapack_lab.report.compare_report", reason=NO_LAB)

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    (folder / "data.json").write_text(json.dumps({"name": "é", "list": [1, 2.5, None]}))
    command = [sys.executable, "-m", "hayapack", "compare", str(folder / "data.json")]
    command += ["--html", str(folder / "out.html"), "--seconds", "0.3"]
    command += ["--codecs", "hayapack_pure,json_std,marshal_std,pickle_std"]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return folder / "out.html"


def test_the_page_is_small_and_loads_nothing(page):
    html = page.read_text(encoding="utf-8")
    assert len(html) < 2_000_000
    assert not re.search("<script[^>]+src=|<link|<img", html)
    assert "default-src 'none'" in html  # the browser would block any request
    for text in ("hayapack pure", "marshal", "Smallest", "prefers-color-scheme: dark"):
        assert text in html


def browse(tmp_path, *arguments):
    profile = tmp_path / "profile"
    command = [BROWSER, *FLAGS, f"--user-data-dir={profile}", *arguments]
    return subprocess.run(command, capture_output=True, timeout=60, text=True)


PROBE = """<script>
  document.title = JSON.stringify({
    drawn: [...document.querySelectorAll(".plot svg")].map(e => e.clientWidth > 300 && e.clientHeight > 100),
    wide: document.documentElement.scrollWidth, inner: window.innerWidth,
    tables: document.querySelectorAll("table").length });
</script></body>"""


@pytest.mark.skipif(BROWSER is None, reason="needs Chromium to open the page")
def test_the_browser_lays_the_charts_out(page, tmp_path):
    """A script added to a copy of the page inspects the rendered charts."""
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pages have no charts")
    copy = tmp_path / "probe.html"
    html = page.read_text(encoding="utf-8")
    copy.write_text(html.replace("</body>", PROBE), encoding="utf-8")
    for width in (1100, 500):  # headless windows can't be narrower than 500
        size, patience = f"--window-size={width},1200", "--virtual-time-budget=20000"
        done = browse(tmp_path, size, patience, "--dump-dom", f"file://{copy}")
        seen = json.loads(re.search(r"<title>(.*?)</title>", done.stdout).group(1))
        # Round trip against size, encode and decode in the form for this width, and sizes, which have one form.
        assert sorted(seen["drawn"]) == [False] * 3 + [True] * 4, seen
        assert seen["tables"] >= 5, seen
        assert seen["wide"] <= seen["inner"], seen  # no horizontal overflow


@pytest.mark.skipif(BROWSER is None, reason="needs Chromium to open the page")
def test_the_browser_draws_something(page, tmp_path):
    shot = tmp_path / "page.png"
    browse(tmp_path, "--window-size=800,1200", f"--screenshot={shot}", f"file://{page}")
    assert shot.stat().st_size > 20_000
