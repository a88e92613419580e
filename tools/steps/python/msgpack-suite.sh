#!/usr/bin/env bash
# step: msgpack's own test suite, on both back ends
# covers: drop-in use in place of msgpack 1.x, by its own tests
# needs: source-packages
# seconds: 8
. "$(dirname "$0")/../../lib.sh"

source_tree=$CACHE/msgpack-suite
[ -f "$source_tree/version" ] || tools/suites/fetch-msgpack-suite.sh
printf -- '--- the tests of msgpack %s\n' "$(cat "$source_tree/version")"
select=()
# Most of this step's time on the pure back end, whose errors are in memory of Python's own.
all_tests || select=(-k "not test_no_memory_leak_on_nested_invalid_tag")
on_both_back_ends "$VENV/bin/python" tools/suites/msgpack_suite.py "$source_tree/test" "${select[@]}"
