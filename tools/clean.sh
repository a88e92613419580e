#!/usr/bin/env bash
# Removes what was built; with an argument .venv and .cache too.
. "$(dirname "$0")/lib.sh"

rm -rf build dist lab/build core/build python/src/*.egg-info lab/src/*.egg-info
find . -path ./.venv -prune -o -path ./.git -prune -o -path ./.cache -prune -o \
    \( -name __pycache__ -o -name .pytest_cache -o -name .hypothesis \) -type d -print0 | xargs -0 -r rm -rf
if [ -n "${1:-}" ]; then rm -rf "$VENV" "$CACHE"; fi
