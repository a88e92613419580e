#!/usr/bin/env bash
# Builds and runs the tests of the core.
#
#     core/tests/run.sh BUILD_DIR [host | other-compiler | other-processors]
#
# host: with gcc, the unit tests and the shared vectors under the address and
# undefined-behaviour sanitizers, and the sources without warnings; the example in the
# header, and a CMake install against which the example program is built; with clang
# where there is no gcc. other-compiler: these tests and warnings with clang.
# other-processors: the unit tests and the vectors without sanitizers, in an emulator,
# if cross compilers are installed, with musl, and for Windows, in the program that WINE
# names (wine). By default all. Lines that begin with "not run:" name what was skipped
# because a program is missing. The last line is a summary; the exit status is 1 on failure.
set -u

build=${1:?usage: run.sh BUILD_DIR [host | other-compiler | other-processors]}
part=${2:-all}
core=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$build" && build=$(cd "$build" && pwd) || exit 1
passed=0
failed=0
unit_tests=(test_writer test_reader test_scan test_walk test_keys test_text test_lz4)
vector_sources=("$core"/tests/{vectors,vectors_wrapped,notation}.c)

have() { command -v "$1" >/dev/null 2>&1; }

# Compiler options for LZ4; empty without liblz4.
lz4_flags() {
    if echo '#include <lz4hc.h>' | "$1" -E -x c - >/dev/null 2>&1; then echo "-DHAYA_HAVE_LZ4 -llz4"; fi
}

# outcome NAME STATUS: counts one check that no test program counts.
outcome() {
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $1"
    fi
}

# tally FILE LABEL STATUS: adds the numbers of a program's last line. A missing line or a
# nonzero status counts as a failure.
tally() {
    local line counts
    line=$(tr -d '\r' <"$1" | grep -E ': [0-9]+ passed, [0-9]+ failed$' | tail -n 1) # Windows ends lines with CR LF
    counts=$(echo "$line" | sed -E 's/.*: ([0-9]+) passed, ([0-9]+) failed/\1 \2/')
    if [ -z "$line" ]; then
        failed=$((failed + 1))
        echo "$2: ended without a count"
        tail -n 40 "$1"
        return
    fi
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
    if [ "${counts#* }" -ne 0 ] || [ "$3" -ne 0 ]; then
        [ "${counts#* }" -ne 0 ] || failed=$((failed + 1))
        head -n 60 "$1"
    fi
    grep -E '^vectors: ran' "$1"
    echo "$2: $line"
}

# Builds the library and the tests with one compiler and sanitizers, and runs them.
test_with() {
    local cc=$1 dir=$build/$1 name lz4
    local flags="-std=c11 -g -O1 -Wall -Wextra -Werror"
    local sanitize="-fsanitize=address,undefined -fno-sanitize-recover=undefined"
    mkdir -p "$dir"
    echo 'int main(void) { return 0; }' >"$dir/empty.c"
    if ! "$cc" $sanitize "$dir/empty.c" -o "$dir/empty" 2>/dev/null || ! "$dir/empty"; then
        echo "not run: the sanitizers of $cc; its tests run without them"
        sanitize=
    fi
    lz4=$(lz4_flags "$cc")
    local folders=(valid invalid stream typeless ${lz4:+lz4})
    [ -n "$lz4" ] || echo "not run: LZ4 in the core's tests with $cc (no liblz4 headers: install liblz4-dev)"
    "$cc" $flags $sanitize ${lz4% *} -c "$core/src/hayapack.c" -o "$dir/hayapack.o" || { outcome "$cc: the core compiles" 1; return; }
    for name in "${unit_tests[@]}"; do
        "$cc" $flags $sanitize "$core/tests/$name.c" "$dir/hayapack.o" $lz4 -o "$dir/$name"
        outcome "$cc: $name compiles" $?
    done
    "$cc" $flags $sanitize "${vector_sources[@]}" "$dir/hayapack.o" $lz4 -o "$dir/vectors"
    outcome "$cc: vectors compiles" $?
    for name in "${unit_tests[@]}"; do
        "$dir/$name" >"$dir/$name.log" 2>&1
        tally "$dir/$name.log" "$cc" $?
    done
    vector_files "${folders[@]}"
    "$dir/vectors" "${files[@]}" >"$dir/vectors.log" 2>&1
    tally "$dir/vectors.log" "$cc" $?
}

