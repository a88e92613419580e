#!/usr/bin/env bash
# Installs missing system packages, with apt if run as root;
# otherwise prints the command to run. Never fails: steps that need a package report it.
#   system-packages.sh build            a C compiler, liblz4, a Python that can build
#   system-packages.sh demo             also PHP, its headers, its rivals
#   system-packages.sh test             also npm, clang with its fuzzer, cmake, a browser
#   system-packages.sh test-all         also PyPy, valgrind, PHP's embeddable
#                                       library, debootstrap, other processors'
#                                       emulators, and the servers that PHP
#                                       stores values in
#   system-packages.sh php              what the PHP module needs
#   system-packages.sh lab              what the lab's run needs, PHP and its rivals
#   system-packages.sh docs             what `make docs` builds the site with
#   system-packages.sh orders           what examples/orders needs, the .NET SDK apart
#   system-packages.sh engines          Java, for the step python/engines (Spark)
#   system-packages.sh suites           what tools/setup/debian-suite.sh needs
#   system-packages.sh debian-python    Debian's Python packages, if the
#                                       Python package index can't be reached
. "$(dirname "$0")/../lib.sh"

purpose=${1:?build, demo, test, test-all, php, lab, docs, orders, engines, suites or debian-python}
missing=()
APT_WAIT=900 # seconds

# Each package once.
want() {
    local package
    for package in "$@"; do
        case " ${missing[*]-} " in *" $package "*) ;; *) missing+=("$package") ;; esac
    done
}

# Checks that clang can build and link a fuzz target.
clang_fuzzes() {
    local out=$STAMPS/clang-probe
    printf 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n)\n{ (void)d; (void)n; return 0; }\n' |
        clang -x c -fsanitize=fuzzer,address,undefined - -o "$out" 2>/dev/null
}

# The major version of the installed clang or, without one, of apt's.
clang_major() {
    if have clang; then
        clang -dumpversion | cut -d. -f1
    else
        apt-cache policy clang 2>/dev/null | sed -n 's/.*Candidate: [0-9]*:\{0,1\}\([0-9]*\).*/\1/p'
    fi
}

# Without liblz4 the PHP module has no LZ4, and Python takes it from the package lz4.
compiler_packages() {
    have cc || want gcc libc6-dev
    echo '#include <lz4hc.h>' | cc -E -x c - >/dev/null 2>&1 || want liblz4-dev
}

base_packages() {
    compiler_packages
    tools/setup/find-python.sh 2>/dev/null | grep True >/dev/null || want python3 python3-venv python3-dev
}

# npm downloads real documents. The demo does without: Debian's npm has 340 dependencies.
document_packages() {
    [ -f "$CACHE/documents/twitter.json" ] || have npm || want npm
}

# Checks that NAME.so is among PHP's modules.
php_has() { have php-config && [ -f "$(php-config --extension-dir)/$1.so" ]; }

php_packages() {
    compiler_packages
    have php || want php-cli
    have phpize || want php-dev
}

# The PHP module's rivals come from Debian and fit only Debian's PHP.
php_rivals() {
    php_has msgpack || want php-msgpack
    php_has igbinary || want php-igbinary
    # For bench-php-classes, where Debian sid's newer ones cannot be had.
    [ -d /usr/share/php/Symfony/Component/Serializer ] || want php-symfony-serializer
    [ -d /usr/share/php/Symfony/Component/PropertyInfo ] || want php-symfony-property-info
    [ -d /usr/share/php/Symfony/Component/PropertyAccess ] || want php-symfony-property-access
}

docs_packages() {
    have php || want php-cli
    have mkdocs || want mkdocs
    tools/setup/needs.sh mkdocs >/dev/null || want mkdocs-material
}

# The servers and clients of examples/orders. With the Python index, .venv has its own redis.
orders_packages() {
    have redis-server || want redis-server
    php_has redis || want php-redis
    [ ! -f "$VENV/offline" ] || /usr/bin/python3 -c 'import redis' 2>/dev/null || want python3-redis
}

