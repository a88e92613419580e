#!/usr/bin/env bash
# step: Python package: native module with CPython's public API only
# covers: the code for CPython versions with unknown object layouts
# only here: HAYAPACK_PUBLIC_API=1, what a CPython newer than those known runs. The long tests: with ALL=2
# seconds: 140
# tier: weekly
. "$(dirname "$0")/../../lib.sh"

export HAYAPACK_PUBLIC_API=1
(cd / && "$VENV/bin/python" -c '
from hayapack import _native
assert not _native.private_layout')
select=(-m "not long")
! weekly || select=()
"$VENV/bin/python" -m pytest -q -p no:cacheprovider python/tests "${select[@]}" --ignore-glob '*test_cli_*' --backend native
