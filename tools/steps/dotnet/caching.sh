#!/usr/bin/env bash
# step: .NET: HybridCache and IDistributedCache, in redis, with Python and PHP
# covers: values, errors and memory of both caches, a real redis-server, entries that Python and PHP read and write
# needs: dotnet
# seconds: 30
# tier: long
# minutes: 10
. "$(dirname "$0")/../../lib.sh"

# Without it the test of PHP's entries says "not run".
if tools/setup/needs.sh phpize >/dev/null; then php_build php; fi

SHOWN="redis: " dotnet_project_tests Hayapack.Caching.Tests
