"""The scripts behind `make test`: a failure must show, in the exit status too."""

import json
import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    """Durations of a folder of its own, not the machine's."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder / "hayapack" / "step-seconds.json"


COUNT = "echo 1 passed\n"


def run_steps(folder, scripts, *options, needs=""):
    """Runs copies of the runner and of needs.sh with these words; each script says what it counts."""
    tools = folder / "tools"
    (tools / "setup").mkdir(parents=True, exist_ok=True)
    shutil.copy(TOOLS / "run_steps.py", tools)
    (tools / "setup/needs.sh").write_text('case $1 in\n%s*) echo "unknown word" && exit 1 ;;\nesac\n' % needs)
    for name, body in scripts.items():
        (folder / name).write_text("# step: title of %s\n# covers: the %s part\n%s" % (name, name, body))
    done = subprocess.run(
        [sys.executable, str(tools / "run_steps.py"), *options, *sorted(scripts)],
        cwd=str(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.returncode, done.stdout.decode()


def test_all_passed(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "echo 12 passed in 1s\n", "2-b.sh": COUNT})
    assert status == 0
    assert "(12 passed in 1s)" in output
    assert output.splitlines()[-1] == "2 passed, 0 failed"


def test_one_failure_fails_and_shows_its_end(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "echo the reason\nexit 3\n", "2-b.sh": COUNT})
    assert status == 1
    assert "| the reason" in output
    assert output.splitlines()[-1] == "1 passed, 1 failed"


NEEDS = "there) ;;\nmissing) echo no compiler; exit 77 ;;\n"


def test_what_did_not_run_is_named(tmp_path):
    scripts = {"1-a.sh": "# needs: there missing\ntouch ran\n", "2-b.sh": "# needs: there\n" + COUNT}
    status, output = run_steps(tmp_path, scripts, needs=NEEDS)
    assert status == 0
    assert "Not run: title of 1-a.sh: no compiler. It would have tested the 1-a.sh part." in output
    assert output.splitlines()[-1] == "1 passed, 0 failed, 1 skipped"
    assert not (tmp_path / "ran").exists()


def test_a_step_with_its_needs_cannot_say_that_it_did_not_run(tmp_path):
    scripts = {"1-a.sh": "# needs: there\necho no package\nexit 77\n", "2-b.sh": COUNT}
    status, output = run_steps(tmp_path, scripts, needs=NEEDS)
    assert status == 1
    assert "| no package\n    | failed: it could not run, although the machine has what it needs\n" in output
    assert output.splitlines()[-1] == "1 passed, 1 failed"


def test_an_unknown_need_ends_the_run(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "# needs: phpise\n" + COUNT}, needs=NEEDS)
    assert status == 1
    assert "needs.sh failed for 'phpise'" in output


def test_the_words_of_the_steps_are_known():
    text = (TOOLS / "setup/needs.sh").read_text(encoding="utf-8")
    known = {word for line in re.findall(r"^    ([\w. |*-]+)\)", text, re.MULTILINE) for word in line.split(" | ")}
    for path in (TOOLS / "steps").glob("*/*.sh"):
        for words in re.findall(r"^# needs: (.*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            for word in words.split():  # {1} alone is any word
                assert word == "{1}" or any(fnmatch(word.replace("{1}", "1"), one) for one in known), (path, word)


@pytest.mark.parametrize("output", ["true", "echo 0 passed in 0.1s", "echo '0 tests passed'"])
def test_a_step_that_ran_no_test_fails(tmp_path, output):
    status, printed = run_steps(tmp_path, {"1-a.sh": output + "\n", "2-b.sh": COUNT})
    assert status == 1
    assert "failed: no line at its end counts what ran" in printed


def test_the_names_of_failed_tests_come_last(tmp_path):
    lines = [
        "FAILED t/a.py::test_one[x] - AssertionError",
        "FAIL a name [php/tests/a.phpt]",
        "  Failed Cs.Tests.Two [3 ms]",
        "/a/test_scan.c:60: failed: position == 7",
        "Floats [build/php/phpt/encode/floats.phpt]",  # in the list at the end of run-tests.php
        "PASS a name [php/tests/b.phpt]",
    ]
    script = "printf '%s\\n' " + " ".join("'%s'" % line for line in lines) + "\nseq 30\nexit 1\n"
    output = run_steps(tmp_path, {"1-a.sh": script, "2-b.sh": COUNT})[1].splitlines()
    assert output[-6:-1] == [
        "    failed test: t/a.py::test_one[x] - AssertionError",
        "    failed test: a name [php/tests/a.phpt]",
        "    failed test: Cs.Tests.Two [3 ms]",
        "    failed test: /a/test_scan.c:60: failed: position == 7",
        "    failed test: Floats [build/php/phpt/encode/floats.phpt]",
    ]


def test_a_part_that_did_not_run_is_named(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "echo not run: the C++ headers\necho 3 passed\n"})
    assert status == 0
    assert "Not run, in part: title of 1-a.sh:\n    the C++ headers\n" in output


def test_skipped_tests_are_named(tmp_path):
    lines = "SKIPPED [2] t/a.py:5: no browser\nSKIPPED [1] t/a.py:9: no browser\n2 passed, 3 skipped"
    output = run_steps(tmp_path, {"1-a.sh": "echo '%s'\n" % lines})[1]
    assert "Not run, in part: title of 1-a.sh:\n    3 tests of t/a.py: no browser\n" in output


def test_nothing_run_is_a_failure(tmp_path):
    assert run_steps(tmp_path, {"1-a.sh": "# needs: missing\n"}, needs=NEEDS)[0] == 1


def test_the_limit_of_the_run_ends_with_the_summary(tmp_path):
    scripts = {"1-a.sh": "# seconds: 9\nsleep 50\n", "2-b.sh": "touch ran\n" + COUNT}
    status, output = run_steps(tmp_path, scripts, "--jobs", "1", "--minutes", "0.02")
    assert status == 1
    assert "stopped: over the time limit of the run" in output
    assert "not started: the run is over its time limit" in output
    assert output.splitlines()[-1] == "0 passed, 2 failed"
    assert not (tmp_path / "ran").exists()


def test_time_limit_ends_the_children_too(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "# minutes: 0.02\nsleep 50 | sleep 50\n"})
    assert status == 1
    assert "stopped: over its limit" in output


def test_a_step_for_each_line(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "# each: printf '3.9 x\\n3.10 y\\n'\ntest $# = 2\n" + COUNT})
    assert status == 0
    assert output.splitlines()[-1] == "2 passed, 0 failed"


def test_a_step_for_no_line_is_not_run(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "# each: true\n" + COUNT, "2-b.sh": COUNT})
    assert status == 0
    assert "Not run: title of 1-a.sh: there is nothing here to run it with: `true` prints nothing." in output


def test_the_short_tier_leaves_out_long_steps_and_names_them(tmp_path):
    scripts = {"1-a.sh": COUNT, "2-b.sh": "# tier: long\ntouch ran\n" + COUNT}
    status, output = run_steps(tmp_path, scripts, "--tier", "short")
    assert status == 0
    assert "Not in this tier; make test ALL=1 runs, too:\n    title of 2-b.sh\n" in output
    assert output.splitlines()[-1] == "1 passed, 0 failed"
    assert not (tmp_path / "ran").exists()


def test_all_tiers_run_long_steps(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": COUNT, "2-b.sh": "# tier: long\ntouch ran\n" + COUNT})
    assert (status, output.splitlines()[-1]) == (0, "2 passed, 0 failed")
    assert (tmp_path / "ran").exists()


def test_the_weekly_tier(tmp_path):
    scripts = {"1-a.sh": COUNT, "2-b.sh": "# tier: weekly\ntouch ran\n" + COUNT}
    status, output = run_steps(tmp_path, scripts, "--tier", "all")
    assert (status, output.splitlines()[-1]) == (0, "1 passed, 0 failed")
    assert "Not in this tier; make test ALL=2 runs, too:\n    title of 2-b.sh\n" in output
    assert not (tmp_path / "ran").exists()
    assert run_steps(tmp_path, scripts, "--tier", "weekly")[1].splitlines()[-1] == "2 passed, 0 failed"
    assert (tmp_path / "ran").exists()


def test_an_unknown_tier_ends_the_run(tmp_path):
    status, output = run_steps(tmp_path, {"1-a.sh": "# tier: monthly\n" + COUNT})
    assert status == 1
    assert "unknown tier monthly" in output


DURATIONS = """================ slowest durations ================
12.00s call     t/test_a.py::test_one
3.00s call     t/test_b.py::test_one[a b]
4.50s setup    t/test_a.py::test_two
0.06s teardown t/test_c.py::test_one

