"""Runs the command line tool in forks of one process that has imported it: a start takes 2 ms instead of 100.

`python tool_server.py FD` serves one connection, on the inherited socket FD. A request is a line of JSON with the
arguments, the folder and the environment, and the three standard streams as file descriptors. The answers are the
child's process id when it has started, and its exit status when it has ended (negative: the signal), a line each.

The child has what a new process has: its own streams, environment, folder and signal handlers, and the same steps at
its end. What an interpreter takes from its environment when it starts (PYTHON..., the locale, the back end) is the
server's, so there is a server for each value of the variables in START.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import traceback

# Variables that the tool reads when it runs, and those that a server is started with; any other one needs a process of
# its own.
RUNTIME = {"COLUMNS", "NO_COLOR", "TERM", "HAYAPACK_PAGER", "TMPDIR"}
START = {"HAYAPACK_PUREPYTHON", "MSGPACK_PUREPYTHON", "PYTHONIOENCODING"}
OWN_PROCESS = {"run", "lab", "compare"}  # these start Python processes themselves


class Server:
    """The client's side: starts the server with the first call. One call at a time."""

    by_start: dict[tuple, Server] = {}

    @classmethod
    def of(cls, environ) -> Server:
        """The server that was started with the variables of an environment."""
        return cls.by_start.setdefault(tuple(environ.get(name, "") for name in sorted(START)), cls())

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: subprocess.Popen | None = None

    @staticmethod
    def can_run(arguments, env) -> bool:
        return hasattr(os, "fork") and not (set(arguments[:1]) & OWN_PROCESS) and set(env) <= RUNTIME | START

    def run(self, arguments, stdin, cwd, environ, timeout) -> subprocess.CompletedProcess:
        """As subprocess.run() with captured output."""
        with self.lock:
            if self.process is None or self.process.poll() is not None:
                self._start(environ)
            return self._call(list(map(os.fspath, arguments)), stdin, cwd, environ, timeout)

    def _start(self, environ) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            self.process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environ)
        self.socket, self.answers = ours, ours.makefile("r", encoding="utf-8")
        atexit.register(ours.shutdown, socket.SHUT_RDWR)

    def _call(self, arguments, stdin, cwd, environ, timeout) -> subprocess.CompletedProcess:
        pipes = [os.pipe() for _ in range(3)]
        request = json.dumps([arguments, os.path.abspath(cwd or "."), environ]).encode() + b"\n"
        try:
            socket.send_fds(self.socket, [request[:1]], [pipes[0][0], pipes[1][1], pipes[2][1]])
            self.socket.sendall(request[1:])
        finally:
            for fd in (pipes[0][0], pipes[1][1], pipes[2][1]):
                os.close(fd)
        pid = int(self.answers.readline())
        texts: list[bytes] = [b"", b""]

        def write() -> None:
            with open(pipes[0][1], "wb", buffering=0) as file:
                view = memoryview(stdin or b"")
                try:
                    while view:
                        view = view[file.write(view) :]
                except BrokenPipeError:
                    pass

        def read(number: int) -> None:
            with open(pipes[number + 1][0], "rb") as file:
                texts[number] = file.read()

        threads = [threading.Thread(target=write), *(threading.Thread(target=read, args=(n,)) for n in range(2))]
        for thread in threads:
            thread.start()
        timer = threading.Timer(timeout, os.kill, (pid, signal.SIGKILL))
        timer.start()
        status = int(self.answers.readline())
        expired = not timer.is_alive()
        timer.cancel()
        for thread in threads:
            thread.join()
        if expired and status == -signal.SIGKILL:
            raise subprocess.TimeoutExpired(arguments, timeout, *texts)
        return subprocess.CompletedProcess(["hayapack", *arguments], status, *texts)


def serve(connection: socket.socket) -> None:
    while True:
        first, fds, _, _ = socket.recv_fds(connection, 1, 3)
        if not first:
            return
        line = bytearray(first)
        while not line.endswith(b"\n"):
            part = connection.recv(65536)
            if not part:
                return
            line += part
        pid = os.fork()
        if pid == 0:
            connection.close()
            child(fds, *json.loads(line))
        for fd in fds:
            os.close(fd)
        connection.sendall(b"%d\n" % pid)
        status = os.waitpid(pid, 0)[1]
        connection.sendall(b"%d\n" % (-os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)))


def child(fds, arguments, folder, environ) -> None:
    """The tool, from the state of a new process to its exit status; does not return."""
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
        os.close(fd)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    sys.argv = ["hayapack", *arguments]
    sys.path[0] = folder
    old = sys.stdin, sys.stdout, sys.stderr
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        setattr(sys, name, stream(number, mode, f"<{name}>", old[number]))
        setattr(sys, f"__{name}__", getattr(sys, name))
    status = 1
    try:
        from hayapack.__main__ import _main

        status = _main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    threading._shutdown()
    atexit._run_exitfuncs()
    try:
        if sys.stdout is not None and not sys.stdout.closed:
            sys.stdout.flush()
    except Exception:
        status = 120  # as the interpreter: its output could not be written
    try:
        if sys.stderr is not None and not sys.stderr.closed:
            sys.stderr.flush()
    except Exception:
        status = 120
    os._exit(status & 0xFF)


def stream(number: int, mode: str, name: str, like: io.TextIOWrapper) -> io.TextIOWrapper:
    """A standard stream as the interpreter makes it, in the encoding of the server's own."""
    raw = io.FileIO(number, mode, closefd=False)
    raw.name = name
    buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    text = io.TextIOWrapper(
        buffer,
        encoding=like.encoding,
        errors=like.errors,
        newline=None if mode == "r" else "\n",
        line_buffering=number == 2 or raw.isatty(),
    )
    text.mode = mode
    return text


if __name__ == "__main__":
    import hayapack.cli  # noqa: F401

    signal.signal(signal.SIGINT, signal.default_int_handler)
    serve(socket.socket(fileno=int(sys.argv[1])))
