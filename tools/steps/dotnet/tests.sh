#!/usr/bin/env bash
# step: .NET: the library and its source generator, with the shared vectors
# covers: reader, writer, formatters, limits and errors in C#; generated code; F#'s types
# needs: dotnet
# seconds: 100
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

for project in Hayapack.Tests Hayapack.Generator.Tests Hayapack.FSharp.Tests; do
    SHOWN='vectors: |advisories: ' dotnet_project_tests "$project" --filter 'Tier!=long'
done
printf '%d tests passed\n' "$(dotnet_passed build/logs/Hayapack.{Tests,Generator.Tests,FSharp.Tests}.log)"
