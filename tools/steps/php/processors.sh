#!/usr/bin/env bash
# step: PHP module on another processor, emulated
# covers: the module on ARM64 and on s390x (big-endian): its phpt tests, the shared vectors and schemas
# only here: the loops for NEON, and the order of bytes, in the PHP module
# needs: apt suite-{1} cross-{1}
# each: printf '%s\n' arm64 s390x
# tier: weekly
# seconds: 250
# minutes: 60
. "$(dirname "$0")/../../lib.sh"

suite=$(debian_release)-${1:?an architecture} folder=$ROOT/build/cross/$1-php
phase "make the folder"
tools/packages/cross-build.sh "$suite" folder
phase build
tools/packages/cross-build.sh "$suite" php "$folder"
phase "tests and vectors"
version=$(basename "$(echo .cache/suites/"$suite"/usr/bin/php[0-9]*)")
tools/setup/debian-suite.sh run "$suite" env EMULATED=1 PHP="$version" PHP_CONFIG="php-config${version#php}" bash php/tests/run.sh "$folder"