(9 durations < 0.05s hidden.  Use -vv to show these durations.)"""


def test_the_longest_steps_have_their_longest_parts(tmp_path):
    (tmp_path / "durations").write_text(DURATIONS + "\n--- phase at 2 s: build\n--- phase at 42 s: fuzz\n1 passed\n")
    output = run_steps(tmp_path, {"1-a.sh": "cat durations\n"})[1]
    parts = output.partition("title of 1-a.sh\nThe longest")[2].splitlines()[2:5]
    assert [line.split() for line in parts] == [
        ["40.0", "s", "build"],
        ["16.5", "s", "t/test_a.py"],
        ["3.0", "s", "t/test_b.py"],
    ]


def test_a_step_asks_pytest_for_durations(tmp_path):
    (tmp_path / "test_slow.py").write_text("import time\ndef test_slow(): time.sleep(1.1)\n")
    output = run_steps(tmp_path, {"1-a.sh": "%s -m pytest -q -p no:cacheprovider test_slow.py\n" % sys.executable})[1]
    assert re.search(r"\d\.\d s  test_slow\.py$", output, re.MULTILINE), output


def test_durations_do_not_hide_the_end_of_a_failure(tmp_path):
    (tmp_path / "durations").write_text("the reason\n" + "3.00s call     t/test_b.py::test_one\n" * 100)
    output = run_steps(tmp_path, {"1-a.sh": "cat durations\nexit 1\n"})[1]
    assert output.count("| the reason") == 2
    assert "3.00s call" not in output


def test_phases_and_tiers_of_the_library(tmp_path):
    status, output = in_lib(tmp_path, 'phase "a build"; weekly && echo weekly; echo "$FUZZ_SECONDS"')
    assert re.fullmatch(r"--- phase at \d+ s: a build\n5\n", output)
    assert in_lib(tmp_path, 'HAYAPACK_WEEKLY=1; weekly && echo weekly') == (0, "weekly\n")
    asked = "unset HAYAPACK_ALL; all_tests || echo short; HAYAPACK_ALL=1; all_tests && echo all"
    assert in_lib(tmp_path, asked) == (0, "short\nall\n")


def started(output):
    return [line.split()[-1] for line in output.splitlines() if line.startswith("==>")]


def test_the_longest_steps_start_first(tmp_path):
    scripts = {"1-a.sh": "# seconds: 5\n" + COUNT, "2-b.sh": COUNT, "3-c.sh": "# seconds: 60\n" + COUNT}
    assert started(run_steps(tmp_path, scripts, "--jobs", "1")[1]) == ["3-c.sh", "1-a.sh", "2-b.sh"]


def test_the_durations_of_the_last_run_decide(tmp_path, cache):
    scripts = {"1-a.sh": "# seconds: 99\n" + COUNT, "2-b.sh": "sleep 0.3\n" + COUNT}
    run_steps(tmp_path, scripts, "--jobs", "1")
    assert started(run_steps(tmp_path, scripts, "--jobs", "1")[1]) == ["2-b.sh", "1-a.sh"]
    cache.write_text("not JSON")
    assert started(run_steps(tmp_path, scripts, "--jobs", "1")[1]) == ["1-a.sh", "2-b.sh"]


FAKE_DOTNET = """#!/bin/sh
case $1 in
restore) cat "$(dirname "$0")/restore"; exit 1 ;;
test) cat "$(dirname "$0")/test" ;;
esac
"""


def in_lib(folder, command, **texts):
    """A command after tools/lib.sh, with a dotnet that prints these texts."""
    folder.mkdir(exist_ok=True)
    for name, text in {"dotnet": FAKE_DOTNET, **texts}.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    command = '. "%s/lib.sh"; %s' % (TOOLS, command)
    environment = dict(os.environ, PATH="%s:%s" % (folder, os.environ["PATH"]), HAYAPACK_NUGET_FOLDER="/nowhere")
    for name in ("HAYAPACK_WEEKLY", "HAYAPACK_ALL", "FUZZ_SECONDS"):  # of the step that runs these tests
        environment.pop(name, None)
    done = subprocess.run(["bash", "-c", command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode()


def test_dotnet_test_must_run_a_test(tmp_path):
    run = "dotnet_tests %s/log project" % tmp_path
    assert in_lib(tmp_path, run, test="Total tests: 3\n     Passed: 3\n") == (0, "3 tests passed\n")
    status, output = in_lib(tmp_path, run, test="No test matches the given testcase filter\n")
    assert status == 1 and "no test ran: dotnet test project" in output


def test_a_restore_that_fails_is_a_failure(tmp_path):
    error = "a.csproj : error NU1102: Unable to find package xunit with version (>= 99.0.0)\n"
    status, output = in_lib(tmp_path, "dotnet_restore a.csproj %s/log" % tmp_path, restore=error)
    assert status == 1 and "xunit" in output
    for text, served in (
        (error, 1),
        (error.replace("xunit", "MessagePack"), 0),
        (error + error.replace("xunit", "MessagePack"), 1),
    ):
        (tmp_path / "log").write_text(text)
        assert in_lib(tmp_path, "not_served %s/log MessagePack >/dev/null" % tmp_path)[0] == served


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler was found")
def test_the_stand_in_for_libtool_compiles_and_passes_on_the_rest(tmp_path):
    (tmp_path / "a.c").write_text("int a;\n")
    (tmp_path / "libtool").write_text('echo "$@"\n')

    def run(*arguments):
        command = ["sh", str(TOOLS / "packages/compile-only.sh"), "sh", "libtool", *arguments]
        return subprocess.run(command, cwd=str(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    compile_a = ["--mode=compile", "cc", "-DNAME=a b", "-c", "a.c", "-o", "a.lo", "-MMD", "-MF", "a.dep", "-MT", "a.lo"]
    assert run(*compile_a).returncode == 0
    assert (tmp_path / "a.o").exists()
    assert (tmp_path / "a.lo").read_text().splitlines()[2:] == ["pic_object=none", "non_pic_object='a.o'"]
    assert (tmp_path / "a.dep").read_text().startswith("a.lo:")
    (tmp_path / "a.c").write_text("int a = ;\n")
    assert run(*compile_a).returncode != 0
    linked = run("--mode=link", "cc", "a.lo")
    assert linked.stdout == b"--silent --preserve-dup-deps --mode=link cc a.lo\n"


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
