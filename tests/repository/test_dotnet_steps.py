"""A .NET step fails if a package can't be restored, and if no test ran."""

import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STEPS = sorted(path.stem for path in (ROOT / "tools/steps/dotnet").glob("*.sh"))

# Restoring fails, or everything succeeds and no test is found.
DOTNET = """#!/bin/sh
case "$1" in
    --version) echo 10.0.401 ;;
    test) echo "No test matches the given testcase filter" ;;
    restore | build | pack | publish)
        case " $* " in *" --no-restore "*) exit 0 ;; esac
        if [ -n "$RESTORE_FAILS" ]; then
            echo "error NU1301: Unable to load the service index for source."
            exit 1
        fi ;;
esac
"""


@pytest.fixture
def checkout(tmp_path):
    """A copy of the scripts beside a dotnet that does nothing, and without PHP."""
    shutil.copytree(ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "tools/setup/needs.sh").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "bin").mkdir()
    for name, text in (("dotnet", DOTNET), ("npm", "#!/bin/sh\n")):
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("restore_fails", ["1", ""], ids=["restore fails", "no test ran"])
def test_step_fails(checkout, step, restore_fails):
    environment = dict(
        os.environ,
        PATH="%s:%s" % (checkout / "bin", os.environ["PATH"]),
        RESTORE_FAILS=restore_fails,
        HAYAPACK_NUGET_FOLDER=str(checkout / "none"),
    )
    run = subprocess.run(
        ["bash", str(checkout / "tools/steps/dotnet" / (step + ".sh"))],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )
    assert run.returncode not in (0, 77), run.stdout
    if step not in ("oracle", "package", "processors", "tool"):  # programs, which are not there
        assert ("NU1301" if restore_fails else "no test ran") in run.stdout
