#!/usr/bin/env bash
# step: Python package: compiled without liblz4
# covers: compressed messages through the Python package lz4, if liblz4 was not available at build
# time
# needs: lz4-package
# seconds: 15
. "$(dirname "$0")/../../lib.sh"

folder=$ROOT/build/without-liblz4
mkdir -p "$folder"
HAYAPACK_WITHOUT_LZ4=1 HAYAPACK_REQUIRE_NATIVE=1 \
    "$VENV/bin/python" setup.py -q egg_info -e "$folder" build -b "$folder/build" --build-lib "$folder/lib"
export PYTHONPATH=$folder/lib
(cd / && "$VENV/bin/python" -c '
from hayapack import _native
assert _native.liblz4(), "liblz4 is there"')
"$VENV/bin/python" -m pytest -q -p no:cacheprovider python/tests/library/test_lz4.py python/tests/vectors/test_vectors_lz4.py --backend native
