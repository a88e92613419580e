#!/usr/bin/env bash
# Compiles the Python module for a system that is not this one, and links it. A warning is an error.
#   foreign-build.sh windows COMPILER FOLDER   gcc or clang: FOLDER/lib/hayapack with both modules, for the Python of
#                                              tools/setup/windows-python.sh
#   foreign-build.sh macos MACHINE FOLDER      x86_64 or aarch64, by zig: FOLDER/_native.so
#   foreign-build.sh musl x86_64 FOLDER        by musl-gcc: FOLDER/_native.so
#   foreign-build.sh glibc 2.17 FOLDER         by zig, for Linux with a glibc of that version or later, as the oldest wheels
#                                              are: FOLDER/lib/hayapack with _native, for .venv's Python
# The modules for macOS and musl are linked against empty functions with the names of CPython's, so everything else that
# they call is in the system's own library. They are not run, since no Python for these systems is available here.
. "$(dirname "$0")/../lib.sh"

system=${1:?windows, macos, musl or glibc} variant=${2:?a compiler, a machine or a version} folder=${3:?a folder}
flags="-std=c11 ${CFLAGS:--O1} -g0 -fwrapv -fvisibility=hidden -DNDEBUG -Wall -Wextra -Werror -Wno-unused-parameter -Icore/include -Ipython/ext"
mapfile -t sources < <(native_sources)
mkdir -p "$folder"

# build MODULE SOURCE...: makes $folder/MODULE with $cc, $flags, $link and $library. MODULE objects: does not link.
build() {
    local module=$folder/$1 goal=$folder/$1
    [ "$1" != objects ] || goal=objects
    shift
    make -s -j2 -f tools/packages/module.mk MODULE="$module" FOLDER="$folder/o" SOURCES="$*" CC="$cc" CFLAGS="$flags" \
        LINK="$link" LIBRARY="${library:-}" "$goal"
}

