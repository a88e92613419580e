#!/usr/bin/env bash
# step: .NET: HybridCache and IDistributedCache, in redis, with Python and PHP
# covers: values, errors and memory of both caches, a real redis-server, entries that Python and PHP read and write
# seconds: 30
# tier: long
# minutes: 10
. "$(dirname "$0")/../../lib.sh"

need_dotnet
# The test says "not run" without it.
(php_build php) >/dev/null || true

project=dotnet/tests/Hayapack.Caching.Tests
log=build/logs/Hayapack.Caching.Tests.log
dotnet_restore "$project" "$log"
logged "$log" one_at_a_time dotnet build "$project" --no-restore -c Release
status=0
dotnet test "$project" --no-build -c Release --logger "console;verbosity=detailed" >"$log" 2>&1 || status=$?
sed -n 's/^ *\(not run: \)/\1/p; s/^ *\(redis: \)/\1/p' "$log"
grep -A12 -E '^  Failed ' "$log" | head -n 60 || true
sed -n '/^Test Run/,$p' "$log"
exit "$status"
