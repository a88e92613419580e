#!/usr/bin/env bash
# step: Python package: compiled without liblz4
# covers: compressed messages through the Python package lz4, if liblz4 was not available at build
# time
# needs: lz4-package
# tier: long
# seconds: 5
. "$(dirname "$0")/../../lib.sh"

# Only a file is missing then: tools/packages/install-test.sh builds it so.
folder=$ROOT/build/without-liblz4
rm -rf "$folder"
mkdir -p "$folder/lib"
cp -r "$(cd / && "$VENV/bin/python" -c 'import hayapack, os; print(os.path.dirname(hayapack.__file__))')" "$folder/lib"
rm -f "$folder"/lib/hayapack/_liblz4.*
export PYTHONPATH=$folder/lib
(cd / && "$VENV/bin/python" -c '
from hayapack import _native
assert _native.liblz4(), "liblz4 is there"')
"$VENV/bin/python" -m pytest -q -p no:cacheprovider python/tests/library/test_lz4.py python/tests/vectors/test_vectors_lz4.py \
    python/tests/columns/test_columns_rows.py --backend native
