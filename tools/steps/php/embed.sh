#!/usr/bin/env bash
# step: PHP module inside a debug build of PHP with threads: every allocation fails in turn, fuzzing
# covers: the end of a request at any allocation and in late user code, many requests per process
# tier: long
# seconds: 300
# minutes: 40
. "$(dirname "$0")/../../lib.sh"

# Without Debian's source, the installed PHP: a release build.
if said=$(tools/packages/php-source-build.sh zts-debug-asan); then
    export PHP_FOLDER=${said##*$'\n'}
else
    note "not run: the same in a debug build of PHP (${said##*$'\n'})"
fi
bash php/fuzz/embed/run.sh build/php-embed "${FUZZ_SECONDS:-20}" "${FUZZ_INPUTS:-100000}"
