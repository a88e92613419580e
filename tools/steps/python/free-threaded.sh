#!/usr/bin/env bash
# step: Python package on CPython without the GIL
# covers: the compiled module and the fallback with threads that run at the same time
# only here: CPython 3.13t: the locks of objects, the caches that calls borrow, lists and dicts that other threads change.
# Values that are generated to compare the back ends in one thread: with ALL=2
# needs: cc python3.13-source
# tier: weekly
# seconds: 240
. "$(dirname "$0")/../../lib.sh"

python=$(tools/setup/free-threaded.sh | tail -n 1)
phase "tests"
tools/setup/version-venv.sh 3.13t "$python"
folder=$ROOT/build/py/3.13t
rm -rf "$folder/build" "$folder/lib" # a module that was renamed since
HAYAPACK_REQUIRE_NATIVE=1 "$folder/venv/bin/python" setup.py -q egg_info -e "$folder" build -b "$folder/build" --build-lib "$folder/lib"
export PYTHONPATH=$folder/lib
(cd / && "$folder/venv/bin/python" -W error -c '
import sys
import hayapack
assert hayapack.backend == "native", "the compiled module is not there"
from hayapack import _native
assert _native.private_layout, "a self-test of the private layout has failed"
hayapack.packb([], lz4="block")
assert not sys._is_gil_enabled(), "importing hayapack has enabled the GIL"')
export HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-20} # step python/tests-long generates more
"$folder/venv/bin/python" -m pytest -q -p no:cacheprovider python/tests/robustness/test_threads*.py
HAYAPACK_PUBLIC_API=1 "$folder/venv/bin/python" -m pytest -q -p no:cacheprovider --backend native python/tests/robustness/test_threads*.py
select=(--ignore-glob '*test_cli_*' --ignore-glob '*test_threads*')
weekly || select+=(--ignore-glob '*_differential.py')
"$folder/venv/bin/python" -m pytest -q -p no:cacheprovider python/tests "${select[@]}" -m "not long" --backend native
