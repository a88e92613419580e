#!/usr/bin/env bash
# step: .NET: long tests of the library and its generator, and narrower vector instructions
# covers: bounds of memory on large and hostile messages, streams of gigabytes, deep nesting; generated models compared in
# every position and across assemblies; the code for several values at once with each vector width of this processor, and
# with none
# only here: tests with the trait Tier=long; all tests of the library without vector instructions with ALL=2
# needs: dotnet
# tier: long
# seconds: 120
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

# One project after another, since their tests of memory and time take a whole processor.
LOG=build/logs/Tests-long.log dotnet_project_tests Tests.slnf -m:1 --filter Tier=long

select=(--filter "FullyQualifiedName~VectorWidthTests|FullyQualifiedName~Utf8BlockTests|FullyQualifiedName~RunTests")
! weekly || select=()
for feature in EnableAVX512 EnableAVX2 EnableHWIntrinsic; do
    note "with DOTNET_$feature=0"
    (export "DOTNET_$feature=0" &&
        dotnet_tests "build/logs/Hayapack.Tests-$feature.log" dotnet/tests/Hayapack.Tests --no-build -c Release "${select[@]}")
done
printf '%d tests passed\n' "$(dotnet_passed build/logs/Tests-long.log build/logs/Hayapack.Tests-Enable*.log)"
