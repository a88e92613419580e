#!/usr/bin/env bash
# Test programs with PHP's embed library and the module compiled in, under
# AddressSanitizer and UBSan: every allocation made to fail in turn, damaged
# messages in many requests of one process, then coverage-guided fuzzing
# (libFuzzer).
#
#     php/fuzz/embed/run.sh BUILD_DIR SECONDS [INPUTS [SEED]]
#
# SECONDS is the duration of the coverage-guided fuzzing, INPUTS (default 100,000) the
# number of damaged messages; 0 skips that part. PHP_FOLDER names a PHP with its embed
# library, as tools/packages/php-source-build.sh builds it; the default is the installed PHP.
# Failing inputs and logs are in BUILD_DIR/found; run BUILD_DIR/fuzz_decode with such a
# file's name to repeat it. Exit status 77: could not run, the last line says why.
set -euo pipefail

build=${1:?usage: run.sh BUILD_DIR SECONDS [INPUTS [SEED]]}
seconds=${2:?usage: run.sh BUILD_DIR SECONDS [INPUTS [SEED]]}
inputs=${3:-100000}
seed=${4:-2026}
here=$(cd "$(dirname "$0")" && pwd)
php=$(cd "$here/../.." && pwd)
mkdir -p "$build/found" "$build/corpus" "$build/seeds" "$build/batches" && build=$(cd "$build" && pwd)
[ -z "${PHP_FOLDER:-}" ] || PATH=$PHP_FOLDER/bin:$PATH
# Programs that run during the build leak.
export ASAN_OPTIONS=detect_leaks=0

not_run() { echo "not run: the PHP module inside the embed library ($*)"; exit 77; }
command -v clang >/dev/null || not_run "no clang"
command -v php-config >/dev/null || not_run "no php-config: install php-dev"
read -ra includes <<<"$(php-config --includes)"
libraries=(-lphp -lm)
# Its library is static and needs its own dependencies.
[ -z "${PHP_FOLDER:-}" ] || read -ra libraries <<<"-rdynamic -L$PHP_FOLDER/lib -lphp $(php-config --libs) -lm -lresolv"
printf 'int main(void) { return 0; }\n' |
    clang -x c - -x none -fsanitize=fuzzer-no-link,address "${libraries[@]}" -o "$build/probe" 2>/dev/null ||
    not_run "no libphp or no sanitizers: install libphp-embed and libclang-rt-dev"

# LZ4 as php/config.m4 finds it.
lz4=()
if printf '#include <lz4hc.h>\nint main(void) { return LZ4_versionNumber() == 0; }\n' |
    clang -x c - -llz4 -o "$build/probe" 2>/dev/null; then
    lz4=(-DHAYA_HAVE_LZ4) && libraries+=(-llz4)
fi
flags=(-g -O1 -std=gnu11 -fno-omit-frame-pointer -fno-sanitize-recover=undefined -fno-sanitize=function
    "${includes[@]}" ${lz4[@]+"${lz4[@]}"} -Wno-unused-parameter)
# All sources once, for all programs, two at a time.
objects=$build/objects
rm -rf "$objects" && mkdir -p "$objects"
(cd "$php" && find fuzz/embed src -name '*.c' -print0 | xargs -0 -P 2 -I {} bash -c \
    'source=$1 && shift && exec "$@" -c "$source" -o "$0/${source//\//-}.o"' "$objects" {} \
    clang "${flags[@]}" -DFUZZ_SCRIPT="\"$here/decode_input.php\"" -fsanitize=fuzzer-no-link,address,undefined) ||
    { echo "error: the module does not compile with clang" >&2; exit 1; }
mkdir "$objects/programs" && mv "$objects"/fuzz-embed-{failing_allocations,fuzz_requests,fuzz_decode}.c.o "$objects/programs"
link_program() { # NAME SANITIZERS
    clang -fsanitize="$2" "$objects/programs/fuzz-embed-$1.c.o" "$objects"/*.o "${libraries[@]}" -o "$build/$1"
}
# run_program NAME ARGUMENT...: prints its last line and, if it fails, its findings.
run_program() {
    local name=$1 log=$build/$1.log failed=0
    shift
    link_program "$name" address,undefined
    "$build/$name" "$@" >"$log" 2>&1 || failed=1
    tail -n 1 "$log"
    [ $failed -eq 0 ] && return
    status=1
    cp "$log" "$build/found/"
    grep -E -m 15 'wrong|leaked|ended in|ERROR|Assertion|runtime error|^ *#[0-9]|SUMMARY' "$log" || true
}
export ASAN_OPTIONS=handle_abort=1:detect_leaks=1:quarantine_size_mb=32:max_allocation_size_mb=512:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
status=0
run_program failing_allocations "$here/allocation_scenarios.php"
[ "$inputs" -eq 0 ] || run_program fuzz_requests "$here/requests.php" "$build/batches" "$inputs" "$seed"
[ "$seconds" -gt 0 ] || exit $status

link_program fuzz_decode fuzzer,address,undefined
ASAN_OPTIONS=detect_leaks=0 php -n -d error_reporting=0 -r 'require $argv[1]; foreach (Hostile::messages() as $i => $m) file_put_contents("$argv[2]/$i", "\0\0\0" . $m);' \
    "$here/../hostile_classes.php" "$build/seeds"
found=0
"$build/fuzz_decode" -seed="$seed" -max_total_time="$seconds" -max_len=1024 -timeout=20 -rss_limit_mb=2048 \
    -artifact_prefix="$build/found/" -print_final_stats=1 "$build/corpus" "$build/seeds" >"$build/fuzz.log" 2>&1 || found=1
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/fuzz.log")
echo "fuzz php, by coverage: ${runs:-0} inputs, $([ $found -eq 0 ] && echo nothing found || echo "see $build/found and $build/fuzz.log")"
[ $found -eq 0 ] || grep -E -m 15 'ERROR|runtime error|^ *#[0-9]+ 0x|SUMMARY' "$build/fuzz.log" || true
[ $found -eq 0 ] || status=1
exit $status
