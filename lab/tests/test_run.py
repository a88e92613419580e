"""The lab's commands as processes: a short run, its report again, Ctrl-C, wrong usage."""

import contextlib
import os
import pty
import signal
import subprocess
import sys

import pytest

from hayapack_lab import articles, measure_articles
from hayapack_lab.commands import report

LAB = [sys.executable, "-m", "hayapack_lab"]
SHORT = ["run", "--quick", "--samples", "1", "--only", "a", "--no-memory"]


def lab(*arguments):
    return subprocess.run([*LAB, *arguments], capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the results of article A, one sample per cell."""
    path = tmp_path_factory.mktemp("lab") / "made by the run"
    done = lab(*SHORT, "--out", str(path))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""  # no progress bar without a terminal
    assert str(path / "report.html") in done.stdout.splitlines()
    return path


@pytest.mark.long
def test_a_run_writes_record_page_and_summary(folder):
    record = report.read(folder / "results.json")
    assert record.kind == "lab" and record.quick and not record.interrupted
    assert record.command.endswith(f"--out {folder}")
    assert {source.group for source in record.sources} == {"A"}
    assert (folder / "report.html").stat().st_size < 2_000_000


@pytest.mark.long
def test_the_report_is_drawn_from_the_record_alone(inside, folder, tmp_path):
    done = inside("report", str(folder / "results.json"), "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    for name in ("report.html", "summary.md"):
        again = (tmp_path / name).read_text(encoding="utf-8")
        first = (folder / name).read_text(encoding="utf-8")
        assert len(again) == len(first) if name == "report.html" else again == first


@pytest.mark.parametrize(
    "text, said",
    [("{", "not JSON"), ("[]", "can't draw the record"), ('{"schema": "x"}', "schema 'x'"), (None, "No such")],
)
def test_a_bad_record_is_refused(inside, text, said, tmp_path):
    path = tmp_path / "results.json"
    if text is not None:
        path.write_text(text)
    done = inside("report", str(path))
    assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [["run", "--only", "z"], ["run", "--samples", "0"], ["run", "--php-module", "/no/such"],
     ["run", "--quick", "--exact"], ["nonsense"], []],
)  # fmt: skip
def test_wrong_usage_is_status_2(inside, arguments):
    done = inside(*arguments)
    assert done.returncode == 2 and done.stderr and "Traceback" not in done.stderr


@pytest.mark.long
def test_ctrl_c_leaves_the_results_so_far(tmp_path):
    command = [*LAB, *SHORT, "--out", str(tmp_path)]
    master, slave = pty.openpty()  # for the progress bar
    running = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=slave,
        # A background job would ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(slave)
    shown = b""
    while b"(2 of " not in shown:  # the first source is measured
        shown += os.read(master, 4096)
    os.kill(running.pid, signal.SIGINT)
    out, err = running.stdout.read(), b""
    with contextlib.suppress(OSError):  # Linux: the other side is closed
        while True:
            err += os.read(master, 4096)
    os.close(master)
    assert running.wait(timeout=120) == 130, err.decode()
    record = report.read(tmp_path / "results.json")
    assert record.interrupted and record.sources
    assert b"Interrupted" in out and b"Traceback" not in err
    assert "interrupted" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_list_names_every_post_and_its_codecs(inside):
    done = inside("list")
    assert done.returncode == 0
    for key in articles.KEYS:
        assert f"\n{key.upper()}  " in "\n" + done.stdout
        for source in measure_articles.sources([key], quick=False):
            assert source.key in done.stdout and ", ".join(source.codecs) in done.stdout


def test_an_exact_run_has_no_time_limit():
    assert all(source.seconds == float("inf") for source in measure_articles.sources(["b"], False, exact=True))
    assert any(source.seconds for source in measure_articles.sources(["b"], False))
