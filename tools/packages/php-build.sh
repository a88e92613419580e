#!/usr/bin/env bash
# Builds the PHP module outside the source tree.
#   tools/packages/php-build.sh BUILD_DIR [CFLAGS...]
# makes BUILD_DIR/php/modules/msgpack.so. Nothing is copied: the files in BUILD_DIR/php
# and BUILD_DIR/core are symbolic links to the sources, so running it
# again compiles only what changed. PHPIZE, PHP_CONFIG and CC choose the tools.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: $0 BUILD_DIR [CFLAGS...]" >&2; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
shift
phpize=${PHPIZE:-phpize}
config=${PHP_CONFIG:-php-config}
log=$build/build.log

mkdir -p "$build/php"
ln -sfn "$root/core" "$build/core"
for entry in config.m4 php_msgpack.h tests; do
    [ ! -e "$root/php/$entry" ] || ln -sfn "$root/php/$entry" "$build/php/$entry"
done
# File by file: object files are created next to the source's name, and each build
# must have its own ones.
[ ! -L "$build/php/src" ] || rm "$build/php/src"
(cd "$root/php" && find src -type d) | while read -r folder; do mkdir -p "$build/php/$folder"; done
(cd "$root/php" && find src -name '*.[ch]') | while read -r file; do ln -sfn "$root/php/$file" "$build/php/$file"; done
find "$build/php/src" -xtype l -delete

fail() {
    echo "php-build: $1 failed; the end of $log:" >&2
    tail -30 "$log" >&2
    exit 1
}

cd "$build/php"
: >"$log"
# A change of the source list, the tools or the flags requires a clean build.
lz4=$(echo '#include <lz4hc.h>' | ${CC:-cc} -E -x c - >/dev/null 2>&1 && echo lz4 || echo no-lz4)
want="$(cksum <config.m4) $phpize $config $("$config" --version) ${CC:-cc} $lz4 $*"
if [ ! -f Makefile ] || [ "$(cat "$build/made-with" 2>/dev/null)" != "$want" ]; then
    "$phpize" >>"$log" 2>&1 || fail phpize
    ./configure --with-php-config="$(command -v "$config")" --with-msgpack=shared \
        ${CC:+CC="$CC"} CFLAGS="-g -O2 $*" >>"$log" 2>&1 || fail configure
    # Not `make clean`: it fails if the dependencies of an old object name a file that is gone.
    find . -name '*.lo' -o -name '*.o' -o -name '*.dep' | xargs -r rm -f
    printf '%s' "$want" >"$build/made-with"
fi
if ! grep -q -- -MMD Makefile && [ -f modules/msgpack.so ] &&
    [ -n "$(find -L "$root/php/src" "$root/core" -newer modules/msgpack.so -print -quit)" ]; then
    make clean >>"$log" 2>&1 # before 8.2 the Makefile does not track headers
fi
make -j2 >>"$log" 2>&1 || fail make
grep -E '^/.*(warning|error):' "$log" >&2 || true
echo "$build/php/modules/msgpack.so"
