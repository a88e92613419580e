#!/usr/bin/env bash
# step: Python package on another CPython
# covers: both back ends on the oldest CPython that is installed, 3.9; with ALL=2 on each, without 3.13 to 3.15, which step
# python/debian has
# only here: CPython 3.9; with ALL=2 3.10, and the layouts of the objects of 3.12, there with the loops for AVX2. Generated
# values, which compare the back ends, and the long tests on 3.9: with ALL=2
# needs: cc
# tier: long
# seconds: 180
# each: tools/setup/find-python.sh --others | grep True | sed "/^3[.]1[3-5] /d" | cut -d" " -f1,2 | { [ -n "${HAYAPACK_WEEKLY:-}" ] && cat || tail -n 1; }
. "$(dirname "$0")/../../lib.sh"

version=$1 path=$2
tools/setup/version-venv.sh "$version" "$path"
folder=$ROOT/build/py/$version
cd "$ROOT"
rm -rf "$folder/build" "$folder/lib" # a module that was renamed since
[ "$version" != 3.12 ] || export CFLAGS=-DVECTOR_MOST=2
# Without optimising: step python/tests runs what users compile.
weekly || quick_compiler "$folder/cc"
HAYAPACK_REQUIRE_NATIVE=1 "$folder/venv/bin/python" setup.py -q egg_info -e "$folder" build -b "$folder/build" --build-lib "$folder/lib"
export PYTHONPATH=$folder/lib
(cd / && "$folder/venv/bin/python" -c '
import hayapack
assert hayapack.backend == "native", "the compiled module is not there"')
# The long tests run with the CPython of .venv, in step python/tests-long.
select=()
export HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-30} # step python/tests-long generates more
[ "$version" = 3.9 ] && weekly || select+=(-m "not long")
weekly || select+=(--ignore-glob '*_differential.py')
"$folder/venv/bin/python" -m pytest -q -p no:cacheprovider python/tests --ignore-glob '*test_cli_*' "${select[@]}"
