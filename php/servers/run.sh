#!/usr/bin/env bash
# Tests our module with redis, memcached, APCu and sessions, each as users run it.
#
#     php/servers/run.sh BUILD_DIR
#
# BUILD_DIR is where tools/packages/php-build.sh has built our module. PECL_MSGPACK names PECL's
# module, for data that one module writes and the other reads; REDIS_MODULE a redis.so
# with msgpack (else tools/suites/php-redis.sh builds one). The last line is the sum. A line
# that begins with "not run:" names what is missing.
set -euo pipefail

build=${1:?usage: run.sh BUILD_DIR}
here=$(cd "$(dirname "$0")" && pwd)
ours=$(cd "$build" && pwd)/php/modules/msgpack.so
command -v php >/dev/null || { echo "not run: the server tests (no php)"; exit 77; }
[ -f "$ours" ] || { echo "error: no $ours" >&2; exit 1; }
php -n -d extension="$ours" -r 'exit(str_contains(phpversion("msgpack"), "hayapack") ? 0 : 1);' ||
    { echo "error: $ours is not hayapack's msgpack" >&2; exit 1; }
pecl=${PECL_MSGPACK:-$(php -n -r 'echo ini_get("extension_dir");')/msgpack.so}
redis=${REDIS_MODULE:-}
if [ -z "$redis" ]; then
    status=0
    said=$(bash "$here/../../tools/suites/php-redis.sh" "$build/redis") || status=$?
    redis=${said##*$'\n'}
    # 77: its source cannot be had; that is not a failure of ours.
    if [ "$status" = 77 ]; then redis=; elif [ "$status" != 0 ]; then echo "$said"; exit 1; fi
fi
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
php -n "$here/cache_and_session_tests.php" "$ours" "$pecl" "$directory" "$redis"
