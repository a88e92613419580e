#!/usr/bin/env bash
# step: .NET: ASP.NET Core, through Kestrel, with HttpClient, curl and the Python client
# covers: MVC formatters, minimal APIs, content negotiation, limits and problem details, OpenAPI,
# streams of messages in both directions
# needs: dotnet aspnetcore
# seconds: 45
# tier: long
# minutes: 15
. "$(dirname "$0")/../../lib.sh"

project=dotnet/tests/Hayapack.AspNetCore.Tests
log=build/logs/Hayapack.AspNetCore.Tests.log
# Without Microsoft.AspNetCore.OpenApi the tests are built without it and say so.
if ! (dotnet_restore "$project" "$log") >/dev/null 2>&1; then
    not_served "$log" Microsoft.AspNetCore.OpenApi || { tail -n 20 "$log"; fail "$project could not be restored"; }
    export WithOpenApi=false
    dotnet_restore "$project" "$log"
fi
logged "$log" one_at_a_time dotnet build "$project" --no-restore -c Release
SHOWN="python client: " dotnet_tests "$log" "$project" --no-build -c Release
