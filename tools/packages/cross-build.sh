#!/usr/bin/env bash
# Builds the Python or the PHP module for the processor of a folder of Debian (tools/setup/debian-suite.sh), with this
# machine's cross compiler and the folder's headers: a compiler in an emulator would take many times longer.
#   cross-build.sh SUITE folder [PACKAGE...]   makes the folder, with what both modules and their tests need
#   cross-build.sh SUITE python FOLDER         makes FOLDER/lib/hayapack
#   cross-build.sh SUITE php FOLDER            makes FOLDER/php/modules/msgpack.so, where php/tests/run.sh looks for it
# SUITE as bookworm-arm64. What has not changed is not compiled
# again. A warning is an error.
. "$(dirname "$0")/../lib.sh"

suite=${1:?a suite} part=${2:?folder, python or php}
if [ "$part" = folder ]; then
    # All at once: more packages later would make the folder again, below a step that runs in it.
    exec tools/setup/debian-suite.sh make "$suite" python3-{dev,pytest,hypothesis,lz4,zstandard} php-cli php-dev liblz4-dev "${@:3}"
fi
folder=${3:?a folder}
machine=$(triplet_of "${suite#*-}")
root=$ROOT/.cache/suites/$suite
flags="${CFLAGS:--O1} -g0 -fPIC -fvisibility=hidden -Wall -Wextra -Werror -Wno-unused-parameter -Wno-maybe-uninitialized -idirafter $root/usr/include"
lz4=$root/usr/lib/$machine/liblz4.so # not by -L: the folder has a libc.so, which names files of the root

# build MODULE FLAGS LIBRARY SOURCE...
build() {
    local module=$1 flags=$2 library=$3
    shift 3
    make -s -j2 -f tools/packages/module.mk MODULE="$module" FOLDER="$folder/o" SOURCES="$*" CC="$machine-gcc" CFLAGS="$flags" LIBRARY="$library"
}

mkdir -p "$folder"
case $part in
    python)
        include=$(echo "$root"/usr/include/python3.*)
        flags+=" -std=c11 -fwrapv -DNDEBUG -Icore/include -Ipython/ext -I$include"
        mapfile -t sources < <(native_sources)
        copy_package "$folder/lib"
        build "$folder/_native.so" "$flags" "" "${sources[@]}"
        build "$folder/_liblz4.so" "$flags" "$lz4" python/ext/lz4/liblz4/liblz4_module.c
        cp "$folder"/_*.so "$folder/lib/hayapack/"
        ;;
    php)
        include=$(echo "$root"/usr/include/php/2*)
        flags+=" -std=gnu11 -DCOMPILE_DL_MSGPACK -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -DHAYA_HAVE_LZ4 -Iphp"
        for name in '' /main /Zend /TSRM /ext; do flags+=" -isystem $include$name"; done
        mapfile -t sources < <(find php/src -name '*.c' | LC_ALL=C sort)
        build "$folder/php/modules/msgpack.so" "$flags" "$lz4" "${sources[@]}"
        ;;
    *) fail "unknown part: $part" ;;
esac
