#!/usr/bin/env bash
# Unpacks the upstream part of a Debian source package. Only the package lists
# that this machine's apt already names are read, in a folder of their own.
#   debian-source.sh PACKAGE FOLDER
. "$(dirname "$0")/lib.sh"

package=${1:?usage: debian-source.sh PACKAGE FOLDER}
folder=${2:?usage: debian-source.sh PACKAGE FOLDER}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# apt_sources: the machine's binary sources, as source ones, into $work.
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

have apt-get || fail "no apt-get"
apt_sources
options=(-o "Dir::Etc::sourcelist=$work/sources.list" -o "Dir::Etc::sourceparts=$work/sources.list.d"
    -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
cd "$work"
apt-get "${options[@]}" -qq update
apt-get "${options[@]}" -qq source --download-only "$package"
mkdir unpacked
tar -xf ./*.orig.tar.* -C unpacked
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv unpacked "$folder"
