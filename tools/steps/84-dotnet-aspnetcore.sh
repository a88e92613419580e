#!/usr/bin/env bash
# step: .NET: ASP.NET Core, through Kestrel, with the Python client
# covers: MVC formatters, minimal APIs, limits and problem details, streams of messages in both directions
# seconds: 60
# minutes: 15
. "$(dirname "$0")/../lib.sh"

have dotnet || not_run "dotnet was not found (the .NET 10 SDK)"
sdk=$(dotnet --version 2>/dev/null) || not_run "dotnet has no SDK"
[ "${sdk%%.*}" -ge 10 ] || not_run "the .NET SDK is $sdk; 10 or later is needed"
dotnet --list-runtimes | grep -q '^Microsoft.AspNetCore.App 1[0-9]' || not_run "the ASP.NET Core runtime 10 was not found"

project=dotnet/tests/Hayapack.AspNetCore.Tests
log=build/logs/Hayapack.AspNetCore.Tests.log
mkdir -p build/logs
# A folder of packages is tried where no registry answers.
if ! dotnet restore "$project" >"$log" 2>&1; then
    folder=${HAYAPACK_NUGET_FOLDER:-/opt/nuget/packages}
    [ -d "$folder" ] && dotnet restore "$project" --source "$folder" >>"$log" 2>&1 ||
        { tail -n 5 "$log"; not_run "the packages of the tests could not be restored"; }
fi
logged "$log" dotnet build "$project" --no-restore -c Release
status=0
dotnet test "$project" --no-build -c Release --logger "console;verbosity=detailed" >"$log" 2>&1 || status=$?
sed -n 's/^ *\(not run: \)/\1/p; s/^ *\(python client: \)/\1/p' "$log"
grep -A12 -E '^  Failed ' "$log" | head -n 60 || true
sed -n '/^Test Run/,$p' "$log"
exit "$status"
