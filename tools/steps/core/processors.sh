#!/usr/bin/env bash
# step: C core: unit tests and vectors on other processors, emulated
# covers: the C core on a big-endian, a 32-bit and an arm64 processor
# tier: long
# seconds: 40
. "$(dirname "$0")/../../lib.sh"
output=$(mktemp)
trap 'rm -f "$output"' EXIT
bash core/tests/run.sh build/core other-processors | tee "$output"
if tail -n 1 "$output" | grep -q 'core: 0 passed'; then not_run "no cross compiler and emulator was found"; fi
