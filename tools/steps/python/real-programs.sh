#!/usr/bin/env bash
# step: the test suites of programs that import msgpack, with hayapack in its place
# covers: python -m hayapack run with kombu, pynvim and others (all with ALL=2), each as many tests as with msgpack
# needs: python-index
# seconds: 180
# tier: long
# minutes: 50
. "$(dirname "$0")/../../lib.sh"

if weekly; then choice=(); else choice=(--short); fi
exec "$VENV/bin/python" tools/suites/real_programs.py "${choice[@]}"
