#!/usr/bin/env bash
# step: .NET: the shared vectors at every split into two segments
# covers: valid and invalid rows of up to 5000 bytes cut at every offset; longer ones near their ends and into 64-byte segments at every phase
# seconds: 90
# minutes: 30
# tier: long
. "$(dirname "$0")/../../lib.sh"

need_dotnet

project=dotnet/tests/Hayapack.Tests/Hayapack.Tests.csproj
logged build/logs/dotnet-splits-build.log one_at_a_time dotnet build -c Release "$project"
HAYAPACK_EVERY_SPLIT=5000 dotnet test -c Release --no-build "$project" --filter 'FullyQualifiedName~VectorTests' --logger 'console;verbosity=detailed' |
    sed -n -E 's/^ *(vectors: .*)/\1/p; /^ *Failed /,$p; /^(Test Run|Total|     Passed|     Failed)/p'
