#!/usr/bin/env bash
# step: C core: unit tests and vectors on other processors, emulated, with musl, and for Windows
# covers: the C core on a big-endian, a 32-bit and an arm64 processor, with musl, in wine; warnings of MinGW
# needs: cc emulator
# tier: long
# seconds: 40
. "$(dirname "$0")/../../lib.sh"
WINE=$ROOT/tools/setup/wine.sh bash core/tests/run.sh build/core other-processors
