#!/usr/bin/env bash
# step: Python package: the tests of its tool, and of its robustness
# covers: the command hayapack on files, pipes and terminals; threads, memory, bounds, the two back ends compared
# only here: nothing else than in step python/tests, which would be the longest by far with these tests
# seconds: 90
# minutes: 15
. "$(dirname "$0")/../../lib.sh"

[ -x "$VENV/bin/python" ] || fail "there is no .venv"
HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-$(all_tests && echo 50 || echo 25)} "$VENV/bin/python" -m pytest -q -m "not long" \
    python/tests/cli python/tests/robustness
