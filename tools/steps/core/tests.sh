#!/usr/bin/env bash
# step: C core: unit tests, vectors, sanitizers, failed allocations, install
# covers: the C core: every type, limits, errors and offsets, its install
# needs: cc
# seconds: 20
. "$(dirname "$0")/../../lib.sh"
bash core/tests/run.sh build/core host
