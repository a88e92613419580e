#!/usr/bin/env bash
# Removes trailing spaces and adds missing final newlines in the sources, then
# runs the style checks in tests/.
. "$(dirname "$0")/lib.sh"

git ls-files -z -- '*.c' '*.h' '*.py' '*.pyi' '*.php' '*.inc' '*.m4' '*.sh' '*.md' '*.toml' Makefile |
    xargs -0 sed -i -e 's/[[:space:]]*$//' -e '$a\'
tools/setup/venv.sh
"$VENV/bin/python" -m pytest -q tests/test_repository.py tests/test_architecture.py
