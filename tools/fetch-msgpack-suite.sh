#!/usr/bin/env bash
# Brings the tests of msgpack's source distribution into .cache/msgpack-suite.
# They are run, never committed.
. "$(dirname "$0")/lib.sh"

VERSION=1.2.4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say "fetching the source distribution of msgpack $VERSION"
"$VENV/bin/python" -m pip download -q --no-deps --no-binary :all: "msgpack==$VERSION" -d "$work"
tar -xzf "$work"/msgpack-*.tar.gz -C "$work"
rm -rf "$CACHE/msgpack-suite"
mkdir -p "$CACHE/msgpack-suite"
mv "$work/msgpack-$VERSION/test" "$CACHE/msgpack-suite/test"
