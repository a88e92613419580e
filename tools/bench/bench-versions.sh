#!/usr/bin/env bash
# Measures the rows of bench-python on the CPython of .venv and on 3.13 (Debian trixie), 3.14 and 3.15 (sid), against the
# rivals that can be installed there: those of the package index, or without one those that Debian has, each in the
# version of its release. Writes a record for each version to build/bench-versions/VERSION, joins them to
# build/bench-versions/results.json and prints the tables; `tools/bench/results_pages.py versions build/bench-versions` puts them
# into docs/results/versions.md. Options are those of `hayapack lab bench`.
#   make bench-versions ARGS="--only floats,records8"    seconds, after the set-up
. "$(dirname "$0")/../lib.sh"
. tools/bench/other-python.sh

RIVALS=(msgpack msgspec ormsgpack amsgpack orjson)
CODECS=hayapack_native,hayapack_again,hayapack_public,msgpack_c,msgspec_msgpack,ormsgpack,amsgpack,orjson
out=$ROOT/build/bench-versions

# measure FOLDER COMMAND... : runs the lab's command with the options given to this program.
measure() {
    local folder=$1
    shift
    say "measuring ${folder##*/}; leave the machine idle meanwhile"
    "$@" lab bench python --no-memory --samples 12 --codecs "$CODECS" --out "${folder#"$ROOT/"}" "${options[@]}" >"$folder/log" </dev/null
}

options=("$@")
rm -rf "$out"
own=$("$VENV/bin/python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
mkdir -p "$out/$own"
measure "$out/$own" "$VENV/bin/hayapack"
for version in $(printf '%s\n' "${!SUITES[@]}" | sort -V); do
    [ "$version" != "$own" ] || continue
    suite=${SUITES[$version]} folder=$out/$version
    other_python "$version" "$suite" "$folder" || {
        rm -rf "$folder"
        continue
    }
    measure "$folder" tools/setup/debian-suite.sh run "$suite" "$folder/venv/bin/python" -m hayapack
done
"$VENV/bin/python" tools/bench/python_versions.py "$out"
