#!/usr/bin/env bash
# step: Python package on another processor, emulated
# covers: the compiled module on s390x (big-endian): the vectors, text, 2,000 generated inputs against the fallback; with
# ALL=2 all of the vectors, the library, classes and columns, and msgpack's own tests, also on ARM64; and the first of these
# on 32-bit ARM
# only here: the order of bytes, and with ALL=2 the loops for NEON, in the Python module; core/processors runs the core
# needs: apt suite-{1} cross-{1}
# each: echo s390x; [ -z "${HAYAPACK_WEEKLY:-}" ] || printf '%s\n' arm64 armhf
# tier: long
# seconds: 60
# minutes: 90
. "$(dirname "$0")/../../lib.sh"

suite=$(debian_release)-${1:?an architecture} folder=$ROOT/build/cross/$1-python
phase "make the folder"
tools/packages/cross-build.sh "$suite" folder
phase build
tools/packages/cross-build.sh "$suite" python "$folder"
in_suite() {
    tools/setup/debian-suite.sh run "$suite" env PYTHONPATH="$folder/lib" python3 "$@"
}
in_suite -c '
import platform, sys
import hayapack
from hayapack import _native
assert hayapack.backend == "native", "the compiled module is not there"
print(platform.machine(), sys.byteorder, "private layout:", _native.private_layout)'
whole() { weekly && [ "$suite" != "$(debian_release)-armhf" ]; } # python/i386 runs the rest with 32 bits
phase tests
# hayapack.cli's JSON is written in Python.
tests=(python/tests/vectors python/tests/library/test_text_decoding.py --ignore-glob '*_json.py')
# The deselected test gives the tool 120 s, which it needs in an emulator on a busy machine.
! whole || tests=(python/tests/{vectors,library,classes,columns} --deselect python/tests/library/test_zstd_frames.py::test_written_by_the_tool)
HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-10} in_suite -m pytest -q -p no:cacheprovider "${tests[@]}" -m "not long" --backend native
if whole; then
    phase "msgpack's tests"
    [ -f "$CACHE/msgpack-suite/version" ] || tools/suites/fetch-msgpack-suite.sh
    in_suite tools/suites/msgpack_suite.py "$CACHE/msgpack-suite/test"
fi
phase "generated values"
in_suite tools/fuzz/fuzz_python.py --inputs 2000 --seed "$FUZZ_SEED"
