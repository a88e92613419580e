#!/usr/bin/env bash
# step: Python package: native module with CPython's public API only
# covers: the code for CPython versions with unknown object layouts
# seconds: 140
# tier: long
. "$(dirname "$0")/../../lib.sh"

export HAYAPACK_PUBLIC_API=1
(cd / && "$VENV/bin/python" -c '
from hayapack import _native
assert not _native.private_layout')
"$VENV/bin/python" -m pytest -q -p no:cacheprovider python/tests --ignore-glob '*test_cli_*' --backend native
