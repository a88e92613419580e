#!/usr/bin/env bash
# step: .NET: ASP.NET Core, through Kestrel, with HttpClient, curl and the Python client
# covers: MVC formatters, minimal APIs, content negotiation, limits and problem details, OpenAPI,
# streams of messages in both directions
# seconds: 45
# tier: long
# minutes: 15
. "$(dirname "$0")/../../lib.sh"

need_dotnet
dotnet --list-runtimes | grep -q '^Microsoft.AspNetCore.App 1[0-9]' || not_run "the ASP.NET Core runtime 10 was not found"

project=dotnet/tests/Hayapack.AspNetCore.Tests
log=build/logs/Hayapack.AspNetCore.Tests.log
# Without Microsoft.AspNetCore.OpenApi the tests are built without it and say so.
if ! (dotnet_restore "$project" "$log") >/dev/null; then
    export WithOpenApi=false
    dotnet_restore "$project" "$log"
fi
logged "$log" one_at_a_time dotnet build "$project" --no-restore -c Release
status=0
dotnet test "$project" --no-build -c Release --logger "console;verbosity=detailed" >"$log" 2>&1 || status=$?
sed -n 's/^ *\(not run: \)/\1/p; s/^ *\(python client: \)/\1/p' "$log" | sort -u
grep -A12 -E '^  Failed ' "$log" | head -n 60 || true
sed -n '/^Test Run/,$p' "$log"
exit "$status"
