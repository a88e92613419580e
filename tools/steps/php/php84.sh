#!/usr/bin/env bash
# step: PHP module: PHP 8.4 and PECL msgpack 3.0, in Debian trixie
# covers: PHP 8.4; PECL msgpack 3.0, its values, bytes and test suite; the servers, fuzzing
# only here: PECL msgpack 3.0. Step php/php85 runs the module's code for PHP 8.4
# needs: apt folder-of-suite trixie
# tier: weekly
# seconds: 250
# minutes: 20
. "$(dirname "$0")/../../lib.sh"

phase "make the suite"
tools/setup/debian-suite.sh make trixie gcc libc6-dev make liblz4-dev php8.4-cli php8.4-dev php8.4-msgpack \
    php8.4-apcu php8.4-memcached memcached redis-server
build=build/php84
in_trixie() { tools/setup/debian-suite.sh run trixie "$@"; }

phase "build the module"
in_trixie tools/packages/php-build.sh "$build" -Wall -Wextra -Werror >/dev/null
phase "tests and vectors"
in_trixie bash php/tests/run.sh "$build"
phase "PECL's tests, differential, fuzzing, servers"
in_trixie bash tools/suites/php-pecl-suite.sh "$build"
in_trixie bash php/differential/run.sh "$build"
in_trixie env PROCESSES=1 bash php/fuzz/run.sh "$build-fuzz" "$(fuzz_limit 50000)" "$FUZZ_SEED"
in_trixie bash php/servers/run.sh "$build"
