#!/usr/bin/env bash
# step: Python package: compiled module under AddressSanitizer and UBSan
# covers: memory errors and undefined behaviour in the compiled module
# only here: memory errors that do not crash, in the compiled module. The long tests, those that mostly run Python
# (the tool, hayapack.data, splitting, values that are generated to compare the back ends, of which the inputs below have more), and
# 100 instead of 10 generated examples for each test: with ALL=2
# needs: libasan
# seconds: 250
# tier: long
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

phase "build, tests"
# The sanitizers make optimising take six times as long. gcc: its library is what runs.
CC=gcc
weekly || quick_compiler "$ROOT/build/asan-cc"
select=(-m "not long")
select+=(--ignore python/tests/cli --ignore python/tests/data --ignore-glob '*_differential.py')
for name in library/test_{zstd_frames,split,typeless} robustness/test_{waiting,linear_time,rows_once} classes/test_validation; do
    select+=(--ignore "python/tests/$name.py")
done
! weekly || select=(--ignore-glob '*test_cli_*')
# Fewer generated examples (step python/tests-long has more, and the inputs below are generated); the tool's JSON is
# written in Python.
HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-$(weekly && echo 100 || echo 10)} tools/packages/sanitized-python.sh -m pytest -q -p no:cacheprovider python/tests \
    "${select[@]}" --backend native \
    --deselect python/tests/robustness/test_bounds.py::test_json
# Long, but about memory that other code can reach.
weekly || tools/packages/sanitized-python.sh -m pytest -q -p no:cacheprovider --backend native python/tests/robustness/test_borrowed.py
phase fuzzing
tools/packages/sanitized-python.sh tools/fuzz/fuzz_python.py --inputs 5000 --native --seed "$FUZZ_SEED"
tools/packages/sanitized-python.sh tools/fuzz/fuzz_python.py --inputs 10000 --types --seed "$FUZZ_SEED"
