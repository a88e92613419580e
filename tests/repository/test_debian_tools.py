"""tools/setup/debian-suite.sh and debian-source.sh, wherever the checkout lies."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def run(command, cwd, **environment):
    done = subprocess.run(
        command,
        cwd=str(cwd),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout.decode()


def checkout(folder, *scripts):
    """A checkout that has only these scripts."""
    (folder / "tools/setup").mkdir(parents=True)
    for name in ("lib.sh", *scripts):
        shutil.copy(str(TOOLS / name), str(folder / "tools" / name))
    return folder


def may_mount():
    return os.geteuid() == 0 and shutil.which("unshare") and not run(["unshare", "--mount", "true"], "/")[0]


@pytest.mark.skipif(not may_mount(), reason="only root can mount")
@pytest.mark.parametrize("parent", ["/tmp", "/var/tmp"])
def test_a_suite_runs_commands_in_the_checkout(parent):
    with tempfile.TemporaryDirectory(dir=parent) as name:
        root = checkout(Path(name) / "a checkout", "setup/debian-suite.sh")
        suite = root / ".cache/suites/trixie"
        for folder in ("proc", "dev", "tmp", "usr"):
            (suite / folder).mkdir(parents=True)
        for folder in ("bin", "lib", "lib64"):
            (suite / folder).symlink_to("usr/" + folder)
        # This machine's programs stand in for those of the other suite.
        script = 'mount --bind /usr "$1/usr" && exec tools/setup/debian-suite.sh run trixie sh -c "pwd; ls tools/setup; ls /tmp"'
        status, output = run(["unshare", "--mount", "bash", "-c", script, "bash", str(suite)], root)
        # /tmp is new: it has nothing but the checkout.
        in_tmp = [root.parts[2]] if parent == "/tmp" else []
        assert (status, output.splitlines()) == (0, [str(root), "debian-suite.sh", *in_tmp])


FAKE_APT = """#!/bin/sh
case " $* " in
*" showsrc "*) echo "Version: 1.2-3" ;;
*" source "*) mkdir tree && echo text >tree/file && tar -czf package_1.2.orig.tar.gz tree && rm -r tree ;;
esac
"""


def test_a_source_package_goes_into_a_folder_relative_to_the_caller(tmp_path):
    root = checkout(tmp_path / "checkout", "setup/debian-source.sh")
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("apt-get", "apt-cache"):
        (programs / name).write_text(FAKE_APT)
        (programs / name).chmod(0o755)
    caller = tmp_path / "caller"
    caller.mkdir()
    status, output = run(
        ["bash", str(root / "tools/setup/debian-source.sh"), "package", "some/folder"],
        caller,
        PATH="%s:%s" % (programs, os.environ["PATH"]),
    )
    assert status == 0, output
    assert (caller / "some/folder/tree/file").read_text() == "text\n"
