#!/usr/bin/env bash
# step: Python package: its data with Debian's pyarrow, pandas, Dask and fsspec
# covers: hayapack.data with the packages that Debian sid has, without a package index: also web servers, killed workers
# only here: where there is no package index, all that needs these packages; else steps python/data and python/engines
# needs: apt folder-of-suite sid
# seconds: 150
# tier: weekly
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

phase "make the suite"
tools/setup/debian-suite.sh make sid gcc libc6-dev liblz4-dev python3-dev python3-setuptools python3-wheel python3-pytest \
    python3-hypothesis python3-numpy python3-lz4 python3-zstandard python3-rich python3-pyarrow python3-pandas python3-dask \
    python3-distributed python3-fsspec python3-aiohttp

in_suite() { tools/setup/debian-suite.sh run sid env HAYAPACK_REQUIRE_NATIVE=1 PYTHONPATH="$folder/lib" "$@"; }

folder=$ROOT/build/data-debian
rm -rf "$folder" # a module that was renamed since
mkdir -p "$folder"
phase build
in_suite python3 setup.py -q egg_info -e "$folder" build -b "$folder/build" --build-lib "$folder/lib"
phase tests
in_suite python3 -m pytest -q -p no:cacheprovider "${@:-python/tests/data}" python/tests/cli/test_cli_tables.py
