#!/usr/bin/env bash
# step: PHP module inside a debug build of PHP with threads: every allocation fails in turn, fuzzing
# covers: the end of a request at any allocation and in late user code, many requests per process
# needs: phpize clang php-embed
# tier: weekly
# seconds: 300
# minutes: 40
. "$(dirname "$0")/../../lib.sh"

phase "build PHP"
# Without Debian's source, the installed PHP: a release build.
if missing=$(tools/setup/needs.sh php-source); then
    said=$(tools/packages/php-source-build.sh zts-debug-asan)
    export PHP_FOLDER=${said##*$'\n'}
else
    note "not run: the same in a debug build of PHP (${missing##*$'\n'})"
fi
phase "failing allocations, fuzzing"
bash php/fuzz/embed/run.sh build/php-embed "$FUZZ_SECONDS" "${FUZZ_INPUTS:-$(weekly && echo 100000 || echo 10000)}" "$FUZZ_SEED"
