#!/usr/bin/env bash
# Builds CPython 3.13 without the GIL (3.13t) from Debian trixie's source package, in .cache/python/3.13t; a finished
# build is not repeated, and other checkouts of this machine take it from the cache of tools/setup/heavy.sh.
#   tools/setup/free-threaded.sh [VARIANT]
#   VARIANT   source: only fetches the source package; plain, the default; tsan: with ThreadSanitizer (clang), which
#             needs vm.mmap_rnd_bits of at most 28 (setarch -R starts a program that way); CPython's own list of
#             suppressions is share/tsan-suppressions.txt of the build
# The last line printed is the interpreter. Takes 3 to 6 minutes on two cores. Exit status 77: the source cannot be
# fetched; the last line is the reason. A build that fails is an error.
. "$(dirname "$0")/../lib.sh"

variant=${1:-plain}
folder=$CACHE/python/3.13t-$variant
source=$CACHE/python/3.13-source
options=(--disable-gil --with-ensurepip=install --disable-test-modules)
case $variant in
    source | plain) cc=gcc ;;
    tsan) cc=clang && options+=(--with-thread-sanitizer) ;;
    *) fail "unknown variant: $variant" ;;
esac
mkdir -p "$CACHE/python"
exec 9>"$folder.lock"
flock 9
key=$(hash_of tools/setup/free-threaded.sh)-$("$cc" -dumpversion)
if [ "$(cat "$folder/built-with" 2>/dev/null)" != "$key" ] && ! tools/setup/heavy.sh get "python-3.13t-$variant-$key" "$folder"; then
    if [ ! -x "$source/configure" ]; then
        rm -rf "$source" "$source.part"
        # the archive's folder has the version's name
        tools/setup/debian-source.sh python3.13 "$source.part" trixie >"$CACHE/python/source.log" 2>&1 ||
            not_run "the source package python3.13 of Debian trixie cannot be fetched"
        mv "$(dirname "$(ls "$source".part/configure "$source".part/*/configure 2>/dev/null | head -n 1)")" "$source"
        rm -rf "$source.part"
    fi
    [ "$variant" != source ] || { printf '%s\n' "$source"; exit 0; }
    say "building CPython 3.13 without the GIL: 3 to 6 minutes"
    rm -rf "$folder" "$folder.build"
    mkdir -p "$folder.build"
    cd "$folder.build"
    logged "$CACHE/python/$variant.log" "$source/configure" -q --prefix="$folder" CC="$cc" "${options[@]}"
    logged "$CACHE/python/$variant.log" make -j"$(nproc)"
    logged "$CACHE/python/$variant.log" make install
    cd "$ROOT"
    [ "$variant" != tsan ] || cp "$source/Tools/tsan/suppressions_free_threading.txt" "$folder/share/tsan-suppressions.txt"
    rm -rf "$folder.build" "$folder/lib/python3.13t/test" "$folder"/lib/*.a "$folder"/lib/python3.13t/config-*/*.a
    printf '%s\n' "$key" >"$folder/built-with"
    tools/setup/heavy.sh put "python-3.13t-$variant-$key" "$folder"
fi
# A copy of another checkout's build names that one's folder, where setuptools would look for Python.h.
built_in=$("$folder/bin/python3.13t" -c 'import sysconfig; print(sysconfig.get_config_var("INCLUDEPY"))')
built_in=${built_in%/include/*}
if [ "$built_in" != "$folder" ]; then
    sed -i "s#$built_in/#$folder/#g; s#'$built_in'#'$folder'#g" "$folder"/lib/python3.13t/_sysconfigdata_*.py
    rm -f "$folder"/lib/python3.13t/__pycache__/_sysconfigdata_*
fi
printf '%s\n' "$folder/bin/python3.13t"
