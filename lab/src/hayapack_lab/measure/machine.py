"""The machine on which a run was measured."""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
from pathlib import Path

BUSY = 0.5  # one-minute load average per core from which on the report warns
OTHERS = 0.25  # share of all cores' time that other programs may take without a warning


def pin_core() -> int | None:
    """The core that workers are pinned to: the last one available to the process."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    return max(os.sched_getaffinity(0))


def busy(machine: dict) -> str | None:
    """The warning if the machine was busy before or during the measurement; None if not.

    machine: the record's facts. The load averages count what just ended, such as our own build,
    so they decide only where the time of other programs is not known.
    """
    cores = machine.get("cores") or 1
    for key, when in (("others", "during"), ("others_before", "before")):
        if (machine.get(key) or 0.0) >= OTHERS * cores:
            return (
                f"This machine was busy {when} the measurement (other programs took {machine[key]:.1f} of {cores} "
                "cores), which slows some codecs down more than others: measure again on an idle one."
            )
    before = machine.get("load_before")
    known = any(machine.get(key) is not None for key in ("others", "others_before"))
    if known or not before or before[0] < BUSY * cores:
        return None
    return (
        f"This machine was busy before the measurement (load {before[0]:.1f} on {cores} cores). Programs "
        "that ran on slowed some codecs down more than others: measure again on an idle one."
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
