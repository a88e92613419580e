#!/usr/bin/env bash
# step: .NET: compared byte by byte with MessagePack-CSharp
# covers: same bytes as MessagePack-CSharp 3.1 and 2.5 for built-in types and typed objects, read
# in both directions
# seconds: 10
# tier: long
. "$(dirname "$0")/../lib.sh"

# HAYAPACK_NUGET_FOLDER=PATH: a folder of .nupkg files, if the registry does not have MessagePack.
need_dotnet

compared=0
for project in Hayapack.Oracle Hayapack.Oracle.V2; do
    folder=dotnet/tests/$project
    log=build/logs/$project.log
    mkdir -p build/logs
    if ! one_at_a_time dotnet restore "$folder/$project.csproj" >"$log" 2>&1; then
        grep 'error NU110[0-9].*package MessagePack' "$log" >/dev/null || { tail -n 20 "$log"; fail "dotnet restore of $project failed"; }
        reason="MessagePack $(sed -n 's/.*<MessagePackVersion[^>]*>\(.*\)<.*/\1/p' "$folder/$project.csproj") is not served by any package source here"
        printf 'not run: %s: %s\n' "$project" "$reason"
        continue
    fi
    logged "$log" one_at_a_time dotnet build -c Release --no-restore "$folder/$project.csproj"
    "$folder/bin/Release/net10.0/$project" --count="${COUNT:-1000}"
    compared=$((compared + 1))
done
[ "$compared" -gt 0 ] || not_run "$reason (set HAYAPACK_NUGET_FOLDER to a folder that has it)"
