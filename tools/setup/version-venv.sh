#!/usr/bin/env bash
# Makes build/py/VERSION/venv: another interpreter with the test tools, and with
# numpy if available. If no package index can be reached, the test tools
# are Debian's, which are pure Python: linked, since the interpreter is not Debian's.
# Exit status 77 (with the reason) if these are missing too.
#   version-venv.sh VERSION INTERPRETER
. "$(dirname "$0")/../lib.sh"

version=$1 path=$2
folder=$ROOT/build/py/$version
key=$(hash_of tools/setup/version-venv.sh)-$path
stamped "py-$version" "$key" && [ -x "$folder/venv/bin/python" ] && exit 0
debian=/usr/lib/python3/dist-packages
debian_tools=(pytest _pytest py py.py pluggy iniconfig packaging attr attrs exceptiongroup tomli
    hypothesis _hypothesis_ftz_detector.py sortedcontainers
    setuptools 'setuptools-*-info' pkg_resources _distutils_hack)
if [ -f "$VENV/offline" ] && [ ! -d "$debian/pytest" ]; then
    not_run "neither a package index nor Debian's pytest was found"
fi
rm -rf "$folder"
mkdir -p "$folder"
if [ -f "$VENV/offline" ]; then
    # Without pip, which would install a setuptools older than Debian's.
    logged "$folder/venv.log" "$path" -m venv --without-pip "$folder/venv"
    packages=$("$folder/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
    for name in "${debian_tools[@]}"; do
        for found in "$debian"/$name; do
            if [ -e "$found" ]; then ln -s "$found" "$packages/"; fi
        done
    done
    stamp "py-$version" "$key"
    exit 0
fi
logged "$folder/venv.log" "$path" -m venv "$folder/venv"
logged "$folder/pip.log" "$folder/venv/bin/python" -m pip install -q --upgrade --only-binary :all: pytest hypothesis "setuptools>=61" wheel
# Wheels only: the newest hypothesis has none for every interpreter, an older one has.
# The tests of numpy's types are skipped if numpy has no wheel.
"$folder/venv/bin/python" -m pip install -q --only-binary :all: numpy >"$folder/numpy.log" 2>&1 || true
stamp "py-$version" "$key"
