#!/usr/bin/env bash
# step: repository and lab: their long tests
# covers: the C# programs of the documentation, its commands that measure, clang's warnings, pages drawn from the
# recorded results, instructions per record, the C# worker
# tier: long
# seconds: 120
. "$(dirname "$0")/../lib.sh"

(php_build php) || true
tools/lab-dotnet.sh >/dev/null || true
"$VENV/bin/python" -m pytest -q tests lab/tests -m long
