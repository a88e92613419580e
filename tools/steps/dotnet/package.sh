#!/usr/bin/env bash
# step: .NET: the package, and a program that uses it, as a native program
# covers: the packed library, generator and analyzers, identical in each build, and a program
# without reflection
# only here: what a user of the package gets. A native program is trimmed, too; trimmed alone, and the samples of
# further packages published both ways, with ALL=2
# needs: dotnet
# tier: long
# seconds: 240
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

if weekly; then export HAYAPACK_PUBLISH_ALL=1; fi
tools/packages/dotnet-package-test.sh
