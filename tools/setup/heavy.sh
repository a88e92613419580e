#!/usr/bin/env bash
# Keeps what takes minutes to make and does not depend on the checkout (folders of Debian releases, PHP's source,
# debug builds of PHP) in ${XDG_CACHE_HOME:-~/.cache}/hayapack/heavy, for other checkouts of this machine.
#   heavy.sh get KEY FOLDER   makes FOLDER a copy of the entry KEY; exit status 1: there is none
#   heavy.sh put KEY FOLDER   keeps a copy of FOLDER as the entry KEY, in place of an older one
#   heavy.sh empty            deletes all entries; tools/clean.sh heavy calls it
# KEY names the version and a hash of the options. An entry is complete or absent: it is copied to a temporary folder
# and renamed. Copying in and out holds the entry's lock, so runs may share the cache. After `put` the entries
# that were not used for longest are deleted until the rest has at most HAYAPACK_HEAVY_MB, 8,000 by default; 0 switches
# the cache off. Everything works without the cache; a `put` that cannot write keeps nothing, and says so.
. "$(dirname "$0")/../lib.sh"

verb=${1:?get, put or empty}
limit=${HAYAPACK_HEAVY_MB:-8000}
heavy=$MACHINE_CACHE/heavy

# entry KEY: its folder; beside it are KEY.lock and KEY.used, whose time is that of the last use.
entry() { printf '%s/%s' "$heavy" "$1"; }

get() {
    local from folder=$2
    from=$(entry "$1")
    [ "$limit" -gt 0 ] && [ -d "$from" ] || return 1
    exec 7>>"$from.lock" && flock --shared 7 || return 1
    [ -d "$from" ] || return 1 # deleted meanwhile
    rm -rf "$folder" "$folder.part"
    mkdir -p "$(dirname "$folder")"
    cp -a --reflink=auto "$from" "$folder.part" || { rm -rf "$folder.part"; return 1; }
    mv "$folder.part" "$folder"
    touch "$from.used"
    exec 7>&-
}

put() {
    local to part
    to=$(entry "$1")
    [ "$limit" -gt 0 ] || return 0
    mkdir -p "$heavy" && part=$(mktemp -d "$heavy/.part.XXXXXX") || return 1
    cp -a --reflink=auto "$2" "$part/new" || { rm -rf "$part"; return 1; }
    exec 7>>"$to.lock" && flock 7 || { rm -rf "$part"; return 1; }
    if [ -d "$to" ]; then mv "$to" "$part/old"; fi
    mv "$part/new" "$to"
    touch "$to.used"
    exec 7>&-
    rm -rf "$part"
    trim "$to"
}

# delete ENTRY: unless another run copies it now.
delete() {
    (flock --nonblock 6 && rm -rf "$1" "$1.used") 6>>"$1.lock"
}

# trim KEPT: deletes entries but that one, and copies whose run ended a day ago.
trim() {
    local used
    find "$heavy" -mindepth 1 -maxdepth 1 -name '.part.*' -mmin +1440 -exec rm -rf {} +
    for used in $(ls -tr "$heavy" | grep '\.used$'); do
        [ "$(du -sm "$heavy" | cut -f1)" -gt "$limit" ] || break
        used=$heavy/${used%.used}
        [ "$used" = "$1" ] || delete "$used" || true
    done
}

case $verb in
    get) get "${2:?a key}" "${3:?a folder}" || exit 1 ;;
    put) put "${2:?a key}" "${3:?a folder}" || note "not kept in $heavy: ${2}" ;;
    empty) rm -rf "$heavy" ;;
    *) fail "unknown verb: $verb" ;;
esac
