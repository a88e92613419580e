"""`hayapack compare` as a process: on pipes, on a terminal, interrupted, with a closed pipe."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess

import pytest
from tool import COMMAND, PATIENCE, environment, on_terminal, run, until

import hayapack

try:
    import hayapack_lab.report.compare_report  # noqa: F401

    LAB = True
except ImportError:
    LAB = False

needs_lab = pytest.mark.skipif(not LAB, reason="hayapack-lab is not installed for this Python")
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and terminals")

FAST = ["--seconds", "0.2", "--codecs", "hayapack_pure,json_std,marshal_std"]
VALUE = {"name": "é", "list": [1, 2.5, None, True]}


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "data.json"
    path.write_text(json.dumps(VALUE))
    return str(path)


# --- without the lab ---------------------------------------------------------


def test_version():
    assert run("--version").stdout.decode().startswith(f"hayapack {hayapack.__version__} (")


def test_a_missing_lab_is_named_with_the_way_to_get_it(document, tmp_path):
    folder = tmp_path / "hayapack_lab"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise ModuleNotFoundError('gone', name='hayapack_lab')")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = run("compare", document, PYTHONPATH=path)
    assert done.returncode == 2 and done.stdout == b""
    assert b'pip install "./lab[rivals]"' in done.stderr
    assert b"pip install --no-build-isolation --no-deps ./lab" in done.stderr
    assert b"hayapack_lab is not installed" in done.stderr and b"Traceback" not in done.stderr


# --- with the lab ------------------------------------------------------------


@pytest.mark.long
@needs_lab
def test_the_data_is_also_measured_as_objects_of_a_class(tmp_path):
    (tmp_path / "shop.py").write_text("from typing import NamedTuple\n\n\nclass Item(NamedTuple):\n    name: str\n")
    (tmp_path / "items.json").write_text('[{"name": "tea"}, {"name": "milk"}]')
    done = run("compare", "items.json", *FAST, "--type", "shop:Item", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "items.json as list[Item]" in done.stdout.decode() and "hayapack typed" in done.stdout.decode()
    done = run("compare", "items.json", *FAST, "--type", "shop:Other", cwd=tmp_path)
    assert done.returncode == 2 and b"no attribute 'Other'" in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.long
@needs_lab
def test_a_table_on_a_pipe_is_plain_and_names_the_page(document, tmp_path):
    page = tmp_path / "page.html"
    done = run("compare", document, *FAST, "--html", str(page))
    text = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"") and page.is_file()
    assert "\x1b" not in text and "data.json\nJSON, 48 B" in text
    for name in ("hayapack pure", "json", "marshal"):
        assert re.search(rf"^{name} .*\d (ns|µs|ms)", text, re.M), name
    words = " ".join(text.split())
    for part in ("Every codec kept the data.", "ratios with 95 % intervals", "% map keys", "Fastest round trip"):
        assert part in words, part
    assert words.endswith(f"Wrote {page}.")
    assert words.count("No verdict on speed with ") == 2  # first and last


@pytest.mark.long
@needs_lab
@pytest.mark.parametrize("kind", ["json", "jsonl", "msgpack"])
def test_json_for_machines_of_a_file_and_of_standard_input(kind, document, tmp_path):
    page = tmp_path / "page.html"
    data = {"json": json.dumps(VALUE).encode(), "jsonl": b"[1]\n[2]\n", "msgpack": hayapack.packb(VALUE) * 2}[kind]
    done = run("compare", document, "-", "--json", *FAST, "--html", str(page), stdin=data)
    assert done.stderr.decode() == f"hayapack: wrote {page}\n"
    record = json.loads(done.stdout)
    assert record["schema"] == "hayapack-lab/3" and record["kind"] == "compare"
    assert set(record) >= {"started", "seconds", "interrupted", "machine", "settings", "codecs"}
    assert record["command"].startswith("hayapack compare ")
    assert [source["messages"] for source in record["sources"]] == [1, 1 if kind == "json" else 2]
    assert record["sources"][1]["name"] == "standard input" and len(record["summary"]) == 2
    for row in record["summary"][0]["rows"]:
        assert row["status"] == "ok" and row["losses"] == []
        assert row["size"] > 0 and set(row["compressed"]) == {"lz4", "gzip", "zstd"}
        for task in ("encode gc on", "encode gc off", "decode gc on", "decode gc off"):
            assert row["times"][task]["ns"] > 0
            assert (row["times"][task]["ratio"] is None) == (row["codec"] == "hayapack_pure")
    source = record["sources"][0]
    assert len(source["cells"]["json_std"]["samples"]["encode gc on"]) >= 1
    assert source["composition"]["bytes"] == len(hayapack.packb(VALUE))


@pytest.mark.long
@needs_lab
def test_the_lab_draws_the_same_report_from_the_record(document, tmp_path):
    """The output of --json has all that the page needs."""
    record = run("compare", document, "--json", *FAST).stdout
    (tmp_path / "record.json").write_bytes(record)
    done = run("lab", "report", str(tmp_path / "record.json"), "--out", str(tmp_path / "out"))
    assert (done.returncode, done.stderr) == (0, b"")
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    for words in ("hayapack compare: ", "Smallest", "% map keys", "hayapack pure"):
        assert words in page, words


@pytest.mark.long
@needs_lab
def test_a_codec_that_fails_is_shown(tmp_path):
    path = tmp_path / "data.msgpack"
    path.write_bytes(hayapack.packb({"b": b"bytes", 1: 2}))
    text = run("compare", str(path), *FAST).stdout.decode()
    assert re.search("^json +failed: encode: TypeError: Object of type bytes is not JSON serializable", text, re.M)
    assert re.search(r"^hayapack pure .*µs", text, re.M)


@needs_lab
def test_bad_data_is_status_1_with_offset_and_path(tmp_path):
    path = tmp_path / "bad.msgpack"
    path.write_bytes(b"\x81\xa5items\x93\x01\x02\xd9\x28short")
    done = run("compare", str(path))
    assert done.returncode == 1 and done.stdout == b""
    error = done.stderr.decode()
    assert error.startswith(f"hayapack: {path}: byte 10: truncated str8") and "$.items[2]" in error
    assert error.count("\n") == 1


@pytest.mark.long
@needs_lab
def test_data_as_deep_as_messagepack_allows_is_measured_or_refused(tmp_path):
    path = tmp_path / "deep.msgpack"
    path.write_bytes(b"\x91" * 1023 + b"\x90")
    done = run("compare", str(path), *FAST)
    assert done.returncode in (0, 1) and b"Traceback" not in done.stderr
    assert done.returncode == 0 or b"nested too deeply" in done.stderr


@pytest.mark.long
@needs_lab
def test_a_missing_file_and_wrong_options():
    done = run("compare", "/no/such/file")
    assert done.returncode == 1 and b"/no/such/file: No such file" in done.stderr
    for options in (["--codecs", "nonsense"], ["--seconds", "0"], ["--html", "/no/such/x.html"]):
        assert run("compare", "-", *options, stdin=b"1").returncode == 2, options


@needs_lab
def test_codecs_are_listed():
    text = run("compare", "--list").stdout.decode()
    for key in ("hayapack_native", "msgpack_c", "orjson", "bson", "cbor2"):
        assert re.search(rf"^{key} ", text, re.M)
    assert "again" not in text and "php" not in text


STALLS = """
import json, os, time
NAME, FORMAT, PACKAGE, LOSES = "stalls", "JSON", "", "nothing"
calls = 0

