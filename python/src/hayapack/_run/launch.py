"""``python -m hayapack run PROGRAM``: runs a program, and the Python processes that it starts,
with hayapack in place of msgpack.

A new process of this Python runs the program, so that none of its modules is imported before the
replacement. Two environment variables control Python processes at startup and are inherited by
child processes: HAYAPACK_AS_MSGPACK, and PYTHONPATH with the folder startup.
Forked processes keep the replacement of their parent. Python started with -I, -E or -S ignores
these variables.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig

from .._errors import escape

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Optional

VARIABLE = "HAYAPACK_AS_MSGPACK"
USAGE = """\
usage: hayapack run [--msgpack-version X.Y.Z] PROGRAM [ARGUMENT...]
       hayapack run [--msgpack-version X.Y.Z] -m MODULE [ARGUMENT...]
       hayapack run [--msgpack-version X.Y.Z] -c CODE [ARGUMENT...]
       hayapack run [--msgpack-version X.Y.Z] --env

Runs a program, and its child processes, with hayapack in place of msgpack.
PROGRAM is a command or a Python file; -m and -c are those of Python. --env prints the environment variables
instead, as `env $(hayapack run --env) PROGRAM` takes them.

examples:
  python -m hayapack run celery -A app worker
  python -m hayapack run --msgpack-version 1.1.2 borg list
"""
STATUS_GOOD, STATUS_USAGE, STATUS_NOT_FOUND = 0, 2, 127


def main(arguments: Sequence[str]) -> int:
    """Runs the program of a command line; does not return, or returns the exit status."""
    rest = list(arguments)
    if rest[:1] in (["-h"], ["--help"]):
        sys.stdout.write(USAGE)
        return STATUS_GOOD
    version = "1"
    if rest[:1] == ["--msgpack-version"]:
        version, rest = "".join(rest[1:2]), rest[2:]
        if "." not in version or not version.replace(".", "").isdigit():
            return _misused("--msgpack-version needs a version like 1.1.2")
    if not rest or rest in (["-m"], ["-c"]):
        return _misused("no program was given")
    if rest == ["--env"]:
        for name, value in environment(version).items():
            print(f"{name}={value}")
        return STATUS_GOOD
    if rest[0] not in ("-m", "-c") and rest[0].startswith("-"):
        return _misused(f"no such option: {rest[0]}")
    command = _command(rest)
    if command is None:
        sys.stderr.write(f"hayapack: run: no command and no file named {escape.line(rest[0]) or repr(rest[0])}\n")
        return STATUS_NOT_FOUND
    return _replace_process(command, {**os.environ, **environment(version)})


def environment(version: str = "1") -> dict[str, str]:
    """The environment variables that replace msgpack in each Python started with them.

    version: the msgpack version to show, such as "1.1.2"; "1": the newest known one.
    """
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "startup")
    others = [place for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place != folder]
    return {VARIABLE: version, "PYTHONPATH": os.pathsep.join([folder, *others]).rstrip(os.pathsep)}


def _misused(problem: str) -> int:
    sys.stderr.write(f"hayapack: run: {escape.line(problem)}; `hayapack help run` lists the options\n")
    return STATUS_USAGE


def _command(words: list[str]) -> Optional[list[str]]:
    if words[0] in ("-m", "-c"):
        return [sys.executable, *words]
    places = [sysconfig.get_path("scripts"), os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)]
    found = shutil.which(words[0], path=os.pathsep.join(places))
    if found is None:
        found = words[0] if os.path.isfile(words[0]) else None
    if found is None:
        return None
    return [*([sys.executable] if _is_python(found) else []), found, *words[1:]]


def _is_python(path: str) -> bool:
    """Whether the file is a Python program, by its suffix or its #! line."""
    if path.endswith((".py", ".pyz")):
        return True
    with open(path, "rb") as file:
        first = file.readline(200)
    return first.startswith(b"#!") and b"python" in first


def _replace_process(command: list[str], variables: dict[str, str]) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    if sys.platform == "win32":  # exec would return to the shell before the program ends
        return subprocess.run(command, env=variables).returncode
    os.execvpe(command[0], command, variables)
