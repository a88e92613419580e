"""The processor time of other programs, and the warning that is made of it."""

import os
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from hayapack_lab.measure import machine, other_programs

linux = pytest.mark.skipif(not os.path.exists("/proc/stat"), reason="needs /proc")
SPIN = "import time; end = time.process_time() + {seconds}\nwhile time.process_time() < end: pass\nprint('done')"
SECONDS = 0.4  # of processor time


def spin(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def ticks(work):
    """The ticks that count as our own, and those of all programs, while `work` runs."""
    before = other_programs._ticks()
    work()
    after = other_programs._ticks()
    return after.own - before.own, after.every - before.every


@pytest.mark.long
@linux
@pytest.mark.parametrize("where", ["here", "in a child", "in a child that runs on", "in a child's child"])
def test_our_own_time_is_not_that_of_others(where):
    program = SPIN.format(seconds=SECONDS)
    if where == "in a child's child":
        program = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {program!r}])"
    running = []

    def work():
        if where == "here":
            spin(SECONDS)
        elif where == "in a child that runs on":
            running.append(
                subprocess.Popen(
                    [sys.executable, "-c", program + "; time.sleep(600)"],
                    stdout=subprocess.PIPE,
                    start_new_session=True,
                )
            )
            assert running[0].stdout.readline() == b"done\n"
        else:
            subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, check=True)

    try:
        own, every = ticks(work)
    finally:
        for process in running:
            process.kill()
            process.communicate()
    rate = os.sysconf("SC_CLK_TCK")
    assert own >= (SECONDS - 0.1) * rate
    assert every >= (SECONDS - 0.2) * rate


@linux
def test_the_time_of_others_is_counted(monkeypatch):
    """This process's own time, if it is not known to be that."""
    watch = other_programs.Watch()
    monkeypatch.setattr(other_programs, "_own_ticks", lambda: 0)
    watch._start = other_programs._ticks()
    spin(SECONDS)
    assert watch.cores() > 0


def test_without_proc_it_is_unknown(monkeypatch, tmp_path):
    monkeypatch.setattr(other_programs, "PROC", tmp_path / "none")
    assert other_programs.Watch().cores() is None and other_programs.watched(600) is None


def test_a_short_watch_before_measuring():
    assert other_programs.watched(0) is None
    found = other_programs.watched(0.05)
    assert (found is None) == (not os.path.exists("/proc/stat"))
    assert found is None or found >= 0


QUIET = machine.Machine(cores=2, load_before=[0.1, 0.1, 0.1])


@pytest.mark.parametrize(
    "facts, said",
    [
        ({}, None),
        ({"others": 0.1, "others_before": 0.0}, None),
        # What the demo's own build left in the load average.
        ({"others": 0.1, "others_before": 0.0, "load_before": [4.0, 3.0, 2.0]}, None),
        ({"others": 0.9, "others_before": 0.0}, "busy during the measurement (other programs took 0.9 of 2"),
        ({"others": 0.1, "others_before": 1.2}, "busy before the measurement (other programs took 1.2 of 2"),
        ({"others": None, "others_before": None, "load_before": [4.0, 3.0, 2.0]}, "busy before the measurement (load 4.0"),
        ({"load_before": [4.0, 3.0, 2.0]}, "busy before the measurement (load 4.0"),  # an old record
        ({"load_before": None}, None),
    ],
)  # fmt: skip
def test_the_warning(facts, said):
    warning = machine.busy(replace(QUIET, **facts))
    assert warning is None if said is None else said in warning
