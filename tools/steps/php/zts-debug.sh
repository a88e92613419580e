#!/usr/bin/env bash
# step: PHP module: a debug build of PHP 8.4 with threads
# covers: ZTS with PHP 8.4, and the checks of a debug build of PHP: reference counts, hash tables, leaks
# only here: PHP 8.4 with the engine's own checks; step php/asan has them with 8.2 in every whole run
# needs: phpize php8.4-source
# tier: weekly
# seconds: 300
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

# Step php/asan does the same with PHP 8.2.
version=8.4
build=build/php$version-zts-debug
said=$(tools/packages/php-source-build.sh zts-debug "$version")
folder=${said##*$'\n'}

export PHP=$folder/bin/php PHPIZE=$folder/bin/phpize PHP_CONFIG=$folder/bin/php-config
tools/packages/php-build.sh "$build" -Wall -Wextra -Werror >/dev/null
bash php/tests/run.sh "$build"
