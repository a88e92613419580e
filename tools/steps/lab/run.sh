#!/usr/bin/env bash
# step: lab run: every table of the reference articles, in a quick run
# covers: `make lab ARGS=--quick`: the real rivals in Python, PHP and C#, every row filled, the report
# only here: the whole way from `make lab` to the report, with every rival, whose codecs and workers the lab's tests run
# one by one. The figures do not matter, so three samples are taken of each
# tier: weekly
# seconds: 300
. "$(dirname "$0")/../../lib.sh"

out=build/lab-quick
rm -rf "$out"
phase "build and measure"
tools/bench/bench.sh lab --quick --samples 3 --out "$out"
for file in results.json report.html summary.md; do
    [ -s "$out/$file" ] || fail "the run wrote no $file"
done
"$VENV/bin/python" tools/suites/check_lab.py "$out/results.json"
