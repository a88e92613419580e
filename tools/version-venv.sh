#!/usr/bin/env bash
# Makes build/py/VERSION/venv: another interpreter with the test tools, and
# numpy where it can be had. Exit status 77 (with the reason) where no package index is reached.
#   version-venv.sh VERSION INTERPRETER
. "$(dirname "$0")/lib.sh"

version=$1 path=$2
folder=$ROOT/build/py/$version
key=$(hash_of tools/version-venv.sh)-$path
stamped "py-$version" "$key" && [ -x "$folder/venv/bin/python" ] && exit 0
if [ -f "$VENV/offline" ]; then
    not_run "its pytest can be fetched only from the Python package index"
fi
rm -rf "$folder"
mkdir -p "$folder"
logged "$folder/venv.log" "$path" -m venv "$folder/venv"
logged "$folder/pip.log" "$folder/venv/bin/python" -m pip install -q --upgrade pytest hypothesis "setuptools>=61" wheel
# Some tests are about numpy's types; they are skipped where it has no wheel.
"$folder/venv/bin/python" -m pip install -q --only-binary :all: numpy >"$folder/numpy.log" 2>&1 || true
stamp "py-$version" "$key"
