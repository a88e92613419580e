#!/usr/bin/env bash
# Fuzzes the core with libFuzzer, under the address and undefined-behaviour
# sanitizers. The corpus is the shared vectors and the inputs that earlier runs in
# the same directory have added.
#
#     core/fuzz/run.sh BUILD_DIR SECONDS_PER_TARGET [SEED]
#
# Inputs that fail are kept in BUILD_DIR/found/; run the target with such a file as
# its argument to reproduce the failure. The last line is a summary; the exit status
# is 1 if anything failed.
set -u

build=${1:?usage: run.sh BUILD_DIR SECONDS_PER_TARGET [SEED]}
seconds=${2:?usage: run.sh BUILD_DIR SECONDS_PER_TARGET [SEED]}
core=$(cd "$(dirname "$0")/.." && pwd)
seed=${3:-0} # 0: a random one
mkdir -p "$build" && build=$(cd "$build" && pwd) || exit 1
passed=0
failed=0

if ! command -v clang >/dev/null 2>&1; then
    echo "not run: the core's fuzz targets (no clang)"
    echo "fuzz: 0 passed, 0 failed"
    exit 0
fi
flags="-std=c11 -g -O1 -Wall -Wextra"
mkdir -p "$build/found" "$build/seeds"
lz4=
if echo '#include <lz4hc.h>' | clang -E -x c - >/dev/null 2>&1; then
    lz4="-DHAYA_HAVE_LZ4 -llz4"
else
    echo "not run: the fuzz target of compressed and typed values (no liblz4 headers: install liblz4-dev)"
fi
clang $flags "$core/fuzz/seeds.c" "$core/tests/notation.c" "$core/src/hayapack.c" -o "$build/make-seeds" || exit 1
for target in decode round_trip split walk ${lz4:+lz4_typed}; do
    if ! clang $flags -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
        "$core/fuzz/fuzz_$target.c" "$core/src/hayapack.c" $lz4 -o "$build/fuzz_$target" 2>"$build/$target.log"; then
        if grep -q 'libclang_rt' "$build/$target.log"; then
            echo "not run: the core's fuzz targets (clang has no libFuzzer: install libclang-rt-dev)"
            exit 0
        fi
        cat "$build/$target.log"
        exit 1
    fi
    prefix=1
    [ $target = split ] && prefix=2
    mkdir -p "$build/corpus_$target" "$build/seeds/$target"
    "$build/make-seeds" "$build/seeds/$target" $prefix "$core"/../vectors/{valid,invalid,stream,lz4,typeless}/*.tsv >/dev/null || exit 1
    "$build/fuzz_$target" -seed="$seed" -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=1024 \
        -artifact_prefix="$build/found/$target-" -print_final_stats=1 -verbosity=1 \
        "$build/corpus_$target" "$build/seeds/$target" >"$build/$target.log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$target.log")
    if [ $status -eq 0 ] && [ "${runs:-0}" -gt 0 ]; then
        passed=$((passed + 1))
        echo "fuzz: $target: $runs runs, nothing found"
    else
        failed=$((failed + 1))
        echo "fuzz: $target: see $build/found and $build/$target.log"
        grep -E 'required:|ERROR|runtime error|SUMMARY' "$build/$target.log" | head
    fi
done
echo "fuzz: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
