#!/usr/bin/env bash
# Makes PHP 8.4 of Debian sid with igbinary and Symfony's serializer and JsonStreamer, which Debian 12 does not have,
# and hayapack's module for it. Prints the path of a program that runs this PHP, then that of the module. Ends with
# status 77 where no folder of sid can be made.
. "$(dirname "$0")/../lib.sh"

folder=build/php84-sid
export HAYAPACK_HEAVY_MB=0 # other checkouts of this machine get no copy of these packages
tools/setup/debian-suite.sh make sid gcc libc6-dev make liblz4-dev php8.4-cli php8.4-dev php8.4-igbinary \
    php-symfony-json-streamer php-symfony-serializer php-symfony-property-info php-symfony-property-access >&2
tools/setup/debian-suite.sh run sid env PHPIZE=phpize8.4 PHP_CONFIG=php-config8.4 tools/packages/php-build.sh "$folder" >/dev/null
cat >"$folder/php8.4" <<EOF
#!/bin/sh
exec "$ROOT/tools/setup/debian-suite.sh" run sid php8.4 "\$@"
EOF
chmod +x "$folder/php8.4"
printf '%s\n' "$ROOT/$folder/php8.4" "$(php_module php84-sid)"
