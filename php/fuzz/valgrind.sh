#!/usr/bin/env bash
# The same inputs as run.sh under valgrind, which also detects uninitialised memory.
# It is slow: some thousand inputs.
#
#     php/fuzz/valgrind.sh BUILD_DIR COUNT|SECONDSs [SEED]
#
# BUILD_DIR is where tools/packages/php-build.sh has built the module, without sanitizers.
# The last line is the sum. Exit status 77: could not run, the last line says why.
set -euo pipefail

build=${1:?usage: valgrind.sh BUILD_DIR COUNT|SECONDSs [SEED]}
limit=${2:?usage: valgrind.sh BUILD_DIR COUNT|SECONDSs [SEED]}
seed=${3:-2026}
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$build" && pwd)
module=$build/php/modules/msgpack.so

not_run() { echo "not run: the PHP module under valgrind ($*)"; exit 77; }
command -v php >/dev/null || not_run "no php"
command -v valgrind >/dev/null || not_run "no valgrind"
[ -f "$module" ] || { echo "error: no $module" >&2; exit 1; }

status=0
USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 valgrind --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
    --num-callers=20 --log-file="$build/valgrind.log" \
    php -n -d pcre.jit=0 -d extension="$module" "$here/fuzz.php" run "$build" "$limit" "$seed" >"$build/valgrind.out" 2>&1 ||
    status=$?
sum=$(awk '/ inputs, /{printf "%d inputs, %d decoded, %d round trips", $1, $3, $7}' "$build/valgrind.out")
if [ "$status" -ne 0 ]; then
    tail -3 "$build/valgrind.out"
    grep -m 30 -E '==[0-9]+==' "$build/valgrind.log" || true
fi
echo "fuzz php, valgrind: ${sum:-0 inputs}, $((status != 0)) failed"
[ "$status" -eq 0 ]
