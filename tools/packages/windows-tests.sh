#!/usr/bin/env bash
# Runs Python for Windows (tools/setup/windows-python.sh) in wine, with the package of FOLDER/lib and .venv's test tools.
#   windows-tests.sh FOLDER ARGUMENT...
. "$(dirname "$0")/../lib.sh"

folder=${1:?a folder of foreign-build.sh}
shift
python=$(tools/setup/windows-python.sh | tail -n 1)
# What is written in Python; the compiled parts of .venv's packages are for Linux.
"$VENV/bin/python" - "$folder/tools" <<'PYTHON'
import importlib.util, pathlib, shutil, sys

target = pathlib.Path(sys.argv[1])
shutil.rmtree(target, ignore_errors=True)
target.mkdir(parents=True)
for name in "pytest _pytest pluggy iniconfig packaging pygments hypothesis attr attrs sortedcontainers py".split():
    found = importlib.util.find_spec(name)
    if found is None:  # which of them are needed depends on pytest's version
        continue
    origin = pathlib.Path(found.origin)
    if origin.name == "__init__.py":
        shutil.copytree(origin.parent, target / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    else:
        shutil.copy(origin, target)
PYTHON
windows_path() { printf 'Z:%s' "${1//\//\\}"; }
unset PYTHONHOME
export PYTHONPATH="$(windows_path "$ROOT/${folder#"$ROOT/"}/lib");$(windows_path "$ROOT/${folder#"$ROOT/"}/tools")"
export PYTHONUTF8=1 PYTHONDONTWRITEBYTECODE=1
exec tools/setup/wine.sh "$python/python.exe" "$@"
