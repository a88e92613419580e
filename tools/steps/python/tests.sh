#!/usr/bin/env bash
# step: Python package: its tests on both back ends
# covers: the package hayapack, native and pure, apart from what step python/tool runs
# seconds: 75
# minutes: 15
. "$(dirname "$0")/../../lib.sh"

[ -x "$VENV/bin/python" ] || fail "there is no .venv"
(cd / && HAYAPACK_PUREPYTHON= "$VENV/bin/python" -c '
import hayapack
assert hayapack.backend == "native", "the compiled module is not there"')
HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-$(all_tests && echo 50 || echo 25)} "$VENV/bin/python" -m pytest -q python/tests -m "not long" \
    --ignore python/tests/cli --ignore python/tests/robustness
