#!/usr/bin/env bash
# step: PHP module: its phpt tests and the shared vectors
# covers: the PHP module: every function, class, option, ini setting and warning
. "$(dirname "$0")/../lib.sh"

php_build php
bash php/tests/run.sh build/php
