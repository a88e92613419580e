#!/usr/bin/env bash
# Sets everything up and runs the short test steps in tools/steps;
# with ALL=1 every step; with ALL=2, once a week, every step in full; or only those
# given: a folder of tools/steps or a step in it (`make test STEPS="core php/tests"`).
# If a step fails, or none runs, the exit status is not 0. The steps have MINUTES
# together, 80 by default (CI's limit is 90), 200 with ALL=2.
. "$(dirname "$0")/lib.sh"

JOBS=${JOBS:-$(nproc 2>/dev/null || echo 2)}

unset HAYAPACK_ALL HAYAPACK_WEEKLY
unset PYTHONDONTWRITEBYTECODE # some thousand processes of tests would compile the package anew: a quarter of their time
case ${ALL:-} in
    '') ;;
    1) export HAYAPACK_ALL=1 ;;
    2) export HAYAPACK_ALL=1 HAYAPACK_WEEKLY=1 ;;
    *) fail "ALL=$ALL: 1 runs all steps, 2 runs them in full" ;;
esac
minutes=80
! weekly || minutes=200

tier=weekly # steps that are named run in any case
steps=()
if [ $# -eq 0 ]; then
    steps=(tools/steps/*/*.sh)
    if [ -z "${ALL:-}" ]; then tier=short; elif [ "$ALL" = 1 ]; then tier=all; fi
else
    for name in "$@"; do
        if [ -f "tools/steps/$name.sh" ]; then
            steps+=("tools/steps/$name.sh")
        elif [ -d "tools/steps/$name" ]; then
            steps+=("tools/steps/$name"/*.sh)
        else
            fail "no step named $name; there are: $(cd tools/steps && printf '%s ' */*.sh | sed 's/\.sh / /g')"
        fi
    done
fi

say "checking this machine's packages"
if [ "$tier" = short ]; then tools/setup/system-packages.sh test; else tools/setup/system-packages.sh test-all; fi
if ! tools/setup/venv.sh; then
    # The steps that need .venv fail one by one; the others still run.
    touch build/venv-failed
    note "setting up .venv failed: the steps that need it will fail"
else
    rm -f build/venv-failed
fi
read -r _ python _ < <(tools/setup/find-python.sh)
"$python" tools/run_steps.py --jobs "$JOBS" --tier "$tier" --minutes "${MINUTES:-$minutes}" "${steps[@]}" || status=$?
if [ -f build/venv-failed ]; then exit 1; fi
exit "${status:-0}"