def encode(value):
    global calls
    calls += 1
    if calls > 100:
        open(os.environ["STALLED"], "w").close()
        time.sleep(10_000)
    time.sleep(0.01)  # so that one call is a sample
    return json.dumps(value).encode()

def load(needs):
    return encode, json.loads
"""


@pytest.mark.long
@needs_lab
@posix
def test_ctrl_c_prints_the_results_so_far(document, tmp_path):
    # A codec that stalls after many calls: the others have samples for every task by then.
    (tmp_path / "t_stalls.py").write_text(STALLS)
    arguments = ["compare", document, "--seconds", "600", "--codecs", "json_std,marshal_std,t_stalls"]
    page, mark = tmp_path / "page.html", tmp_path / "stalled"
    # As from a terminal: the whole group of processes gets the signal.
    process = subprocess.Popen(
        [*COMMAND, *arguments, "--json", "--html", str(page)],
        stdout=subprocess.PIPE,
        start_new_session=True,
        env=environment(HAYAPACK_LAB_CODECS=str(tmp_path), STALLED=str(mark)),
    )
    until(mark.exists, "the stall")
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    record = json.loads(out)
    assert record["interrupted"] and record["sources"][0]["cells"]["json_std"]["samples"]
    assert "Interrupted: results so far." in page.read_text(encoding="utf-8")


@pytest.mark.long
@needs_lab
@posix
def test_a_closed_pipe_is_quiet(document):
    process = subprocess.Popen([*COMMAND, "compare", document, *FAST], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    error = process.stderr.read()
    assert (process.wait(timeout=PATIENCE), error) == (141, b"")


@pytest.mark.long
@needs_lab
@posix
@pytest.mark.parametrize("no_color", [False, True])
def test_on_a_terminal(document, no_color):
    out, err = on_terminal(["compare", document, *FAST], 80, NO_COLOR="1" if no_color else "")
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", out)
    assert "hayapack pure" in plain and "encode /" in plain
    assert max(map(len, plain.splitlines())) <= 80
    assert ("\x1b[32m" in out) != no_color  # green marks the fastest
    assert "data.json" in err  # the progress bar
