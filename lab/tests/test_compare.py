import io
import json
import re

import pytest
from hayapack_lab import page, table, verdict
from hayapack_lab.engine import task_name


def shown(record, monkeypatch, width=None):
    if width:
        monkeypatch.setenv("COLUMNS", str(width))
    else:
        monkeypatch.delenv("COLUMNS", raising=False)
    out = io.StringIO()
    table.show(record, out)
    return out.getvalue()


def test_the_record_is_plain_json_with_a_summary(record):
    again = json.loads(json.dumps(record))
    assert [entry["name"] for entry in again["summary"]] == ["one.json", "many.jsonl"]
    rows = {row["codec"]: row for row in again["summary"][0]["rows"]}
    assert rows["json_std"]["status"] == "ok" and rows["t_crash"]["status"] == "failed"
    encode = rows["json_std"][task_name("encode", True)]
    assert set(encode) == {"ns", "samples", "ratio", "low", "high", "fastest", "same"}
    assert min(row["size_ratio"] for row in rows.values() if row["size"]) == 1


def test_compressors_that_are_missing_are_named(record, monkeypatch):
    changed = json.loads(json.dumps(record))
    for row in changed["summary"][0]["rows"]:
        row["compressed"].update({"zstd": None})
    assert "For the sizes that are missing: pip install zstandard" in shown(changed, monkeypatch)


def test_times_are_for_all_messages(record):
    source = record["sources"][1]
    assert source["messages"] == 5
    row = next(r for r in record["summary"][1]["rows"] if r["codec"] == "json_std")
    task = task_name("decode", True)
    one = sorted(source["cells"]["json_std"]["samples"][task])
    assert one[0] * 5 <= row[task]["ns"] <= one[-1] * 5


def test_the_table_hides_no_codec(record, monkeypatch):
    text = shown(record, monkeypatch)
    assert "\x1b" not in text
    for line in (
        "crashing failed: crashed (SIGSEGV)",
        "failing failed: encode: TypeError: no way to write dict",
        "missing was not run: No module named 'no_such_package'",
        "To compare with them too: pip install no-such-package",
        "lossy loses here: float → int at $.list[1]",
    ):
        assert line in text
    assert re.search(r"^json +\d", text, re.M) and "fastest" in text


@pytest.mark.parametrize("width", [60, 80, 100, 132, 200])
def test_the_table_keeps_to_the_width(record, monkeypatch, width):
    lines = shown(record, monkeypatch, width).splitlines()
    assert max(map(len, lines)) <= width
    assert any(re.search(r"\d+ B", line) for line in lines)


def test_the_page_stands_alone(record):
    html = page.html(record)
    assert len(html) < 200_000
    assert not re.search(r"""(?:src|href)=|@import|url\(|https?://""", html)
    for text in ("prefers-color-scheme: dark", "crashing: failed", "<svg", "viewport"):
        assert text in html
    assert html.count("<section>") == 2


def test_what_a_codec_says_is_escaped(record):
    changed = json.loads(json.dumps(record))
    changed["sources"][0]["name"] = "<script>alert(1)</script>"
    for row in changed["summary"][0]["rows"]:
        if row["error"]:
            row["error"] = "<b>bold</b>"
    html = page.html(changed)
    assert "<script>" not in html and "<b>bold" not in html


def timed(codec, name, encode, decode, size=100, losses=(), spread=0.02):
    row = {"codec": codec, "name": name, "format": "MessagePack", "status": "ok", "error": None,
           "losses": list(losses), "size": size, "compressed": {"gzip": size // 2}}  # fmt: skip
    for what, ns in (("encode", encode), ("decode", decode)):
        row[task_name(what, True)] = {
            "ns": ns, "low": ns / 1000 * (1 - spread), "high": ns / 1000 * (1 + spread)
        }  # fmt: skip
    return row


def test_the_verdict_says_losses_first():
    rows = [
        timed("hayapack_native", "hayapack", 2000, 1000),
        timed("orjson", "orjson", 1000, 3000, size=90),
        timed("pickle_std", "pickle", 1500, 2000),
    ]
    text = verdict.verdict(rows)
    assert text.startswith(
        "In encoding, hayapack loses to orjson (2.00 times as fast) and "
        "pickle (1.33 times as fast, but unsafe on data from strangers)."
    )
    assert "orjson's output is 10% smaller than hayapack's." in text
    assert "hayapack decodes the whole in 1.00 µs, 2.00 times as fast as pickle." in text


def test_the_verdict_knows_no_difference():
    rows = [
        timed("hayapack_native", "hayapack", 1010, 1000),
        timed("msgspec_msgpack", "msgspec", 1000, 1010),
    ]
    text = verdict.verdict(rows)
    assert text.startswith("No codec that keeps the data beats hayapack here in time or size.")
    assert "no different from msgspec" in text


def test_a_lossy_rival_beats_nobody():
    rows = [
        timed("hayapack_native", "hayapack", 2000, 1000),
        timed("json_std", "json", 1000, 500, losses=["int key → str"]),
    ]
    text = verdict.verdict(rows)
    assert text.startswith("No codec that keeps the data beats hayapack")
    assert "json does not give back exactly what went in" in text


@pytest.mark.parametrize(
    "status, said", [("missing", "was not measured"), ("failed", "fails on this data")]
)
def test_the_verdict_without_hayapack_says_so(status, said):
    rows = [timed("json_std", "json", 1, 1)]
    rows.append({"codec": "hayapack_native", "status": status, "error": "Why.", "losses": []})
    assert verdict.verdict(rows).startswith(f"hayapack itself {said}: Why.")


@pytest.mark.parametrize(
    "off, said",
    [
        (
            1200,
            "as orjson (with the garbage collector off, 1.20 times as fast as orjson).",
        ),
        (500, "(with the garbage collector off, orjson is 2.00 times as fast)."),
        (1950, "1.00 µs, 2.00 times as fast as orjson."),
    ],
)
def test_a_lead_that_the_collector_makes_is_told_as_such(off, said):
    rows = [timed("hayapack_native", "hayapack", 1000, 1000), timed("orjson", "orjson", 2000, 2000)]
    for row, ns in zip(rows, (1000, off)):
        row[task_name("decode", False)] = {"ns": ns}
    assert said in verdict.verdict(rows)
