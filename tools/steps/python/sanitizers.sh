#!/usr/bin/env bash
# step: Python package: compiled module under AddressSanitizer and UBSan
# covers: memory errors and undefined behaviour in the compiled module
# only here: memory errors that do not crash, in the compiled module. The long tests, and
# 100 instead of 25 generated examples for each test: with ALL=2
# needs: libasan
# seconds: 290
# tier: long
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

phase "build, tests"
select=(-m "not long")
! weekly || select=()
# Fewer generated examples (step python/tests-long has more, and the inputs below are generated); the tool's JSON is
# written in Python.
HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-$(weekly && echo 100 || echo 25)} tools/packages/sanitized-python.sh -m pytest -q -p no:cacheprovider python/tests \
    "${select[@]}" --ignore-glob '*test_cli_*' --backend native \
    --deselect python/tests/robustness/test_bounds.py::test_json
phase fuzzing
tools/packages/sanitized-python.sh tools/fuzz/fuzz_python.py --inputs 10000 --native --seed "$FUZZ_SEED"
tools/packages/sanitized-python.sh tools/fuzz/fuzz_python.py --inputs 20000 --types --seed "$FUZZ_SEED"
