#!/usr/bin/env bash
# Makes build/data/venv: the Python of .venv with the packages that hayapack.data works with, and build/data/lib, where
# it finds the hayapack of .venv: PYTHONPATH=build/data/lib build/data/venv/bin/python. Takes the packages from the cache
# of heavy.sh, or from the package index, and keeps them there for 30 days. Exit status 77 (with the reason) without both.
#   data-venv.sh
. "$(dirname "$0")/../lib.sh"

# numpy to xdist are for the tests; http and s3 addresses need aiohttp and s3fs; moto is a server of s3 for the tests.
PACKAGES=(pyarrow polars duckdb pandas datafusion fsspec aiohttp
    'dask[dataframe]' distributed 'ray[data]' pyspark chdb s3fs 'moto[server]'
    numpy lz4 zstandard orjson rich pytest pytest-xdist hypothesis)

folder=$ROOT/build/data
python=$folder/venv/bin/python

usable() { [ -f "$folder/venv/made" ] && "$python" -c 'import pytest' 2>/dev/null; }

[ -x "$VENV/bin/python" ] || fail "there is no .venv: make build"
version=$("$VENV/bin/python" -c 'import platform as p; print(p.python_version())')
base=$("$VENV/bin/python" -c 'import sys; print(sys.base_prefix)')
month=$(($(date +%s) / 86400 / 30))
key=data-$version-$(printf '%s\n' "$base" "$month" "${PACKAGES[@]}" | sha256sum | cut -c1-16)
mkdir -p "$folder"
exec 8>>"$folder/lock" && flock 8 # steps run at the same time

if ! { stamped data-venv "$key" && usable; }; then
    unstamp data-venv
    # The packages of a venv do not name its folder; its programs do, so tests start `python -m`.
    if ! { tools/setup/heavy.sh get "$key" "$folder/venv" && usable; } >&2; then
        tools/setup/python-index.sh "$VENV/bin/python" || not_run "the Python package index cannot be reached"
        rm -rf "$folder/venv"
        logged "$folder/venv.log" "$VENV/bin/python" -m venv "$folder/venv" 8>&-
        install_requirements "$python" "$folder/pip.log" "${PACKAGES[@]}" 8>&-
        touch "$folder/venv/made"
        usable || fail "no tests can run with the packages of hayapack.data: see build/data/pip.log"
        tools/setup/heavy.sh put "$key" "$folder/venv" >&2 8>&-
    fi
    stamp data-venv "$key"
fi
packages=$("$VENV/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["platlib"])')
mkdir -p "$folder/lib"
ln -sfn "$packages/hayapack" "$folder/lib/hayapack"
