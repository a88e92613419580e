#!/usr/bin/env bash
# step: .NET: the shared vectors at every split into two segments
# covers: valid and invalid rows of up to 5000 bytes cut at every offset; longer ones near their ends and into 64-byte segments at every phase
# needs: dotnet
# seconds: 90
# minutes: 30
# tier: weekly
. "$(dirname "$0")/../../lib.sh"

project=dotnet/tests/Hayapack.Tests/Hayapack.Tests.csproj
logged build/logs/dotnet-splits-build.log one_at_a_time dotnet build -c Release "$project"
export HAYAPACK_EVERY_SPLIT=5000
dotnet_tests build/logs/dotnet-splits.log -c Release --no-build "$project" --filter 'FullyQualifiedName~VectorTests'
