#!/usr/bin/env bash
# Shows the .NET library: the sample program, compiled with the source
# generator and run.
. "$(dirname "$0")/lib.sh"

have dotnet || not_run "dotnet was not found (the .NET 10 SDK)"
major=$(dotnet --version 2>/dev/null | cut -d. -f1)
[ "${major:-0}" -ge 10 ] || not_run "the .NET 10 SDK is needed"
logged build/logs/demo-dotnet.log dotnet build -c Release dotnet/samples/Tour/Tour.csproj
say "the .NET library at work (.NET $(dotnet --version))"
dotnet dotnet/samples/Tour/bin/Release/net10.0/Tour.dll
