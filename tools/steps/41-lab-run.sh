#!/usr/bin/env bash
# step: lab run: every table of the founding posts, quickly
# covers: `make lab ARGS=--quick`: real rivals of Python, PHP and C#, every row filled, its report
# tier: long
# seconds: 190
. "$(dirname "$0")/../lib.sh"

out=build/lab-quick
rm -rf "$out"
tools/lab.sh --quick --samples 3 --out "$out"
for file in results.json report.html summary.md; do
    [ -s "$out/$file" ] || fail "the run wrote no $file"
done
"$VENV/bin/python" tools/check_lab.py "$out/results.json"
