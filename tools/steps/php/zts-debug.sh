#!/usr/bin/env bash
# step: PHP module: a debug build of PHP with threads
# covers: ZTS, and the checks of a debug build of PHP: reference counts, hash tables, leaks
# tier: long
# seconds: 300
# minutes: 30
# each: printf '8.2\n8.4\n'
. "$(dirname "$0")/../../lib.sh"

version=${1:?8.2 or 8.4}
build=build/php$version-zts-debug
said=$(tools/packages/php-source-build.sh zts-debug "$version") || { status=$?; printf '%s\n' "$said"; exit "$status"; }
folder=${said##*$'\n'}

export PHP=$folder/bin/php PHPIZE=$folder/bin/phpize PHP_CONFIG=$folder/bin/php-config
tools/packages/php-build.sh "$build" -Wall -Wextra -Werror >/dev/null
bash php/tests/run.sh "$build"
