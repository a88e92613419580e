"""Runs the command line tool in forks of one process that has imported it: a start takes 2 ms instead of 100.

`python tool_server.py FD` serves one connection, on the inherited socket FD. A request is a line of JSON with the
numbers of the standard streams that are open, the arguments, the folder and the environment, and these streams as file
descriptors. The answers are the child's process id when it has started, and its exit status when it has ended
(negative: the signal), a line each.

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
        self.lock = threading.Lock()  # held while a fork runs
        self.process: subprocess.Popen | None = None

    @staticmethod
    def can_run(arguments, env) -> bool:
        return hasattr(os, "fork") and not (set(arguments[:1]) & OWN_PROCESS) and set(env) <= RUNTIME | START

    def start(self, arguments, streams, cwd, environ) -> Fork:
        """The tool on three file descriptors; None: the stream is closed."""
        self.lock.acquire()
        try:
            if self.process is None or self.process.poll() is not None:
                self._start(environ)
            opened = {number: fd for number, fd in enumerate(streams) if fd is not None}
            words = list(map(os.fspath, arguments))
            request = json.dumps([list(opened), words, os.path.abspath(cwd or "."), environ]).encode() + b"\n"
            socket.send_fds(self.socket, [request[:1]], list(opened.values()))
            self.socket.sendall(request[1:])
            return Fork(self, words, self.answer())
        except BaseException:
            self.lock.release()
            raise

    def _start(self, environ) -> None:
        self.socket, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            self.process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environ)
        atexit.register(self.socket.shutdown, socket.SHUT_RDWR)

    def answer(self, timeout=None) -> int:
        """The server's next line. None of the next one is read, so that the socket's timeout is for this one."""
        self.socket.settimeout(timeout)
        line = self.socket.recv(1)
        self.socket.settimeout(None)
        while not line.endswith(b"\n"):
            part = self.socket.recv(1)
            assert part, "the server has ended"
            line += part
        return int(line)

    def run(self, arguments, stdin, stdout, stderr, cwd, environ, timeout) -> subprocess.CompletedProcess:
        """As subprocess.run(): stdin is the input, or an open file; stdout and stderr are PIPE, or files; each may be
        None, for a closed stream."""
        texts: list[bytes | None] = [None, None]

        def write(fd) -> None:
            with open(fd, "wb", buffering=0) as file:
                view = memoryview(stdin)
                try:
                    while view:
                        view = view[file.write(view) :]
                except BrokenPipeError:
                    pass

        def read(fd, number) -> None:
            with open(fd, "rb") as file:
                texts[number] = file.read()

        streams, ours, threads = [stdin, stdout, stderr], [], []
        for number, given in enumerate(streams):
            if given == subprocess.PIPE or isinstance(given, bytes):
                ends = os.pipe()
                theirs, mine = ends if number == 0 else ends[::-1]
                streams[number] = theirs
                ours.append(theirs)
                work, more = (write, ()) if number == 0 else (read, (number - 1,))
                threads.append(threading.Thread(target=work, args=(mine, *more)))
            elif given is not None:
                streams[number] = given if isinstance(given, int) else given.fileno()
        try:
            fork = self.start(arguments, streams, cwd, environ)
        finally:
            for fd in ours:
                os.close(fd)
        for thread in threads:
            thread.start()
        try:
            status = fork.wait(timeout)
        finally:
            for thread in threads:
                thread.join()
        return subprocess.CompletedProcess(["hayapack", *arguments], status, *texts)


class Fork:
    """A run of the tool in a server, which has to be waited for."""

    def __init__(self, server: Server, arguments: list[str], pid: int) -> None:
        self.server, self.arguments, self.pid = server, arguments, pid

    def wait(self, timeout) -> int:
        """Its exit status, as subprocess.Popen's. It is killed after the timeout."""
        try:
            return self.server.answer(timeout)
        except TimeoutError:
            os.kill(self.pid, signal.SIGKILL)
            self.server.answer()
            raise subprocess.TimeoutExpired(self.arguments, timeout) from None
        finally:
            self.server.lock.release()


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
            numbers, *request = json.loads(line)
            child(dict(zip(numbers, fds)), *request)
        for fd in fds:
            os.close(fd)
        connection.sendall(b"%d\n" % pid)
        status = os.waitpid(pid, 0)[1]
        connection.sendall(b"%d\n" % (-os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)))


def child(fds, arguments, folder, environ) -> None:
    """The tool, from the state of a new process to its exit status; does not return."""
    for number in range(3):
        if number in fds:
            os.dup2(fds[number], number)
            os.close(fds[number])
        else:
            os.close(number)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    sys.argv = ["hayapack", *arguments]
    sys.path[0] = folder
    old = sys.stdin, sys.stdout, sys.stderr
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        # As the interpreter: None for a stream that is closed.
        setattr(sys, name, stream(number, mode, f"<{name}>", old[number]) if number in fds else None)
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
