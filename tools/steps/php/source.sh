#!/usr/bin/env bash
# step: PHP module: generated arginfo, compiling for threads
# covers: php/src/msgpack_arginfo.h matches the stub; the ZTS build compiles (with ALL=1)
# needs: phpize gcc
# seconds: 1
. "$(dirname "$0")/../../lib.sh"

parser=${PHP_PARSER:-/usr/share/php/PhpParser}
checks=0
if all_tests || [ ! -d "$parser" ]; then
    mapfile -t sources < <(find php/src -name '*.c')
    # PHP's headers support both builds; the one with threads can be compiled
    # even if this PHP has none. Unquoted: php-config prints several options.
    gcc -fsyntax-only -std=gnu11 -Wall -Wextra -Werror $(php-config --includes) -D_GNU_SOURCE -DZTS=1 -DCOMPILE_DL_MSGPACK=1 \
        -DHAVE_PHP_SESSION=1 -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 "${sources[@]}"
    echo "no warning with ZTS"
    checks=$((checks + 1))
fi
if [ -d "$parser" ]; then
    bash tools/packages/php-arginfo.sh --check
    echo "no difference in arginfo"
    checks=$((checks + 1))
else
    echo "not run: arginfo, as the generator's parser was not found (Debian: php-parser)"
fi
echo "$checks checks passed"
