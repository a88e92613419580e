#!/usr/bin/env bash
# step: Python package: its data in Dask, Ray, Spark and ClickHouse
# covers: hayapack.data.dask, ray, spark and clickhouse with the engines themselves, files over http and s3. The code of
# docs/data.md about them is run by step python/data, which has the same packages
# only here: all that needs the engines, and files that many processes read
# needs: data-packages
# tier: long
# seconds: 200
# minutes: 25
. "$(dirname "$0")/../../lib.sh"

tools/setup/system-packages.sh engines
export PYTHONPATH=$ROOT/build/data/lib
python=$ROOT/build/data/venv/bin/python
have java || printf 'not run: Spark, since there is no Java (Debian: openjdk-17-jre-headless)\n'
for name in dask ray pyspark chdb; do
    "$python" -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$name') is None)" ||
        printf 'not run: what needs %s, which could not be installed\n' "$name"
done
"$python" tools/data/engines.py --mb 20 --file build/data/engines.msgpack
phase tests
"$python" -m pytest -q -p no:cacheprovider python/tests/data/engines
