# Shared by the scripts of tools/: paths, messages, stamps.
# To be sourced, not run. Sets ROOT and changes to it.

set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT"

VENV=$ROOT/.venv
CACHE=$ROOT/.cache
STAMPS=$ROOT/build/stamps
MACHINE_CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/hayapack # what all checkouts of this machine share
mkdir -p "$STAMPS" "$CACHE"
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1

# Compilers through ccache, where it is installed: a file that any checkout has compiled is not compiled again.
if [ -d /usr/lib/ccache ] && [ -z "${CCACHE_BASEDIR:-}" ]; then
    export PATH=/usr/lib/ccache:$PATH CCACHE_BASEDIR=$ROOT CCACHE_NOHASHDIR=1
fi

NOT_RUN=77  # a step's exit status for "could not run here"; the last line of its output is the reason

# weekly: true in `make test ALL=2`, which does in full what `make test ALL=1` does in part. tools/README.md lists both.
weekly() { [ -n "${HAYAPACK_WEEKLY:-}" ]; }

# all_tests: true in `make test ALL=1` and ALL=2. A step that asks does less in `make test`, as tools/README.md lists.
all_tests() { [ -n "${HAYAPACK_ALL:-}" ]; }

# C#'s analyzers take half of a build: `make test` runs none of them, ALL=1 those of dotnet/src, ALL=2 also those of
# dotnet/tests. MSBuild reads the variable as a property.
if weekly; then export RunAnalyzers=true; elif all_tests; then unset RunAnalyzers; else export RunAnalyzers=false; fi

# The duration of each fuzz target in a step, and its seed: always the same for a change, a new one each week. Tests with
# Hypothesis read HAYAPACK_FUZZ_RANDOM.
if weekly; then
    FUZZ_SECONDS=${FUZZ_SECONDS:-120} FUZZ_SEED=${FUZZ_SEED:-$((RANDOM + 1))}
    export HAYAPACK_FUZZ_RANDOM=1
else
    FUZZ_SECONDS=${FUZZ_SECONDS:-5} FUZZ_SEED=${FUZZ_SEED:-2026}
fi

# fuzz_limit INPUTS: how much a fuzzer of PHP's module does: INPUTS for every change, so that the same change gets the same
# result on a slow machine; each week FUZZ_SECONDS. A number of seconds ends with s.
fuzz_limit() { if weekly; then printf '%ss\n' "$FUZZ_SECONDS"; else printf '%s\n' "$1"; fi; }

# quick_compiler FILE: makes FILE a compiler that does not optimise, for builds of the Python module from here on: in
# half the time.
quick_compiler() {
    printf '#!/bin/sh\nexec %s "$@" -O0\n' "${CC:-cc}" >"$1"
    chmod +x "$1"
    export CC=$1 LDSHARED="$1 -shared"
}

# native_sources: the C files of hayapack._native; hayapack._liblz4 is the one of python/ext/lz4/liblz4.
native_sources() { find python/ext -name '*.c' ! -path '*/liblz4/*' | LC_ALL=C sort; }

