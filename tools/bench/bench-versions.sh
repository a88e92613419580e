#!/usr/bin/env bash
# Measures the rows of bench-python on the CPython of .venv and on 3.13 (Debian trixie), 3.14 and 3.15 (sid), against the
# rivals that can be installed there. Writes a record for each version to build/bench-versions/VERSION, joins them to
# build/bench-versions/results.json and prints the tables; `tools/bench/pages.py versions build/bench-versions` puts them
# into docs/results/versions.md. Options are those of `hayapack lab bench`. Exit status 77: no package index.
#   make bench-versions ARGS="--only floats,records8"    seconds, after the set-up
. "$(dirname "$0")/../lib.sh"

RIVALS=(msgpack msgspec ormsgpack amsgpack orjson)
CODECS=hayapack_native,hayapack_again,msgpack_c,msgspec_msgpack,ormsgpack,amsgpack,orjson
out=$ROOT/build/bench-versions
[ ! -f "$VENV/offline" ] || not_run "no package index: the rivals for other versions of CPython cannot be fetched"
export HAYAPACK_HEAVY_MB=0 # other checkouts of this machine get no copy of these packages

# measure FOLDER COMMAND... : runs the lab's command with the options given to this program.
measure() {
    local folder=$1
    shift
    say "measuring ${folder##*/}; leave the machine idle meanwhile"
    "$@" lab bench python --no-memory --samples 12 --codecs "$CODECS" --out "${folder#"$ROOT/"}" "${options[@]}" >"$folder/log" </dev/null
}

# fetch VERSION WHEELS: what the lab needs, and the rivals, for another CPython. A source package is built there.
fetch() {
    local version=$1 wheels=$2 name
    local fetched=("$VENV/bin/python" -m pip download -q --dest "$wheels")
    logged "$wheels/../pip.log" "${fetched[@]}" --python-version "$version" --only-binary=:all: \
        "setuptools>=61" wheel rich numpy jinja2
    for name in "${RIVALS[@]}"; do
        "${fetched[@]}" --no-deps --python-version "$version" --only-binary=:all: "$name" >>"$wheels/../pip.log" 2>&1 ||
            "${fetched[@]}" --no-deps --no-build-isolation --no-binary=:all: "$name" >>"$wheels/../pip.log" 2>&1 || true
    done
}

# install VERSION SUITE FOLDER: an environment with hayapack, the lab and the rivals, in the suite.
install() {
    local version=$1 suite=$2 folder=$3 name packages
    local within=(tools/setup/debian-suite.sh run "$suite")
    local pip=("${within[@]}" "$folder/venv/bin/python" -m pip install -q --no-index --find-links "$folder/wheels")
    logged "$folder/venv.log" "${within[@]}" "python$version" -m venv "$folder/venv"
    logged "$folder/install.log" "${pip[@]}" "setuptools>=61" wheel rich numpy jinja2
    for name in "${RIVALS[@]}"; do
        "${pip[@]}" --no-build-isolation --no-deps "$name" >>"$folder/install.log" 2>&1 ||
            note "$name has no wheel for CPython $version, and no source that can be built there"
    done
    logged "$folder/lab.log" "${pip[@]}" --no-build-isolation --no-deps "$ROOT/lab"
    rm -rf lab/build
    # Built here and not by pip, whose folder of earlier builds may have objects of other sources.
    mkdir "$folder/lib"
    HAYAPACK_REQUIRE_NATIVE=1 logged "$folder/build.log" "${within[@]}" "$folder/venv/bin/python" setup.py -q egg_info -e "$folder/lib" \
        build -b "$folder/build" --build-lib "$folder/lib"
    packages=$("${within[@]}" "$folder/venv/bin/python" -c "import sysconfig; print(sysconfig.get_path('purelib'))")
    printf '%s\n' "$folder/lib" >"$packages/hayapack.pth"
}

options=("$@")
rm -rf "$out"
own=$("$VENV/bin/python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
mkdir -p "$out/$own"
measure "$out/$own" "$VENV/bin/hayapack"
while read -r version suite; do
    [ "$version" != "$own" ] || continue
    folder=$out/$version
    mkdir -p "$folder/wheels"
    made=$(tools/setup/debian-suite.sh make "$suite" gcc libc6-dev liblz4-dev \
        "python$version-dev" "python$version-venv" </dev/null) || {
        note "not measured: CPython $version: ${made##*$'\n'}"
        rm -rf "$folder"
        continue
    }
    fetch "$version" "$folder/wheels"
    install "$version" "$suite" "$folder"
    measure "$folder" tools/setup/debian-suite.sh run "$suite" "$folder/venv/bin/python" -m hayapack
done <<'EOF'
3.13 trixie
3.14 sid
3.15 sid
EOF
"$VENV/bin/python" tools/bench/versions.py "$out"
