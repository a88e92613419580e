#!/usr/bin/env bash
# step: .NET: the library and its source generator, with the shared vectors
# covers: reader, writer, formatters, limits and errors in C#; generated code; F#'s types
# needs: dotnet
# seconds: 150
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

for project in Hayapack.Tests Hayapack.Generator.Tests Hayapack.FSharp.Tests; do
    SHOWN='vectors: |advisories: ' dotnet_project_tests "$project"
done

# The code for several values at once, with the other vector widths of the same processor, and with none; with ALL=2 all
# tests of the library.
select=(--filter "FullyQualifiedName~VectorWidthTests|FullyQualifiedName~Utf8BlockTests|FullyQualifiedName~RunTests")
! weekly || select=()
for feature in EnableAVX512 EnableAVX2 EnableHWIntrinsic; do
    note "with DOTNET_$feature=0"
    (export "DOTNET_$feature=0" &&
        dotnet_tests "build/logs/Hayapack.Tests-$feature.log" dotnet/tests/Hayapack.Tests --no-build -c Release \
            "${select[@]}")
done