long_test_packages() {
    pypy3 -c 'import ensurepip' 2>/dev/null || want pypy3 pypy3-venv
    suite_packages
    have pecl || want php-pear
    have composer || want composer
    have twine || want twine
    have valgrind || want valgrind
    ls /usr/lib/libphp*.so >/dev/null 2>&1 || want libphp-embed  # fuzzing in one process
    python_source_packages
    have memcached || want memcached
    php_has memcached || want php-memcached
    php_has apcu || want php-apcu
    ls /usr/sbin/php-fpm[0-9]* >/dev/null 2>&1 || want php-fpm
    PATH=$PATH:/usr/sbin have nginx || want nginx-light
    emulator_packages
    docs_packages
    orders_packages
    example_packages
    real_program_packages
}

# What tools/suites/real_programs.py needs: the servers of some programs, and the libraries that borgbackup is built with.
real_program_packages() {
    have nvim || want neovim
    have tarantool || want tarantool
    have pkg-config || want pkg-config
    have cc && printf '#include <%s>\n' sys/acl.h openssl/evp.h lz4.h zstd.h xxhash.h | cc -E - >/dev/null 2>&1 ||
        want libacl1-dev libssl-dev liblz4-dev libzstd-dev libxxhash-dev
}

# For the modules of CPython that pip needs: free-threaded.sh.
python_source_packages() {
    [ -f /usr/include/zlib.h ] || want zlib1g-dev
    [ -f /usr/include/openssl/ssl.h ] || want libssl-dev
    [ -f /usr/include/sqlite3.h ] || want libsqlite3-dev
    [ -f "/usr/include/$(gcc -print-multiarch 2>/dev/null)/ffi.h" ] || [ -f /usr/include/ffi.h ] || want libffi-dev
}

# The frameworks of examples/. Where there is a Python index, the step takes Python's from there.
example_packages() {
    /usr/bin/python3 -c 'import celery, django_redis, fastapi, redis, uvicorn' 2>/dev/null ||
        want python3-celery python3-django-redis python3-fastapi python3-redis python3-uvicorn
    [ -d /usr/share/php/Symfony/Component/Cache ] || want php-symfony-cache
    [ -d /usr/share/php/Symfony/Component/Serializer ] || want php-symfony-serializer
    [ -d /usr/share/php/Symfony/Component/RateLimiter ] || want php-symfony-rate-limiter
    [ -d /usr/share/php/Symfony/Component/Messenger ] || want php-symfony-messenger
    [ -d /usr/share/php/Symfony/Component/Messenger/Bridge/Redis ] || want php-symfony-redis-messenger
    [ -d /usr/share/php/Symfony/Component/Messenger/Bridge/Doctrine ] || want php-symfony-doctrine-messenger
    [ -d /usr/share/php/Symfony/Component/EventDispatcher ] || want php-symfony-event-dispatcher
    [ -d /usr/share/php/Doctrine/DBAL ] || want php-doctrine-dbal
    php_has pdo_sqlite || want php-sqlite3
    [ -d /usr/share/php/Illuminate/Redis ] || want php-illuminate-redis php-illuminate-cache
    [ -d /usr/share/php/Illuminate/Support ] || want php-illuminate-support
    have composer || want composer
}

# Folders of other Debian releases, and of other processors.
suite_packages() {
    have debootstrap || want debootstrap
    have mmdebstrap || want mmdebstrap
    have qemu-s390x-static || want qemu-user-static
}

# The core's tests on a big-endian, a 32-bit and an arm64 processor, with musl, and compiled for Windows.
emulator_packages() {
    local architecture triplet
    have musl-gcc || want musl-tools
    have x86_64-w64-mingw32-gcc || want gcc-mingw-w64-x86-64-win32
    [ -f /usr/x86_64-w64-mingw32/lib/libz.a ] || want libz-mingw-w64-dev
    [ -x /usr/lib/wine/wine64 ] || want wine64
    have llvm-nm || want llvm
    have qemu-s390x || want qemu-user
    for architecture in s390x i386 arm64 armhf; do
        triplet=$(triplet_of "$architecture")
        triplet=${triplet/i386/i686}
        have "$triplet-gcc" || [ "${triplet%%-*}" = "$(uname -m)" ] || want "gcc-$triplet" "libc6-dev-$architecture-cross"
    done
}

test_packages() {
    if ! have clang || ! clang_fuzzes; then
        local major
        have clang || want clang
        major=$(clang_major)
        want "libclang-rt-${major:-14}-dev"
    fi
    have clang-format || want clang-format  # test_format.py; make fmt
    have cmake || want cmake
    have pkg-config || want pkg-config
    [ -d /usr/share/php/PhpParser ] || want php-parser  # writes arginfo from the stub
    have chromium || have google-chrome || want chromium  # opens the report's page
}

