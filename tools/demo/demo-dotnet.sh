#!/usr/bin/env bash
# Shows the .NET library: the sample program, compiled with the source
# generator and run.
. "$(dirname "$0")/../lib.sh"

need_dotnet
logged build/logs/demo-dotnet.log one_at_a_time dotnet build -c Release dotnet/samples/Tour/Tour.csproj
note "dotnet/samples/Tour (.NET SDK $(dotnet --version))"
dotnet dotnet/samples/Tour/bin/Release/net10.0/Tour.dll
