#!/usr/bin/env bash
# Measures with the lab: bench.sh lab (the tables of the reference articles), python, php, partial, classes,
# php-classes, dotnet or data (hayapack and its rivals). Writes the record, tables and charts to build/lab or build/bench-python;
# `tools/bench/results_pages.py python build/bench-python` puts them into docs/results/python.md. Further options
# are those of `hayapack lab run` and `hayapack lab bench`:
#   make lab ARGS=--quick                            about three minutes; noisy
#   make lab ARGS="--only a,e"                       some of the articles
#   make lab ARGS="--only a --python 3.14"           with another CPython, of Debian sid: the articles a, b and e; the
#                                                    folder is build/lab-3.14
#   make bench-php ARGS="--only records6,floats"     some rows, seconds each (--list: their names)
#   make bench-dotnet ARGS="--only answer_as_maps"   the same for .NET, half a minute each
# HAYAPACK_LAB_PHP_MODULE=PATH: another build of the PHP module.
. "$(dirname "$0")/../lib.sh"

what=$1
shift
out=build/bench-$what
command=(bench "$what")
[ "$what" != lab ] || { out=build/lab; command=(run); }
other='' options=()
while [ $# -gt 0 ]; do
    case $1 in
        --python) other=${2:?--python needs a version, such as 3.14}; shift ;;
        *) options+=("$1") ;;
    esac
    shift
done
if [ -n "$other" ]; then
    . tools/bench/other-python.sh
    [ "$what" = lab ] || fail "--python is an option of make lab"
    suite=${SUITES[$other]:-} out=$ROOT/build/lab-$other
    [ -n "$suite" ] || fail "--python $other: there are ${!SUITES[*]}"
    RIVALS=(msgpack msgspec ormsgpack amsgpack orjson simplejson pymongo ujson protobuf flatbuffers pycapnp)
    PROGRAMS=(protobuf-compiler flatbuffers-compiler python3-bson-ext)
    rm -rf "$out"
    other_python "$other" "$suite" "$out" || exit 1
    say "measuring with CPython $other; leave the machine idle meanwhile"
    exec tools/setup/debian-suite.sh run "$suite" "$out/venv/bin/python" -m hayapack lab run --out "build/lab-$other" "${options[@]}"
fi
if [ "$what" = php-classes ] && [ -z "${HAYAPACK_LAB_PHP:-}" ]; then
    if made=$(tools/bench/sid-php.sh); then
        { read -r HAYAPACK_LAB_PHP && read -r HAYAPACK_LAB_PHP_MODULE; } <<<"$made"
        export HAYAPACK_LAB_PHP HAYAPACK_LAB_PHP_MODULE
    else
        note "measured with the PHP of this machine, and without what it lacks, such as JsonStreamer: ${made:-no folder of Debian sid}"
    fi
fi
if [[ "$what" = lab || "$what" = php* ]] && [ -z "${HAYAPACK_LAB_PHP_MODULE:-}" ]; then
    if reason=$(php_build php); then
        HAYAPACK_LAB_PHP_MODULE=$(php_module php)
        export HAYAPACK_LAB_PHP_MODULE
    else
        note "hayapack's PHP rows will be missing: its module can't be built here: $reason"
    fi
fi
if [ "$what" = lab ] || [ "$what" = dotnet ]; then
    if worker=$(tools/bench/build-dotnet-worker.sh); then
        export HAYAPACK_LAB_DOTNET=$worker
    elif [ "$what" = dotnet ]; then
        fail "the lab's C# worker cannot be built: ${worker:-see above}"
    else
        note "C#'s rows will be missing: ${worker:-its worker cannot be built}"
    fi
fi
if [ "$what" = data ] && [ ! -f "$VENV/offline" ]; then
    mapfile -t requirements < <("$VENV/bin/python" tools/setup/requirements.py hayapack-lab tables)
    say "installing ${requirements[*]}"
    install_requirements "$VENV/bin/python" build/logs/tables.log "${requirements[@]}"
fi
[ -f "$VENV/offline" ] && note "no package index: only the codecs that Debian has can be measured"
say "measuring; leave the machine idle meanwhile"
"$VENV/bin/hayapack" lab "${command[@]}" --out "$out" "${options[@]}"
