#!/usr/bin/env bash
# Unpacks the upstream part of a Debian source package, of the newest version
# that can be fetched. Reads the archives that this machine's apt names, with
# package lists in a folder of their own. SUITE (trixie, for example) reads
# Debian's archive of that release instead; nothing is installed.
#   debian-source.sh PACKAGE FOLDER [SUITE]
caller=$PWD
. "$(dirname "$0")/../lib.sh"

package=${1:?usage: debian-source.sh PACKAGE FOLDER [SUITE]}
folder=${2:?usage: debian-source.sh PACKAGE FOLDER [SUITE]}
case $folder in /*) ;; *) folder=$caller/$folder ;; esac
suite=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# apt_sources: writes the machine's apt sources, as deb-src, into $work.
apt_sources() {
    local file
    mkdir -p "$work/sources.list.d" "$work/lists/partial" "$work/cache/archives/partial"
    touch "$work/sources.list"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -f "$file" ] || continue
        sed -n 's/^deb\(-src\)\{0,1\}[[:blank:]]/deb-src /p' "$file" | sort -u >>"$work/sources.list"
    done
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] || continue
        sed 's/^Types:.*/Types: deb-src/' "$file" >"$work/sources.list.d/$(basename "$file")"
    done
}

# other_suite SUITE: the archives that the machine's own Debian packages come
# from, with another suite's name: that of the releases and that of security updates.
other_suite() {
    local base signed=signed-by=/usr/share/keyrings/debian-archive-keyring.gpg
    base=$(debian_mirror)
    [ -n "$base" ] || fail "no Debian archive among apt's sources"
    rm -f "$work"/sources.list.d/*
    printf 'deb-src [%s] %s %s main\n' "$signed" "$base" "$1" >"$work/sources.list"
    [ "$1" != sid ] || return 0
    printf 'deb-src [%s] %s %s main\n' "$signed" "$base" "$1-updates" "$signed" "${base%/}-security" "$1-security" \
        >>"$work/sources.list"
}

have apt-get || fail "no apt-get"
apt_sources
[ -z "$suite" ] || other_suite "$suite"
options=(-o "Dir::Etc::sourcelist=$work/sources.list" -o "Dir::Etc::sourceparts=$work/sources.list.d"
    -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
cd "$work"
# A mirror need not have all of these indexes.
apt-get "${options[@]}" -qq update || true
# An archive may list versions that it does not have: try them, newest first.
versions=$(apt-cache "${options[@]}" showsrc "$package" | sed -n 's/^Version: //p' | sort -rVu)
[ -n "$versions" ] || fail "no source package $package among apt's sources"
for version in $versions; do
    apt-get "${options[@]}" -qq source --download-only --tar-only "$package=$version" && break
    rm -f "$work/$package"_*
done
compgen -G "$work/*.orig.tar.*" >/dev/null || fail "no source of $package could be fetched"
mkdir unpacked
for archive in ./*.orig.tar.*; do
    case $archive in *.asc) ;; *) tar -xf "$archive" -C unpacked ;; esac
done
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv unpacked "$folder"
