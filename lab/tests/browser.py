"""A headless Chromium, controlled through its DevTools pipe, without other packages.

Messages are JSON, each ended by a zero byte, on file descriptors 3 and 4.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
PATIENCE = 30.0  # seconds for one answer
# Moves the two pipes to the descriptors that the browser uses.
LAUNCH = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
for end, number in zip(ends, (3, 4)):
    os.dup2(end, number)
os.execv(sys.argv[3], sys.argv[3:])
"""


def found() -> str | None:
    """The browser's path, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page. Use as a context manager; `requests`: the URLs that it requested."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.errors: list[str] = []
        self._number = 0
        self._buffer = b""
        self._folder = tempfile.mkdtemp()
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        program = [found(), *FLAGS, f"--user-data-dir={self._folder}"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, str(to_browser), str(from_browser), *program],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._session = ""
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self._ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self._ask(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._out)
        os.close(self._in)
        shutil.rmtree(self._folder, ignore_errors=True)

    def show(self, path: Path, width: int = 1200, height: int = 900, dark: bool = False) -> None:
        """Opens a file in a window of that size, in light or dark mode."""
        self._ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.mode(dark)
        self._ask("Page.navigate", url=path.as_uri())
        self.wait("document.readyState === 'complete'")

    def mode(self, dark: bool) -> None:
        """Sets light or dark mode; the page has received it when this returns."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._ask("Emulation.setEmulatedMedia", features=[scheme])
        self.run("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")

    def media(self, name: str) -> None:
        """Shows the page as on paper ("print") to a reader who prefers dark pages; "": as on a screen."""
        dark = {"name": "prefers-color-scheme", "value": "dark"}
        self._ask("Emulation.setEmulatedMedia", media=name, features=[dark])

    def run(self, script: str):
        """The value of a JavaScript expression; a `Promise` is awaited."""
        answer = self._ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")

    def wait(self, script: str) -> None:
        """Until the expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.run(script):
            if time.monotonic() > end:
                raise TimeoutError(f"never became true: {script}; errors: {self.errors}")
            time.sleep(0.05)

    def key(self, name: str, code: int, text: str) -> None:
        """Presses and releases a key in the focused element."""
        fields = {"key": name, "windowsVirtualKeyCode": code}
        self._ask("Input.dispatchKeyEvent", type="keyDown", text=text, **fields)
        self._ask("Input.dispatchKeyEvent", type="keyUp", **fields)

    def point(self, x: float, y: float, click: bool = False) -> None:
        """Moves the mouse to window coordinates in pixels; clicks there if `click`."""
        self._ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased") if click else ():
            self._ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path: Path, whole: bool = False) -> None:
        answer = self._ask("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(answer["data"]))

    def _ask(self, method: str, **params) -> dict:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + PATIENCE
        while True:
            answer = self._next(end)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self._note(answer)

    def _note(self, event: dict) -> None:
        params = event.get("params", {})
        if event.get("method") == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif event.get("method") == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(params["exceptionDetails"])[:500])
        elif event.get("method") == "Runtime.consoleAPICalled" and params["type"] == "error":
            self.errors.append(json.dumps(params["args"])[:500])

    def _next(self, end: float) -> dict:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser did not answer")
            chunk = os.read(self._in, 1 << 16)
            if not chunk:
                raise RuntimeError("the browser ended")
            self._buffer += chunk
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)
