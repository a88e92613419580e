"""The tool on a pseudo-terminal: colours, layout, progress, interruption; completion."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time

import pytest
from tool import COMMAND, PATIENCE, environment, good, on_terminal, run, without

from hayapack import packb
from hayapack.cli import terminal

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX terminals")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
VALUE = {"a": [1, "é", None], "b": {}}


@pytest.fixture
def name(tmp_path):
    path = tmp_path / "data.msgpack"
    path.write_bytes(packb(VALUE))
    return str(path)


def lines(text):
    return ESCAPE.sub("", text).replace("\r\n", "\n")


@posix
def test_cat_on_a_terminal_is_pretty_and_coloured(name):
    out, err = on_terminal(["cat", name], 80)
    assert err == "" and ESCAPE.search(out)
    assert lines(out) == json.dumps(VALUE, indent=2, ensure_ascii=False) + "\n"
    assert '\x1b[1;34m"a"\x1b[0m' in out and '\x1b[32m"é"\x1b[0m' in out


@posix
@pytest.mark.parametrize("command", [["cat"], ["inspect"], ["stats"], ["head"], ["get", "$"]])
@pytest.mark.parametrize("how", ["NO_COLOR", "TERM", "--color"])
def test_without_colours(command, how, name):
    arguments = [command[0], name, *command[1:]]
    coloured, _ = on_terminal(arguments, 80)
    assert ESCAPE.search(coloured)
    env = {"NO_COLOR": {"NO_COLOR": "1"}, "TERM": {"TERM": "dumb"}, "--color": {}}[how]
    plain, _ = on_terminal([*arguments, *["--color", "never"] * (how == "--color")], 80, **env)
    assert plain == lines(plain).replace("\n", "\r\n")
    assert lines(plain) == lines(coloured)


def test_colours_can_be_asked_for(name):
    assert b"\x1b[" in good("cat", "--color", "always", name)
    assert ESCAPE.sub("", good("cat", "--color", "always", name).decode()) == good("cat", name).decode()
    assert b"\x1b[" in good("inspect", "--color", "always", name)


@posix
def test_get_says_on_a_terminal_only_that_more_messages_follow(tmp_path):
    path = tmp_path / "two.msgpack"
    path.write_bytes(packb({"a": 1}) + packb({"a": 2}))
    said = f"hayapack: {path}: this is of the first of 2 messages; --all shows all\r\n"
    assert on_terminal(["get", "--color", "never", str(path), "$.a"], 80) == ("1\r\n", said)
    assert on_terminal(["get", "--color", "never", "--all", str(path), "$.a"], 80) == ("1\r\n2\r\n", "")
    assert good("get", str(path), "$.a") == b"1\n"


@posix
def test_diff_in_colours(name, tmp_path):
    other = tmp_path / "other.msgpack"
    other.write_bytes(packb({"a": [2, "é"], "c": 1, "b": {}}))
    out, _ = on_terminal(["diff", name, str(other)], 80, status=1)
    assert "\x1b[32m+ $.c: 1\x1b[0m" in out


@posix
@pytest.mark.parametrize("command", [["convert", "--to", "msgpack"], ["head", "--raw"], ["get", "--raw", "$"]])
def test_messagepack_is_not_written_to_a_terminal(command, name):
    out, err = on_terminal([command[0], name, *command[1:]], 80, status=2)
    assert out == "" and "not written to a terminal" in err


@posix
def test_errors_on_a_terminal(tmp_path):
    path = tmp_path / "bad.msgpack"
    path.write_bytes(b"\x01\x93\x01")
    out, err = on_terminal(["cat", str(path)], 80, status=1)
    assert lines(out) == "1\n"
    assert lines(err).startswith(f"hayapack: {path}: byte 1: truncated fixarray")


@posix
@pytest.mark.parametrize("library", ["rich", "none"])
def test_progress_on_a_long_file(library, tmp_path):
    """Shown on standard error while standard output is a file."""
    if library == "rich":
        pytest.importorskip("rich")
        path = os.environ.get("PYTHONPATH", "")
    else:
        path = without(tmp_path, "rich")
    record = packb({"n": 1, "f": [1.5] * 10})
    float32 = b"\x94" + b"\xca\x3f\x80\x00\x00" * 4  # the slow path
    long = tmp_path / "long.msgpack"
    long.write_bytes((record + float32 * 20) * 400)
    with open(tmp_path / "out.json", "wb") as file:
        _, err = on_terminal(["cat", str(long)], 100, stdout=file, command=after(0), PYTHONPATH=path)
    assert ("long.msgpack" in err) if library == "rich" else (" MB (" in err)
    assert (tmp_path / "out.json").read_bytes().count(b"\n") == 400 * 21
    with open(tmp_path / "out.json", "wb") as file:
        _, err = on_terminal(["cat", str(long)], 100, stdout=file, command=after(1e9), PYTHONPATH=path)
    assert err == ""


@pytest.mark.long
@posix
@pytest.mark.parametrize(
    "command",
    [*"get inspect validate stats count split index diff".split(), pytest.param("compare", marks=pytest.mark.long)],
)
def test_a_bar_in_every_command(command, tmp_path):
    pytest.importorskip("rich")
    data = tmp_path / "data.msgpack"
    data.write_bytes(packb({"n": 1}) * 100)
    more = {
        "get": ["--all", str(data), "$.n"],
        "split": ["-n", "50", str(data), str(tmp_path / "part-")],
        "diff": [str(data), str(data)],
        "compare": ["--json", "--seconds", "0.1", "--codecs", "hayapack", str(data)],
    }
    if command == "compare":
        pytest.importorskip("hayapack_lab")
    with open(tmp_path / "out", "wb") as file:
        given = [command, *more.get(command, [str(data)])]
        _, err = on_terminal(given, 100, stdout=file, command=after(0), status=None)
    assert "data.msgpack" in err and "Traceback" not in err


@pytest.mark.long
@posix
def test_get_has_a_bar_on_one_terminal_until_it_writes(tmp_path):
    """A bar for each piece of the input, which is gone before the next values are written."""
    path = without(tmp_path, "rich")
    data = tmp_path / "data.msgpack"
    data.write_bytes(packb({"n": 1}) * 400_000)
    for wanted, lines in (("$.nope", 0), ("$.n", 400_000)):
        out, err = on_terminal(["get", "--all", str(data), wanted], 100, command=after(0), status=None, PYTHONPATH=path)
        assert out.count("\r\n") == lines and err.count(" MB (") >= 1 + bool(lines)
        assert err.count("\r\x1b[K") >= 1 + bool(lines)


@pytest.mark.long
@posix
@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_a_bar_while_json_is_read(form, tmp_path):
    pytest.importorskip("rich")
    path = tmp_path / f"data.{form}"
    path.write_text("[1, 2]\n")
    target = str(tmp_path / "x.msgpack")
    _, err = on_terminal(["convert", str(path), target], 100, command=after(0))
    assert f"data.{form}" in err
    if importlib.util.find_spec("hayapack_lab"):
        given = ["compare", "--json", "--seconds", "0.1", "--codecs", "hayapack", str(path)]
        with open(tmp_path / "out", "wb") as file:
            _, err = on_terminal(given, 100, stdout=file, command=after(0), status=None)
        assert f"data.{form}" in err


def after(seconds):
    """The command that starts the tool, which shows progress after that time."""
    program = f"from hayapack.cli import main, terminal; terminal.PROGRESS_AFTER = {seconds}; raise SystemExit(main())"
    return [sys.executable, "-c", program]


# --- completion ------------------------------------------------------------------


def complete(words, folder):
    """The completions that bash offers for the last of these words."""
    script = folder / "complete.bash"
    script.write_bytes(good("completion", "bash"))
    line = "COMP_WORDS=({}); COMP_CWORD={}; _hayapack; printf '%s\\n' \"${{COMPREPLY[@]}}\"".format(
        " ".join(f"'{word}'" for word in words), len(words) - 1
    )
    done = subprocess.run(["bash", "-c", f"source '{script}'; {line}"], capture_output=True, cwd=str(folder))
    assert done.stderr == b""
    return done.stdout.decode().split()


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_completes(tmp_path):
    assert complete(["hayapack", "co"], tmp_path) == ["convert", "count", "compare", "completion"]
    assert complete(["hayapack", "cat", "--p"], tmp_path) == ["--pretty", "--plain"]
    assert complete(["hayapack", "convert", "--to", "json"], tmp_path) == ["json", "jsonl"]
    assert complete(["hayapack", "help", "co"], tmp_path) == ["convert", "count", "compare", "completion"]
    assert complete(["hayapack", "he"], tmp_path) == ["head", "help"]
    assert complete(["hayapack", "completion", ""], tmp_path) == ["bash", "zsh", "fish"]
    assert complete(["hayapack", "cat", "x"], tmp_path) == []  # bash itself completes file names


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_take_the_script(shell, tmp_path):
    script = good("completion", shell)
    for word in (b"inspect", b"convert", b"msgpack-lz4", b"plain"):
        assert word in script
    if shutil.which(shell):
        path = tmp_path / "script"
        path.write_bytes(script)
        subprocess.run([shell, "-n", str(path)], check=True)


@posix
def test_a_terminal_without_utf8(name):
    out = run("cat", name, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert json.loads(out.stdout) == VALUE
    assert run("inspect", name, PYTHONIOENCODING="ascii", LC_ALL="C").returncode == 0


@posix
def test_ctrl_c_at_a_terminal_is_quiet():
    import fcntl
    import pty
    import termios

    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "cat"], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0), env=environment(),
    )  # fmt: skip
    os.close(slave)
    os.write(master, b"x\n")  # two integers as MessagePack: when both are shown, the tool waits for more
    shown = b""
    while b"\n10\r\n" not in ESCAPE.sub("", shown.decode()).encode():
        shown += os.read(master, 1000)
    os.write(master, b"\x03")  # the key itself: the terminal turns it into the signal
    assert process.wait(timeout=PATIENCE) == 130
    assert os.read(master, 1000).strip() == b"^C"
    os.close(master)


@posix
def test_signals_while_the_tool_waits_for_input():
    """Handlers run while it waits; those that raise nothing let it wait on."""
    import signal
    import threading

    from hayapack.cli.input import standard_streams

    readable, writable = os.pipe()
    arrived = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: arrived.append(number))

    def send():
        for count in range(1, 51):
            os.kill(os.getpid(), signal.SIGUSR1)
            while len(arrived) < count:
                time.sleep(0.001)
        os.write(writable, b"x")

    sender = threading.Thread(target=send, daemon=True)
    try:
        sender.start()
        standard_streams.wait_readable(readable)
        assert os.read(readable, 9) == b"x"
        sender.join(PATIENCE)
        assert len(arrived) == 50 and signal.set_wakeup_fd(-1) == -1
    finally:
        signal.signal(signal.SIGUSR1, before)
        os.close(readable)
        os.close(writable)


# --- narrow terminals -------------------------------------------------------------


def test_narrow_terminals_break_lines_between_words(tmp_path):
    name = str(tmp_path / "x.msgpack")
    rows = [{"name": "速い text with words", "score": 2.5}] * 3
    with open(name, "wb") as file:
        file.write(packb(rows))
    for command in ("inspect", "stats"):
        wide = good(command, name).decode()
        narrow = on_terminal([command, "--color=never", name], 40)[0].replace("\r", "")
        assert max(terminal.columns_of(line) for line in narrow.splitlines()) <= 40
        assert narrow.split() == wide.split()
        assert on_terminal([command, "--color=never", name], 200)[0].replace("\r", "") == wide


def test_folding_counts_neither_styles_nor_bytes():
    assert terminal.fold("\x1b[1mone two\x1b[0m three", 7) == "\x1b[1mone two\x1b[0m\n    three"
    assert terminal.fold("速い 速い x", 9) == "速い 速い\n    x"
    assert terminal.fold("a " + "b" * 20 + " c", 10) == "a\n    " + "b" * 20 + "\n    c"
