#!/usr/bin/env bash
# step: Python package for macOS, musl and an old glibc: compiled
# covers: the compiled module for macOS, x86-64 and ARM64 (by zig's clang and headers), and with musl (musl-gcc): no
# warning, and all that it calls is in the system's library; for glibc 2.17 and later (manylinux2014), with the vectors
# only here: macOS, older glibc. On macOS and with musl nothing runs: no Python for them can be had
# needs: zig llvm-nm musl-gcc
# seconds: 60
# tier: weekly
. "$(dirname "$0")/../../lib.sh"

checks=0
for target in 'macos x86_64' 'macos aarch64' 'musl x86_64'; do
    phase "$target"
    CFLAGS=-O0 tools/packages/foreign-build.sh $target "build/foreign/${target// /-}"
    checks=$((checks + 1))
done
phase "glibc 2.17"
tools/packages/foreign-build.sh glibc 2.17 build/foreign/glibc
HAYAPACK_FUZZ_EXAMPLES=10 PYTHONPATH=build/foreign/glibc/lib "$VENV/bin/python" -m pytest -q -p no:cacheprovider --backend native \
    python/tests/vectors/test_vectors.py
printf '%d checks passed\n' "$checks"
