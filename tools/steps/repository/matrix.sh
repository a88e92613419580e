#!/usr/bin/env bash
# step: matrix: Python, PHP and .NET write the same values and read each other's output
# covers: same values and bytes between Python (native and pure), PHP and .NET
# seconds: 50
. "$(dirname "$0")/../../lib.sh"

[ -x "$VENV/bin/python" ] || fail "there is no .venv"
folder=build/matrix
mkdir -p "$folder" build/logs
exec 8>"$STAMPS/matrix.lock"
flock 8
workers=("Python native=$VENV/bin/python tests/matrix/worker.py" "Python pure=$VENV/bin/python tests/matrix/worker.py")

if reason=$(tools/setup/needs.sh phpize); then
    php_build php
    workers+=("PHP=php -n -d extension=$(php_module php) -d memory_limit=-1 tests/matrix/worker.php")
else
    workers+=("PHP=-${reason:-its module cannot be built}")
fi

if reason=$(need_dotnet); then
    logged build/logs/matrix-dotnet.log one_at_a_time dotnet build -c Release tests/matrix/dotnet -o "$folder/dotnet"
    workers+=(".NET=$folder/dotnet/Matrix")
else
    workers+=(".NET=-$reason")
fi

# Fetches the documents as the lab does. The matrix reports missing ones.
documents=$("$VENV/bin/python" -c '
from hayapack_lab import workloads
from hayapack_lab.data import fetch
try:
    fetch.document("twitter.json")
except workloads.NotFetched as error:
    import sys
    print(error, file=sys.stderr)
print(fetch.cache_folder())')
"$VENV/bin/python" tests/matrix/matrix.py --documents "$documents" "${workers[@]}"
