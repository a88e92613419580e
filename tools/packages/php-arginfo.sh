#!/usr/bin/env bash
# Generates php/src/*_arginfo.h from php/*.stub.php, with PHP's own generator (php-dev) and nikic's parser
# (Debian: php-parser). Beside the stub, phpize's Makefile would make it again, with a parser that it downloads, wherever
# an installer has unpacked the stub last.
#   tools/packages/php-arginfo.sh          in place
#   tools/packages/php-arginfo.sh --check  only reports whether it would change
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
php=${PHP:-php}
generator=$("${PHP_CONFIG:-php-config}" --prefix)/lib/php/$("${PHP_CONFIG:-php-config}" --phpapi)/build/gen_stub.php
[ -f "$generator" ] || generator=$("${PHP_CONFIG:-php-config}" --prefix)/lib/php/build/gen_stub.php
parser=${PHP_PARSER:-/usr/share/php/PhpParser}
for needed in "$generator" "$parser/Parser.php"; do
    [ -e "$needed" ] || { echo "php-arginfo: $needed is missing (Debian: apt-get install php-dev php-parser)" >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$generator" "$root"/php/*.stub.php "$work"
# #[Attribute] is for editors and analysers: src/api/attributes.c registers it, and the generator does not know its constants.
sed -i '/^#\[\\Attribute(/d' "$work"/*.stub.php
# The generator expects its parser in its own folder, with a version in the name.
version=$(sed -n 's/^    \$version = "\([0-9.]*\)";$/\1/p' "$work/gen_stub.php" | head -1)
mkdir -p "$work/PHP-Parser-$version/lib"
ln -s "$parser" "$work/PHP-Parser-$version/lib/PhpParser"
for name in msgpack msgpack_attributes; do
    "$php" -n -d extension=tokenizer "$work/gen_stub.php" -f "$work/$name.stub.php" >"$work/log" ||
        { cat "$work/log" >&2; exit 2; }
    if [ "${1:-}" = --check ]; then
        diff -u "$root/php/src/${name}_arginfo.h" "$work/${name}_arginfo.h"
    else
        cp "$work/${name}_arginfo.h" "$root/php/src/${name}_arginfo.h"
    fi
done
