#!/usr/bin/env bash
# Shows the PHP module in a few seconds: an example and a short benchmark.
. "$(dirname "$0")/../lib.sh"

php_build php
module=$(php_module php)
note "php/examples/tour.php (PHP $(php -n -r 'echo PHP_VERSION;'))"
php -n -d extension="$module" php/examples/tour.php
say "PHP: a short benchmark; make bench-php runs the full one"
HAYAPACK_LAB_PHP_MODULE=$module "$VENV/bin/python" -m hayapack_lab bench php --quick --samples 3 \
    --only string,ints,floats,records6,objects | sed -n '/^### encode/,/^## Not/p' | grep -E '^(###|[|])'
