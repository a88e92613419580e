#!/usr/bin/env bash
# Compares hayapack with the other Python codecs, side by side in one run,
# and writes the tables to build/bench-python.md (docs/results/python.md is made from
# them) and the whole record to build/bench-python.json. Options are the lab's:
#   make bench-python ARGS=--quick          few, short samples; noisy
# `tools/bench/put_benchmark.py python build/bench-python.md` puts the tables there.
. "$(dirname "$0")/../lib.sh"

mkdir -p build
say "measuring; leave the machine idle meanwhile"
"$VENV/bin/python" -m hayapack_lab bench --out build/bench-python.md --json build/bench-python.json "$@"
say "tables: build/bench-python.md, record: build/bench-python.json"
