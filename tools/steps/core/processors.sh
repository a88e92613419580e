#!/usr/bin/env bash
# step: C core: unit tests and vectors on other processors, emulated, and with musl; compiled for Windows
# covers: the C core on a big-endian, a 32-bit and an arm64 processor, with musl; warnings of MinGW
# needs: cc emulator
# tier: long
# seconds: 40
. "$(dirname "$0")/../../lib.sh"
bash core/tests/run.sh build/core other-processors
