#!/usr/bin/env bash
# step: PHP module: php-fpm with nginx, redis, memcached and APCu
# covers: requests beyond memory_limit, damaged bodies, locks of sessions and of APCu, reloads, sessions under concurrent requests
# needs: phpize php-fpm nginx redis-server memcached php-stores
# tier: long
# seconds: 60
# minutes: 10
. "$(dirname "$0")/../../lib.sh"

php_build php
python3 php/servers/production_tests.py "$(php_module php)"
