#!/usr/bin/env bash
# step: C core: a short run of each fuzz target
# covers: decode, round trip and splits at any byte under libFuzzer
# needs: clang
# tier: long
# seconds: 130
. "$(dirname "$0")/../../lib.sh"

bash core/fuzz/run.sh build/fuzz "$FUZZ_SECONDS" "$FUZZ_SEED"
