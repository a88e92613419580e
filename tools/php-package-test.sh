#!/usr/bin/env bash
# Installs the PHP module the ways a user does, each in a folder of its own: in a
# copy of the tree, as PIE does, and by PECL's installer from its package.
. "$(dirname "$0")/lib.sh"

folder=$ROOT/build/php-package
checks=0

have phpize || not_run "phpize was not found (Debian: php-dev)"
have cc || not_run "no C compiler was found"

passed() { checks=$((checks + 1)); note "ok: $*"; }

# works MODULE: it loads without the sources around it, and does its work.
works() {
    (cd / && php -n -d extension="$1" -r '
        $value = ["a" => [1, -1, 1.5, null, true, "é"]];
        exit(str_contains(phpversion("msgpack"), "hayapack") && msgpack_unpack(msgpack_pack($value)) === $value ? 0 : 1);')
}

copy_tree() {
    rm -rf "$folder"
    mkdir -p "$folder/tree"
    git ls-files -z -co --exclude-standard -- composer.json package.xml LICENSE '*.md' core php |
        while IFS= read -r -d '' name; do
            if [ -e "$name" ]; then printf '%s\0' "$name"; fi
        done | tar --null -T - -cf - | tar -xf - -C "$folder/tree"
}

# PIE reads composer.json and builds in its "build-path".
as_pie_does() {
    cd "$folder/tree/$(php -n -r 'echo json_decode(file_get_contents("composer.json"), true)["php-ext"]["build-path"];')"
    phpize && ./configure && make -j2 && make install INSTALL_ROOT="$folder/pie"
}

# Every folder that PECL's installer writes to, below $folder/pecl.
pecl_install() {
    local name options=()
    for name in php ext doc test data cfg www man bin temp download cache metadata; do
        mkdir -p "$folder/pecl/$name"
        options+=(-d "${name}_dir=$folder/pecl/$name")
    done
    # The installer asks for the name of a user, and looks for settings at home.
    (cd "$folder" && HOME=$folder/pecl pecl package tree/package.xml)
    HOME=$folder/pecl pecl "${options[@]}" install --offline --nodeps "$folder"/msgpack-*.tgz
}

copy_tree
logged "$folder/pie.log" as_pie_does
works "$(find "$folder/pie" -name msgpack.so)"
[ -f "$(find "$folder/pie" -path '*/ext/msgpack/php_msgpack.h')" ] || fail "php_msgpack.h was not installed"
passed "phpize in build-path of composer.json, with the header"

cd "$ROOT"
if have pecl; then
    logged "$folder/pecl.log" pecl_install
    works "$folder/pecl/ext/msgpack.so"
    passed "pecl install of the package"
else
    note "not run: pecl was not found (Debian: php-pear)"
fi
printf '%d checks passed\n' "$checks"
