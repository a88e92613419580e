#!/usr/bin/env bash
# Measures partial decoding, and the cost of compression and of the command line
# tool, each compared with the fastest other library, interleaved in one
# run. The tables go to build/bench-partial.md, every sample to build/bench-partial.json. Options:
#   make bench-partial ARGS="--rounds 5 --only get columns"
. "$(dirname "$0")/../lib.sh"

mkdir -p build/partial
scan=
if have cc; then
    scan=build/partial/scan_bench
    cc -O2 core/bench/scan_bench.c core/src/hayapack.c -o "$scan"
else
    note "no C compiler: the boundary scan is not measured"
fi
say "measuring; leave the machine idle meanwhile"
"$VENV/bin/python" tools/bench/bench_partial.py --out build/bench-partial.md --json build/bench-partial.json --folder build/partial ${scan:+--scan "$scan"} "$@"
say "tables: build/bench-partial.md, record: build/bench-partial.json"
