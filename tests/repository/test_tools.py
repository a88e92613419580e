"""The scripts behind `make test`: a failure must show, in the exit status too."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"


def run_steps(folder, scripts, *options):
    for name, body in scripts.items():
        (folder / name).write_text("# step: title of %s\n# covers: the %s part\n%s" % (name, name, body))
    done = subprocess.run(
        [sys.executable, str(TOOLS / "run_steps.py"), *options, *sorted(scripts)],
        cwd=str(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.returncode, done.stdout.decode()


def test_all_passed(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "echo 12 passed in 1s\n", "2-b.sh": "true\n"})
    assert status == 0
    assert "(12 passed in 1s)" in output
    assert output.splitlines()[-1] == "2 passed, 0 failed"


def test_one_failure_fails_and_shows_its_end(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "echo the reason\nexit 3\n", "2-b.sh": "true\n"})
    assert status == 1
    assert "| the reason" in output
    assert output.splitlines()[-1] == "1 passed, 1 failed"


def test_what_did_not_run_is_named(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "echo no compiler\nexit 77\n", "2-b.sh": "true\n"})
    assert status == 0
    assert "Not run: title of 1-a.sh: no compiler. It would have tested the 1-a.sh part." in output
    assert output.splitlines()[-1] == "1 passed, 0 failed, 1 skipped"


def test_a_part_that_did_not_run_is_named(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "echo not run: the C++ headers\necho 3 passed\n"})
    assert status == 0
    assert "Not run, in part: title of 1-a.sh:\n    the C++ headers\n" in output


def test_skipped_tests_are_named(tmp_path):
    lines = "SKIPPED [2] t/a.py:5: no browser\nSKIPPED [1] t/a.py:9: no browser\n2 passed, 3 skipped"
    output = run_steps(tmp_path, {"1-a.sh": "echo '%s'\n" % lines})[1]
    assert "Not run, in part: title of 1-a.sh:\n    3 tests of t/a.py: no browser\n" in output


def test_nothing_run_is_a_failure(tmp_path):
    assert run_steps(tmp_path, {"1-a.sh": "echo nothing here\nexit 77\n"})[0] == 1


def test_time_limit_ends_the_children_too(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "# minutes: 0.02\nsleep 50 | sleep 50\n"})
    assert status == 1
    assert "stopped: over its limit" in output


def test_a_step_for_each_line(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "# each: printf '3.9 x\\n3.10 y\\n'\ntest $# = 2\n"})
    assert status == 0
    assert output.splitlines()[-1] == "2 passed, 0 failed"


def test_the_short_tier_leaves_out_long_steps_and_names_them(tmp_path):
    scripts = {"1-a.sh": "true\n", "2-b.sh": "# tier: long\ntouch ran\n"}
    status, output = run_steps(tmp_path, scripts, "--tier", "short")
    assert status == 0
    assert "Not in this tier; make test ALL=1 runs, too:\n    title of 2-b.sh\n" in output
    assert output.splitlines()[-1] == "1 passed, 0 failed"
    assert not (tmp_path / "ran").exists()


def test_all_tiers_run_long_steps(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "true\n", "2-b.sh": "# tier: long\ntouch ran\n"})
    assert (status, output.splitlines()[-1]) == (0, "2 passed, 0 failed")
    assert (tmp_path / "ran").exists()


def test_the_longest_steps_start_first(tmp_path):
    scripts = {"1-a.sh": "# seconds: 5\n", "2-b.sh": "\n", "3-c.sh": "# seconds: 60\n"}
    output = run_steps(tmp_path, scripts, "--jobs", "1")[1]
    started = [line.split()[-1] for line in output.splitlines() if line.startswith("==>")]
    assert started == ["3-c.sh", "1-a.sh", "2-b.sh"]


def test_unknown_step_is_refused():
    done = subprocess.run(["bash", str(TOOLS / "test.sh"), "no-such-step"], stderr=subprocess.PIPE)
    assert done.returncode != 0
    assert b"no step named no-such-step" in done.stderr


def test_generated_document_is_the_same_each_time(tmp_path):
    texts = []
    for name in ("a.json", "b.json"):
        subprocess.run([sys.executable, str(TOOLS / "demo/make_document.py"), str(tmp_path / name), "20"], check=True)
        texts.append((tmp_path / name).read_bytes())
    assert texts[0] == texts[1]
    assert len(json.loads(texts[0].decode("utf-8"))["statuses"]) == 20


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
def test_an_index_that_refuses_is_noticed():
    environment = dict(os.environ, PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_FIND_LINKS="")
    environment.pop("PIP_EXTRA_INDEX_URL", None)
    done = subprocess.run(["bash", str(TOOLS / "setup/python-index.sh"), sys.executable], env=environment)
    assert done.returncode != 0
