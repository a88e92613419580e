"""Runs the command line tool: as a process, on a pseudo-terminal, or in this process."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import time

from tool_server import Server

from hayapack.cli import main

COMMAND = [sys.executable, "-m", "hayapack"]
PATIENCE = 120  # seconds; a limit that is reached only if the test fails


def environment(**env):
    """The environment with `env`, without a pager and the variables that change the tool's layout
    or hide what it leaves in a buffer."""
    environ = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR", "PYTHONUNBUFFERED")}
    return {**environ, "HAYAPACK_PAGER": "cat", **{k: v for k, v in env.items() if v}}


def run(*arguments, stdin=b"", stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=None, **env):
    """The finished process, with its output: a fork of a server where that is the same (see tool_server.py).

    stdin: the input, or an open file; stdout, stderr: a file in place of a pipe.
    """
    environ = environment(**env)
    if Server.can_run(arguments, env):
        return Server.of(environ).run(arguments, stdin, stdout, stderr, cwd, environ, PATIENCE)
    assert None not in (stdin, stdout, stderr), "only a fork begins with closed streams"
    given = {"input": stdin} if isinstance(stdin, bytes) else {"stdin": stdin}
    return subprocess.run(
        [*COMMAND, *arguments], **given, stdout=stdout, stderr=stderr, timeout=PATIENCE, cwd=cwd, env=environ
    )


def good(*arguments, stdin=b"", cwd=None, **env):
    """The standard output of a run that must succeed and print nothing on standard error."""
    done = run(*arguments, stdin=stdin, cwd=cwd, **env)
    assert (done.returncode, done.stderr) == (0, b""), done
    return done.stdout


def without(folder, *modules):
    """A PYTHONPATH on which these modules can't be imported."""
    for name in modules:
        (folder / f"{name}.py").write_text(f"raise ModuleNotFoundError('no {name}', name='{name}')")
    return os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])


def on_terminal(arguments, columns, status=0, stdin=None, stdout=None, command=COMMAND, **env):
    """Runs on two pseudo-terminals; returns the output on each.

    stdin: an open file; the null device by default. stdout: a file in place of the first terminal.
    command: what starts the tool. status: None for any.
    """
    import fcntl
    import pty
    import struct
    import termios
    import threading

    ends = [pty.openpty() for _ in range(2)]
    for _, slave in ends:
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    texts = [bytearray(), bytearray()]

    def drain(master, text):
        while True:
            try:
                data = os.read(master, 65536)
            except OSError:  # Linux: the other side is closed
                return
            if not data:
                return
            text.extend(data)

    environ = environment(**{"TERM": "xterm-256color", **env})
    with open(os.devnull, "rb") as null:
        streams = [null.fileno() if stdin is None else stdin, stdout.fileno() if stdout else ends[0][1], ends[1][1]]
        if command is COMMAND and Server.can_run(arguments, env):
            process = Server.of(environ).start(arguments, streams, None, environ)
        else:
            process = subprocess.Popen(
                [*command, *arguments], stdin=streams[0], stdout=streams[1], stderr=streams[2], env=environ
            )
    threads = []
    for (master, slave), text in zip(ends, texts):
        os.close(slave)
        threads.append(threading.Thread(target=drain, args=(master, text)))
        threads[-1].start()
    assert process.wait(PATIENCE) == status or status is None
    for thread in threads:
        thread.join(timeout=10)
    for master, _ in ends:
        os.close(master)
    return texts[0].decode(), texts[1].decode()


def until(happened, what):
    """Waits until happened() is true."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, f"{what} did not happen in {PATIENCE} s"
        time.sleep(0.01)


def until_all_is_read(process):
    """Waits until the process has read all of its standard input and waits for more.

    (That is: it sleeps and the pipe is empty. Linux only.)
    """
    import fcntl
    import struct
    import termios

    def waits():
        assert process.poll() is None, "the process ended"
        left = struct.unpack("i", fcntl.ioctl(process.stdin, termios.FIONREAD, bytes(4)))[0]
        with open(f"/proc/{process.pid}/stat") as stat:
            state = stat.read().rpartition(")")[2].split()[0]
        return left == 0 and state == "S"

    until(waits, "reading")


def inside(*arguments):
    """Runs the tool in this process: (status, standard output, standard error)."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(list(arguments))
        except SystemExit as end:
            status = end.code
    out.flush()
    err.flush()
    return status, out.buffer.getvalue(), err.buffer.getvalue().decode()


def full_disk():
    """For preexec_fn: files of at most 100,000 bytes, as on a full disk."""
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
