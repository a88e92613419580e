#!/usr/bin/env bash
# step: PHP module on a 32-bit processor, in a folder of Debian's i386
# covers: the module where zend_long, size_t and long have 32 bits: its phpt tests, the shared vectors and schemas
# only here: integers that are no int of PHP, lengths and counts near 2**31 and 2**32
# needs: apt suite-i386
# tier: long
# seconds: 60
# minutes: 20
. "$(dirname "$0")/../../lib.sh"

suite=$(debian_release)-i386 build=build/php-i386
phase "make the suite"
tools/setup/debian-suite.sh make "$suite" gcc libc6-dev make liblz4-dev php-cli php-dev
in_i386() { tools/setup/debian-suite.sh run "$suite" "$@"; }
phase "build the module"
# -Wno-...: ZVAL_COPY_VALUE copies both halves of a value, of which null and bool set none.
in_i386 tools/packages/php-build.sh "$build" -Wall -Wextra -Werror -Wno-uninitialized -Wno-maybe-uninitialized >/dev/null
phase "tests and vectors"
in_i386 bash php/tests/run.sh "$build"
