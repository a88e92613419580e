#!/usr/bin/env bash
# The main task from a fresh clone: installs what is missing, compares every
# installed codec on a real document (DATA=path: on that file), shows PHP and .NET.
. "$(dirname "$0")/../lib.sh"

report=build/report.html

choose_document() {
    local reason
    if [ -n "${DATA:-}" ]; then
        [ -r "$DATA" ] || fail "DATA=$DATA can't be read"
        document=$DATA
        return
    fi
    document=$CACHE/documents/twitter.json
    [ -f "$document" ] && return
    have npm && say "downloading twitter.json from the npm package simdjson (25 MB, once)"
    if reason=$("$VENV/bin/python" -c 'from hayapack_lab.data import fetch; fetch.document("twitter.json")' 2>&1); then
        return
    fi
    note "no twitter.json: $(printf '%s\n' "$reason" | tail -n 1 | sed 's/^[a-z_.]*NotFetched: //')"
    document=$ROOT/build/generated.json
    note "comparing on a generated document in the same style instead"
    "$VENV/bin/python" tools/demo/make_document.py "$document"
}

# The codecs of PHP and C# are compared where they can be built; the report names what is missing.
choose_languages() {
    local worker
    say "building the PHP module and the C# codecs, which the report compares too"
    if (php_build php); then
        HAYAPACK_LAB_PHP_MODULE=$(php_module php)
        export HAYAPACK_LAB_PHP_MODULE
    else
        note "PHP is not in the report: its module can't be built here"
    fi
    if worker=$(HAYAPACK_LAB_BENCH=false tools/bench/build-dotnet-worker.sh); then
        export HAYAPACK_LAB_DOTNET=$worker
    else
        note "C# is not in the report: ${worker:-its worker cannot be built here}"
    fi
}

# show LANGUAGE SCRIPT: its example. The demo continues without it.
show() {
    local output status=0
    say "$1: an example"
    output=$("$2") || status=$?
    [ "$status" = 0 ] || output="    not shown: $(printf '%s\n' "$output" | tail -n 1)"
    printf '%s\n' "$output"
}

say "checking this machine's packages"
tools/setup/system-packages.sh demo
tools/setup/venv.sh
choose_document
[ -f "$VENV/offline" ] && note "no package index: only the codecs that Debian has can be compared"
backend=$(cd / && "$VENV/bin/python" -c 'import hayapack; print(hayapack.backend)')
[ "$backend" = native ] || note "hayapack's native back end was not compiled (no C compiler?): the pure one is measured"
choose_languages
say "comparing on ${document#"$ROOT"/}"
mkdir -p build
HAYAPACK_LAB_ARTICLES=../docs/results "$VENV/bin/hayapack" compare "$document" --html "$report"
[ -s "$report" ] || fail "the comparison wrote no $report"
show PHP tools/demo/demo-php.sh
show .NET tools/demo/demo-dotnet.sh
say "the report with charts is $report; open it in a browser:"
note "xdg-open $report       or       file://$ROOT/$report"
say "what five articles measured, then and now: docs/results/README.md"
