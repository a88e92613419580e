#!/usr/bin/env bash
# Says what this machine lacks. The test runner asks before it starts a step, so that a step is "not run" only for
# a reason that is listed here, never because something in it failed.
#   needs.sh WORD      exit status 0: there; 77: the last line of the output says what is missing
# The words are those of the lines `# needs:` in tools/steps.
. "$(dirname "$0")/../lib.sh"

# command_of PROGRAM PACKAGE
command_of() { have "$1" || not_run "$1 was not found (Debian: $2)"; }

# release_of SUITE: the mirror of this machine's apt has that release of Debian.
release_of() {
    local address
    address=$(debian_mirror)
    [ -n "$address" ] || not_run "apt names no mirror of Debian"
    python3 -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=30).read(1)' \
        "${address%/}/dists/$1/InRelease" 2>/dev/null || not_run "the mirror that apt uses has no Debian $1"
}

case ${1:?a word} in
    cc) have cc || have gcc || have clang || not_run "no C compiler was found" ;;
    gcc) command_of gcc gcc ;;
    libasan)
        command_of gcc gcc
        [ -f "$(gcc -print-file-name=libasan.so)" ] || not_run "gcc has no libasan"
        ;;
    clang) command_of clang clang ;;
    llvm-nm) command_of llvm-nm llvm ;;
    musl-gcc) command_of musl-gcc musl-tools ;;
    thread-sanitizer)
        command_of clang clang
        probe=$STAMPS/thread-sanitizer-probe
        printf 'int main(void) { return 0; }\n' | clang -x c -fsanitize=thread - -o "$probe" 2>/dev/null && "$probe" 2>/dev/null ||
            not_run "no program with clang's ThreadSanitizer runs here (vm.mmap_rnd_bits must be at most 28)"
        ;;
    php) command_of php php-cli ;;
    phpize)
        command_of php php-cli
        command_of phpize php-dev
        ;;
    python3.11-source) tools/setup/windows-python.sh source ;;
    python3.13-source) tools/setup/free-threaded.sh source ;;
    php-fpm)
        command_of php php-cli
        fpm=php-fpm$(php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
        PATH=$PATH:/usr/sbin have "$fpm" || not_run "$fpm was not found (Debian: php-fpm)"
        ;;
    php-stores)
        command_of php-config php-dev
        for module in redis memcached apcu igbinary; do
            [ -f "$(php-config --extension-dir)/$module.so" ] || not_run "PHP's $module was not found (Debian: php-$module)"
        done
        ;;
    php-source) tools/packages/php-source-build.sh source ;;
    php8.5)
        # Packages of experimental may not go with those of sid for some days. Without the last one apt takes
        # php-common from experimental, too, which breaks this PHP.
        tools/setup/debian-suite.sh make sid gcc libc6-dev make liblz4-dev \
            php8.5-cli/experimental php8.5-dev/experimental php-common/sid ||
            not_run "PHP 8.5 of Debian's experimental cannot be installed in sid now"
        ;;
    php8.4-source) tools/packages/php-source-build.sh source 8.4 ;;
    php-embed)
        tools/packages/php-source-build.sh source >/dev/null 2>&1 || ls /usr/lib/libphp*.so >/dev/null 2>&1 ||
            not_run "neither PHP's source nor libphp was found (Debian: libphp-embed)"
        ;;
    pecl-msgpack)
        command_of php-config php-dev
        [ -f "$(php-config --extension-dir)/msgpack.so" ] || not_run "PECL msgpack was not found (Debian: php-msgpack)"
        ;;
    pecl-suite-source) bash tools/suites/php-pecl-suite.sh --fetch ;;
    dotnet) need_dotnet ;;
    aspnetcore)
        need_dotnet
        dotnet --list-runtimes | grep -q '^Microsoft.AspNetCore.App 1[0-9]' ||
            not_run "the ASP.NET Core runtime 10 was not found"
        ;;
    messagepack-csharp)
        need_dotnet
        log=build/logs/messagepack-csharp.log
        mkdir -p build/logs
        for project in Hayapack.Oracle Hayapack.Oracle.V2; do
            # A restore that fails for another reason is the step's to report.
            one_at_a_time dotnet restore "dotnet/tests/$project" >"$log" 2>&1 || ! not_served "$log" MessagePack || continue
            exit 0
        done
        not_run "no package source here has MessagePack (set HAYAPACK_NUGET_FOLDER to a folder that has it)"
        ;;
    dotnet-arm64)
        need_dotnet
        log=build/logs/dotnet-arm64.log
        mkdir -p build/logs
        dotnet restore dotnet/tests/Hayapack.Tests -r linux-arm64 -p:SelfContained=true \
            --artifacts-path build/cross/arm64-dotnet >"$log" 2>&1 ||
            ! not_served "$log" Microsoft.NETCore.App.Runtime.linux-arm64 ||
            not_run "no package source here has .NET's runtime for ARM64"
        ;;
    pypy3) command_of pypy3 pypy3 ;;
    mkdocs)
        command_of mkdocs mkdocs
        "$(sed -n '1s/^#!//p' "$(command -v mkdocs)")" -c 'import mkdocs.utils as u; assert "material" in u.get_theme_names()' 2>/dev/null ||
            not_run "mkdocs's theme Material was not found (Debian: mkdocs-material)"
        ;;
    redis-server) command_of redis-server redis-server ;;
    memcached) command_of memcached memcached ;;
    nginx) PATH=$PATH:/usr/sbin command_of nginx nginx-light ;;
    lz4-package) "$VENV/bin/python" -c 'import lz4.block' 2>/dev/null || not_run "the Python package lz4 is not installed" ;;
    data-packages) tools/setup/data-venv.sh ;;
    redis-package)
        "$VENV/bin/python" -c 'import redis' 2>/dev/null || not_run "Python's redis was not found (Debian: python3-redis)"
        ;;
    emulator)
        for machine in s390x i386 aarch64; do
            if have "qemu-$machine" && have "${machine/i386/i686}-linux-gnu-gcc"; then exit 0; fi
        done
        not_run "no cross compiler and emulator was found"
        ;;
    emulator-x86_64)
        [ "$(uname -m)" = x86_64 ] || not_run "this machine is no x86-64"
        command_of qemu-x86_64 qemu-user
        ;;
    mingw)
        command_of x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-win32
        [ -f "$(x86_64-w64-mingw32-gcc -print-file-name=libz.a)" ] || not_run "zlib for MinGW was not found (Debian: libz-mingw-w64-dev)"
        ;;
    wine) [ -x /usr/lib/wine/wine64 ] || not_run "wine64 was not found (Debian: wine64)" ;;
    zig) tools/setup/zig.sh ;;
    cross-*)
        triplet=$(triplet_of "${1#cross-}")
        command_of "$triplet-gcc" "gcc-$triplet"
        ;;
    python-index) [ ! -f "$VENV/offline" ] || not_run "no package index of Python can be reached" ;;
    source-packages)
        [ ! -f "$VENV/offline" ] || have apt-get || not_run "neither a package index nor apt was found"
        ;;
    apt) command_of apt-get apt ;;
    folder-of-suite)
        [ "$(id -u)" = 0 ] || not_run "only root can make a folder of another Debian release"
        unshare --mount true 2>/dev/null || not_run "mounting is not permitted here"
        command_of debootstrap debootstrap
        ;;
    trixie | sid | experimental) release_of "$1" ;;
    # suite-ARCHITECTURE: this release of Debian for another processor.
    suite-*)
        [ -n "$(debian_release)" ] || not_run "this machine does not run Debian"
        tools/setup/debian-suite.sh can "$(debian_release)-${1#suite-}"
        release_of "$(debian_release)"
        ;;
    *) fail "unknown word: $1" ;;
esac
