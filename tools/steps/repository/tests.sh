#!/usr/bin/env bash
# step: repository: architecture, names, documentation and its code
# covers: the dependency rules, docs/errors.md, the README's commands and examples in Python and PHP
# seconds: 30
. "$(dirname "$0")/../../lib.sh"

"$VENV/bin/python" -m pytest -q tests --ignore=tests/examples -m "not long"
