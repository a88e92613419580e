#!/usr/bin/env bash
# Tests hayapack with a CPython of another Debian suite: installs the suite (tools/setup/debian-suite.sh) with this
# Python and the test tools, builds the compiled module there and runs pytest.
#   suite-python.sh SUITE PYTHON PYTEST-ARGUMENT...
# PYTHON is the program and, with -dev, the package of its headers: python3, python3.14. CFLAGS are the compiler's.
. "$(dirname "$0")/../lib.sh"

suite=${1:?a suite} python=${2:?python3}
shift 2
folder=$ROOT/build/py/$suite-$python
phase "make the suite"
packages=(gcc libc6-dev liblz4-dev "$python-dev" python3-{setuptools,wheel,pytest,hypothesis,numpy,lz4,zstandard,rich})
[ "$suite" != sid ] || packages+=(python3-mypy python3-typing-extensions)
[ "$suite" != "${suite%-i386}" ] || packages+=(python3-orjson) # Debian has none for i386
tools/setup/debian-suite.sh make "$suite" "${packages[@]}"

in_suite() { tools/setup/debian-suite.sh run "$suite" env HAYAPACK_REQUIRE_NATIVE=1 PYTHONPATH="$folder/lib" "$python" "$@"; }

phase build
rm -rf "$folder" # a module that was renamed since
mkdir -p "$folder"
in_suite setup.py -q egg_info -e "$folder" build -b "$folder/build" --build-lib "$folder/lib"
in_suite -c '
import platform, sys
import hayapack
assert hayapack.backend == "native", "the compiled module is not there"
print("CPython", sys.version, platform.architecture()[0])'
phase tests
in_suite -m pytest -q -p no:cacheprovider python/tests "$@"
