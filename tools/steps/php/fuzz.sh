#!/usr/bin/env bash
# step: PHP module: a short fuzz under AddressSanitizer and UBSan
# covers: damaged messages, plain, with objects, and into generated classes: no crash, no leak
# needs: phpize libasan
# tier: long
# seconds: 60
. "$(dirname "$0")/../../lib.sh"

PROCESSES=1 bash php/fuzz/run.sh build/php-fuzz "$(fuzz_limit 50000)" "$FUZZ_SEED"
bash php/fuzz/fuzz_into_classes.sh build/php-fuzz "$(fuzz_limit 60000)" "$FUZZ_SEED"
