#!/usr/bin/env bash
# step: examples: Django, Celery, FastAPI, Symfony, Laravel, ASP.NET Core, SignalR
# covers: each program of examples/ and php/frameworks in its real framework, and what it does with data that is not MessagePack
# seconds: 25
# tier: long
# minutes: 10
. "$(dirname "$0")/../../lib.sh"

python=$VENV/bin/python
if [ ! -f "$VENV/offline" ] && ! "$python" -c 'import celery, django, django_redis, fastapi, redis, uvicorn' 2>/dev/null; then
    # Debian's packages are installed by tools/setup/system-packages.sh.
    "$python" -m pip install -q celery django django-redis fastapi redis uvicorn >build/logs/frameworks.log 2>&1 || true
fi
if tools/setup/needs.sh phpize >/dev/null; then php_build php >/dev/null; fi  # the tests say "not run" without it
exec "$python" -m pytest -q -rs tests/examples --ignore=tests/examples/orders
