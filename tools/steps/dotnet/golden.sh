#!/usr/bin/env bash
# step: .NET: bytes written by MessagePack-CSharp, and random values
# covers: rows of vectors/dotnet and vectors/schemas, values in segments and small buffers, truncated and changed bytes
# needs: dotnet
# tier: long
# seconds: 60
. "$(dirname "$0")/../../lib.sh"

project=dotnet/tests/Hayapack.Cases.Tests/Hayapack.Cases.Tests.csproj
logged build/logs/dotnet-golden-build.log one_at_a_time dotnet build -c Release "$project"
SHOWN="[a-z]+: [0-9]+ rows|seed [0-9]+: " dotnet_tests build/logs/dotnet-golden.log -c Release --no-build "$project"
