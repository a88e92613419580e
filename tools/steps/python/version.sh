#!/usr/bin/env bash
# step: Python package on another CPython
# covers: the compiled module on the other CPythons from 3.9 on, without 3.13 to 3.15, which step python/debian has
# only here: the layouts of the objects of 3.12, and there the loops with AVX2; 3.9, the oldest, in full. 3.10 runs the C
# code of 3.9 (the public API): the vectors, and the tests of classes, whose annotations depend on the version. Generated
# values, which compare the back ends, are left to the other steps; ALL=2 adds them, all tests on 3.10, the fallback on 3.10 and 3.12, the long tests on 3.9
# needs: cc
# tier: long
# seconds: 60
# each: tools/setup/find-python.sh --others | grep True | sed "/^3[.]1[3-5] /d" | cut -d" " -f1,2
. "$(dirname "$0")/../../lib.sh"

version=$1 path=$2
tools/setup/version-venv.sh "$version" "$path"
folder=$ROOT/build/py/$version
cd "$ROOT"
[ "$version" = 3.9 ] || weekly || quick_compiler "$folder/cc"
rm -rf "$folder/build" "$folder/lib" # a module that was renamed since
[ "$version" != 3.12 ] || export CFLAGS=-DVECTOR_MOST=2
HAYAPACK_REQUIRE_NATIVE=1 "$folder/venv/bin/python" setup.py -q egg_info -e "$folder" build -b "$folder/build" --build-lib "$folder/lib"
export PYTHONPATH=$folder/lib
(cd / && "$folder/venv/bin/python" -c '
import hayapack
assert hayapack.backend == "native", "the compiled module is not there"')
# The long tests run with the CPython of .venv, in step python/tests-long.
select=()
export HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-30} # step python/tests-long generates more
[ "$version" = 3.9 ] && weekly || select+=(-m "not long")
[ "$version" = 3.9 ] || weekly || select+=(--backend native)
weekly || select+=(--ignore-glob '*_differential.py')
tests=(python/tests)
[ "$version" != 3.10 ] || weekly || tests=(python/tests/vectors python/tests/classes)
"$folder/venv/bin/python" -m pytest -q -p no:cacheprovider "${tests[@]}" --ignore-glob '*test_cli_*' "${select[@]}"
