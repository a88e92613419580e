#!/usr/bin/env bash
# Runs .venv's Python with hayapack compiled for AddressSanitizer and
# UndefinedBehaviorSanitizer, which it builds first in build/asan:
#
#     tools/packages/sanitized-python.sh tools/fuzz/fuzz_python.py --inputs 10000000 --native
#
# SANITIZED_VERSION=3.13: the Python of build/py/3.13, which tools/setup/version-venv.sh makes, and build/asan-3.13.
. "$(dirname "$0")/../lib.sh"

have gcc || not_run "gcc was not found"
asan=$(gcc -print-file-name=libasan.so)
[ -f "$asan" ] || not_run "gcc has no libasan"
folder=$ROOT/build/asan${SANITIZED_VERSION:+-$SANITIZED_VERSION}
python=$VENV/bin/python
[ -z "${SANITIZED_VERSION:-}" ] || python=$ROOT/build/py/$SANITIZED_VERSION/venv/bin/python
[ -x "$python" ] || not_run "there is no $python"
mkdir -p "$folder"
flags="-g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined"
CC=${CC:-gcc} CFLAGS="$flags" LDFLAGS="$flags" HAYAPACK_REQUIRE_NATIVE=1 \
    "$python" setup.py -q egg_info -e "$folder" build -b "$folder/build" --build-lib "$folder/lib"
# Leak checks are off: the interpreter does not free all memory at exit.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:abort_on_error=1
export UBSAN_OPTIONS=print_stacktrace=1
export PYTHONMALLOC=malloc PYTHONPATH=$folder/lib HAYAPACK_SANITIZED=1
# With libstdc++, which Python does not link: libasan looks for __cxa_throw when it starts, and aborts at the first C++
# exception of an extension module if it was not there.
export LD_PRELOAD="$asan $(gcc -print-file-name=libstdc++.so.6)"
(cd / && "$python" -c '
import hayapack, sys
assert hayapack.backend == "native" and hayapack.__file__.startswith(sys.argv[1]), hayapack.__file__' "$folder")
exec "$python" "$@"
