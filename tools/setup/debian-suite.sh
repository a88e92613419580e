#!/usr/bin/env bash
# Installs another Debian suite in a folder, for its newer CPython and PHP, or for another processor.
#   debian-suite.sh can SUITE               says whether `make` is possible here
#   debian-suite.sh make SUITE PACKAGE...   installs the suite and the packages
#                                           into .cache/suites/SUITE; PACKAGE/OTHER
#                                           is that of the suite OTHER: php8.5-cli/experimental
#   debian-suite.sh run SUITE COMMAND...    runs a command in it, in this
#                                           checkout (same path as outside), with
#                                           /proc, /dev, /dev/pts and a new /tmp
# SUITE is a release of Debian (trixie, sid), or a release, a dash and Debian's name of another architecture:
# bookworm-i386, bookworm-arm64, bookworm-s390x. The mirror is the one that this machine's apt uses.
#
# x86-64 runs i386's programs itself. Those of other architectures run in qemu's emulator of processes, which `make` and
# `run` register with the kernel (binfmt_misc) until the machine is restarted. Packages of these architectures are
# extracted, not installed, since each maintainer script would take seconds there. So there are no users, no alternatives
# (python3, but not php; bash, but not awk) and no configuration files: enough to run programs that are built outside.
# More packages make such a folder again, so no step may run in it then: tools/packages/cross-build.sh asks for all.
#
# Exit status 77, with the reason on the last line, if that is not possible:
# not root, no debootstrap, no mirror, no right to mount, no emulator. A folder is kept for
# other checkouts by heavy.sh, for a week. Environment variables
# pass through, except PATH and those of the calling Python.
. "$(dirname "$0")/../lib.sh"

verb=${1:?can, make or run}
suite=${2:?trixie or sid}
shift 2
folder=$CACHE/suites/$suite
release=${suite%%-*} architecture=
CHECK_AGE=Acquire::Check-Valid-Until # off: a mirror may keep a copy of sid whose index has expired; it is for tests only
[ "$suite" = "$release" ] || architecture=${suite#*-}

# emulator: prints the name of the emulator of processes that the suite needs; nothing if this machine runs its programs.
emulator() {
    case $(uname -m)/$architecture in
        */ | x86_64/amd64 | x86_64/i386 | aarch64/arm64 | s390x/s390x) ;;
        *) echo "qemu-$(machine_of "$architecture")" ;;
    esac
}

# register: makes the kernel run the architecture's programs with the emulator. F: the kernel opens the emulator now, so
# that it is found in every folder.
register() {
    local name=$1 formats=/proc/sys/fs/binfmt_misc rule
    [ ! -e "$formats/$name" ] || return 0
    [ -e "$formats/register" ] || mount -t binfmt_misc binfmt_misc "$formats" 2>/dev/null ||
        not_run "binfmt_misc cannot be mounted here, so no programs of $architecture run"
    have "$name-static" || tools/setup/system-packages.sh suites >/dev/null 2>&1 || true
    have "$name-static" || not_run "$name-static was not found (Debian: qemu-user-static)"
    rule=$(cat "/usr/lib/binfmt.d/$name.conf" 2>/dev/null) || not_run "there is no /usr/lib/binfmt.d/$name.conf"
    printf '%s\n' "$rule" >"$formats/register" 2>/dev/null || [ -e "$formats/$name" ] ||
        not_run "the kernel takes no emulator for $architecture"
}

can() {
    local name
    [ "$(id -u)" = 0 ] || not_run "only root can make a folder of Debian $suite"
    unshare --mount true 2>/dev/null || not_run "mounting is not permitted here, so no folder of Debian $suite"
    have debootstrap || tools/setup/system-packages.sh suites >/dev/null 2>&1 || true
    have debootstrap || not_run "debootstrap was not found (Debian: debootstrap)"
    [ -n "$(debian_mirror)" ] || not_run "apt names no mirror of Debian"
    [ -n "$architecture" ] || return 0
    [ "$architecture" != i386 ] || runs_i386 || not_run "programs of i386 do not run here"
    name=$(emulator)
    [ -n "$name" ] || return 0
    have mmdebstrap || not_run "mmdebstrap was not found (Debian: mmdebstrap)"
    register "$name"
}

# Whether the kernel has 32-bit system calls: runs a program that needs no library and ends itself.
runs_i386() {
    local probe=$STAMPS/i386-probe
    printf 'void _start(void) { __asm__("movl $1, %%eax\\n\\txorl %%ebx, %%ebx\\n\\tint $0x80"); }\n' |
        gcc -m32 -x c -nostdlib -static -o "$probe" - 2>/dev/null && "$probe" 2>/dev/null
}

