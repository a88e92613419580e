#!/usr/bin/env bash
# Builds the PHP module and prints how to load it.
. "$(dirname "$0")/../lib.sh"

have php || fail "php was not found (Debian: apt install php-cli php-dev)"
have phpize || fail "phpize was not found (Debian: apt install php-dev)"
say "building the PHP module, a minute the first time, for $(php -n -r 'echo PHP_BINARY, ", PHP ", PHP_VERSION;')"
php_build php
module=$(php_module php)
version=$(php -n -d extension="$module" -r '
    $value = ["a" => [1, 2.5, null]];
    exit(msgpack_unpack(msgpack_pack($value)) === $value ? phpversion("msgpack") : "");')
[ -n "$version" ] || fail "the module does not work"
say "msgpack $version is in $module"
php -n -d extension="$module" --ri msgpack | grep '^LZ4 => [0-9]' >/dev/null ||
    note "without LZ4: install Debian's liblz4-dev, then make php again"
note "to load it once:     php -n -d extension=$module script.php"
note "to install it:       sudo make -C build/php/php install, then extension=msgpack in an ini file"
note "Debian's php-msgpack has the same file name, and later updates put it back: docs/php.md"
note "(Build and load) says how to prevent that, and how to load the module on Debian"
