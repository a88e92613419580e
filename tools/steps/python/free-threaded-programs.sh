#!/usr/bin/env bash
# step: programs on CPython without the GIL, with hayapack in msgpack's place
# covers: the tests of kombu, celery and distributed, msgpack's own, and a WSGI server with threads, on CPython 3.13t
# only here: these programs without the GIL
# needs: cc python3.13-source python-index source-packages
# tier: weekly
# seconds: 600
# minutes: 60
. "$(dirname "$0")/../../lib.sh"

python=$(tools/setup/free-threaded.sh | tail -n 1)
phase build
tools/setup/version-venv.sh 3.13t-programs "$python"
folder=$ROOT/build/py/3.13t-programs
python=$folder/venv/bin/python
rm -rf "$folder/build" "$folder/lib" # a module that was renamed since
HAYAPACK_REQUIRE_NATIVE=1 "$python" setup.py -q egg_info -e "$folder" build -b "$folder/build" --build-lib "$folder/lib"
logged "$folder/tools.log" "$python" -m pip install -q waitress pytest-run-parallel
# Some packages that the programs need do not declare that they run without the GIL, which would enable it again.
export PYTHONPATH=$folder/lib PYTHON_GIL=0
status=0
phase "a WSGI server"
"$python" -m hayapack run tools/suites/wsgi_threads.py || status=1
phase "msgpack's tests"
[ -f "$CACHE/msgpack-suite/version" ] || tools/suites/fetch-msgpack-suite.sh
"$python" tools/suites/msgpack_suite.py "$CACHE/msgpack-suite/test" --parallel-threads=4 || status=1 # each test in four threads at once
phase programs
"$python" tools/suites/real_programs.py --folder "$CACHE/real-programs-3.13t" kombu celery distributed || status=1
exit "$status"
