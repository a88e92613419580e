#!/usr/bin/env bash
# Sets everything up and runs the short test steps in tools/steps;
# with ALL=1 every step; or only those given by name
# (`make test STEPS="core-tests php"`). If a step fails, or none runs,
# the exit status is not 0.
. "$(dirname "$0")/lib.sh"

JOBS=${JOBS:-$(nproc 2>/dev/null || echo 2)}

tier=all
steps=()
if [ $# -eq 0 ]; then
    steps=(tools/steps/*.sh)
    [ -n "${ALL:-}" ] || tier=short
else
    for name in "$@"; do
        found=(tools/steps/*-"$name".sh)
        [ -f "${found[0]}" ] || fail "no step named $name; there are: $(ls tools/steps | sed 's/^[0-9]*-//; s/\.sh$//' | tr '\n' ' ')"
        steps+=("${found[0]}")
    done
fi

say "checking this machine's packages"
if [ "$tier" = all ]; then tools/system-packages.sh test-all; else tools/system-packages.sh test; fi
if ! tools/venv.sh; then
    # The steps that need .venv fail one by one; the others still run.
    touch build/venv-failed
    note "setting up .venv failed: the steps that need it will fail"
else
    rm -f build/venv-failed
fi
read -r _ python _ < <(tools/find-python.sh)
"$python" tools/run_steps.py --jobs "$JOBS" --tier "$tier" "${steps[@]}" || status=$?
if [ -f build/venv-failed ]; then exit 1; fi
exit "${status:-0}"
