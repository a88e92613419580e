#!/usr/bin/env bash
# step: PHP module: sessions, redis, memcached and APCu
# covers: the serializer "msgpack" of php-redis, php-memcached, sessions and APCu
# needs: phpize
# tier: long
# seconds: 35
. "$(dirname "$0")/../../lib.sh"

php_build php
bash php/servers/run.sh build/php
