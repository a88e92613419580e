#!/usr/bin/env bash
# Installs another Debian suite in a folder, for its newer CPython and PHP.
#   debian-suite.sh make SUITE PACKAGE...   installs the suite and the packages
#                                           into .cache/suites/SUITE; PACKAGE/OTHER
#                                           is that of the suite OTHER: php8.5-cli/experimental
#   debian-suite.sh run SUITE COMMAND...    runs a command in it, in this
#                                           checkout (same path as outside), with
#                                           /proc, /dev, /dev/pts and a new /tmp
# SUITE is trixie or sid; the mirror is the one that this machine's apt uses.
# Exit status 77, with the reason on the last line, if that is not possible:
# not root, no debootstrap, no mirror, no right to mount. A folder is kept for
# other checkouts by heavy.sh, for a week. Environment variables
# pass through, except PATH and those of the calling Python.
. "$(dirname "$0")/../lib.sh"

verb=${1:?make or run}
suite=${2:?trixie or sid}
shift 2
folder=$CACHE/suites/$suite

# in_suite COMMAND...: runs it in its own mount namespace, so that all mounts
# end with the command.
in_suite() {
    unshare --mount --propagation private bash -c '
        set -e
        folder=$1 root=$2
        shift 2
        mount --rbind /proc "$folder/proc"
        mount --rbind /dev "$folder/dev"
        mount -t tmpfs tmpfs "$folder/tmp"
        mkdir -p "$folder$root"  # after the mounts: the checkout may be below /tmp
        mount --bind "$root" "$folder$root"
        exec chroot "$folder" /usr/bin/env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            bash -c '\''cd "$1" && shift && exec "$@"'\'' bash "$root" "$@"' \
        bash "$folder" "$ROOT" "$@"
}

make_suite() {
    local log=$ROOT/build/logs/suite-$suite.log address key package missing
    mkdir -p "$(dirname "$log")"
    [ "$(id -u)" = 0 ] || not_run "only root can make a folder of Debian $suite"
    unshare --mount true 2>/dev/null || not_run "mounting is not permitted here, so no folder of Debian $suite"
    if [ ! -f "$folder/.made" ]; then
        have debootstrap || tools/setup/system-packages.sh suites >>"$log" 2>&1 || true
        have debootstrap || not_run "debootstrap was not found (Debian: debootstrap)"
        address=$(debian_mirror)
        [ -n "$address" ] || not_run "apt names no mirror of Debian"
        key=suite-$suite-$(date +%G-%V)-$(printf '%s %s' "$(uname -m)" "$address" | sha256sum | cut -c1-16)
        tools/setup/heavy.sh get "$key" "$folder" || true
    fi
    if [ ! -f "$folder/.made" ]; then
        say "installing Debian $suite into .cache/suites/$suite"
        rm -rf "$folder"
        debootstrap --variant=minbase --include=ca-certificates "$suite" "$folder" "$address" >>"$log" 2>&1 ||
            { tail -n 5 "$log" >&2; fail "debootstrap could not install Debian $suite (see build/logs/suite-$suite.log)"; }
        printf '%s\n' "$key" >"$folder/.made"
    fi
    touch "$folder/.packages"
    missing=()
    for package in "$@"; do grep -qx -- "$package" "$folder/.packages" || missing+=("$package"); done
    [ "${#missing[@]}" -gt 0 ] || return 0
    for package in "${missing[@]}"; do
        case $package in
            */*) printf 'deb %s %s main\n' "$(debian_mirror)" "${package#*/}" >"$folder/etc/apt/sources.list.d/${package#*/}.list" ;;
        esac
    done
    # A mirror may keep a copy of sid whose index has expired; it is for tests only.
    in_suite env DEBIAN_FRONTEND=noninteractive sh -c '
        apt-get -qq -o Acquire::Check-Valid-Until=false update && apt-get install -y --no-install-recommends "$@"' sh "${missing[@]}" >>"$log" 2>&1 ||
        { tail -n 5 "$log" >&2; fail "Debian $suite could not install ${missing[*]} (see build/logs/suite-$suite.log)"; }
    printf '%s\n' "${missing[@]}" >>"$folder/.packages"
    # Whole, with what other steps have installed; under the name of the week in which it was made.
    [ ! -s "$folder/.made" ] || tools/setup/heavy.sh put "$(cat "$folder/.made")" "$folder"
}

case "$verb" in
    # One at a time: two steps may need the same suite.
    make) mkdir -p "$CACHE/suites"; exec 9>"$CACHE/suites/$suite.lock"; flock 9; make_suite "$@" ;;
    run)
        unset VIRTUAL_ENV PYTHONHOME LD_PRELOAD
        in_suite "$@"
        ;;
    *) fail "unknown verb: $verb" ;;
esac
