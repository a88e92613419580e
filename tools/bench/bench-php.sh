#!/usr/bin/env bash
# Compares the PHP module with PECL msgpack, igbinary, serialize and json in
# one run. Writes the tables to build/bench-php.md and every sample to
# build/bench-php.json; `tools/bench/put_benchmark.py php build/bench-php.md` puts the
# tables into docs/results/php.md. Options are those of php/bench/bench.php:
#   tools/bench/bench-php.sh --quick                     few, short samples; noisy
#   tools/bench/bench-php.sh --only=records6,floats      some rows, seconds each
#   tools/bench/bench-php.sh --ours=PATH/msgpack.so      another build
. "$(dirname "$0")/../lib.sh"

have php || fail "php was not found (Debian: apt install php-cli php-dev php-msgpack php-igbinary)"
documents='
import sys
sys.path.insert(0, "lab/src")
from hayapack_lab.data import fetch
for name in fetch.WANTED:
    fetch.document(name)'
if have python3 && reason=$(python3 -c "$documents" 2>&1); then :; else
    note "without the rows of whole documents: $(printf '%s\n' "${reason:-python3 was not found}" | tail -n 1)"
fi
options=(--out=build/bench-php.md --json=build/bench-php.json)
case " $*" in
    *" --ours"*) ;;
    *)
        logged build/logs/php-build.log tools/packages/php-build.sh build/php
        options+=(--ours="$ROOT/build/php/php/modules/msgpack.so")
        ;;
esac
php -n php/bench/bench.php "${options[@]}" "$@"
