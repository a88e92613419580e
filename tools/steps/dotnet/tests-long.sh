#!/usr/bin/env bash
# step: .NET: the library's long tests, and narrower vector instructions
# covers: bounds of memory on large and hostile messages, streams of gigabytes, deep nesting; the code for several values
# at once with each vector width of this processor, and with none
# only here: tests with the trait Tier=long; all tests of the library without vector instructions with ALL=2
# needs: dotnet
# tier: long
# seconds: 90
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

project=dotnet/tests/Hayapack.Tests
logged build/logs/Hayapack.Tests-long.log one_at_a_time dotnet build "$project" -c Release
dotnet_tests build/logs/Hayapack.Tests-long.log "$project" --no-build -c Release --filter Tier=long

select=(--filter "FullyQualifiedName~VectorWidthTests|FullyQualifiedName~Utf8BlockTests|FullyQualifiedName~RunTests")
! weekly || select=()
for feature in EnableAVX512 EnableAVX2 EnableHWIntrinsic; do
    note "with DOTNET_$feature=0"
    (export "DOTNET_$feature=0" &&
        dotnet_tests "build/logs/Hayapack.Tests-$feature.log" "$project" --no-build -c Release "${select[@]}")
done
