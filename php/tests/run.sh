#!/usr/bin/env bash
# The phpt tests, the shared vectors and schemas against a built module.
#   php/tests/run.sh BUILD_DIR [FOLDER/TEST.phpt...]
# BUILD_DIR is where tools/packages/php-build.sh built the module; PHP names another php;
# EMULATED=1 says that it runs in an emulator; WITHOUT_SLOW=1 leaves out four tests that take 60 % of the time under
# sanitizers. The tests are copied into BUILD_DIR first, so that the files of failing tests (.diff,
# .out) are not written to the source tree.
set -euo pipefail

build=$(cd "${1:?usage: run.sh BUILD_DIR [FOLDER/TEST.phpt...]}" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)
php=$(command -v "${PHP:-php}")
module=$build/php/modules/msgpack.so
copy=$build/phpt
log=$build/phpt.log

fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

[ -f "$module" ] || fail "no module at $module: tools/packages/php-build.sh makes it"
run_tests=$(bash "$here/find-run-tests.sh" "$build/php") || fail "run-tests.php is not there: it comes with php-dev"

rm -rf "$copy"
mkdir -p "$copy"
cp "$here"/*.inc "$copy/"
for folder in "$here"/*/; do
    if compgen -G "$folder*.phpt" >/dev/null; then cp -r "${folder%/}" "$copy/"; fi
done
# A module that was built without liblz4 has another test instead of these.
if "$php" -n -d "extension=$module" --ri msgpack | grep -q '^LZ4 => no$'; then
    rm "$copy"/module/lz4-*.phpt
else
    rm "$copy"/module/without-lz4.phpt
fi
# What only newer versions of PHP have is in tests of its own.
if "$php" -n -r 'exit(PHP_VERSION_ID < 80400 ? 0 : 1);'; then rm "$copy"/objects/php84-*.phpt; fi
# The pages that an emulator reads would be counted.
[ -z "${EMULATED:-}" ] || rm "$copy/stream/unpacker-class-is-linear-in-the-bytes.phpt"
# Generated values, and memory of every size.
[ -z "${WITHOUT_SLOW:-}" ] || rm "$copy"/{codec/fast-paths-equal-the-general-path,decode/every-byte-changed-in-a-nested-message,hooks/magic-methods-in-every-combination,limits/memory-of-objects-of-every-size}.phpt
# Of numbers that only 64 bits hold, and what a 32-bit PHP makes of them.
if "$php" -n -r 'exit(PHP_INT_SIZE < 8 ? 0 : 1);'; then
    sed -n '/^[^#]/s/\t.*//p' "$here/needs-64-bits.tsv" | while read -r name; do rm "$copy/$name"; done
else
    rm "$copy/module/ints-of-32-bits.phpt"
fi
tests=("$copy")
[ $# -eq 0 ] || tests=("${@/#/$copy/}")

# The time limit only ends a hang; sanitizers on a busy machine are slow.
status=0
NO_INTERACTION=1 TEST_TIMEOUT=600 TEST_PHP_EXECUTABLE=$php MSGPACK_MODULE=$module MSGPACK_TESTS=$here \
    "$php" -n "$run_tests" -q -n --show-diff -d "extension=$module" "${tests[@]}" >"$log" 2>&1 || status=1

count() { sed -n "s/^Tests $1 *: *\([0-9]*\).*/\1/p" "$log" | head -n 1; }
total=$(sed -n 's/^Number of tests : *\([0-9]*\).*/\1/p' "$log" | head -n 1)
passed=$(count passed)
# Nothing here may be skipped: a test that can't run is a failure.
if [ -z "$total" ] || [ "$passed" != "$total" ]; then
    sed -n '/^TEST .*\.phpt/d; p' "$log" | tail -n 200
    status=1
fi
if [ $# -eq 0 ]; then
    "$php" -n -d "extension=$module" -d memory_limit=-1 "$here/vectors/run.php" || status=1
    if "$php" -n -r 'exit(PHP_INT_SIZE < 8 ? 0 : 1);'; then
        echo "not run: the schemas, whose values are ints of 64 bits"
    else
        "$php" -n -d "extension=$module" -d memory_limit=-1 "$here/schemas/run.php" || status=1
    fi
fi
printf 'phpt: %s of %s passed\n' "${passed:-0}" "${total:-0}"
exit "$status"
