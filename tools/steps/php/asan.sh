#!/usr/bin/env bash
# step: PHP module: its tests in a debug build of PHP with threads, under AddressSanitizer
# covers: ZTS; memory errors of the module and of the engine's structures it writes; the checks of a debug build: reference counts, hash tables, leaks
# needs: phpize clang php-source
# only here: AddressSanitizer inside the engine, the engine's own checks (a debug build), and threads. The vectors' rows are
# checked by step php/tests; here every third row runs (all with ALL=2)
# tier: long
# seconds: 300
# minutes: 40
. "$(dirname "$0")/../../lib.sh"

phase "build PHP"
said=$(tools/packages/php-source-build.sh zts-debug-asan)
folder=${said##*$'\n'}

phase "build the module"
export ASAN_OPTIONS=detect_leaks=0:handle_abort=1 UBSAN_OPTIONS=print_stacktrace=1
export CC=clang PHP=$folder/bin/php PHPIZE=$folder/bin/phpize PHP_CONFIG=$folder/bin/php-config
tools/packages/php-build.sh build/php-asan -O1 -fno-omit-frame-pointer -fsanitize=address,undefined \
    -fno-sanitize=function -fno-sanitize-recover=undefined >/dev/null
phase "tests and vectors, the tracking allocator"
# PHP's own allocator would hide errors inside its pages; the tracking allocator
# enforces memory_limit and frees the memory that a request leaves.
VECTORS_EVERY=$(weekly && echo 1 || echo 3) USE_ZEND_ALLOC=0 USE_TRACKED_ALLOC=1 bash php/tests/run.sh build/php-asan
phase "tests, PHP's allocator"
# PHP's own allocator reports what a request leaks; only a phpt test fails by that, so the vectors are left out,
# and without ALL=2 the slowest tests, which the tracking allocator has run.
weekly || export WITHOUT_SLOW=1
mapfile -t folders < <(cd php/tests && printf '%s\n' */*.phpt | cut -d/ -f1 | sort -u)
bash php/tests/run.sh build/php-asan "${folders[@]}"
