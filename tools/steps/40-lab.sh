#!/usr/bin/env bash
# step: lab: its tests
# covers: timing, statistics, competitors and reports of the lab
. "$(dirname "$0")/../lib.sh"

"$VENV/bin/python" -m pytest -q lab/tests
