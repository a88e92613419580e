#!/usr/bin/env bash
# Installs hayapack as users do, in empty venvs: from the sdist, from
# the wheel, from the tree, and with a compiler that fails.
. "$(dirname "$0")/../lib.sh"

folder=$ROOT/build/install-test
python=$VENV/bin/python
checks=0

passed() { checks=$((checks + 1)); note "ok: $*"; }

copy_tree() {
    rm -rf "$folder"
    mkdir -p "$folder/tree" "$folder/dist"
    if [ -d .git ]; then
        git ls-files -z -co --exclude-standard | while IFS= read -r -d '' name; do
            if [ -e "$name" ]; then printf '%s\0' "$name"; fi
        done | tar --null -T - -cf - | tar -xf - -C "$folder/tree"
    else
        tar --exclude ./build --exclude ./.venv --exclude ./.cache -cf - . | tar -xf - -C "$folder/tree"
    fi
}

# empty_venv NAME: of the interpreter behind .venv, with only pip.
empty_venv() {
    "$python" -c 'import sys; print(getattr(sys, "_base_executable", sys.executable))' >"$folder/base"
    "$(cat "$folder/base")" -m venv "$folder/$1"
}

# works NAME BACKEND: checks that the installed package works as in the README.
works() {
    (cd / && env -u PYTHONPATH "$folder/$1/bin/python" -c '
import sys
import hayapack
assert hayapack.backend == sys.argv[1], hayapack.backend
value = {"a": [1, -1, 1.5, None, True, "é", b"\0", 2**64 - 1]}
assert hayapack.unpackb(hayapack.packb(value)) == value
try:
    hayapack.unpackb(b"\x93\x01")
except hayapack.OutOfData as error:
    assert (error.name, error.offset) == ("truncated", 0), error
else:
    sys.exit("a truncated message was accepted")
' "$2")
    "$folder/$1/bin/hayapack" --help >/dev/null
}

build_backend() { (cd "$1" && "$python" -c "$2" 2>&1) >"$folder/$3.log" || { tail -n 30 "$folder/$3.log"; return 1; }; }

copy_tree
build_backend "$folder/tree" 'from setuptools import build_meta; build_meta.build_sdist("../dist")' sdist
sdist=$(ls "$folder"/dist/hayapack-*.tar.gz)
tar -tzf "$sdist" | sed 's#^[^/]*/##' | sort >"$folder/contents"
for name in core/include/hayapack.h core/src/hayapack.c vectors/README.md python/tests/conftest.py LICENSE python/src/hayapack/py.typed; do
    grep -qx "$name" "$folder/contents" || fail "the sdist lacks $name"
done
for name in $(cd "$folder/tree" && find python/ext -name '*.[ch]'); do
    grep -qx "$name" "$folder/contents" || fail "the sdist lacks $name"
done
passed "the sdist has sources, headers, vectors and tests"

HAYAPACK_REQUIRE_NATIVE=1 "$python" -m pip wheel -q --no-build-isolation --no-deps "$sdist" -w "$folder/dist"
wheel=$(ls "$folder"/dist/hayapack-*.whl)
"$python" -m zipfile -l "$wheel" >"$folder/wheel-contents"
grep -q 'hayapack/_native.*\.so' "$folder/wheel-contents" || fail "the wheel has no compiled module"
grep -q 'share/man/man1/hayapack.1' "$folder/wheel-contents" || fail "the wheel has no man page"
grep -q 'hayapack/py.typed' "$folder/wheel-contents" || fail "the wheel has no py.typed"
if grep -qE 'tests/|vectors/|\.c ' "$folder/wheel-contents"; then fail "the wheel has files that belong in the sdist only"; fi
passed "the wheel from the sdist has what it must"

twine=twine
if [ ! -f "$VENV/offline" ]; then
    # Debian's does not know the metadata version that the index's setuptools writes.
    empty_venv twine
    "$folder/twine/bin/python" -m pip install -q twine
    twine=$folder/twine/bin/twine
fi
if have "$twine"; then
    logged "$folder/twine.log" "$twine" check --strict "$sdist" "$wheel"
    passed "twine accepts the metadata of the sdist and the wheel"
else
    note "not run: twine check, as twine was not found (Debian: twine)"
fi

empty_venv from-wheel
"$folder/from-wheel/bin/python" -m pip install -q --no-index "$wheel"
works from-wheel native
passed "the wheel works in an empty venv"

rm -rf "$folder"/tree/build "$folder"/tree/python/src/*.egg-info
quick_compiler "$folder/cc" # the wheel above is the optimised one
if [ -f "$VENV/offline" ]; then
    note "not run: pip install . with build isolation (no package index)"
    # README's commands for this case.
    /usr/bin/python3 -m venv --system-site-packages "$folder/without-index"
    (cd "$folder/tree" && HAYAPACK_REQUIRE_NATIVE=1 "$folder/without-index/bin/pip" install -q --no-build-isolation .)
    works without-index native
    passed "pip install . works without an index, by Debian's setuptools and wheel"
else
    empty_venv from-tree
    (cd "$folder/tree" && HAYAPACK_REQUIRE_NATIVE=1 "$folder/from-tree/bin/python" -m pip install -q .)
    works from-tree native
    passed "pip install . works in an empty venv"
fi

# The compiled modules must be used from the source tree, by both methods of development.
rm -rf "$folder"/tree/build
(cd "$folder/tree" && HAYAPACK_REQUIRE_NATIVE=1 "$python" setup.py -q build_ext --inplace) >"$folder/inplace.log" 2>&1
(cd / && PYTHONPATH=$folder/tree/python/src "$python" -c '
import hayapack, sys
assert hayapack.__file__.startswith(sys.argv[1]), hayapack.__file__
assert hayapack.backend == "native", hayapack.backend
assert hayapack._native.liblz4() is None or sys.argv[2], hayapack._native.liblz4()' "$folder" "${HAYAPACK_WITHOUT_LZ4:-}")
passed "build_ext --inplace puts the compiled modules where they are used"
rm -f "$folder"/tree/python/src/hayapack/*.so
rm -rf "$folder"/tree/build
empty_venv editable
# With the setuptools of .venv, since none can be downloaded.
"$python" -c 'import os, setuptools, wheel; print(os.path.dirname(os.path.dirname(setuptools.__file__))); print(os.path.dirname(os.path.dirname(wheel.__file__)))' |
    sort -u >"$("$folder/editable/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/build-tools.pth"
HAYAPACK_REQUIRE_NATIVE=1 HAYAPACK_WITHOUT_LZ4=1 "$folder/editable/bin/python" -m pip install -q --no-build-isolation --no-deps -e "$folder/tree" >"$folder/editable.log" 2>&1
works editable native
"$folder/editable/bin/python" -c 'from hayapack import _native; assert _native.liblz4(), "liblz4 is there"'
passed "an editable install uses the compiled modules, and HAYAPACK_WITHOUT_LZ4=1 leaves liblz4 out"
rm -f "$folder"/tree/python/src/hayapack/*.so

rm -rf "$folder"/tree/build "$folder/pure"
mkdir "$folder/pure"
(cd "$folder/tree" && CC=/bin/false "$python" -m pip wheel -v --no-build-isolation --no-deps . -w "$folder/pure") >"$folder/pure.log" 2>&1
grep -q 'WARNING: the compiled module could not be built' "$folder/pure.log" || fail "no warning without a compiler"
empty_venv no-compiler
"$folder/no-compiler/bin/python" -m pip install -q --no-index "$folder"/pure/hayapack-*.whl
works no-compiler pure
passed "without a compiler the fallback is installed, with a warning"
[ -f "$folder"/pure/hayapack-*-py3-none-any.whl ] || fail "the wheel without a compiled module is tagged $(ls "$folder/pure")"
passed "its wheel is tagged py3-none-any"

rm -rf "$folder"/tree/build
if (cd "$folder/tree" && CC=/bin/false HAYAPACK_REQUIRE_NATIVE=1 "$python" -m pip wheel -q --no-build-isolation --no-deps . -w "$folder/none") >"$folder/required.log" 2>&1; then
    fail "HAYAPACK_REQUIRE_NATIVE=1 did not make the failure fatal"
fi
passed "HAYAPACK_REQUIRE_NATIVE=1 makes it fatal"
printf '%d checks passed\n' "$checks"
