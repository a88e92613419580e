#!/usr/bin/env bash
# step: PHP module: PECL msgpack's own test suite
# covers: use in place of PECL msgpack, by its own tests
# needs: phpize pecl-suite-source
# seconds: 8
. "$(dirname "$0")/../../lib.sh"

php_build php
bash tools/suites/php-pecl-suite.sh build/php
