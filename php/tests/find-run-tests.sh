#!/usr/bin/env bash
# Prints the path of PHP's test driver, run-tests.php.
#   find-run-tests.sh [FOLDER]    a folder in which phpize ran
# phpize copies the driver to that folder; php-dev has it beside phpize's other files.
set -euo pipefail

config=${PHP_CONFIG:-php-config}
places=("${1:-.}/run-tests.php")
if command -v "$config" >/dev/null 2>&1; then
    places+=("$("$config" --extension-dir)/build/run-tests.php" "$("$config" --prefix)/lib/php/build/run-tests.php")
fi
for place in "${places[@]}"; do
    if [ -f "$place" ]; then
        printf '%s\n' "$place"
        exit 0
    fi
done
exit 1
