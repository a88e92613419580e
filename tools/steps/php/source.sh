#!/usr/bin/env bash
# step: PHP module: generated arginfo, compiling for threads
# covers: php/msgpack_arginfo.h matches the stub; the ZTS build compiles
# needs: phpize gcc
# seconds: 5
. "$(dirname "$0")/../../lib.sh"

# PHP's headers support both builds; the one with threads can be compiled
# even if this PHP has none.
for file in php/src/*.c php/src/*/*.c; do
    # Unquoted: php-config prints several options.
    gcc -fsyntax-only -std=gnu11 -Wall -Wextra -Werror $(php-config --includes) -D_GNU_SOURCE \
        -DZTS=1 -DCOMPILE_DL_MSGPACK=1 -DHAVE_PHP_SESSION=1 -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 "$file"
done
if [ -d "${PHP_PARSER:-/usr/share/php/PhpParser}" ]; then
    bash tools/packages/php-arginfo.sh --check
    echo "2 checks passed: no difference in arginfo, no warning with ZTS"
else
    echo "not run: arginfo, as the generator's parser was not found (Debian: php-parser)"
    echo "1 check passed: no warning with ZTS"
fi
