#!/usr/bin/env bash
# Runs PECL msgpack's own phpt tests against this module.
#   php-pecl-suite.sh BUILD_DIR    a folder of tools/packages/php-build.sh
#   php-pecl-suite.sh --fetch      only fetches the tests
# The tests come from the distribution's source package, through apt; they
# are run, never committed. Tests that fail intentionally are listed, with the
# reasons, in php-pecl-suite-excluded.tsv. Exit status 77: no source available.
. "$(dirname "$0")/../lib.sh"

usage="usage: php-pecl-suite.sh BUILD_DIR|--fetch"
excluded=$ROOT/tools/suites/php-pecl-suite-excluded.tsv
php=$(command -v "${PHP:-php}") || fail "no php"
source_tree=$CACHE/php-pecl-suite-$("$php" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;') # each Debian has its own

if [ ! -d "$source_tree" ]; then
    mkdir -p build/logs
    bash tools/setup/debian-source.sh php-msgpack "$source_tree" >build/logs/pecl-source.log 2>&1 ||
        not_run "the source package of php-msgpack is not available through apt here"
fi
[ "${1:?$usage}" != --fetch ] || exit 0
build=$(cd "$1" && pwd)
module=$build/php/modules/msgpack.so
copy=$build/pecl-suite
log=$build/pecl-suite.log
[ -f "$module" ] || fail "no module at $module: tools/packages/php-build.sh makes it"
run_tests=$(bash php/tests/find-run-tests.sh "$build/php") || fail "run-tests.php is not there: it comes with php-dev"

rm -rf "$copy"
cp -r "$source_tree"/msgpack-*/tests "$copy"
left_out=0
while IFS=$'\t' read -r name reason; do
    case $name in '#'* | '') continue ;; esac
    [ -f "$copy/$name" ] || fail "excluded, but not in the suite: $name"
    rm "$copy/$name"
    left_out=$((left_out + 1))
    printf 'left out: %s: %s\n' "$name" "$reason"
done <"$excluded"

status=0
NO_INTERACTION=1 TEST_PHP_EXECUTABLE=$php \
    "$php" -n "$run_tests" -q -n --show-diff -d "extension=$module" "$copy" >"$log" 2>&1 || status=1
count() { sed -n "s/^Tests $1 *: *\([0-9]*\).*/\1/p" "$log" | head -n 1; }
failed=$(count failed)
passed=$(count passed)
[ "${failed:-1}" = 0 ] && [ "${passed:-0}" -gt 0 ] || status=1
[ "$status" = 0 ] || grep -v '^\(PASS\|SKIP\|TEST\) ' "$log" | tail -n 200
printf 'PECL suite: %s passed, %s failed, %s skipped by its own conditions, %s left out\n' \
    "${passed:-0}" "${failed:-?}" "$(count skipped)" "$left_out"
exit "$status"
