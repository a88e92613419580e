#!/usr/bin/env bash
# step: msgspec's own tests of decoding, on both back ends
# covers: that every difference of typed decoding from msgspec has a reason (tools/suites/msgspec-suite-differences.tsv)
# needs: python-index
# seconds: 40
# tier: long
# minutes: 10
. "$(dirname "$0")/../../lib.sh"

suite=$CACHE/msgspec-suite
version=$("$VENV/bin/python" -c 'import msgspec; print(msgspec.__version__)') || not_run "msgspec is not installed"
[ "$(cat "$suite/version" 2>/dev/null)" = "$version" ] || tools/suites/fetch-msgspec-suite.sh
printf -- '--- the tests of msgspec %s\n' "$version"
on_both_back_ends "$VENV/bin/python" tools/suites/msgspec_suite.py "$suite/unit"
