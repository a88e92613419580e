#!/usr/bin/env bash
# step: PHP module: building as PIE does and from PECL's package
# covers: package.xml, composer.json, the installed header
# needs: phpize cc
# tier: long
# seconds: 93
. "$(dirname "$0")/../../lib.sh"

bash tools/packages/php-package-test.sh
