"""The machine on which a run was measured."""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
from pathlib import Path

BUSY = 0.5  # one-minute load average per core from which on the report warns


def pin_core() -> int | None:
    """The core that workers are pinned to: the last one available to the process."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    return max(os.sched_getaffinity(0))


def busy(before: list[float] | None, cores: int) -> str | None:
    """The warning if the machine was busy before the measurement; None if not.

    before: the load averages of 1, 5 and 15 minutes before measuring.
    """
    if not before or before[0] < BUSY * cores:
        return None
    return (
        f"This machine was busy before the measurement (load {before[0]:.1f} on "
        f"{cores} cores). If other programs ran on, they slowed the codecs down, some more than "
        "others: compare with a run on an idle machine."
    )


def load() -> list[float] | None:
    """The 1, 5 and 15 minute load averages."""
    try:
        return [round(value, 2) for value in os.getloadavg()]
    except (AttributeError, OSError):
        return None


def available() -> int | None:
    """Bytes of memory available to processes; None if unknown."""
    for line in _read("/proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def facts(core: int | None) -> dict:
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "pinned_to": core,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": platform.python_compiler(),
        "flags": os.environ.get("CFLAGS") or sysconfig.get_config_var("CFLAGS") or "",
        "gil": getattr(sys, "_is_gil_enabled", lambda: True)(),
        "governor": _read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "memory": available(),
        "load_before": load(),
    }


def _read(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""


def _cpu() -> str:
    for line in _read("/proc/cpuinfo").splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
