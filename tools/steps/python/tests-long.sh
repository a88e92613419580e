#!/usr/bin/env bash
# step: Python package: its long tests, and more generated examples
# covers: large streams and messages, damage at every byte, the two back ends compared on more values
# only here: tests with the mark `long`, and those of the pure back end that step python/tests leaves out; with ALL=2 six
# times as many generated values
# tier: long
# seconds: 300
. "$(dirname "$0")/../../lib.sh"

weekly || export HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-50}
"$VENV/bin/python" -m pytest -q python/tests -m long
weekly || exit 0
"$VENV/bin/python" -m pytest -q python/tests/robustness/test_differential.py python/tests/robustness/test_lazy_differential.py \
    python/tests/robustness/test_columns_differential.py python/tests/classes/test_strangers.py \
    python/tests/classes/test_native_kinds.py python/tests/cli/test_cli_json.py
