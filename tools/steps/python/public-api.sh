#!/usr/bin/env bash
# step: Python package: native module with CPython's public API only
# covers: the code for CPython versions with unknown object layouts
# only here: HAYAPACK_PUBLIC_API=1 on a CPython whose layouts are known; step python/debian has a newer one, and compares
# generated values there. The long tests, and generated values: with ALL=2
# seconds: 140
# tier: long
. "$(dirname "$0")/../../lib.sh"

export HAYAPACK_PUBLIC_API=1
(cd / && "$VENV/bin/python" -c '
from hayapack import _native
assert not _native.private_layout')
select=(-m "not long" --ignore-glob '*_differential.py')
! weekly || select=()
"$VENV/bin/python" -m pytest -q -p no:cacheprovider python/tests "${select[@]}" --ignore-glob '*test_cli_*' --backend native
