#!/usr/bin/env bash
# step: installing: sdist, wheel, empty venv, and without a compiler
# covers: `pip install` with and without a C compiler
# tier: long
# seconds: 60
. "$(dirname "$0")/../../lib.sh"

bash tools/packages/install-test.sh
