#!/usr/bin/env bash
# step: msgpack's own test suite, on both back ends
# covers: drop-in use in place of msgpack 1.x, as its own tests see it
# seconds: 10
. "$(dirname "$0")/../lib.sh"

source_tree=$CACHE/msgpack-suite
if [ ! -d "$source_tree/test" ]; then
    if [ -f "$VENV/offline" ]; then
        not_run "msgpack's source distribution can be fetched only from the Python package index"
    fi
    tools/fetch-msgpack-suite.sh
fi
status=0
for pure in '' 1; do
    printf -- '--- back end: %s\n' "${pure:+pure}"
    HAYAPACK_PUREPYTHON=$pure "$VENV/bin/python" tools/msgpack_suite.py "$source_tree/test" || status=1
done
exit "$status"
