"""Long output on a terminal: the real less on a pseudo-terminal, and the conditions for a pager."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import termios
import time

import pytest
from tool import COMMAND, PATIENCE, environment, until

from hayapack import packb

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX terminals")
needs_less = pytest.mark.skipif(not shutil.which("less"), reason="needs less")
ROWS = 10
LONG = [{"number": n, "text": "é"} for n in range(2000)]
#: Styles, what less sends for the keypad, at its start and end, and where a line is as wide as the terminal.
STYLE = re.compile(r"\x1b\[[0-9;]*[mK]|\x1b\[\?1[hl]\x1b[=>]| \x08")


class Session:
    """The tool as the first process of a terminal of its own, with ROWS lines."""

    def __init__(self, *arguments, stdin=None, **env):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, 80, 0, 0))
        self.environ = environment(TERM="xterm-256color")
        for name in ("HAYAPACK_PAGER", "PAGER", "LESS", "LESSOPEN"):
            self.environ.pop(name, None)
        self.environ.update(env)
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=stdin or slave, stdout=slave, stderr=slave, env=self.environ,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(1, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(slave)
        self.shown = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)

    def read(self, seconds=0.01):
        """Reads what is shown within this time; whether the terminal is still open."""
        try:
            if select.select([self.master], [], [], seconds)[0]:
                data = os.read(self.master, 65536)
                self.shown += data
                return bool(data)
        except OSError:  # Linux: no process has the terminal any more
            return False
        return True

    def text(self):
        return STYLE.sub("", self.shown.decode("utf-8", "replace")).replace("\r", "")

    def see(self, text):
        def seen():
            self.read()
            return text in self.text()

        until(seen, f"{text!r} in {self.shown[-300:]!r}")

    def press(self, keys):
        os.write(self.master, keys)

    def status(self):
        """Waits for the end, and reads the rest."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, self.shown[-300:]
            self.read()
        while self.read(0.2) and select.select([self.master], [], [], 0)[0]:
            pass
        return self.process.returncode


@pytest.fixture
def long(tmp_path):
    path = tmp_path / "long.msgpack"
    path.write_bytes(packb(LONG))
    return str(path)


@pytest.fixture
def short(tmp_path):
    path = tmp_path / "short.msgpack"
    path.write_bytes(packb({"a": "é"}))
    return str(path)


def marking(folder):
    """A pager that leaves a file and shows its input with a mark: (its command, the file)."""
    script = folder / "mark pager"
    script.write_text(f"#!/bin/sh\necho \"$LESS $LV\" > '{folder}/started'\nsed 's/^/| /'\n")
    script.chmod(0o755)
    return f"'{script}'", folder / "started"


@needs_less
@pytest.mark.parametrize("words", [["cat"], []])
def test_less_shows_the_first_screen_and_scrolls(words, long):
    with Session(*words, long) as at:
        at.see('"text": "é"')
        at.see("\n:")  # the prompt of less
        assert at.text().count("\n") <= ROWS and '"number": 4' not in at.text()
        assert b"\x1b[1;34m" in at.shown and b"ESC" not in at.shown  # colours, as colours
        at.press(b"G")
        at.see('"number": 1999')
        at.press(b"q")
        assert at.status() == 0
        assert b"Error" not in at.shown and b"hayapack:" not in at.shown


@needs_less
def test_output_that_fits_is_shown_without_waiting(short):
    with Session("cat", short) as at:
        assert at.status() == 0
        assert at.text() == '{\n  "a": "é"\n}\n'


@pytest.mark.long
@needs_less
def test_leaving_less_early_is_silent(tmp_path):
    path = tmp_path / "stream.msgpack"
    path.write_bytes(packb(LONG) * 40)  # more than pipes and less hold before they have to wait
    with Session(str(path)) as at:
        at.see("\n:")
        at.press(b"q")
        assert at.status() == 141
        assert "hayapack:" not in at.text() and "Traceback" not in at.text()


@needs_less
def test_ctrl_c_leaves_the_terminal_to_less(tmp_path):
    path = tmp_path / "stream.msgpack"
    path.write_bytes(packb(LONG) * 40)
    with Session(str(path)) as at:
        at.see("\n:")
        before = termios.tcgetattr(at.master)[3]
        assert not before & termios.ICANON  # less reads single keys
        at.press(b"\x03")
        at.press(b"j")
        time.sleep(0.1)
        assert at.process.poll() is None  # waits for less
        at.press(b"q")
        assert at.status() == 130
        assert "Traceback" not in at.text()
        assert termios.tcgetattr(at.master)[3] & termios.ICANON  # less restored it


