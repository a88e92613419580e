"""Fixtures for tests about more than Python."""

import sys
from pathlib import Path

import pytest
from php_tools import run

# Tests use functions of one another across the folders.
sys.path[:0] = [str(Path(__file__).parent / folder) for folder in ("repository", "documents")]

NOT_RUN = 77  # as in tools/lib.sh


@pytest.fixture(scope="session")
def php_module():
    """The path of the PHP module, which is built if need be."""
    built = run("bash", "-c", ". tools/lib.sh; php_build php; php_module php")
    lines = built.stdout.decode(errors="replace").strip().splitlines()
    if built.returncode == NOT_RUN:
        pytest.skip(lines[-1])
    assert built.returncode == 0, "\n".join(lines)
    return lines[-1]


@pytest.fixture(scope="session")
def php_with_module(php_module):
    """The command that runs PHP with the module and nothing else."""
    return ["php", "-n", "-d", "extension=" + php_module, "-d", "zend.assertions=1", "-d", "display_errors=stderr"]