# copy_package FOLDER: makes FOLDER/hayapack a copy of the Python package, without this machine's compiled modules.
copy_package() {
    rm -rf "$1/hayapack"
    mkdir -p "$1"
    cp -r python/src/hayapack "$1/"
    rm -f "$1"/hayapack/*.so
}

# on_both_back_ends COMMAND...: runs it with the compiled back end, then with the pure one. Status 1: one of them failed.
on_both_back_ends() {
    local pure status=0
    for pure in '' 1; do
        printf -- '--- back end: %s\n' "${pure:+pure}"
        HAYAPACK_PUREPYTHON=$pure "$@" || status=1
    done
    return "$status"
}

say() { printf '==> %s\n' "$*"; }
note() { printf '    %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# phase NAME: begins a part of a step, whose duration the summary of `make test` shows.
phase() { printf -- '--- phase at %d s: %s\n' "$SECONDS" "$*"; }

# not_run REASON: ends a step that cannot run on this machine.
not_run() { printf '%s\n' "$*"; exit "$NOT_RUN"; }

# debian_mirror: prints the address of the first Debian archive among the
# sources of this machine's apt; nothing if there is none.
debian_mirror() {
    { sed -n 's/^URIs:[[:blank:]]*//p' /etc/apt/sources.list.d/*.sources
      sed -n 's/^deb\(-src\)\{0,1\}[[:blank:]]\{1,\}\(\[[^]]*\][[:blank:]]*\)\{0,1\}\([^[:blank:]]*\).*/\3/p' \
          /etc/apt/sources.list /etc/apt/sources.list.d/*.list
    } 2>/dev/null | tr ' ' '\n' | grep '/debian/\{0,1\}$' | head -n 1 || true
}

# debian_release: prints the name of the Debian release that this machine runs, such as bookworm; nothing on other systems.
debian_release() { sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null || true; }

# machine_of ARCHITECTURE: Linux's name of the processor for which Debian has this architecture; emulators have it in
# theirs.
machine_of() { case $1 in arm64) echo aarch64 ;; amd64) echo x86_64 ;; armhf) echo arm ;; *) echo "$1" ;; esac }

# triplet_of ARCHITECTURE: the name of its libraries' folder, with which that of its cross compiler begins.
triplet_of() { case $1 in armhf) echo arm-linux-gnueabihf ;; *) echo "$(machine_of "$1")-linux-gnu" ;; esac }

# hash_of PATH...: a hash of all files below the paths.
hash_of() {
    { find "$@" -type f ! -path '*/__pycache__/*' ! -path '*.egg-info/*' ! -path '*/build/*' \
        ! -name '*.so' -print0 2>/dev/null || true; } |
        LC_ALL=C sort -z | xargs -0 -r sha256sum | sha256sum | cut -c1-16
}

# stamped NAME KEY: true if NAME was last finished with this KEY.
stamped() { [ -f "$STAMPS/$1" ] && [ "$(cat "$STAMPS/$1")" = "$2" ]; }
stamp() { printf '%s\n' "$2" >"$STAMPS/$1"; }
unstamp() { rm -f "$STAMPS/$1"; }

# logged LOG COMMAND...: runs quietly; shows the end of the log if it fails.
logged() {
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    if ! "$@" >"$log" 2>&1; then
        printf '%s failed; the end of %s:\n' "$1" "$log" >&2
        tail -n 40 "$log" >&2
        return 1
    fi
}

# install_requirements PYTHON LOG REQUIREMENT...: installs them one by one if all at once failed: one package without a
# wheel for this Python must not prevent the others.
install_requirements() {
    local python=$1 log=$2 requirement
    shift 2
    mkdir -p "$(dirname "$log")"
    "$python" -m pip install -q "$@" >"$log" 2>&1 && return 0
    for requirement in "$@"; do
        "$python" -m pip install -q "$requirement" >>"$log" 2>&1 || note "not installed: $requirement (see ${log#"$ROOT/"})"
    done
}

# one_at_a_time COMMAND...: waits for others that build the same .NET projects,
# because their intermediate files are in one folder. --close: build servers that
# outlive the command must not hold the lock.
one_at_a_time() { flock --close "$STAMPS/dotnet.lock" "$@"; }

# need_dotnet: ends the script if there is no .NET SDK 10.
need_dotnet() {
    local sdk
    have dotnet || not_run "dotnet was not found (the .NET 10 SDK)"
    sdk=$(dotnet --version 2>/dev/null) || not_run "dotnet has no SDK"
    [ "${sdk%%.*}" -ge 10 ] || not_run "the .NET SDK is $sdk; 10 or later is needed"
}

# dotnet_restore PROJECT LOG: restores a project's packages, from a folder of
# packages if no registry answers.
dotnet_restore() {
    local folder=${HAYAPACK_NUGET_FOLDER:-/opt/nuget/packages}
    mkdir -p "$(dirname "$2")"
    one_at_a_time dotnet restore "$1" >"$2" 2>&1 ||
        { [ -d "$folder" ] && one_at_a_time dotnet restore "$1" --source "$folder" >>"$2" 2>&1; } ||
        { tail -n 5 "$2"; fail "the packages of $(basename "$1") could not be restored"; }
}

# not_served LOG PACKAGE: a restore failed only because no source has PACKAGE, or that version of it.
not_served() {
    grep -q "error NU110[123].*\<$2\>" "$1" && ! grep 'error ' "$1" | grep -v "\<$2\>" >/dev/null
}

# dotnet_passed LOG...: prints how many tests passed in these logs of dotnet_tests.
dotnet_passed() {
    awk '/^ +Passed: [0-9]+$/ { n += $2 } END { print n + 0 }' "$@"
}

# dotnet_tests LOG ARGUMENT...: runs `dotnet test`, prints what matters of its output, the names of failed
# tests last, and fails if a test failed or none ran. Lines whose beginning matches SHOWN, a regular
# expression, are printed, too.
dotnet_tests() {
    local log=$1 status=0 passed
    shift
    # Tests run once: what the JIT would measure of them takes more time than it saves.
    DOTNET_TieredPGO=0 dotnet test "$@" --logger 'console;verbosity=detailed' >"$log" 2>&1 || status=$?
    sed -n -E "s/^ *((not run: |${SHOWN:-vectors: }).*)/\1/p" "$log" | sort -u
    passed=$(dotnet_passed "$log")
    if [ "$status" -ne 0 ]; then
        grep -A12 -E '^  Failed ' "$log" | head -n 60 || tail -n 40 "$log"
        sed -n -E 's/^ +(Failed: [0-9]+)$/\1/p' "$log"
        return 1
    fi
    [ "$passed" -gt 0 ] || { tail -n 5 "$log"; fail "no test ran: dotnet test $*"; }
    printf '%d tests passed\n' "$passed"
}

# dotnet_project_tests PROJECT ARGUMENT...: restores and builds dotnet/tests/PROJECT, or the projects of a .slnf there, and
# runs their tests, as dotnet_tests does with the arguments. LOG: another log than the project's, for a step that may run
# at the same time.
dotnet_project_tests() {
    local project=dotnet/tests/$1 log=${LOG:-build/logs/$1.log}
    shift
    dotnet_restore "$project" "$log"
    logged "$log" one_at_a_time dotnet build "$project" --no-restore -c Release
    dotnet_tests "$log" "$project" --no-build -c Release "$@"
}

# php_build NAME [CFLAGS...]: builds the PHP module in build/NAME, once for steps
# that run at the same time. Ends the step if it can't be built here.
php_build() {
    local name=$1
    shift
    have php || not_run "php was not found (Debian: php-cli)"
    have phpize || not_run "phpize was not found (Debian: php-dev)"
    have cc || have gcc || not_run "no C compiler was found"
    flock "$STAMPS/$name.lock" tools/packages/php-build.sh "build/$name" "$@" >/dev/null
}

# php_module NAME: the path of the module from php_build.
php_module() { printf '%s\n' "$ROOT/build/$1/php/modules/msgpack.so"; }
