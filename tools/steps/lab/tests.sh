#!/usr/bin/env bash
# step: lab: its tests
# covers: timing, statistics, codecs and reports of the lab
# seconds: 80
. "$(dirname "$0")/../../lib.sh"

# If the PHP module can't be built, the tests that need it are skipped.
(php_build php) || true
"$VENV/bin/python" -m pytest -q lab/tests -m "not long"
