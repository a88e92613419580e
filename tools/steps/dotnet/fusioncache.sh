#!/usr/bin/env bash
# step: .NET: FusionCache
# covers: entries beside those of MessagePack-CSharp, two caches above one distributed cache, damaged entries
# needs: dotnet messagepack-csharp
# seconds: 20
# tier: long
# minutes: 10
. "$(dirname "$0")/../../lib.sh"

project=dotnet/tests/Hayapack.FusionCache.Tests
log=build/logs/Hayapack.FusionCache.Tests.log
dotnet_restore "$project" "$log"
logged "$log" one_at_a_time dotnet build "$project" --no-restore -c Release
dotnet_tests "$log" "$project" --no-build -c Release
