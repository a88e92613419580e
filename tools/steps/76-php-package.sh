#!/usr/bin/env bash
# step: PHP module: installing by PECL's installer and as PIE does
# covers: package.xml, composer.json, the installed header
. "$(dirname "$0")/../lib.sh"

bash tools/php-package-test.sh
