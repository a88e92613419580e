#!/usr/bin/env bash
# step: Python package for Windows: compiled by gcc and clang, run in wine
# covers: the compiled modules against CPython's headers for Windows, without a warning; imports of no library but
# Python's and Windows' own; with CPython 3.11 for Windows in wine: the vectors, the library, classes and columns, 2,000
# generated inputs against the fallback
# only here: long and wchar_t of Windows, its calls and threads, the private layout there
# needs: mingw clang wine python3.11-source
# seconds: 750
# tier: weekly
# minutes: 60
. "$(dirname "$0")/../../lib.sh"

phase "CPython for Windows"
tools/setup/windows-python.sh
phase "gcc"
tools/packages/foreign-build.sh windows gcc build/windows/gcc
phase "clang"
tools/packages/foreign-build.sh windows clang build/windows/clang
phase tests
in_wine() { tools/packages/windows-tests.sh build/windows/clang "$@"; }
in_wine -c '
import sys
import hayapack
from hayapack import _native
assert hayapack.backend == "native", "the compiled module is not there"
assert _native.private_layout, "a self-test of the private layout has failed"
hayapack.packb([0] * 1000, lz4="block")
assert _native.liblz4() is None, _native.liblz4()
print("CPython", sys.version, sys.platform)'
tests=(python/tests/{vectors,library,classes,columns})
# A difference of wine, or what this build of CPython lacks:
tests+=(--ignore-glob '*/test_live.py')                                 # bz2
tests+=(--deselect python/tests/library/test_split.py::test_processes)  # wine: a pipe of a pool of processes hangs
HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-10} in_wine -m pytest -q -p no:cacheprovider "${tests[@]}" -m "not long" --backend native
phase "generated values"
in_wine tools/fuzz/fuzz_python.py --inputs 2000 --seed "$FUZZ_SEED"
