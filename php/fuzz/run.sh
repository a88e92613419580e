#!/usr/bin/env bash
# Fuzzes the PHP module, built with the address and undefined-behaviour
# sanitizers: damaged messages are decoded by every function and class.
#
#     php/fuzz/run.sh BUILD_DIR COUNT|SECONDSs [SEED]
#
# COUNT inputs, or as many as fit into SECONDS, are divided among two processes
# (PROCESSES: another number). The sanitized module is built in BUILD_DIR. For each
# failure, leaks included, BUILD_DIR/found has the input, how it was decoded and the
# sanitizer's report. The last line is the sum. Exit status 77: could not run, the
# last line says why.
set -euo pipefail

build=${1:?usage: run.sh BUILD_DIR COUNT|SECONDSs [SEED]}
limit=${2:?usage: run.sh BUILD_DIR COUNT|SECONDSs [SEED]}
seed=${3:-2026}
here=$(cd "$(dirname "$0")" && pwd)
processes=${PROCESSES:-2}
mkdir -p "$build/found" && build=$(cd "$build" && pwd)

not_run() { echo "not run: fuzzing of the PHP module ($*)"; exit 77; }
. "$here/sanitized.sh"
sanitized_module

case $limit in
*s) share=$limit ;;
*) share=$(((limit + processes - 1) / processes)) ;;
esac
pids=()
rm -f "$build"/fuzz-*.log
for ((i = 0; i < processes; i++)); do
    rm -f "$build/found/$((seed + i))".*
    sanitized php -n -d extension="$module" "$here/fuzz.php" run "$build" "$share" $((seed + i)) \
        >"$build/fuzz-$i.log" 2>&1 &
    pids+=($!)
done

failed=0
for ((i = 0; i < processes; i++)); do
    if ! wait "${pids[i]}"; then
        failed=$((failed + 1))
        found=$build/found/$((seed + i))
        cp "$build/fuzz-$i.log" "$found.log"
        cp "$build/batch-$((seed + i))" "$found.batch"
        sanitized php -n -d extension="$module" "$here/fuzz.php" replay "$found.batch" "$found.input" \
            >"$found.replay.log" 2>&1 || true
        echo "fuzz: process $i stopped: see $found.*"
        grep -E -m 12 'ERROR|runtime error|^ *#[0-9]|SUMMARY|round trip|allowed_classes' "$found.log" || tail -5 "$found.log"
    fi
done
sum=$(cat "$build"/fuzz-*.log | awk '/ inputs, /{n += $1; d += $3; r += $7} END {printf "%d inputs, %d decoded, %d round trips", n, d, r}')
echo "fuzz php: $sum, $failed failed"
[ "$failed" -eq 0 ]
