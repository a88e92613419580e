#!/usr/bin/env bash
# The differential test against Debian's php-msgpack: PECL msgpack 2.2, or 3.0
# with PHP 8.4.
#
#     php/differential/run.sh BUILD_DIR [CASES [SEED]]
#
# BUILD_DIR is where tools/packages/php-build.sh has built our module. PECL_MSGPACK names
# another PECL module. Exit status 77: could not run, the last line says why.
set -euo pipefail

build=${1:?usage: run.sh BUILD_DIR [CASES [SEED]]}
here=$(cd "$(dirname "$0")" && pwd)
ours=$(cd "$build" && pwd)/php/modules/msgpack.so
ulimit -c 0 # PECL crashes on some inputs; no core files

not_run() { echo "not run: the differential test ($*)"; exit 77; }
command -v php >/dev/null || not_run "no php"
pecl=${PECL_MSGPACK:-$(php -n -r 'echo ini_get("extension_dir");')/msgpack.so}
[ -f "$pecl" ] || not_run "no $pecl: install php-msgpack"
[ -f "$ours" ] || { echo "error: no $ours" >&2; exit 1; }
php -n -d extension="$pecl" -r 'exit(str_contains(phpversion("msgpack"), "hayapack") ? 1 : 0);' ||
    not_run "$pecl is not PECL msgpack"
exec php -n "$here/compare.php" "$pecl" "$ours" "${2:-1500}" "${3:-2026}"
