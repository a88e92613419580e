#!/usr/bin/env bash
# step: .NET: haya, the tool, beside the Python tool
# covers: haya cat, inspect and validate print what hayapack prints, for files, pipes and damaged input; constant memory; the packed tool, installed and run
# needs: dotnet
# tier: long
# seconds: 400
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

work=$ROOT/build/dotnet-tool
rm -rf "$work"
mkdir -p build/logs "$work"
logged build/logs/dotnet-tool-pack.log one_at_a_time dotnet pack dotnet/src/Hayapack.Tool -c Release -o "$work/feed"

# The packed file alone, in an empty folder.
export NUGET_PACKAGES=$work/packages
logged build/logs/dotnet-tool-install.log \
    dotnet tool install Hayapack.Tool --tool-path "$work/installed" --source "$work/feed" --version 0.1.0
haya=$work/installed/haya
"$haya" --version
[ "$("$haya" cat docs/samples/orders.msgpack | wc -l)" = 3 ] || fail "the installed tool does not run"

# The output can't be written, or its reader has gone.
status=0
"$haya" cat docs/samples/orders.msgpack >/dev/full 2>"$work/full" || status=$?
[ "$status" = 1 ] && grep -q '^haya: standard output: No space left on device$' "$work/full" ||
    fail "a full device: status $status, $(cat "$work/full")"
for _ in $(seq 2000); do cat docs/samples/orders.msgpack; done >"$work/long.msgpack"
set +o pipefail
"$haya" cat "$work/long.msgpack" | head -n 1 >/dev/null
status=${PIPESTATUS[0]}
[ "$status" = 141 ] || fail "a closed pipe: status $status"
note "a full device and a closed pipe end it as they end hayapack"
python3 tools/suites/check_haya.py "$haya"

python=$ROOT/.venv/bin/python
if [ -x "$python" ] && "$python" -c 'import hayapack' 2>/dev/null; then
    "$python" tools/suites/compare_tools.py "$haya" "$(weekly && echo 1 || echo 40)"
else
    printf 'not run: the comparison with hayapack (no .venv; make build makes it)\n'
fi
