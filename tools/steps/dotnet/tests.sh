#!/usr/bin/env bash
# step: .NET: the library and its source generator, with the shared vectors
# covers: reader, writer, formatters, limits and errors in C#; generated code; F#'s types
# needs: dotnet
# seconds: 110
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

SHOWN='vectors: |advisories: ' dotnet_project_tests Tests.slnf --filter 'Tier!=long'
