#!/usr/bin/env bash
# step: .NET: compared byte by byte with MessagePack-CSharp
# covers: same bytes as MessagePack-CSharp 3.1 and 2.5 for built-in types and typed objects, read
# in both directions; the values of vectors/schemas (3.1); the sample of README.md is what
# MessagePack-CSharp writes, and it reads it
# needs: dotnet messagepack-csharp
# seconds: 60
# tier: long
. "$(dirname "$0")/../../lib.sh"

# HAYAPACK_NUGET_FOLDER=PATH: a folder of .nupkg files, if the registry does not have MessagePack.
# MessagePackVersion=3.1.8: that version instead of the one in dotnet/MessagePack-CSharp.props.

# built PROJECT: restores and builds it; false if no package source has MessagePack.
built() {
    local log
    log=build/logs/$(basename "$1").log
    mkdir -p build/logs
    if ! one_at_a_time dotnet restore "$1" >"$log" 2>&1; then
        not_served "$log" MessagePack || { tail -n 20 "$log"; fail "dotnet restore of $1 failed"; }
        printf 'not run: %s: no package source here has its version of MessagePack\n' "$(basename "$1")"
        return 1
    fi
    logged "$log" one_at_a_time dotnet build -c Release --no-restore "$1" || exit 1
}

compared=0
for project in Hayapack.Oracle Hayapack.Oracle.V2; do
    folder=dotnet/tests/$project
    built "$folder/$project.csproj" || continue
    "$folder/bin/Release/net10.0/$project" --count="${COUNT:-1000}"
    compared=$((compared + 1))
done

if built dotnet/samples/Shop/Shop.csproj; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    shop=dotnet/samples/Shop/bin/Release/net10.0/Shop
    "$shop" write "$work/shop.msgpack"
    cmp "$work/shop.msgpack" docs/samples/shop.msgpack || fail "docs/samples/shop.msgpack is not what $shop writes"
    "$shop" read docs/samples/shop.msgpack
    compared=$((compared + 1))
fi
[ "$compared" -gt 0 ] || fail "nothing was compared"
printf '%d programs compared\n' "$compared"