# lz4_sources: prints the folder of lz4's source, which is linked into the module: Debian has no liblz4 for MinGW.
lz4_sources() {
    local source=$CACHE/lz4-source
    [ -f "$source/lz4.h" ] || {
        rm -rf "$source.part"
        tools/setup/debian-source.sh lz4 "$source.part" >"$source.log" 2>&1 || fail "Debian's source package lz4 cannot be fetched"
        rm -rf "$source" && mkdir "$source"
        cp "$source.part"/*/lib/lz4{,hc}.[ch] "$source"
        rm -rf "$source.part"
    }
    printf '%s\n' "$source"
}

# imports_only FILE: fails if a Windows module needs a library that not every Python for Windows has.
imports_only() {
    local other
    other=$(x86_64-w64-mingw32-objdump -p "$1" | sed -n 's/.*DLL Name: //p' | grep -viE '^(python311|kernel32|api-ms-win-crt-[a-z0-9-]*)\.dll$' || true)
    [ -z "$other" ] || fail "$1 needs $other"
}

# aligned_spills: gcc does not align the stack of Windows' x86-64 to more than 16 bytes (its bug 54412), so a vector of 32
# or 64 bytes that it keeps there by an aligned move would end the process.
aligned_spills() {
    find "$folder/o" -name '*.o' -exec x86_64-w64-mingw32-objdump -d {} + |
        grep -cE 'vmov(dqa|aps|apd)[0-9]* .*%[yz]mm.*\(%r[sb]p|vmov(dqa|aps|apd)[0-9]* .*\(%r[sb]p.*%[yz]mm' || true
}

# headers: adds CPython's headers of this machine to $flags, with their pyconfig.h where Python.h looks first: the systems
# below have the same sizes of integers and pointers.
headers() {
    mkdir -p "$folder/include"
    "$VENV/bin/python" -c '
import pathlib, shutil, sys, sysconfig
include = pathlib.Path(sysconfig.get_path("include"))
shutil.copytree(include, sys.argv[1], dirs_exist_ok=True)
config = include.parent / str(sysconfig.get_config_var("MULTIARCH")) / include.name / "pyconfig.h" # Debian
if config.exists():
    shutil.copy(config, sys.argv[1])' "$folder/include"
    flags+=" -isystem $folder/include"
}

# link_stubs PATTERN: compiles, and links with a stub for each of the names of PATTERN that an object needs.
link_stubs() {
    build objects "${sources[@]}"
    llvm-nm -u $(printf "$folder/o/%s.o " "${sources[@]}") | awk '{ print $NF }' | grep -E "$1" | sort -u |
        sed 's/.*/.globl &\n&:/' >"$folder/stubs.s"
    library=$folder/stubs.s
    build _native.so "${sources[@]}"
}

case $system in
    windows)
        python=$(tools/setup/windows-python.sh | tail -n 1)
        link="x86_64-w64-mingw32-gcc -specs=$python/ucrt.specs -static-libgcc"
        flags+=" -D_UCRT -DMS_WIN64 -isystem $python/Include"
        case $variant in
            # Its checks of formats are for the library before UCRT; clang checks them.
            gcc) cc=x86_64-w64-mingw32-gcc flags+=" -Wno-maybe-uninitialized -Wno-format -Wno-format-extra-args" ;;
            clang) cc="clang --target=x86_64-w64-mingw32" ;;
            *) fail "no compiler $variant" ;;
        esac
        library=$python/libs/libpython311.dll.a
        copy_package "$folder/lib"
        build _native.pyd "${sources[@]}"
        lz4=$(lz4_sources)
        library="$lz4/lz4.c $lz4/lz4hc.c $library"
        flags+=" -I$lz4"
        build _liblz4.pyd python/ext/lz4/liblz4/liblz4_module.c
        for module in _native _liblz4; do
            imports_only "$folder/$module.pyd"
            cp "$folder/$module.pyd" "$folder/lib/hayapack/"
        done
        [ "$variant" != gcc ] || [ "$(aligned_spills)" = 0 ] || fail "gcc keeps vectors on a stack that it does not align"
        ;;
    macos)
        zig=$(tools/setup/zig.sh | tail -n 1)
        export ZIG_GLOBAL_CACHE_DIR=$CACHE/zig-cache
        cc="$zig cc -target $variant-macos"
        link=$cc
        headers
        # __builtin_cpu_supports() is in the library of Apple's clang, not of zig.
        link_stubs '^__?Py|^___cpu_(model|indicator_init)$'
        ;;
    glibc)
        zig=$(tools/setup/zig.sh | tail -n 1)
        export ZIG_GLOBAL_CACHE_DIR=$CACHE/zig-cache
        cc="$zig cc -target x86_64-linux-gnu.$variant" link=$cc
        flags+=" -fPIC"
        library=$(gcc -print-libgcc-file-name) # for __builtin_cpu_supports(), which zig's library does not have
        headers
        copy_package "$folder/lib"
        build _native.so "${sources[@]}"
        newest=$(llvm-nm -D --undefined-only "$folder/_native.so" | sed -n 's/.*@GLIBC_//p' | sort -V | tail -n 1)
        [ "$(printf '%s\n' "$newest" "$variant" | sort -V | tail -n 1)" = "$variant" ] || fail "_native.so needs glibc $newest"
        cp "$folder/_native.so" "$folder/lib/hayapack/"
        note "needs glibc $newest or later"
        ;;
    musl)
        # Its wrapper leaves out this machine's headers; the kernel's are among them.
        cc=musl-gcc flags+=" -fPIC -Wno-maybe-uninitialized -idirafter /usr/include -idirafter /usr/include/$variant-linux-gnu"
        link="$cc -Wl,-z,defs,-z,noexecstack"
        headers
        link_stubs '^_?Py'
        ;;
    *) fail "no system $system" ;;
esac
