#!/usr/bin/env bash
# step: .NET: the package, and a program that uses it, trimmed and native
# covers: the packed library, generator and analyzers, identical in each build, and a program
# without reflection
# needs: dotnet
# tier: long
# seconds: 240
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

tools/packages/dotnet-package-test.sh
