#!/usr/bin/env bash
# step: PHP module: every allocation made to fail, fuzzing guided by coverage
# covers: no leak and no crash when memory ends, and libFuzzer's inputs
# tier: long
# seconds: 107
. "$(dirname "$0")/../lib.sh"

bash php/fuzz/embed/run.sh build/php-embed "${FUZZ_SECONDS:-20}"
