#!/usr/bin/env bash
# step: the tests themselves: single lines of the last commits' code are changed
# covers: that a step fails when a line of the code that changed in the last 20 commits is wrong
# tier: weekly
# seconds: 1500
# minutes: 60
. "$(dirname "$0")/../../lib.sh"

# A survivor is for a reader, and no failure: it can be a change without effect. Five, since each takes minutes.
"$VENV/bin/python" tools/mutants/mutants.py --count 5 --since "$(git rev-list --max-count=20 HEAD | tail -1)" \
    --seed "$(date +%Y%m%d)" | tee "$ROOT/build/mutants.log"
sed -n 's/^\([0-9]*\) of \([0-9]*\) killed.*/\2 runs/p' "$ROOT/build/mutants.log"