# Only Debian's own interpreter can import these; those of the first two lines are
# needed to build and by the lab (venv.sh), the others are for the tests, and the lab's rivals.
# pytest needs exceptiongroup and tomli on CPython before 3.11.
debian_python_packages() {
    local package
    for package in python3 python3-venv python3-dev python3-pip python3-setuptools python3-wheel \
        python3-rich python3-numpy python3-jinja2 \
        python3-pytest python3-exceptiongroup python3-tomli python3-hypothesis python3-mypy \
        python3-msgpack python3-ujson python3-simplejson python3-bson-ext python3-pymongo python3-cbor2 \
        python3-lz4 python3-zstandard python3-orjson python3-matplotlib python3-redis \
        python3-protobuf protobuf-compiler python3-flatbuffers flatbuffers-compiler; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep 'ok installed' >/dev/null || want "$package"
    done
}

# Removes packages unknown to apt (orjson is not in every release), if apt has read its lists.
# Without -q grep reads all input, so that apt-cache does not get a closed pipe.
keep_known() {
    local package known=()
    apt-cache policy gcc 2>/dev/null | grep 'Candidate: [^(]' >/dev/null || return 0
    for package in "${missing[@]}"; do
        if apt-cache policy "$package" 2>/dev/null | grep 'Candidate: [^(]' >/dev/null; then known+=("$package"); fi
    done
    missing=(${known[@]+"${known[@]}"})
}

# Other checkouts that are set up at the same time, and automatic upgrades, hold apt's locks for minutes.
install_missing() {
    local log=$ROOT/build/logs/apt.log
    mkdir -p "$(dirname "$log")" "$MACHINE_CACHE"
    export DEBIAN_FRONTEND=noninteractive
    exec {apt_lock}>"$MACHINE_CACHE/apt.lock"
    flock -w "$APT_WAIT" "$apt_lock" || note "another checkout has been installing packages for $APT_WAIT s; continuing"
    # With lists of today what no release has, as orjson, is no reason to read them again.
    if [ -n "$(find /var/lib/apt/lists/partial -maxdepth 0 -mtime -1 2>/dev/null)" ]; then keep_known; fi
    [ "${#missing[@]}" -gt 0 ] || return 0
    say "reading apt's package lists"
    apt-get update >"$log" 2>&1 || note "apt-get update failed (see build/logs/apt.log); continuing with the existing lists"
    keep_known
    [ "${#missing[@]}" -gt 0 ] || return 0
    say "installing system packages: ${missing[*]}"
    apt-get -o "DPkg::Lock::Timeout=$APT_WAIT" install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1 ||
        note "apt-get install failed (see build/logs/apt.log); continuing without"
}

case "$purpose" in
    build) base_packages ;;
    demo) base_packages; php_packages; php_rivals ;;
    test) base_packages; document_packages; php_packages; php_rivals; test_packages ;;
    test-all) base_packages; document_packages; php_packages; php_rivals; test_packages; long_test_packages ;;
    php) php_packages ;;
    lab) base_packages; php_packages; php_rivals ;;
    docs) docs_packages ;;
    orders) base_packages; php_packages; orders_packages ;;
    engines) have java || want openjdk-17-jre-headless ;;
    suites) suite_packages ;;
    debian-python) debian_python_packages ;;
    *) fail "unknown purpose: $purpose" ;;
esac
[ "${#missing[@]}" -gt 0 ] || exit 0

if ! have apt-get; then
    note "missing, and there is no apt to install them: ${missing[*]} (Debian's names)"
elif [ "$(id -u)" != 0 ]; then
    keep_known
    [ "${#missing[@]}" -gt 0 ] || exit 0
    note "system packages are missing; what needs them is left out below, or fails. To install them:"
    note "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"
    case " ${missing[*]} " in
        *" python3-venv "*)
            # No Python here has pip, so whether it would reach an index is not known.
            missing=()
            debian_python_packages
            keep_known
            note "and, if the Python package index cannot be reached:"
            note "  sudo apt-get install -y --no-install-recommends ${missing[*]}"
            ;;
    esac
else
    install_missing
fi
