#!/usr/bin/env bash
# step: PHP module: PHP 8.5, in Debian sid with PHP of experimental
# covers: PHP 8.5: the tests and the vectors, with ALL=2 also fuzzing
# needs: apt folder-of-suite sid experimental php8.5
# tier: long
# seconds: 60
# minutes: 20
. "$(dirname "$0")/../../lib.sh"

build=build/php85 # tools/setup/needs.sh has installed PHP in the folder of sid
in_sid() { tools/setup/debian-suite.sh run sid "$@"; }

# -O0: step php/tests runs what users compile. -Wno-unused-parameter: a header of PHP 8.5 (Zend/zend_operators.h) has one.
in_sid tools/packages/php-build.sh "$build" -Wall -Wextra -Werror -Wno-unused-parameter $(weekly || echo -O0) >/dev/null
in_sid bash php/tests/run.sh "$build"
weekly || exit 0
in_sid env PROCESSES=1 bash php/fuzz/run.sh "$build-fuzz" "$(fuzz_limit 50000)" "$FUZZ_SEED"
