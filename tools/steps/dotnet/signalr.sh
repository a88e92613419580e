#!/usr/bin/env bash
# step: .NET: SignalR, through Kestrel, with Microsoft's clients for .NET and JavaScript
# covers: each kind of hub message against Microsoft's protocol, unions, hostile frames, streams,
# 10,000 calls on 50 connections
# needs: dotnet aspnetcore
# seconds: 40
# tier: long
# minutes: 15
. "$(dirname "$0")/../../lib.sh"

# The official JavaScript client. The test says "not run" if it is not there.
clients=build/signalr-js
if have node && have npm; then
    if ! stamped signalr-js 10.0.11 || [ ! -d "$clients/node_modules" ]; then
        mkdir -p "$clients"
        npm install --prefix "$clients" --no-audit --no-fund @microsoft/signalr@10.0.11 @microsoft/signalr-protocol-msgpack@10.0.11 \
            >build/signalr-js.log 2>&1 && stamp signalr-js 10.0.11 || rm -rf "$clients"
    fi
else
    printf 'not run: the JavaScript client (node or npm was not found)\n'
    rm -rf "$clients"
fi

SHOWN="javascript client: |signalr: " dotnet_project_tests Hayapack.SignalR.Tests
