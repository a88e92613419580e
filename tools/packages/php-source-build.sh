#!/usr/bin/env bash
# Builds PHP from Debian's source package, with the extensions that the tests
# need, into .cache/php/VERSION-VARIANT. A finished build is not repeated; other
# checkouts of this machine take it from the cache of tools/setup/heavy.sh.
#
#   tools/packages/php-source-build.sh VARIANT [VERSION]
#
#   VARIANT   source: only fetches the source package; plain, debug, zts, zts-debug (gcc), debug-asan, zts-debug-asan
#             (clang, with AddressSanitizer in PHP itself)
#   VERSION   8.2, 8.4 ...; by default that of the machine's php-config.
#             SUITE names the Debian release whose source package is read
#             (8.4: trixie); by default the machine's own archives.
#
# The last line printed is the folder, with bin/php, bin/phpize,
# bin/php-config and lib/libphp.a (the embed library). Use:
#
#   folder=$(tools/packages/php-source-build.sh debug-asan | tail -n 1)
#   CC=clang PHPIZE=$folder/bin/phpize PHP_CONFIG=$folder/bin/php-config \
#       tools/packages/php-build.sh build/php-debug-asan -fsanitize=address,undefined
#   PHP=$folder/bin/php bash php/tests/run.sh build/php-debug-asan
#
# Takes 2 to 5 minutes on two cores. Exit status 77: the source package cannot be fetched;
# the last line is the reason. A build that fails is an error. PHP's configure replaces -O1 by
# -O0 in a debug build, which is kept: it compiles faster than the tests gain.
. "$(dirname "$0")/../lib.sh"

variant=${1:?usage: php-source-build.sh VARIANT [VERSION]}
version=${2:-}
if [ -z "$version" ]; then
    have php-config || fail "no php-config, and no version was given"
    version=$(php-config --version | cut -d. -f1,2)
fi
suite=${SUITE:-}
[ -n "$suite" ] || [ "$version" != 8.4 ] || suite=trixie

cc=gcc
options=(--disable-all --enable-cli --disable-cgi --disable-phpdbg --enable-embed=static
    --enable-session --enable-ctype --enable-tokenizer --enable-posix --enable-pcntl)
flags=(-g -fPIC -fno-omit-frame-pointer)
case $variant in
    source) ;;
    plain | zts) flags+=(-O2) ;;
    debug | zts-debug) flags+=(-O1) ;;
    debug-asan | zts-debug-asan) flags+=(-O1 -fsanitize=address) && cc=clang ;;
    *) fail "unknown variant: $variant" ;;
esac
case $variant in *debug*) options+=(--enable-debug) ;; esac
case $variant in zts*) options+=(--enable-zts) ;; esac

folder=$CACHE/php/$version-$variant
mkdir -p "$CACHE/php"
exec 9>"$folder.lock"
flock 9
want="${options[*]} ${flags[*]}"
if [ "$(cat "$folder/built-with" 2>/dev/null)" = "$want" ]; then
    printf '%s\n' "$folder"
    exit 0
fi
have "$cc" || fail "no $cc to build PHP with"

# source_tree: the unpacked source, shared by the variants.
source_tree() {
    local tree=$CACHE/php/source-$version
    exec 8>"$tree.lock"
    flock 8
    local key
    key=php-source-$version-$(date +%G-%V)-$(printf '%s %s' "$suite" "$(debian_mirror)" | sha256sum | cut -c1-16)
    if ! compgen -G "$tree/*/configure" >/dev/null && ! tools/setup/heavy.sh get "$key" "$tree"; then
        bash tools/setup/debian-source.sh "php$version" "$tree" ${suite:+"$suite"} >"$tree.log" 2>&1 || return 1
        tools/setup/heavy.sh put "$key" "$tree" >>"$tree.log"
    fi
    (cd "$tree"/*/ && pwd)
}
tree=$(source_tree) || not_run "Debian's source package php$version could not be fetched"
[ "$variant" != source ] || exit 0

# The build names its folder in scripts and headers: a copy from another checkout gets its own.
key=php-$(basename "$tree")-$variant-$(printf '%s %s %s' "$want" "$("$cc" --version)" "$(uname -m)" | sha256sum | cut -c1-16)
if tools/setup/heavy.sh get "$key" "$folder"; then
    was=$(cat "$folder/made-in")
    { grep -rlIF -- "$was" "$folder" || true; } | xargs -r sed -i "s#$was#$folder#g"
    printf '%s\n' "$folder"
    exit 0
fi

build=$CACHE/php/build-$version-$variant
rm -rf "$build" "$folder"
mkdir -p "$build"
export ASAN_OPTIONS=detect_leaks=0 # PHP's build runs programs that it builds
build_php() {
    cd "$build"
    # libtool, a shell script, runs for each file in the shell that ran configure. With /bin/sh,
    # Debian's dash, the build takes a third less processor time than with bash, which configure would choose.
    CONFIG_SHELL=/bin/sh "$tree/configure" --prefix="$folder" "${options[@]}" CC="$cc" CFLAGS="${flags[*]}" \
        LDFLAGS="$(case $variant in *asan) echo -fsanitize=address ;; esac)"
    local libtool="/bin/sh $ROOT/tools/packages/compile-only.sh /bin/sh $build/libtool"
    make -j"$(nproc)" LIBTOOL="$libtool"
    make install LIBTOOL="$libtool"
}
say "building PHP $version, $variant (2 to 5 minutes)"
if ! (build_php) >"$folder.log" 2>&1; then
    tail -n 20 "$folder.log" >&2
    fail "PHP $version could not be built: see $folder.log"
fi
rm -rf "$build"
printf '%s' "$folder" >"$folder/made-in"
printf '%s' "$want" >"$folder/built-with"
tools/setup/heavy.sh put "$key" "$folder" >&2
printf '%s\n' "$folder"
