#!/usr/bin/env bash
# step: Python package: its data with pyarrow, polars, DuckDB, pandas and DataFusion
# covers: hayapack.data with the libraries that take its tables, convert and query of the tool, the code of docs/data.md
# only here: all that needs these packages, which .venv does not have
# needs: data-packages
# tier: long
# seconds: 110
. "$(dirname "$0")/../../lib.sh"

export PYTHONPATH=$ROOT/build/data/lib
python=$ROOT/build/data/venv/bin/python
"$python" -m pytest -q -p no:cacheprovider python/tests/data python/tests/cli/test_cli_tables.py --ignore python/tests/data/engines
phase arrow
HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-60} "$python" -m pytest -q -p no:cacheprovider python/tests/columns \
    python/tests/library/test_arrow_stream.py python/tests/library/test_arrow_libraries.py \
    python/tests/robustness/test_arrow_differential.py python/tests/robustness/test_columns_types_differential.py
phase documents
"$python" -m pytest -q -p no:cacheprovider tests/documents/test_documents.py -k "data.md"
"$python" -m pytest -q -p no:cacheprovider python/tests/cli/test_cli_doc.py -k tables
