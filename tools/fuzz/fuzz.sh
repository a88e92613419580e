#!/usr/bin/env bash
# Long fuzzing: each target of the C core, then the native Python back end
# compared with the pure one, then the PHP module. Findings are stored in build/.
#   fuzz.sh [SECONDS]       for each of the three parts' targets, 600 by default
. "$(dirname "$0")/../lib.sh"

time_limit=${1:-600}
status=0

tools/setup/system-packages.sh test
tools/setup/venv.sh
if have clang; then
    say "C core: $time_limit s for each target"
    bash core/fuzz/run.sh build/fuzz "$time_limit" || status=1
else
    note "not run: the targets of the C core need clang"
    status=1
fi
say "Python: comparing the two back ends for $time_limit s"
"$VENV/bin/python" tools/fuzz/fuzz_python.py "$time_limit" || status=1
say "Python: the tests that generate values, with other values"
HAYAPACK_FUZZ_RANDOM=1 HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-3000} "$VENV/bin/python" -m pytest -q \
    python/tests/robustness/test_*differential.py python/tests/classes/test_strangers.py python/tests/cli/test_cli_json.py || status=1
say "PHP: damaged messages for $time_limit s, under AddressSanitizer"
bash php/fuzz/run.sh build/php-fuzz "${time_limit}s" "$RANDOM" || status=1
say "PHP: guided by coverage for $time_limit s"
bash php/fuzz/embed/run.sh build/php-embed "$time_limit" 100000 "$RANDOM" || status=1
exit "$status"
