#!/usr/bin/env bash
# step: .NET: StreamJsonRpc
# covers: each kind of message against StreamJsonRpc's formatter for MessagePack, connections between both, damaged
# messages
# needs: dotnet
# seconds: 40
# tier: long
# minutes: 10
. "$(dirname "$0")/../../lib.sh"

project=dotnet/tests/Hayapack.StreamJsonRpc.Tests
log=build/logs/Hayapack.StreamJsonRpc.Tests.log
dotnet_restore "$project" "$log"
logged "$log" one_at_a_time dotnet build "$project" --no-restore -c Release
dotnet_tests "$log" "$project" --no-build -c Release
