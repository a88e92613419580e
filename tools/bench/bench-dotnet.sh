#!/usr/bin/env bash
# Measures hayapack for .NET and every rival whose package can be restored, by
# BenchmarkDotNet. Writes the tables to build/bench-dotnet.md;
# `tools/bench/pages.py dotnet build/bench-dotnet.md` puts them into
# docs/results/dotnet.md. HAYAPACK_NUGET_FOLDER=PATH: a folder of .nupkg files, for
# packages that the registry does not serve. Options:
#   tools/bench/bench-dotnet.sh --rounds=1                        once instead of three times
#   tools/bench/bench-dotnet.sh --codecs=hayapack,v3              these only
#   tools/bench/bench-dotnet.sh --interleaved --model=Answer      a minute, in one process
#   tools/bench/bench-dotnet.sh --interleaved --codecs=hayapack --against=OTHER/dotnet/bench/bin/Release/net10.0/Hayapack.Bench.dll
#                                                                 two builds of hayapack
. "$(dirname "$0")/../lib.sh"

have dotnet || fail "dotnet was not found (the .NET 10 SDK)"
project=dotnet/bench/Hayapack.Bench.csproj
log=build/logs/bench-dotnet-restore.log
mkdir -p build/logs

# Each restore names missing packages; the next one omits them.
export HAYAPACK_BENCH_WITHOUT=
until dotnet restore "$project" >"$log" 2>&1; do
    missing=$(sed -n 's/.*error NU110[0-9]: Unable to find .*package \([A-Za-z0-9.]*[A-Za-z0-9]\)[. ].*/\1/p' "$log" | sort -u)
    # A dependency (MessagePackAnalyzer) has the name of its rival (MessagePack) at the front. MessagePack.Annotations is
    # not one: without it, MessagePack cannot be measured at all.
    missing=$({ grep -o 'PackageReference Include="[^"]*' "$project" | cut -d '"' -f 2; echo MessagePack.Annotations; } | while read -r rival; do
        for name in $missing; do case $name in "$rival"*) echo "$rival" ;; esac; done
    done | sort -u | tr '\n' ';')
    case ";$HAYAPACK_BENCH_WITHOUT" in *";$missing"*) missing= ;; esac
    [ -n "$missing" ] || { tail -n 20 "$log" >&2; fail "dotnet restore failed"; }
    HAYAPACK_BENCH_WITHOUT+=$missing
done
for package in ${HAYAPACK_BENCH_WITHOUT//;/ }; do note "no source serves $package: not measured, or without what it adds"; done
logged build/logs/bench-dotnet-build.log one_at_a_time dotnet build -c Release --no-restore "$project"
dotnet/bench/bin/Release/net10.0/Hayapack.Bench --out=build/bench-dotnet.md --artifacts=build/bench-dotnet "$@"
