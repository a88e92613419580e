#!/usr/bin/env bash
# step: Python package: compiled module under AddressSanitizer and UBSan
# covers: memory errors and undefined behaviour in the compiled module
# seconds: 290
# tier: long
# minutes: 20
. "$(dirname "$0")/../lib.sh"

tools/sanitized-python.sh -m pytest -q -p no:cacheprovider python/tests --ignore-glob '*test_cli_*' -k 'not pure and not test_types'
tools/sanitized-python.sh tools/fuzz_python.py --inputs 20000 --native
