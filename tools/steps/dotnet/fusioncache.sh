#!/usr/bin/env bash
# step: .NET: FusionCache
# covers: entries beside those of MessagePack-CSharp, two caches above one distributed cache, damaged entries
# needs: dotnet messagepack-csharp
# seconds: 20
# tier: long
# minutes: 10
. "$(dirname "$0")/../../lib.sh"

dotnet_project_tests Hayapack.FusionCache.Tests
