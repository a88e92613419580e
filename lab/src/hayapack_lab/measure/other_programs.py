"""The processor time that other programs take meanwhile: that of all cores, without our own.

Our own is that of this process and of its descendants, such as the codecs' workers, including those
that have ended. Linux only, from /proc; elsewhere it is unknown.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
#: Columns of the line "cpu" of /proc/stat: user, nice, system, irq, softirq and steal, which is time
#: that other virtual machines took.
BUSY_COLUMNS = (0, 1, 2, 5, 6, 7)
OWN_COLUMNS = slice(11, 15)  # of /proc/PID/stat after the name: utime, stime, and those of ended children
PARENT = 1  # the same, of the parent's id


class _Ticks(NamedTuple):
    """Clock ticks since the machine or the process started."""

    every: int
    own: int


class Watch:
    """Measures from its creation on."""

    def __init__(self) -> None:
        self._start = _ticks()
        self._began = time.monotonic()

    def cores(self) -> float | None:
        """The average number of cores that other programs kept busy so far; None if unknown."""
        now, seconds = _ticks(), time.monotonic() - self._began
        if now is None or self._start is None or seconds <= 0:
            return None
        ticks = (now.every - self._start.every) - (now.own - self._start.own)
        # Clock ticks are coarse: a short watch could show more cores than there are.
        return round(min(max(0.0, ticks / os.sysconf("SC_CLK_TCK") / seconds), os.cpu_count() or 1), 2)


def watched(seconds: float) -> float | None:
    """The same for the next `seconds`, in which this process does nothing; at once None if unknown, or for 0."""
    if not seconds or _ticks() is None:
        return None
    watch = Watch()
    time.sleep(seconds)
    return watch.cores()


def _ticks() -> _Ticks | None:
    try:
        line = (PROC / "stat").read_text().split("\n", 1)[0].split()[1:]
        every = sum([int(line[column]) for column in BUSY_COLUMNS])
        return _Ticks(every, _own_ticks())
    except (OSError, ValueError, IndexError):
        return None


def _own_ticks() -> int:
    """Those of this process and of its descendants."""
    spent: dict[int, int] = {}
    children: dict[int, list[int]] = {}
    for folder in PROC.iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except (OSError, UnicodeDecodeError):  # it has ended
            continue
        number = int(folder.name)
        spent[number] = sum(map(int, fields[OWN_COLUMNS]))
        children.setdefault(int(fields[PARENT]), []).append(number)
    total, waiting = 0, [os.getpid()]
    while waiting:
        number = waiting.pop()
        total += spent.get(number, 0)
        waiting += children.get(number, [])
    return total
