#!/usr/bin/env bash
# step: the tool hayapack without the modules and calls that Windows lacks
# covers: every command of the tool where os.pread, fcntl, signals and the like are hidden
# only here: what nobody runs on Windows here. Not tested: closed streams, for which the tests need fork, and the modes of
# files
# seconds: 150
# tier: weekly
# minutes: 20
. "$(dirname "$0")/../../lib.sh"

export PYTHONPATH=$ROOT/tools/suites/without_posix
"$VENV/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || fail "sitecustomize.py needs sys.orig_argv"
"$VENV/bin/python" -c 'import os, sys; sys.exit(hasattr(os, "pread"))' || fail "another sitecustomize.py comes first"
"$VENV/bin/python" -m pytest -q -p no:cacheprovider python/tests/cli -m "not long" --backend native \
    -k "not test_closed_streams and not test_the_mode_of_the_old_file_and_links_are_kept"
