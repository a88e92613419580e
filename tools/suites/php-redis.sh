#!/usr/bin/env bash
# Prints the path of a redis.so with the serializer "msgpack". Debian's
# php-redis is built without it, so it is built here from Debian's own source,
# with this module's header. Exit status 77: that is not possible here.
#   php-redis.sh BUILD_DIR
. "$(dirname "$0")/../lib.sh"

build=${1:?usage: php-redis.sh BUILD_DIR}
mkdir -p "$build"
build=$(cd "$build" && pwd)

have phpize || not_run "phpize was not found (Debian: php-dev)"
source_tree=$CACHE/php-redis-$(php-config --phpapi) # each Debian has its own
if [ ! -d "$source_tree" ]; then
    bash tools/setup/debian-source.sh php-redis "$source_tree" >"$build/fetch.log" 2>&1 ||
        not_run "the source package of php-redis is not available through apt here"
fi

make_redis() {
    local source
    source=$(dirname "$source_tree"/redis-[5-9]*/config.m4)
    rm -rf "$build/source"
    cp -r "$source" "$build/source"
    mkdir -p "$build/source/include/php/ext/msgpack"
    cp php/php_msgpack.h "$build/source/include/php/ext/msgpack/"
    (cd "$build/source" && phpize && ./configure --enable-redis-msgpack && make -j2)
}

key=$(hash_of tools/suites/php-redis.sh php/php_msgpack.h)-$(php-config --version)
if [ ! -f "$build/source/modules/redis.so" ] || [ "$(cat "$build/made-with" 2>/dev/null)" != "$key" ]; then
    logged "$build/build.log" make_redis >&2
    printf '%s\n' "$key" >"$build/made-with"
fi
printf '%s\n' "$build/source/modules/redis.so"
