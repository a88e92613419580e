#!/usr/bin/env bash
# step: Python package: a short differential fuzz of the two back ends
# covers: equal results, errors and stream positions of both back ends on hostile bytes
# tier: long
# seconds: 25
. "$(dirname "$0")/../../lib.sh"

if weekly; then limit=("$FUZZ_SECONDS"); else limit=(--inputs 20000); fi
"$VENV/bin/python" tools/fuzz/fuzz_python.py "${limit[@]}" --seed "$FUZZ_SEED"
