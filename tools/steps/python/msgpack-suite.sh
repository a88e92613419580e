#!/usr/bin/env bash
# step: msgpack's own test suite, on both back ends
# covers: drop-in use in place of msgpack 1.x, by its own tests
# needs: source-packages
# seconds: 10
. "$(dirname "$0")/../../lib.sh"

source_tree=$CACHE/msgpack-suite
[ -f "$source_tree/version" ] || tools/suites/fetch-msgpack-suite.sh
printf -- '--- the tests of msgpack %s\n' "$(cat "$source_tree/version")"
on_both_back_ends "$VENV/bin/python" tools/suites/msgpack_suite.py "$source_tree/test"
