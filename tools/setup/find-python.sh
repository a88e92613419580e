#!/usr/bin/env bash
# Prints the installed CPythons, one per line: VERSION PATH HAS_HEADERS.
#   find-python.sh            the one for .venv: $PYTHON, else `python3` of the
#                             PATH, else the newest; it must be able to build
#   find-python.sh --all      one of each minor version, newest first
#   find-python.sh --others   those, without the version that .venv has
. "$(dirname "$0")/../lib.sh"

OLDEST=9  # of 3.x

# describe PATH: "MINOR VERSION EXECUTABLE HEADERS" of a CPython 3.9 or later.
describe() {
    "$1" -c '
import os, sys, sysconfig
if sys.implementation.name != "cpython" or sys.version_info < (3, '"$OLDEST"'):
    sys.exit(1)
import venv, ensurepip
header = os.path.join(sysconfig.get_paths()["include"], "Python.h")
gil = sysconfig.get_config_var("Py_GIL_DISABLED")
name = "3.%d%s" % (sys.version_info[1], "t" if gil else "")
print(sys.version_info[1], name, os.path.realpath(sys.executable), os.path.exists(header))
' 2>/dev/null
}

candidates() {
    local path minor
    for minor in 15 14 13 12 11 10 9; do
        command -v "python3.$minor" || true
        command -v "python3.${minor}t" || true
    done
    for path in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python /usr/bin/python3; do
        [ -x "$path" ] && printf '%s\n' "$path"
    done
    return 0
}

all() {
    local path
    candidates | while read -r path; do describe "$path" || true; done |
        sort -k1,1nr -s | awk '!seen[$2]++ { print $2, $3, $4 }'
}

if [ "${1:-}" = --all ]; then
    all
    exit 0
fi
if [ "${1:-}" = --others ]; then
    own=$(describe "$VENV/bin/python" | cut -d' ' -f2 || true)
    all | awk -v own="$own" '$1 != own'
    exit 0
fi
if [ -n "${PYTHON:-}" ]; then
    describe "$PYTHON" | cut -d' ' -f2- | grep . ||
        fail "PYTHON=$PYTHON is not a CPython 3.$OLDEST or later with venv"
    exit 0
fi
own=$(describe python3 | cut -d' ' -f2- || true)
case "$own" in
    *True) printf '%s\n' "$own" && exit 0 ;;
esac
found=$(all | grep True | head -n 1 || true)
[ -n "$found" ] || found=${own:-$(all | head -n 1)}
[ -n "$found" ] || fail "no CPython 3.$OLDEST or later with venv was found (Debian: apt install python3 python3-venv python3-dev)"
printf '%s\n' "$found"
