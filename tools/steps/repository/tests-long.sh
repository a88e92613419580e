#!/usr/bin/env bash
# step: repository and lab: their long tests
# covers: the C# programs of the documentation, its commands that measure, clang's warnings, pages drawn from the
# recorded results, instructions per record, the C# worker, a run of the lab, verdicts on many samples
# tier: long
# seconds: 380
. "$(dirname "$0")/../../lib.sh"

(php_build php) || true
tools/bench/build-dotnet-worker.sh >/dev/null || true
# Two runs: lab/tests/conftest.py tells `hayapack compare` of codecs that hang.
"$VENV/bin/python" -m pytest -q tests -m long
"$VENV/bin/python" -m pytest -q lab/tests -m long
