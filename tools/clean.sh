#!/usr/bin/env bash
# Removes what was built; with an argument .venv and .cache too.
#   clean.sh heavy   removes only what tools/setup/heavy.sh keeps for all checkouts of this machine
. "$(dirname "$0")/lib.sh"

if [ "${1:-}" = heavy ]; then exec tools/setup/heavy.sh empty; fi
rm -rf build dist lab/build core/build python/src/*.egg-info lab/src/*.egg-info
find . -path ./.venv -prune -o -path ./.git -prune -o -path ./.cache -prune -o \
    \( -name __pycache__ -o -name .pytest_cache -o -name .hypothesis \) -type d -print0 | xargs -0 -r rm -rf
if [ -n "${1:-}" ]; then rm -rf "$VENV" "$CACHE"; fi
