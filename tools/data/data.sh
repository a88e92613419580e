#!/usr/bin/env bash
# Makes a file of events and sums it with polars, DuckDB, pandas, Dask, Ray and Spark: `make data`.
#   data.sh [ARGUMENT...]     of engines.py, such as --mb 20 dask
. "$(dirname "$0")/../lib.sh"

tools/setup/system-packages.sh engines
tools/setup/venv.sh
tools/setup/data-venv.sh
mkdir -p build/data
PYTHONPATH=$ROOT/build/data/lib build/data/venv/bin/python tools/data/engines.py "$@"
