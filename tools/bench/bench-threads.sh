#!/usr/bin/env bash
# Measures one and two threads of CPython 3.13 without the GIL against the same source built with it, and the rivals
# that can be installed there: thread_scaling.py. Builds both interpreters first, 3 to 6 minutes each, and keeps them in
# .cache/python. Writes results.json to build/bench-threads and prints the tables; `tools/bench/results_pages.py threads
# build/bench-threads` puts them into docs/results/threads.md. Exit status 77: the source cannot be fetched.
#   HAYAPACK_GIL_PYTHON=PATH   this interpreter instead of a build with the GIL
. "$(dirname "$0")/../lib.sh"

without=$(tools/setup/free-threaded.sh | tail -n 1)
with=${HAYAPACK_GIL_PYTHON:-$CACHE/python/3.13-gil/bin/python3.13}
if [ ! -x "$with" ]; then
    source=$(tools/setup/free-threaded.sh source | tail -n 1)
    say "building CPython 3.13 with the GIL: 3 to 6 minutes"
    mkdir -p "$CACHE/python/3.13-gil.build"
    cd "$CACHE/python/3.13-gil.build"
    logged "$CACHE/python/gil.log" "$source/configure" -q --prefix="$CACHE/python/3.13-gil" --with-ensurepip=install
    logged "$CACHE/python/gil.log" make -j"$(nproc)"
    logged "$CACHE/python/gil.log" make install
    cd "$ROOT"
fi
for build in without with; do
    folder=$ROOT/build/bench-threads/$build
    rm -rf "$folder/venv" "$folder/lib" "$folder/temp"
    mkdir -p "$folder"
    logged "$folder/venv.log" "${!build}" -m venv "$folder/venv"
    logged "$folder/pip.log" "$folder/venv/bin/python" -m pip install -q "setuptools>=61" wheel
    for name in msgpack ormsgpack; do
        "$folder/venv/bin/python" -m pip install -q "$name" >>"$folder/pip.log" 2>&1 ||
            note "$name can't be installed $build the GIL"
    done
    HAYAPACK_REQUIRE_NATIVE=1 logged "$folder/build.log" "$folder/venv/bin/python" setup.py -q egg_info -e "$folder" \
        build -b "$folder/temp" --build-lib "$folder/lib"
    "$folder/venv/bin/python" -c "import sysconfig; print(sysconfig.get_path('purelib'))" |
        { read -r packages && echo "$folder/lib" >"$packages/hayapack.pth"; }
done
"$VENV/bin/python" -c "from hayapack_lab.data import fetch; fetch.document('twitter.json')"
say "measuring; leave the machine idle meanwhile"
"$VENV/bin/python" tools/bench/thread_scaling.py --without "$ROOT/build/bench-threads/without/venv/bin/python" \
    --with "$ROOT/build/bench-threads/with/venv/bin/python" --documents "$CACHE/documents" --out build/bench-threads "$@"