@needs_less
def test_errors_are_shown_in_place_and_the_status_is_kept(tmp_path):
    good, bad = tmp_path / "good.msgpack", tmp_path / "bad.msgpack"
    good.write_bytes(packb(1))
    bad.write_bytes(b"\x02\x93\x01")
    with Session("cat", str(good), str(bad), str(good)) as at:
        assert at.status() == 1
        shown = rf"1\n2\nhayapack: {re.escape(str(bad))}: byte 1: truncated fixarray: [^\n]*\n1\n"
        assert re.fullmatch(shown, at.text())


def test_an_error_before_any_output_starts_no_pager(tmp_path):
    command, started = marking(tmp_path)
    with Session("cat", str(tmp_path / "missing.msgpack"), HAYAPACK_PAGER=command) as at:
        assert at.status() == 1
    assert "No such file" in at.text().replace("\n", "") and not started.exists()


@pytest.mark.long
@pytest.mark.parametrize("names", [["HAYAPACK_PAGER"], ["PAGER"], ["HAYAPACK_PAGER", "PAGER"]])
def test_the_variables(names, short, tmp_path):
    command, started = marking(tmp_path)
    env = {**{"PAGER": "false"}, **dict.fromkeys(names, command)}
    if names == ["PAGER"]:
        env = {"PAGER": command}
    with Session(short, **env) as at:
        assert at.status() == 0
    assert at.text() == '| {\n|   "a": "é"\n| }\n'
    assert started.read_text() == "FRX -c\n"


def test_own_options_of_less_are_kept(short, tmp_path):
    command, started = marking(tmp_path)
    with Session(short, HAYAPACK_PAGER=command, LESS="-S", LV="") as at:
        assert at.status() == 0
    assert started.read_text() == "-S \n"


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments, env",
    [
        (["--no-pager"], {}),
        ([], {"HAYAPACK_PAGER": ""}),
        ([], {"HAYAPACK_PAGER": "cat"}),
        ([], {"TERM": "dumb"}),
    ],
)
def test_without_a_pager(arguments, env, long, tmp_path):
    command, started = marking(tmp_path)
    env = {"PAGER": command, **env}
    with Session(long, *arguments, **env) as at:
        assert at.status() == 0
    assert not started.exists() and '"number": 1999' in at.text()


def test_a_pager_that_does_not_exist_is_named(short):
    with Session(short, PAGER="no-such-pager -x") as at:
        assert at.status() == 0
    assert at.text().startswith("hayapack: the pager no-such-pager was not found\n{\n")


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments, env, coloured",
    [
        ([], {}, True),
        ([], {"NO_COLOR": "1"}, False),
        (["--color=never"], {}, False),
        (["--color=always"], {"NO_COLOR": "1"}, True),
    ],
)
def test_colours_in_a_pager(arguments, env, coloured, short, tmp_path):
    command, started = marking(tmp_path)
    with Session(short, *arguments, PAGER=command, **env) as at:
        assert at.status() == 0
    assert started.exists() and (b"\x1b[" in at.shown) == coloured


def test_no_pager_for_a_pipe(short, tmp_path):
    command, started = marking(tmp_path)
    done = subprocess.run([*COMMAND, short], capture_output=True, env={**environment(), "HAYAPACK_PAGER": command})
    assert done.stdout.decode() == '{"a":"é"}\n' and not started.exists()


@pytest.mark.long
def test_standard_input_from_a_pipe_is_paged_and_from_the_terminal_is_not(short, tmp_path):
    command, started = marking(tmp_path)
    with open(short, "rb") as file, Session("cat", stdin=file, HAYAPACK_PAGER=command) as at:
        assert at.status() == 0
    assert at.text().startswith("| {")
    started.unlink()
    with Session("cat", HAYAPACK_PAGER=command) as at:
        at.press(b"x\n")
        at.see("120\n10\n")
        at.press(b"\x03")
        assert at.status() == 130
    assert not started.exists()


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_tool_when_the_pager_is_left(number, tmp_path):
    path = tmp_path / "stream.msgpack"
    path.write_bytes(packb(LONG) * 40)
    script = tmp_path / "pager"
    script.write_text("#!/bin/sh\nhead -n 1\nread wait </dev/tty\n")
    script.chmod(0o755)
    with Session(str(path), PAGER=str(script)) as at:
        at.see("[\n")
        os.kill(at.process.pid, number)
        at.press(b"\n")
        assert at.status() in (128 + number, 141)
        assert "Traceback" not in at.text()
