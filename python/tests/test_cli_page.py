"""The page of `hayapack compare --html`, opened in a real browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("hayapack_lab.page", reason="hayapack-lab is not installed for this Python")

BROWSER = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
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
    assert not re.search(r"""<script|<link|<img|@import|url\(|https?://""", html)
    for text in ("hayapack pure", "marshal", "Encode", "Decode", "prefers-color-scheme: dark"):
        assert text in html


def browse(tmp_path, *arguments):
    profile = tmp_path / "profile"
    command = [BROWSER, *FLAGS, f"--user-data-dir={profile}", *arguments]
    return subprocess.run(command, capture_output=True, timeout=60, text=True)


@pytest.mark.skipif(BROWSER is None, reason="no Chromium here to open the page in")
def test_the_browser_lays_the_charts_out(page, tmp_path):
    """A script added to a copy measures what a reader would see."""
    probe = """<script>
      const box = (e) => e.getBoundingClientRect();
      const dots = [...document.querySelectorAll("circle.dot")].map(box);
      const bars = [...document.querySelectorAll(".bar i")].map(box);
      document.title = JSON.stringify({
        dots: dots.length, bars: bars.length, wide: document.documentElement.scrollWidth,
        inner: window.innerWidth,
        drawn: dots.every((b) => b.width > 5 && b.left > 0 && b.right < window.innerWidth),
        filled: bars.every((b) => b.width >= 2 && b.height > 5),
        spread: new Set(dots.map((b) => Math.round(b.left))).size });
    </script></body>"""
    copy = tmp_path / "probe.html"
    html = page.read_text(encoding="utf-8")
    copy.write_text(html.replace("</body>", probe), encoding="utf-8")
    for width in (1100, 500):  # a window narrower than 500 is not to be had headless
        done = browse(tmp_path, f"--window-size={width},1200", "--dump-dom", f"file://{copy}")
        seen = json.loads(re.search(r"<title>(.*?)</title>", done.stdout).group(1))
        assert seen["dots"] == 8 and seen["drawn"] and seen["spread"] > 2, seen
        assert seen["bars"] >= 4 and seen["filled"], seen
        assert seen["wide"] <= seen["inner"], seen  # nothing sticks out sideways


@pytest.mark.skipif(BROWSER is None, reason="no Chromium here to open the page in")
def test_the_browser_draws_something(page, tmp_path):
    shot = tmp_path / "page.png"
    browse(tmp_path, "--window-size=800,1200", f"--screenshot={shot}", f"file://{page}")
    assert shot.stat().st_size > 20_000
