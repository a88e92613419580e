#!/usr/bin/env bash
# Checks in at most about 15 seconds whether pip reaches a package index:
# exit status 0 if it does.
#   python-index.sh PYTHON      an interpreter with pip
. "$(dirname "$0")/../lib.sh"

python=${1:?an interpreter that has pip}
unset PIP_DEFAULT_TIMEOUT
timeout 15 "$python" -m pip index versions msgpack \
    --retries 0 --timeout 8 --no-cache-dir --disable-pip-version-check >/dev/null 2>&1
