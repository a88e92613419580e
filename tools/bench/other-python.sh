# Another CPython, of another Debian suite, with hayapack, the lab and rivals: those of the package index, or without one
# those that Debian has, each in the version of its release. To be sourced, after lib.sh.

LAB=(setuptools wheel rich numpy jinja2) # what the lab needs, and its installation
RIVALS=()   # packages of rivals, by their names on the package index
PROGRAMS=() # packages of Debian that they need
declare -A SUITES=([3.13]=trixie [3.14]=sid [3.15]=sid)

# other_python VERSION SUITE FOLDER: makes the environment FOLDER/venv, for
# `tools/setup/debian-suite.sh run SUITE FOLDER/venv/bin/python -m hayapack lab`. Status 1, with a note: not possible here.
other_python() {
    local version=$1 suite=$2 folder=$3 made
    mkdir -p "$folder"
    made=$(tools/setup/debian-suite.sh make "$suite" gcc libc6-dev liblz4-dev \
        "python$version-dev" "python$version-venv" "${PROGRAMS[@]}" </dev/null) || {
        note "not measured: CPython $version: ${made##*$'\n'}"
        return 1
    }
    if [ -f "$VENV/offline" ]; then
        from_debian "$version" "$suite" "$folder"
    else
        from_index "$version" "$suite" "$folder"
    fi
    install_hayapack "$suite" "$folder"
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

# install_hayapack SUITE FOLDER: builds it in the environment.
install_hayapack() {
    local suite=$1 folder=$2
    local within=(tools/setup/debian-suite.sh run "$suite")
    # Built here and not by pip, whose folder of earlier builds may have objects of other sources.
    mkdir "$folder/lib"
    HAYAPACK_REQUIRE_NATIVE=1 logged "$folder/build.log" "${within[@]}" "$folder/venv/bin/python" setup.py -q egg_info -e "$folder/lib" \
        build -b "$folder/build" --build-lib "$folder/lib"
    printf '%s\n' "$folder/lib" >"$(site_packages "$suite" "$folder")/hayapack.pth"
}
