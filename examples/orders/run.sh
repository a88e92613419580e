#!/usr/bin/env bash
# Starts redis-server, the C# service, the Python worker and the PHP page, prints the page's URL, and
# ends all of them on Ctrl-C. A part that ends is started again after a second, as systemd would.
#   examples/orders/run.sh              PORT=8080: the page's port (default: a free one)
# Redis keeps its data in a temporary folder, which is removed at the end.
. "$(dirname "$0")/../../tools/lib.sh"

orders=$ROOT/examples/orders
tools/setup/system-packages.sh orders
tools/setup/venv.sh
need_dotnet
php_build php
have redis-server || not_run "redis-server was not found (Debian: redis-server)"
"$VENV/bin/python" -c 'import redis' 2>/dev/null || not_run "Python's redis was not found (Debian: python3-redis)"
modules=("extension=$(php_module php)" extension=igbinary extension=redis) # Debian's redis needs igbinary
php=(php -n)
for module in "${modules[@]}"; do php+=(-d "$module"); done
"${php[@]}" -r 'exit(class_exists("Redis") ? 0 : 1);' >/dev/null 2>&1 || not_run "PHP's redis was not found (Debian: php-redis)"
say "building the service"
dotnet_restore "$orders/service" build/logs/orders-service.log
logged build/logs/orders-service.log one_at_a_time dotnet build "$orders/service" --no-restore -c Release

# free_port: a port of the loopback address that nobody listens on.
free_port() { "$VENV/bin/python" -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# keep COMMAND...: runs it until this script ends. Ctrl-C is left to this script.
keep() {
    trap '' INT
    trap 'kill "$child" 2>/dev/null || true; wait "$child" || true; exit' TERM
    while true; do
        "$@" &
        child=$!
        status=0
        wait "$child" 2>/dev/null || status=$?
        sleep 1 &
        child=$!
        wait "$child"
        note "$(basename "$1") ended with status $status: starting it again"
    done
}

folder=$(mktemp -d)
keepers=()
finish() {
    trap '' INT TERM
    kill "${keepers[@]}" 2>/dev/null || true
    wait
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 0' INT TERM

redis=$(free_port)
page=${PORT:-$(free_port)}
export REDIS=127.0.0.1:$redis
keep redis-server --bind 127.0.0.1 --port "$redis" --dir "$folder" --appendonly yes --logfile redis.log &
keepers+=($!)
keep dotnet "$orders/service/bin/Release/net10.0/Service.dll" &
keepers+=($!)
keep "$VENV/bin/python" "$orders/worker/worker.py" &
keepers+=($!)
# Its errors, without three lines for each request.
keep "${php[@]}" -d display_errors=0 -d log_errors=1 -S "127.0.0.1:$page" "$orders/page/index.php" \
    2> >(grep --line-buffered -vE '(Accepted|Closing|Closed without .*|\[[0-9]+\]: [A-Z]+ .*)$' >&2) &
keepers+=($!)
for port in "$redis" "$page"; do
    until (: </dev/tcp/127.0.0.1/"$port") 2>/dev/null; do sleep 0.1; done
done
say "redis: redis-cli -p $redis"
say "the page: http://127.0.0.1:$page/  (Ctrl-C ends all)"
wait
