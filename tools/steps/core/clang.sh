#!/usr/bin/env bash
# step: C core: unit tests and vectors with clang and its sanitizers
# covers: the C core compiled by clang, and what clang's sanitizers and warnings find in it
# only here: the same tests as step core/tests, which has gcc's sanitizers
# needs: cc clang
# tier: long
# seconds: 15
. "$(dirname "$0")/../../lib.sh"
bash core/tests/run.sh build/core-clang other-compiler
