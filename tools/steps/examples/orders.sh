#!/usr/bin/env bash
# step: examples: orders, by a C# service, a Python worker and a PHP page
# covers: examples/orders with redis-server and a browser, and what it does when a part fails
# needs: dotnet redis-server redis-package
# tier: long
# seconds: 35
# minutes: 10
. "$(dirname "$0")/../../lib.sh"

"$VENV/bin/python" -m pytest tests/examples/orders -q -rs --durations=3
