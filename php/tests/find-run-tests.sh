#!/usr/bin/env bash
# Prints where PHP's own test driver, run-tests.php, is.
#   find-run-tests.sh [FOLDER]    a folder that phpize has prepared
# phpize puts a copy where it ran; php-dev has it beside phpize's other files.
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
