"""Servers on loopback for the examples' tests: free ports, and processes that end with the test."""

import contextlib
import os
import shutil
import socket
import subprocess
import time

import pytest


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def process(command, cwd, log, **environment):
    """Runs the command until the block ends; `log` (a Path) gets what it prints."""
    with open(log, "wb") as out:
        child = subprocess.Popen(
            [str(word) for word in command],
            cwd=str(cwd),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, **environment},
        )
        try:
            yield child
        finally:
            child.terminate()
            try:
                child.wait(20)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def wait_for(child, log, ready, seconds=60):
    """Waits until ready() is true; fails with the log if the process ends before."""
    end = time.monotonic() + seconds
    while not ready():
        text = log.read_text(errors="replace")[-2000:]
        assert child.poll() is None, text
        assert time.monotonic() < end, text
        time.sleep(0.05)


def listens(port):
    def ready():
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    return ready


@contextlib.contextmanager
def redis_server(folder):
    """The port of a redis-server without persistence."""
    if not shutil.which("redis-server"):
        pytest.skip("redis-server was not found (Debian: redis-server)")
    port = free_port()
    command = ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", folder]
    log = folder / "redis.log"
    with process(command, folder, log) as child:
        wait_for(child, log, listens(port))
        yield port
