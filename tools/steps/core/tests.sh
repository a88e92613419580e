#!/usr/bin/env bash
# step: C core: unit tests, vectors, sanitizers, failed allocations, install
# covers: the C core: every type, limits, errors and offsets, its install
# seconds: 40
. "$(dirname "$0")/../../lib.sh"
have cc || have gcc || have clang || not_run "no C compiler was found"
bash core/tests/run.sh build/core host
