"""Programs that must not see each other's state: each in a fork of one new interpreter, which has imported little."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

#: Prints the programs that fail, and their tracebacks. A module of hayapack's may lack the packages that its own
#: imports need.
EACH = """
import json, os, sys, traceback
for module, program in json.loads(sys.stdin.read()):
    pid = os.fork()
    if pid == 0:
        status = 0
        try:
            exec(program, {"__name__": module, "__package__": module.rpartition(".")[0] or module})
        except ModuleNotFoundError as error:
            optional = program.startswith("from") and not (error.name or "").startswith("hayapack.")
            if not optional:
                traceback.print_exc()
            status = int(not optional)
        except BaseException:
            traceback.print_exc()
            status = 1
        os._exit(status)
    if os.waitpid(pid, 0)[1]:
        print(module, program, sep=": ", flush=True)
"""


def succeed(programs, environ, imports):
    """Runs each (module, program) in a process that has the imports only, as code of that module."""
    if not hasattr(os, "fork"):
        pytest.skip("the system has no fork()")
    done = subprocess.run(
        [sys.executable, "-c", f"import {imports}\n{EACH}"],
        input=json.dumps(programs), capture_output=True, text=True, env=environ, timeout=100,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
