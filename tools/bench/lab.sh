#!/usr/bin/env bash
# Measures every table of the reference articles on this machine and writes
# build/lab/: results.json, report.html, summary.md, charts/. Options are those
# of `hayapack lab run`:
#   tools/bench/lab.sh --quick            about three minutes; noisy
#   tools/bench/lab.sh --only a,e         some of the articles
# `tools/bench/pages.py lab build/lab` puts the tables into
# docs/results/lab.md.
. "$(dirname "$0")/../lib.sh"

options=(--out build/lab)
if have php && have phpize &&
    logged build/logs/php-build.log flock "$STAMPS/php.lock" tools/packages/php-build.sh build/php; then
    options+=(--php-module build/php/php/modules/msgpack.so)
else
    note "hayapack's PHP rows will be missing: the module can't be built here"
fi
if worker=$(tools/bench/lab-dotnet.sh); then
    options+=(--dotnet-worker "${worker#"$ROOT/"}")
else
    note "C#'s rows will be missing: ${worker:-its worker cannot be built}"
fi
[ -f "$VENV/offline" ] && note "no package index: only the codecs that Debian has can be measured"
say "measuring; leave the machine idle meanwhile"
"$VENV/bin/hayapack" lab run "${options[@]}" "$@"
