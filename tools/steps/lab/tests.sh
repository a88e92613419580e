#!/usr/bin/env bash
# step: lab: its tests
# covers: timing, statistics, codecs and reports of the lab
# seconds: 45
. "$(dirname "$0")/../../lib.sh"

# Without PHP the tests that need it are skipped.
if tools/setup/needs.sh phpize >/dev/null; then php_build php; fi
"$VENV/bin/python" -m pytest -q lab/tests -m "not long"
