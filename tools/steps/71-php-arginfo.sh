#!/usr/bin/env bash
# step: PHP module: the generated arginfo is that of the stub
# covers: that php/msgpack_arginfo.h was made anew after a change of the stub
. "$(dirname "$0")/../lib.sh"

have php-config || not_run "php-config was not found (Debian: php-dev)"
[ -d "${PHP_PARSER:-/usr/share/php/PhpParser}" ] || not_run "the generator's parser was not found (Debian: php-parser)"
bash tools/php-arginfo.sh --check
echo "no difference"
