#!/usr/bin/env bash
# step: PHP module: PECL msgpack's own test suite
# covers: use in place of PECL msgpack, as its own tests see it
# seconds: 8
. "$(dirname "$0")/../lib.sh"

php_build php
bash tools/php-pecl-suite.sh build/php
