#!/usr/bin/env bash
# step: lab: its tests
# covers: timing, statistics, competitors and reports of the lab
# seconds: 80
. "$(dirname "$0")/../lib.sh"

# Where hayapack's module for PHP or the C# worker can't be built, the tests that need it say so.
(php_build php) || true
tools/lab-dotnet.sh >/dev/null || true
"$VENV/bin/python" -m pytest -q lab/tests
