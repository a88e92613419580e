"""The example as a user starts it, for the tests: run.sh, its parts and its redis."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import redis

ORDERS = Path(__file__).resolve().parents[3] / "examples/orders"
NOT_RUN = 77  # as in tools/lib.sh


def until(what, seconds=120, every=0.1):
    """The first true value of what()."""
    end = time.monotonic() + seconds
    while True:
        value = what()
        if value:
            return value
        assert time.monotonic() < end, "not within %d seconds: %s" % (seconds, what)
        time.sleep(every)


def parents():
    """{process: its parent}"""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                found[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                pass  # has just ended
    return found


def command_of(process):
    try:
        return Path("/proc/%d/cmdline" % process).read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


class NotRun(Exception):
    """run.sh said that it cannot run here, and why."""


class Shop:
    """run.sh and what it started."""

    def __init__(self, log):
        self.log = log
        # A session of its own, so that a signal reaches all processes as Ctrl-C in a terminal does.
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                ["bash", str(ORDERS / "run.sh")], stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )
        until(lambda: "the page: " in self.text() or self.process.poll() is not None, 300)
        if self.process.poll() == NOT_RUN:
            raise NotRun(self.text().strip().splitlines()[-1])
        assert self.process.poll() is None, self.text()
        self.url = re.search(r"the page: (\S+)", self.text()).group(1)
        self.port = int(re.search(r"redis-cli -p (\d+)", self.text()).group(1))
        self.redis = redis.Redis(port=self.port)

    def text(self):
        return self.log.read_text(errors="replace")

    def parts(self):
        """Processes that run.sh started, and theirs."""
        known, found = parents(), []
        for process in known:
            above = process
            while above in known and above != self.process.pid:
                above = known[above]
            if above == self.process.pid and process != above:
                found.append(process)
        return found

    def part(self, name):
        """The process of a part, by a word of its command line."""
        found = until(lambda: [p for p in self.parts() if name in command_of(p) and "run.sh" not in command_of(p)])
        assert len(found) == 1, [command_of(p) for p in found]
        return found[0]

    def kill(self, name):
        process = self.part(name)
        os.kill(process, signal.SIGKILL)
        until(lambda: not command_of(process))

    def page(self):
        """The status and the HTML of the page."""
        try:
            with urllib.request.urlopen(self.url, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""


class Line:
    """A connection to redis that stops before a command with `word`: what one program sent just before it died."""

    def __init__(self, port, word):
        self.redis = port
        self.word = word
        self.stopped = threading.Event()
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listening.accept()
            server = socket.create_connection(("127.0.0.1", self.redis))
            threading.Thread(target=self.forward, args=(server, client), daemon=True).start()
            threading.Thread(target=self.forward, args=(client, server, self.word), daemon=True).start()

    def forward(self, source, target, word=None):
        while True:
            data = source.recv(1 << 16)
            if word and word in data:
                self.stopped.set()
                return
            if not data:
                return
            target.sendall(data)


def worker(port, name):
    """A worker of its own, beside run.sh's."""
    environment = {**os.environ, "REDIS": "127.0.0.1:%d" % port}
    return subprocess.Popen([sys.executable, str(ORDERS / "worker/worker.py"), name], env=environment)
