"""The machine on which a run was measured."""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

BUSY = 0.5  # one-minute load average per core from which on the report warns
OTHERS = 0.25  # share of all cores' time that other programs may take without a warning


@dataclass
class Machine:
    """What a record has of the machine; None and "": unknown."""

    cpu: str = ""
    cores: Optional[int] = None
    pinned_to: Optional[int] = None  # the core
    system: str = ""
    python: str = ""
    compiler: str = ""
    flags: str = ""  # of that
    gil: bool = True
    governor: str = ""  # of the processor's frequency
    memory: Optional[int] = None  # bytes that processes could have
    load_before: Optional[list[float]] = None  # the 1, 5 and 15 minute averages
    load_after: Optional[list[float]] = None
    others_before: Optional[float] = None  # cores that other programs took before the measurement
    others: Optional[float] = None  # and during it


def pin_core() -> int | None:
    """The core that workers are pinned to: the last one available to the process."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    return max(os.sched_getaffinity(0))


def busy(machine: Machine) -> str | None:
    """The warning if the machine was busy before or during the measurement; None if not.

    The load averages count what just ended, such as our own build, so they decide only where the
    time of other programs is not known.
    """
    cores = machine.cores or 1
    for taken, when in ((machine.others, "during"), (machine.others_before, "before")):
        if (taken or 0.0) >= OTHERS * cores:
            return (
                f"This machine was busy {when} the measurement (other programs took {taken:.1f} of {cores} "
                "cores), which slows some codecs down more than others: measure again on an idle one."
            )
    before = machine.load_before
    known = machine.others is not None or machine.others_before is not None
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


def facts(core: int | None) -> Machine:
    """This machine, before a measurement on the core."""
    return Machine(
        cpu=_cpu(),
        cores=os.cpu_count(),
        pinned_to=core,
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        compiler=platform.python_compiler(),
        flags=os.environ.get("CFLAGS") or sysconfig.get_config_var("CFLAGS") or "",
        gil=getattr(sys, "_is_gil_enabled", lambda: True)(),
        governor=_read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        memory=available(),
        load_before=load(),
    )


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
