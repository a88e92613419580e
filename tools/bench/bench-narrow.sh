#!/usr/bin/env bash
# Measures the rows of bench-python as a processor with narrower vectors runs them, which this one can be: hayapack is
# built without AVX2 and AVX-512 (SSSE3 is left, as wide as NEON on ARM64), on Debian sid's CPython 3.14, beside the
# rivals that Debian has, which use no more than SSE2. Writes build/bench-narrow/narrow and, of the same rows with all that
# this processor has, build/bench-narrow/wide, and prints both tables. Options are those of `hayapack lab bench`.
#   tools/bench/bench-narrow.sh --only japanese_fresh,records8   some rows
#   VECTOR_MOST=0 HAYA_UTF8_SIMD=0 tools/bench/bench-narrow.sh     without vectors
. "$(dirname "$0")/../lib.sh"
. tools/bench/other-python.sh

RIVALS=(msgpack msgspec orjson)
version=3.14 out=$ROOT/build/bench-narrow
rm -rf "$out"
for width in narrow wide; do
    flags=''
    [ "$width" = wide ] || flags="-DVECTOR_MOST=${VECTOR_MOST:-1} -DHAYA_UTF8_SIMD=${HAYA_UTF8_SIMD:-1}"
    CFLAGS=$flags other_python "$version" "${SUITES[$version]}" "$out/$width" || exit 1
done
for width in narrow wide; do
    say "measuring, $width vectors; leave the machine idle meanwhile"
    tools/setup/debian-suite.sh run "${SUITES[$version]}" "$out/$width/venv/bin/python" -m hayapack lab bench python --no-memory \
        --codecs hayapack_native,msgpack_c,msgspec_msgpack,orjson --out "build/bench-narrow/$width" "$@" </dev/null
done
exec "$VENV/bin/python" tools/bench/narrow_vectors.py "$out"
