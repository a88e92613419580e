#!/usr/bin/env bash
# step: PHP module: its tests in a debug build of PHP, all under AddressSanitizer
# covers: memory errors of the module and of the engine's structures it writes
# tier: long
# seconds: 300
# minutes: 40
. "$(dirname "$0")/../../lib.sh"

said=$(tools/packages/php-source-build.sh debug-asan) || { status=$?; printf '%s\n' "$said"; exit "$status"; }
folder=${said##*$'\n'}

# PHP's own allocator would hide errors inside its pages; the tracking allocator
# enforces memory_limit and frees the memory that a request leaves.
export ASAN_OPTIONS=detect_leaks=0:handle_abort=1 UBSAN_OPTIONS=print_stacktrace=1
export CC=clang PHP=$folder/bin/php PHPIZE=$folder/bin/phpize PHP_CONFIG=$folder/bin/php-config
tools/packages/php-build.sh build/php-asan -O1 -fno-omit-frame-pointer -fsanitize=address,undefined \
    -fno-sanitize=function -fno-sanitize-recover=undefined >/dev/null
USE_ZEND_ALLOC=0 USE_TRACKED_ALLOC=1 bash php/tests/run.sh build/php-asan
