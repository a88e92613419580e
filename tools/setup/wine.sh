#!/usr/bin/env bash
# Runs a program for Windows in Debian's wine64, whose own folder is .cache/wine. Standard input is empty; both outputs go
# through one pipe, since wine cannot tell the size of a file that it did not open, which CPython asks for.
#   wine.sh PROGRAM.exe ARGUMENT...
. "$(dirname "$0")/../lib.sh"

export WINEPREFIX=$CACHE/wine WINEARCH=win64 WINEDEBUG=-all
wine=/usr/lib/wine/wine64
[ -x "$wine" ] || fail "wine64 was not found (Debian: wine64)"
exec 9>"$WINEPREFIX.lock"
flock 9
[ -f "$WINEPREFIX/system.reg" ] || logged "$WINEPREFIX.log" env -u DISPLAY "$wine" wineboot --init 9>&-
exec 9>&-
env -u DISPLAY "$wine" "$@" </dev/null 2>&1 | cat
