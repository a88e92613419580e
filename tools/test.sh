#!/usr/bin/env bash
# Sets everything up and runs every test step in tools/steps, or only those
# whose names are given (`make test STEPS="core-tests docs"`). One failure, or
# nothing run at all, makes the exit status non-zero.
. "$(dirname "$0")/lib.sh"

JOBS=${JOBS:-2}

steps=()
if [ $# -eq 0 ]; then
    steps=(tools/steps/*.sh)
else
    for name in "$@"; do
        found=(tools/steps/*-"$name".sh)
        [ -f "${found[0]}" ] || fail "no step named $name; there are: $(ls tools/steps | sed 's/^[0-9]*-//; s/\.sh$//' | tr '\n' ' ')"
        steps+=("${found[0]}")
    done
fi

say "checking what this machine has"
tools/system-packages.sh test
if ! tools/venv.sh; then
    # The steps that need it say so one by one; the others still tell something.
    touch build/venv-failed
    note "the set-up of .venv failed: the steps that need it will fail"
else
    rm -f build/venv-failed
fi
read -r _ python _ < <(tools/find-python.sh)
"$python" tools/run_steps.py --jobs "$JOBS" "${steps[@]}" || status=$?
if [ -f build/venv-failed ]; then exit 1; fi
exit "${status:-0}"
