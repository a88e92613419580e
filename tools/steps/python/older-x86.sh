#!/usr/bin/env bash
# step: Python package on an older x86-64 processor, emulated
# covers: the compiled module without AVX2 (Nehalem), without SSE4 (core2duo) and without SSSE3 (qemu64): the vectors,
# text, 2,000 generated inputs against the fallback
# only here: that the module asks the processor before it uses its instructions
# needs: emulator-x86_64
# each: printf '%s\n' Nehalem core2duo qemu64
# tier: weekly
# seconds: 60
# minutes: 20
. "$(dirname "$0")/../../lib.sh"

model=${1:?a model of qemu}
emulated() { qemu-x86_64 -cpu "$model" "$VENV/bin/python" "$@"; }
emulated -c '
import hayapack
assert hayapack.backend == "native", "the compiled module is not there"'
phase tests
emulated -m pytest -q -p no:cacheprovider python/tests/vectors python/tests/library/test_text_decoding.py -m "not long" --backend native
phase "generated values"
emulated tools/fuzz/fuzz_python.py --inputs 2000 --seed "$FUZZ_SEED"
