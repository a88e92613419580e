#!/usr/bin/env bash
# step: Python package on the CPython of another Debian suite
# covers: the compiled module on CPython 3.14 and 3.15 (sid), with ALL=2 also 3.13 (trixie); no long tests
# only here: the layouts of the objects of 3.14 and 3.15 (with ALL=2 also 3.13), the loops for processors without
# vectors (3.13), with those of 16 bytes (3.14) and with AVX2 (3.15), and Debian's newest pytest, numpy and lz4. The
# fallback and the tool, which depend less on the version, and the generated values that compare the back ends: with ALL=2
# needs: apt folder-of-suite {1}
# seconds: 200
# each: [ -z "${HAYAPACK_WEEKLY:-}" ] || echo "trixie 3.13"; printf '%s\n' "sid 3.14" "sid 3.15"
# tier: long
# minutes: 40
. "$(dirname "$0")/../../lib.sh"

suite=${1:?trixie or sid} version=${2:?of Python}
packages=(gcc libc6-dev liblz4-dev "python$version-dev" python3-setuptools python3-wheel python3-pytest python3-hypothesis
    python3-numpy python3-lz4 python3-zstandard python3-orjson python3-rich)
phase "make the suite"
tools/setup/debian-suite.sh make "$suite" "${packages[@]}"

in_suite() { tools/setup/debian-suite.sh run "$suite" env HAYAPACK_REQUIRE_NATIVE=1 PYTHONPATH="$folder/lib" "python$version" "$@"; }

folder=$ROOT/build/py/$suite-$version
rm -rf "$folder" # a module that was renamed since
mkdir -p "$folder"
phase build
# One build for each set of vector instructions, since few machines have none or some of them.
case $version in 3.13) most=0 ;; 3.14) most=1 ;; *) most=2 ;; esac
export CFLAGS=-DVECTOR_MOST=$most
in_suite setup.py -q egg_info -e "$folder" build -b "$folder/build" --build-lib "$folder/lib"
in_suite -c '
import sys
import hayapack
assert hayapack.backend == "native", "the compiled module is not there"
print("CPython", sys.version)'
phase tests
# The long tests run with the CPython of .venv, in step python/tests-long, which also generates more examples.
export HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-30}
select=()
weekly || select=(--ignore-glob '*test_cli_*' --ignore-glob '*_differential.py' --backend native)
in_suite -m pytest -q -p no:cacheprovider python/tests -m "not long" "${select[@]}"
