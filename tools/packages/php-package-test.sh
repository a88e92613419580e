#!/usr/bin/env bash
# Builds the PHP module as installers do, from copies and into
# separate folders: in the tree, as PIE does, and from PECL's package.
. "$(dirname "$0")/../lib.sh"

folder=$ROOT/build/php-package
checks=0

have phpize || not_run "phpize was not found (Debian: php-dev)"
have cc || not_run "no C compiler was found"

passed() { checks=$((checks + 1)); note "ok: $*"; }

# works MODULE: checks that it loads and works without the sources.
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

# build FOLDER: as PHP's installers do, in the folder that has config.m4.
build() { (cd "$1" && phpize && ./configure && make -j2 && make install INSTALL_ROOT="$folder/installed"); }

# PECL's installer unpacks the package and builds in the folder with config.m4. It
# is not run itself: it writes to PHP's own folders, over a module of this name.
# The stubs are newer than what was generated from them, as where pear unpacks them last.
package() { (cd "$folder" && HOME=$folder pecl package tree/package.xml && tar -xzf msgpack-*.tgz && touch msgpack-*/php/*.stub.php); }

copy_tree
path=$(php -n -r 'echo json_decode(file_get_contents("composer.json"), true)["php-ext"]["build-path"];')
logged "$folder/pie.log" build "$folder/tree/$path"
works "$folder/tree/$path/modules/msgpack.so"
passed "built in the build-path of composer.json, as PIE does"
[ -f "$folder/installed$(php-config --include-dir)/ext/msgpack/php_msgpack.h" ] || fail "php_msgpack.h was not installed"
[ -f "$folder/installed$(php-config --extension-dir)/msgpack.so" ] || fail "msgpack.so was not installed"
passed "make install brings the module and its header"

if have composer; then
    # Composer before 2.8 does not know "php-ext". Its first line repeats that there are errors.
    COMPOSER_ALLOW_SUPERUSER=1 composer validate --no-interaction --no-ansi "$folder/tree/composer.json" >"$folder/composer.log" 2>&1 || true
    if grep '^- ' "$folder/composer.log" | grep -v 'property php-ext is not defined'; then fail "composer.json; see $folder/composer.log"; fi
    grep -q 'composer.json is valid' "$folder/composer.log" || fail "composer.json; see $folder/composer.log"
    passed "composer validate accepts composer.json"
else
    note "not run: composer validate, as composer was not found (Debian: composer)"
fi

if have pecl; then
    HOME=$folder pecl package-validate "$folder/tree/package.xml" >"$folder/validate.log" 2>&1 || true
    grep -q '^Validation: 0 error(s)' "$folder/validate.log" || { cat "$folder/validate.log"; fail "pecl package-validate"; }
    passed "pecl package-validate accepts package.xml"
    logged "$folder/package.log" package
    logged "$folder/pecl.log" build "$(dirname "$folder"/msgpack-*/php/config.m4)"
    ! grep '^Parse .*stub' "$folder/pecl.log" || fail "make generates what the package has"
    works "$(dirname "$folder"/msgpack-*/php/config.m4)/modules/msgpack.so"
    passed "built from what pecl package makes of package.xml"
else
    note "not run: PECL's package, as pecl was not found (Debian: php-pear)"
fi
printf '%d checks passed\n' "$checks"