# vector_files FOLDER...: sets files to the shared vectors in these folders.
vector_files() {
    local folder
    files=()
    for folder in "$@"; do files+=("$core"/../vectors/"$folder"/*.tsv); done
}

# The core compiles without warnings: as one file, each file alone, and the inline header alone.
compile_with() {
    local cc=$1 file
    "$cc" -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Werror -c "$core/src/hayapack.c" -o "$build/$cc/plain.o"
    outcome "$cc: the core compiles without warnings" $?
    if [ -n "$(lz4_flags "$cc")" ]; then
        "$cc" -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Werror -DHAYA_HAVE_LZ4 -c "$core/src/hayapack.c" -o "$build/$cc/plain.o"
        outcome "$cc: the core with LZ4 compiles without warnings" $?
    fi
    for file in "$core"/src/*.c; do
        "$cc" -std=c11 -Wall -Wextra -Werror -fsyntax-only "$file"
        outcome "$cc: $(basename "$file") compiles on its own" $?
    done
    echo '#include <hayapack_wire.h>' | "$cc" -std=c11 -Wall -Wextra -Werror -I"$core/include" -xc -fsyntax-only -
    outcome "$cc: hayapack_wire.h compiles on its own" $?
}

# cross_test NAME COMPILER EMULATOR WHY [FLAG...]: runs the tests of another processor or system, or with another libc.
# EMULATOR: env, if this machine runs the programs. They have the names that Windows needs.
cross_test() {
    local cc=$2 dir=$build/$1 name flags=("${@:5}")
    if ! have "$cc" || ! have "$3"; then
        echo "not run: the core's tests on $4 ($cc or $3 was not found)"
        return
    fi
    mkdir -p "$dir"
    "$cc" "${flags[@]}" -std=c11 -O2 -Wall -Wextra -Werror -c "$core/src/hayapack.c" -o "$dir/hayapack.o"
    outcome "$cc: the core compiles" $?
    # Without LZ4, whose library is not there for other processors.
    for name in "${unit_tests[@]}"; do
        "$cc" "${flags[@]}" -std=c11 -O1 -Wall -Wextra -Werror -static "$core/tests/$name.c" "$dir/hayapack.o" -o "$dir/$name.exe"
        outcome "$cc: $name compiles" $?
        "$3" "$dir/$name.exe" >"$dir/$name.log" 2>&1
        tally "$dir/$name.log" "$1" $?
    done
    "$cc" "${flags[@]}" -std=c11 -O1 -Wall -Wextra -Werror -static "${vector_sources[@]}" "$dir/hayapack.o" -o "$dir/vectors.exe"
    outcome "$cc: vectors compiles" $?
    vector_files valid invalid stream typeless
    "$3" "$dir/vectors.exe" "${files[@]}" >"$dir/vectors.log" 2>&1
    tally "$dir/vectors.log" "$1" $?
}

# Warnings of the core for Windows, also by clang; the tests run in wine.
windows_test() {
    local gcc=x86_64-w64-mingw32-gcc cc
    if ! have $gcc; then
        echo "not run: the core for Windows ($gcc was not found)"
        return
    fi
    mkdir -p "$build/windows"
    for cc in $gcc "clang --target=x86_64-w64-mingw32"; do
        have ${cc%% *} || continue
        # -Wno-float-conversion: its isfinite() is a macro that casts to float.
        $cc -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wno-float-conversion -Werror -c "$core/src/hayapack.c" \
            -o "$build/windows/hayapack.o"
        outcome "$cc: the core compiles without warnings" $?
    done
    # The formats are the standard's, not those of the older C library.
    cross_test windows $gcc "${WINE:-wine}" Windows -D__USE_MINGW_ANSI_STDIO=1
}

# UTF-8 with the vectors of older processors of this kind, and without vectors.
narrower_test() {
    local dir=$build/narrower most
    mkdir -p "$dir"
    for most in 0 1; do
        "$compiler" -std=c11 -O2 -Wall -Wextra -Werror -DHAYA_UTF8_SIMD=$most "$core/tests/test_text.c" \
            "$core/src/hayapack.c" -o "$dir/test_text"
        outcome "the core compiles with HAYA_UTF8_SIMD=$most" $?
        "$dir/test_text" >"$dir/test_text.log" 2>&1
        tally "$dir/test_text.log" "HAYA_UTF8_SIMD=$most" $?
    done
}

# Compiles and runs the example in the first comment of the header.
header_example() {
    local dir=$build/example
    mkdir -p "$dir"
    {
        printf '#include <hayapack.h>\n#include <stdio.h>\nint main(void)\n{\n'
        sed -n '/^ \*     \/\/ {"id": 7}/,/^ \*$/s/^ \*     //p' "$core/include/hayapack.h"
        printf '    return 0;\n}\n'
    } >"$dir/example.c"
    "$compiler" -std=c11 -Wall -Wextra -Werror -I"$core/include" "$dir/example.c" "$core/src/hayapack.c" -o "$dir/example" &&
        [ "$("$dir/example")" = 7 ]
    outcome "the header's example prints 7" $?
}

header_in_cxx() {
    local cxx=
    have g++ && cxx=g++ || { have clang++ && cxx=clang++; }
    if [ -z "$cxx" ]; then
        echo "not run: the headers in C++ (no g++ or clang++)"
        return
    fi
    printf '#include <hayapack.h>\n#include <hayapack_wire.h>\n' |
        "$cxx" -std=c++11 -Wall -Wextra -Werror -I"$core/include" -xc++ -fsyntax-only -
    outcome "the headers compile as C++" $?
}

# Configures, builds and installs the library, and uses it from another project.
install_and_use() {
    local dir=$build/cmake prefix=$build/prefix name pkg
    for name in cmake pkg-config; do
        if ! have $name; then
            echo "not run: the CMake install and the example built on it (no $name)"
            return
        fi
    done
    rm -rf "$dir" "$prefix"
    { cmake -S "$core" -B "$dir" -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib &&
        cmake --build "$dir" && cmake --install "$dir"; } >"$build/cmake.log" 2>&1
    outcome "cmake configures, builds and installs (see $build/cmake.log)" $?
    pkg="env PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config"
    [ "$($pkg --modversion hayapack)" = "$(sed -n 's/^#define HAYA_VERSION "\(.*\)"/\1/p' "$core/include/hayapack.h")" ]
    outcome "pkg-config and the header agree on the version" $?
    "$compiler" -Wall -Wextra -Werror "$core/examples/records.c" $($pkg --cflags --libs hayapack) -o "$build/records" &&
        "$build/records" >"$build/records.out" &&
        printf '1: Ann 9.5\n2: Bo -0.2\n-3: Chi 1000000.0\n' | cmp - "$build/records.out"
    outcome "the example builds on the installed library and prints its records" $?
}

test_host() {
    test_with "$compiler"
    compile_with "$compiler"
    narrower_test
    header_example
    header_in_cxx
    install_and_use
}

test_other_compiler() {
    if [ "$compiler" = clang ] || ! have clang; then
        echo "not run: the core's tests with a second compiler (gcc and clang are needed)"
        return
    fi
    test_with clang
    compile_with clang
}

test_other_processors() {
    cross_test s390x s390x-linux-gnu-gcc qemu-s390x "a big-endian processor"
    cross_test i686 i686-linux-gnu-gcc qemu-i386 "a 32-bit processor"
    cross_test aarch64 aarch64-linux-gnu-gcc qemu-aarch64 "arm64"
    cross_test musl musl-gcc env "musl"
    windows_test
}

compiler=$(for name in gcc clang cc; do have $name && echo $name && break; done)
[ -n "$compiler" ] || { echo "not run: the core's tests (no C compiler was found)"; exit 1; }
case $part in
    all) test_host; test_other_compiler; test_other_processors ;;
    host) test_host ;;
    other-compiler) test_other_compiler ;;
    other-processors) test_other_processors ;;
    *) echo "no part named $part"; exit 1 ;;
esac
echo "core: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
