#!/usr/bin/env bash
# Downloads msgpack's own tests to .cache/msgpack-suite: those of VERSION from
# the Python package index or, if it can't be reached, those of the version that
# Debian has in its newest suite that can be read. They are run, never committed.
# Exit status 77 (with the reason) if neither is available.
. "$(dirname "$0")/../lib.sh"

VERSION=1.2.4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -f "$VENV/offline" ]; then
    say "fetching the source distribution of msgpack $VERSION"
    "$VENV/bin/python" -m pip download -q --no-deps --no-binary :all: "msgpack==$VERSION" -d "$work"
    tar -xzf "$work"/msgpack-*.tar.gz -C "$work"
    source_tree=$work/msgpack-$VERSION
else
    say "fetching Debian's source package of msgpack"
    for suite in sid trixie ''; do
        if tools/setup/debian-source.sh python-msgpack "$work/debian" $suite >"$work/log" 2>&1; then break; fi
    done
    source_tree=$(find "$work" -maxdepth 2 -path '*/debian/*')
    [ -n "$source_tree" ] || not_run "neither a package index nor Debian's source packages can be reached"
fi
rm -rf "$CACHE/msgpack-suite"
mkdir -p "$CACHE/msgpack-suite"
mv "$source_tree/test" "$CACHE/msgpack-suite/test"
basename "$source_tree" | sed 's/.*-//' >"$CACHE/msgpack-suite/version"
