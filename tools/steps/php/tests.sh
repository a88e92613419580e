#!/usr/bin/env bash
# step: PHP module: its phpt tests and the shared vectors
# covers: the PHP module: every function, class, option, ini setting and warning
# needs: phpize
# seconds: 15
. "$(dirname "$0")/../../lib.sh"

php_build php
log=build/php/tests.log
bash php/tests/run.sh build/php | tee "$log"
awk '/^phpt: / { tests = $2 } /^vectors: php: [a-z]+: / { rows += $4 }
    END { printf "%d tests passed, %d rows of the vectors\n", tests, rows }' "$log"
