#!/usr/bin/env bash
# step: .NET: StreamJsonRpc
# covers: each kind of message against StreamJsonRpc's formatter for MessagePack, connections between both, damaged
# messages
# needs: dotnet
# seconds: 40
# tier: long
# minutes: 10
. "$(dirname "$0")/../../lib.sh"

dotnet_project_tests Hayapack.StreamJsonRpc.Tests
