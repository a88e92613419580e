#!/usr/bin/env bash
# step: PHP module: compared with Debian's php-msgpack on generated values
# covers: the same bytes and the same values as PECL msgpack
# needs: phpize pecl-msgpack
# seconds: 5
. "$(dirname "$0")/../../lib.sh"

php_build php
bash php/differential/run.sh build/php
