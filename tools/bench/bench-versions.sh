#!/usr/bin/env bash
# Measures the rows of bench-python on the CPython of .venv and on 3.13 (Debian trixie), 3.14 and 3.15 (sid), against the
# rivals that can be installed there: those of the package index, or without one those that Debian has, each in the
# version of its release. Writes a record for each version to build/bench-versions/VERSION, joins them to
# build/bench-versions/results.json and prints the tables; `tools/bench/pages.py versions build/bench-versions` puts them
# into docs/results/versions.md. Options are those of `hayapack lab bench`.
#   make bench-versions ARGS="--only floats,records8"    seconds, after the set-up
. "$(dirname "$0")/../lib.sh"

RIVALS=(msgpack msgspec ormsgpack amsgpack orjson)
CODECS=hayapack_native,hayapack_again,hayapack_public,msgpack_c,msgspec_msgpack,ormsgpack,amsgpack,orjson
out=$ROOT/build/bench-versions
LAB=(setuptools wheel rich numpy jinja2) # what the lab needs, and its installation

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
    logged "$wheels/../pip.log" "${fetched[@]}" --python-version "$version" --only-binary=:all: "${LAB[@]}"
    for name in "${RIVALS[@]}"; do
        "${fetched[@]}" --no-deps --python-version "$version" --only-binary=:all: "$name" >>"$wheels/../pip.log" 2>&1 ||
            "${fetched[@]}" --no-deps --no-build-isolation --no-binary=:all: "$name" >>"$wheels/../pip.log" 2>&1 || true
    done
}

# from_index VERSION SUITE FOLDER: an environment in the suite, with the lab and the rivals of the package index.
from_index() {
    local version=$1 suite=$2 folder=$3 name
    local within=(tools/setup/debian-suite.sh run "$suite")
    mkdir "$folder/wheels"
    fetch "$version" "$folder/wheels"
    local pip=("${within[@]}" "$folder/venv/bin/python" -m pip install -q --no-index --find-links "$folder/wheels")
    logged "$folder/venv.log" "${within[@]}" "python$version" -m venv "$folder/venv"
    logged "$folder/install.log" "${pip[@]}" "${LAB[@]}"
    for name in "${RIVALS[@]}"; do
        "${pip[@]}" --no-build-isolation --no-deps "$name" >>"$folder/install.log" 2>&1 ||
            note "$name has no wheel for CPython $version, and no source that can be built there"
    done
    logged "$folder/lab.log" "${pip[@]}" --no-build-isolation --no-deps "$ROOT/lab"
    rm -rf lab/build
}

# from_debian VERSION SUITE FOLDER: the same with the packages of the suite, which its Pythons share.
from_debian() {
    local version=$1 suite=$2 folder=$3 name
    local within=(tools/setup/debian-suite.sh run "$suite") packages=("${LAB[@]/#/python3-}")
    for name in "${RIVALS[@]}"; do
        if "${within[@]}" apt-cache show "python3-$name" >/dev/null 2>&1 </dev/null; then
            packages+=("python3-$name")
        else
            note "Debian $suite has no python3-$name"
        fi
    done
    # 0: other checkouts of this machine get no copy of these packages
    HAYAPACK_HEAVY_MB=0 logged "$folder/suite.log" tools/setup/debian-suite.sh make "$suite" "${packages[@]}" </dev/null
    logged "$folder/venv.log" "${within[@]}" "python$version" -m venv --without-pip --system-site-packages "$folder/venv"
    printf '%s\n' "$ROOT/lab/src" >"$(site_packages "$suite" "$folder")/hayapack-lab.pth"
}

# site_packages SUITE FOLDER: where modules are installed in its environment.
site_packages() {
    tools/setup/debian-suite.sh run "$1" "$2/venv/bin/python" -c "import sysconfig; print(sysconfig.get_path('purelib'))"
}

# install SUITE FOLDER: hayapack, in the environment.
install() {
    local suite=$1 folder=$2
    local within=(tools/setup/debian-suite.sh run "$suite")
    # Built here and not by pip, whose folder of earlier builds may have objects of other sources.
    mkdir "$folder/lib"
    HAYAPACK_REQUIRE_NATIVE=1 logged "$folder/build.log" "${within[@]}" "$folder/venv/bin/python" setup.py -q egg_info -e "$folder/lib" \
        build -b "$folder/build" --build-lib "$folder/lib"
    printf '%s\n' "$folder/lib" >"$(site_packages "$suite" "$folder")/hayapack.pth"
}

options=("$@")
rm -rf "$out"
own=$("$VENV/bin/python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
mkdir -p "$out/$own"
measure "$out/$own" "$VENV/bin/hayapack"
while read -r version suite; do
    [ "$version" != "$own" ] || continue
    folder=$out/$version
    mkdir -p "$folder"
    made=$(tools/setup/debian-suite.sh make "$suite" gcc libc6-dev liblz4-dev \
        "python$version-dev" "python$version-venv" </dev/null) || {
        note "not measured: CPython $version: ${made##*$'\n'}"
        rm -rf "$folder"
        continue
    }
    if [ -f "$VENV/offline" ]; then
        from_debian "$version" "$suite" "$folder"
    else
        from_index "$version" "$suite" "$folder"
    fi
    install "$suite" "$folder"
    measure "$folder" tools/setup/debian-suite.sh run "$suite" "$folder/venv/bin/python" -m hayapack
done <<'EOF'
3.13 trixie
3.14 sid
3.15 sid
EOF
"$VENV/bin/python" tools/bench/versions.py "$out"
