#!/usr/bin/env bash
# step: .NET: haya, the tool
# covers: the packed tool, installed and run: files, pipes, damaged and hostile input, LZ4, typed values, memory
# needs: dotnet
# tier: long
# seconds: 60
# minutes: 15
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
python3 tools/suites/check_dotnet_tool.py "$haya"