# in_suite COMMAND...: runs it in its own mount namespace, so that all mounts
# end with the command.
in_suite() {
    local personality=()
    [ "$architecture" != i386 ] || personality=(setarch linux32)
    unshare --mount --propagation private bash -c '
        set -e
        folder=$1 root=$2
        shift 2
        mount --rbind /proc "$folder/proc"
        mount --rbind /dev "$folder/dev"
        mount -t tmpfs tmpfs "$folder/tmp"
        mkdir -p "$folder$root"  # after the mounts: the checkout may be below /tmp
        mount --bind "$root" "$folder$root"
        exec "$@"' \
        bash "$folder" "$ROOT" "${personality[@]}" chroot "$folder" /usr/bin/env \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        bash -c 'cd "$1" && shift && exec "$@"' bash "$ROOT" "$@"
}

# extract PACKAGE...: makes the folder, with these packages and what they depend on, not installed.
extract() {
    local include=bash,coreutils,dash,diffutils,findutils,grep,libc-bin,sed package
    for package in "$@"; do include+=,$package; done
    mmdebstrap --mode=root --variant=extract --architectures="$architecture" --include="$include" \
        --aptopt="$CHECK_AGE false" --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr "$release" "$folder" "$(debian_mirror)" &&
        compile_python &&
        mkdir -p "$folder"/{proc,dev,tmp,root} &&
        printf 'root:x:0:0:root:/root:/bin/bash\n' >"$folder/etc/passwd" &&
        printf 'root:x:0:\n' >"$folder/etc/group"
}

# compile_python: importing the test tools for the first time would take 20 s in the emulator.
compile_python() {
    local python
    for python in "$folder"/usr/bin/python3.*[0-9]; do
        if have "${python##*/}"; then "${python##*/}" -m compileall -q -s "$folder" "$folder/usr/lib/${python##*/}" "$folder/usr/lib/python3" || true; fi
    done
}

# make_suite PACKAGE...
make_suite() {
    local log=$ROOT/build/logs/suite-$suite.log address key package missing other
    mkdir -p "$(dirname "$log")"
    can
    address=$(debian_mirror)
    key=suite-$suite-$(date +%G-%V)-$(printf '%s %s' "$(uname -m)" "$address" | sha256sum | cut -c1-16)
    [ -f "$folder/.made" ] || tools/setup/heavy.sh get "$key" "$folder" || true
    if [ ! -f "$folder/.made" ]; then
        rm -rf "$folder"
        say "installing Debian $suite into .cache/suites/$suite"
        if [ -z "$(emulator)" ]; then
            debootstrap --variant=minbase --include=ca-certificates ${architecture:+--arch="$architecture"} \
                "$release" "$folder" "$address" >>"$log" 2>&1 ||
                { tail -n 5 "$log" >&2; fail "debootstrap could not install Debian $suite (see build/logs/suite-$suite.log)"; }
        else
            mkdir -p "$folder"
        fi
        printf '%s\n' "$key" >"$folder/.made"
    fi
    touch "$folder/.packages"
    missing=()
    for package in "$@"; do grep -qx -- "$package" "$folder/.packages" || missing+=("$package"); done
    [ "${#missing[@]}" -gt 0 ] || return 0
    if [ -n "$(emulator)" ]; then
        mapfile -t other <"$folder/.packages"
        key=$(cat "$folder/.made")
        rm -rf "$folder"
        extract "${other[@]}" "${missing[@]}" >>"$log" 2>&1 ||
            { tail -n 5 "$log" >&2; rm -rf "$folder"; fail "Debian $suite has not all of ${missing[*]} (see build/logs/suite-$suite.log)"; }
        printf '%s\n' "${other[@]}" "${missing[@]}" >"$folder/.packages"
        printf '%s\n' "$key" >"$folder/.made"
    else
        for package in "${missing[@]}"; do
            case $package in
                */*) printf 'deb %s %s main\n' "$address" "${package#*/}" >"$folder/etc/apt/sources.list.d/${package#*/}.list" ;;
            esac
        done
        in_suite env DEBIAN_FRONTEND=noninteractive sh -c '
            apt-get -qq -o "$0=false" update && apt-get install -y --no-install-recommends "$@"' "$CHECK_AGE" "${missing[@]}" >>"$log" 2>&1 ||
            { tail -n 5 "$log" >&2; fail "Debian $suite could not install ${missing[*]} (see build/logs/suite-$suite.log)"; }
        printf '%s\n' "${missing[@]}" >>"$folder/.packages"
    fi
    # Whole, with what other steps have installed; under the name of the week in which it was made.
    [ ! -s "$folder/.made" ] || tools/setup/heavy.sh put "$(cat "$folder/.made")" "$folder"
}

case "$verb" in
    can) can ;;
    # One at a time: two steps may need the same suite.
    make) mkdir -p "$CACHE/suites"; exec 9>"$CACHE/suites/$suite.lock"; flock 9; make_suite "$@" ;;
    run)
        unset VIRTUAL_ENV PYTHONHOME LD_PRELOAD
        [ -z "$(emulator)" ] || register "$(emulator)"
        in_suite "$@"
        ;;
    *) fail "unknown verb: $verb" ;;
esac
