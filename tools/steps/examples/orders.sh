#!/usr/bin/env bash
# step: examples: orders, by a C# service, a Python worker and a PHP page
# covers: examples/orders with redis-server and a browser, and what it does when a part fails
# tier: long
# seconds: 35
# minutes: 10
. "$(dirname "$0")/../../lib.sh"

need_dotnet
have redis-server || not_run "redis-server was not found (Debian: redis-server)"
"$VENV/bin/python" -c 'import redis' 2>/dev/null || not_run "Python's redis was not found (Debian: python3-redis)"
"$VENV/bin/python" -m pytest tests/examples/orders -q -rs --durations=3
