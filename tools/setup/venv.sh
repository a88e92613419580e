#!/usr/bin/env bash
# Makes .venv: hayapack built from this tree, the lab, its rivals, the test
# tools. hayapack and the lab are used where they are (pip install -e), so a changed
# Python file needs no installation, and only a change of the C code builds. Each
# layer is repeated only if its input has changed. If no package index can be reached, it is made from Debian's
# Python packages instead.
. "$(dirname "$0")/../lib.sh"

ruff=$(sed -n 's/^required-version = "\(.*\)"/\1/p' pyproject.toml)
# freezegun, time-machine, pendulum and pandas replace classes or have classes of their own
# (test_replaced_classes.py); httpx, websockets and urllib3 read live input (test_live.py).
TEST_TOOLS=(pytest hypothesis attrs annotated-types mypy "ruff$ruff" redis freezegun time-machine pendulum pandas httpx websockets urllib3
    "backports.zstd; python_version < '3.14'" pyyaml)
LOGS=$ROOT/build/logs
python=$VENV/bin/python

offline() { [ -f "$VENV/offline" ]; }

# A .venv that this script did not make may have somebody's packages.
keep_other_venv() {
    if [ -e "$VENV" ] && [ ! -f "$VENV/made-by-make" ]; then
        [ ! -e "$VENV-old" ] || fail ".venv was not made by make, and .venv-old exists: remove one of them"
        mv "$VENV" "$VENV-old"
        say "the .venv that was here is .venv-old now"
    fi
}

make_venv() {
    local version path with_pip
    read -r version path _ < <(tools/setup/find-python.sh)
    [ -n "${path:-}" ] || fail "no usable Python was found"
    keep_other_venv
    say "making .venv with CPython $version ($path)"
    rm -rf "$VENV"
    # A venv that would be made again with Debian's Python takes seconds.
    with_pip=$path
    "$path" -m pip --version >/dev/null 2>&1 || { logged "$LOGS/venv.log" "$path" -m venv "$VENV"; with_pip=$python; }
    if tools/setup/python-index.sh "$with_pip"; then
        [ -x "$python" ] || logged "$LOGS/venv.log" "$path" -m venv "$VENV"
    else
        say "the Python package index can't be reached: using Debian's Python packages"
        tools/setup/system-packages.sh debian-python
        /usr/bin/python3 -c 'import ensurepip, setuptools, wheel, rich, numpy, jinja2' 2>/dev/null ||
            fail "without the package index, .venv needs Debian's python3-{venv,setuptools,wheel,rich,numpy,jinja2}"
        rm -rf "$VENV"
        logged "$LOGS/venv.log" /usr/bin/python3 -m venv --system-site-packages "$VENV"
        touch "$VENV/offline"
    fi
    touch "$VENV/made-by-make"
}

install_lab() {
    local requirements
    if [ ! -f lab/pyproject.toml ]; then
        return 0
    fi
    say "installing the lab and the rivals it compares with"
    logged "$LOGS/lab.log" "$python" -m pip install -q --no-build-isolation --no-deps --force-reinstall -e ./lab
    offline && return 0
    mapfile -t requirements < <("$python" tools/setup/requirements.py hayapack-lab rivals)
    install_requirements "$python" "$LOGS/requirements.log" "${requirements[@]}"
}

install_tools() {
    offline && return 0
    say "installing the test tools: ${TEST_TOOLS[*]}"
    install_requirements "$python" "$LOGS/requirements.log" "${TEST_TOOLS[@]}" wheel
    # The venv of an older Python comes with an old setuptools.
    logged "$LOGS/setuptools.log" "$python" -m pip install -q --upgrade "setuptools>=61"
}

install_hayapack() {
    say "building hayapack"
    # Of an earlier build: a module that is not built this time would be used.
    rm -f python/src/hayapack/*.so
    # Both kinds of venv have setuptools and wheel, so no build downloads them.
    logged "$LOGS/hayapack.log" "$python" -m pip install -v --no-build-isolation --no-deps --force-reinstall -e .
    # The warning of a build without the native module, which pip shows only with -v.
    sed -n '/^ *\*\{20,\}/,/^ *\*\{20,\}/p' "$LOGS/hayapack.log"
}

if offline && tools/setup/python-index.sh "$python"; then
    say "the Python package index can be reached again"
    unstamp venv
fi
key_venv=$(hash_of tools/setup/venv.sh tools/setup/python-index.sh)-${PYTHON:-default}
if [ ! -x "$python" ] || ! "$python" -c '' 2>/dev/null || ! stamped venv "$key_venv"; then
    unstamp tools; unstamp lab; unstamp hayapack
    make_venv
    stamp venv "$key_venv"
fi
if ! stamped tools "$key_venv"; then
    install_tools
    stamp tools "$key_venv"
fi
key_lab=$key_venv-$(hash_of lab/pyproject.toml tools/setup/requirements.py)
if ! stamped lab "$key_lab"; then
    install_lab
    stamp lab "$key_lab"
fi
key_package=$key_venv-$(hash_of pyproject.toml setup.py MANIFEST.in core/include core/src python/ext)-${CC:-}
if ! stamped hayapack "$key_package"; then
    install_hayapack
    stamp hayapack "$key_package"
fi
