#!/usr/bin/env bash
# Downloads the tests of the msgspec that is installed in .venv, of the same version, to .cache/msgspec-suite. They are
# run, never committed. Exit status 77 (with the reason) if the Python package index can't be reached.
. "$(dirname "$0")/../lib.sh"

version=$("$VENV/bin/python" -c 'import msgspec; print(msgspec.__version__)') || not_run "msgspec is not installed"
[ ! -f "$VENV/offline" ] || not_run "no package index can be reached"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say "fetching the source distribution of msgspec $version"
"$VENV/bin/python" -m pip download -q --no-deps --no-binary msgspec "msgspec==$version" -d "$work"
tar -xzf "$work"/msgspec-*.tar.gz -C "$work"
rm -rf "$CACHE/msgspec-suite"
mkdir -p "$CACHE/msgspec-suite"
mv "$work/msgspec-$version/tests/unit" "$CACHE/msgspec-suite/unit"
printf '%s\n' "$version" >"$CACHE/msgspec-suite/version"
