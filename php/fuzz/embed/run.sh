#!/usr/bin/env bash
# The PHP module inside test programs of its own, by PHP's embed library: every
# allocation made to fail in turn, then fuzzing guided by coverage (libFuzzer).
#
#     php/fuzz/embed/run.sh BUILD_DIR SECONDS
#
# SECONDS 0 leaves out the fuzzing. What is found is left in BUILD_DIR/found;
# run BUILD_DIR/fuzz_decode with the file's name to see it again. The last line
# is the sum. Exit status 77: could not run, the last line says why.
set -euo pipefail

build=${1:?usage: run.sh BUILD_DIR SECONDS}
seconds=${2:?usage: run.sh BUILD_DIR SECONDS}
here=$(cd "$(dirname "$0")" && pwd)
php=$(cd "$here/../.." && pwd)
mkdir -p "$build/found" "$build/corpus" "$build/seeds" && build=$(cd "$build" && pwd)

not_run() { echo "not run: the PHP module inside the embed library ($*)"; exit 77; }
command -v clang >/dev/null || not_run "no clang"
command -v php-config >/dev/null || not_run "no php-config: install php-dev"
printf 'int main(void) { return 0; }\n' | clang -x c - -fsanitize=fuzzer-no-link,address -lphp -o "$build/probe" 2>/dev/null ||
    not_run "no libphp or no sanitizers: install libphp-embed and libclang-rt-dev"
read -ra includes <<<"$(php-config --includes)"

flags=(-g -O1 -std=gnu11 -fno-omit-frame-pointer -fno-sanitize-recover=undefined -fno-sanitize=function
    "${includes[@]}" -Wno-unused-parameter)
# All sources once, for both programs, two at a time.
objects=$build/objects
rm -rf "$objects" && mkdir -p "$objects"
printf '%s\0' "$here"/*.c "$php"/src/*.c | xargs -0 -P 2 -I {} sh -c \
    'source=$1 && shift && exec "$@" -c "$source" -o "$0/$(basename "$source").o"' "$objects" {} \
    clang "${flags[@]}" -DFUZZ_SCRIPT="\"$here/decode.php\"" -fsanitize=fuzzer-no-link,address,undefined ||
    { echo "error: the module does not compile with clang" >&2; exit 1; }
mkdir "$objects/programs" && mv "$objects"/{failing_allocations,fuzz_decode}.c.o "$objects/programs"
link_program() { # NAME SANITIZERS
    clang -fsanitize="$2" "$objects/programs/$1.c.o" "$objects"/*.o -lphp -lm -o "$build/$1"
}
link_program failing_allocations address,undefined
export ASAN_OPTIONS=detect_leaks=1:quarantine_size_mb=32:max_allocation_size_mb=512:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
status=0
"$build/failing_allocations" "$here/scenarios.php" >"$build/failing.log" 2>&1 || status=1
tail -1 "$build/failing.log"
if [ $status -ne 0 ]; then
    cp "$build/failing.log" "$build/found/failing_allocations.log"
    grep -E -m 15 'wrong|ERROR|runtime error|^ *#[0-9]|SUMMARY' "$build/failing.log" || true
fi
[ "$seconds" -gt 0 ] || exit $status

link_program fuzz_decode fuzzer,address,undefined
php -n -d error_reporting=0 -r 'require $argv[1]; foreach (Hostile::messages() as $i => $m) file_put_contents("$argv[2]/$i", "\0\0\0" . $m);' \
    "$here/../hostile.php" "$build/seeds"
"$build/fuzz_decode" -max_total_time="$seconds" -max_len=1024 -timeout=20 -rss_limit_mb=2048 \
    -artifact_prefix="$build/found/" -print_final_stats=1 "$build/corpus" "$build/seeds" >"$build/fuzz.log" 2>&1 || status=1
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/fuzz.log")
echo "fuzz php, by coverage: ${runs:-0} inputs, $([ $status -eq 0 ] && echo nothing found || echo "see $build/found and $build/fuzz.log")"
[ $status -eq 0 ] || grep -E -m 15 'ERROR|runtime error|^ *#[0-9]|SUMMARY' "$build/fuzz.log" || true
exit $status
