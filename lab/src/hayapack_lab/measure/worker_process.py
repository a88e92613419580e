"""The parent's side of a worker process: start, send commands with a time limit, kill."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading

from . import worker_commands

START_LIMIT = 30  # seconds for a worker to start and import its codec


class WorkerLost(Exception):
    """The worker crashed or was killed; the text says which."""


class Refused(Exception):
    """The worker is running and reported an error of its codec."""

    def __init__(self, text: str, kind: str) -> None:
        super().__init__(text)
        self.kind = kind  # "missing", "failed" or "bug"


class WorkerProcess:
    """One codec's process. After WorkerLost, call nothing but `close`."""

    def __init__(self, codec: str, core: int | None) -> None:
        """Starts the process; raises codecs.NotAvailable if its runtime is missing."""
        self.codec = codec
        command = worker_commands.command(codec)
        self._stderr = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            env=worker_commands.env(codec),
            start_new_session=True,  # only the parent handles Ctrl-C
        )
        if core is not None and hasattr(os, "sched_setaffinity"):
            with contextlib.suppress(OSError):  # the process has ended; `ask` reports why
                os.sched_setaffinity(self._process.pid, {core})
        self._answers: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, do: str, limit: float, **fields: object) -> dict:
        """Sends one command and waits for its answer for at most `limit` seconds."""
        line = json.dumps({"do": do, **fields}).encode() + b"\n"
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
            answer = self._answers.get(timeout=limit)
        except queue.Empty:
            self.close()
            raise WorkerLost(f"did not answer in {limit:.0f} s and was killed") from None
        except OSError:
            answer = b""
        if not answer:
            raise WorkerLost(self._last_words())
        try:
            result = json.loads(answer)
        except ValueError:
            self.close()
            raise WorkerLost(f"gave an invalid answer: {answer[:200]!r}") from None
        if "error" in result:
            raise Refused(result["error"], result["kind"])
        return result

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError):  # a killed worker does not read it
            self._process.stdin.close()
        self._stderr.close()

    def _read(self) -> None:
        with self._process.stdout as lines:
            for line in lines:
                self._answers.put(line)
        self._answers.put(b"")  # end of file: the worker has ended

    def _last_words(self) -> str:
        code = self._process.wait()
        self._stderr.seek(0)
        lines = self._stderr.read().decode("utf-8", "replace").strip().splitlines()
        self.close()
        if code < 0:
            try:
                how = f"crashed ({signal.Signals(-code).name})"
            except ValueError:
                how = f"crashed (signal {-code})"
        else:
            how = f"ended with status {code}"
        return f"{how}: {lines[-1][:200]}" if lines else how
