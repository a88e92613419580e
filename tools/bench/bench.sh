#!/usr/bin/env bash
# Compares hayapack with its rivals, interleaved in one run: bench.sh python, php or partial. Writes the
# tables and the record to build/bench-python (bench-php, bench-partial); `tools/bench/pages.py python
# build/bench-python` puts them into docs/results/python.md. Further options are those of the lab:
#   make bench-php ARGS=--quick                      few, short samples; noisy
#   make bench-php ARGS="--only records6,floats"     some rows, seconds each (--list: their names)
# HAYAPACK_LAB_PHP_MODULE=PATH: another build of the PHP module.
. "$(dirname "$0")/../lib.sh"

what=$1
shift
if [ "$what" = php ]; then
    if [ -z "${HAYAPACK_LAB_PHP_MODULE:-}" ]; then
        php_build php
        HAYAPACK_LAB_PHP_MODULE=$(php_module php)
        export HAYAPACK_LAB_PHP_MODULE
    fi
fi
say "measuring; leave the machine idle meanwhile"
"$VENV/bin/python" -m hayapack_lab bench "$what" --out "build/bench-$what" "$@"
say "tables: build/bench-$what/summary.md, charts: report.html, record: results.json"
