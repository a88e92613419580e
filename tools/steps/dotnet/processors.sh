#!/usr/bin/env bash
# step: .NET library on another processor, emulated
# covers: the library's tests and the shared vectors on ARM64
# only here: the runtime's code for ARM64, whose vectors have 128 bits
# needs: dotnet apt suite-arm64 dotnet-arm64
# tier: weekly
# seconds: 400
# minutes: 60
. "$(dirname "$0")/../../lib.sh"

suite=$(debian_release)-arm64 folder=$ROOT/build/cross/arm64-dotnet
tests=$folder/publish/Hayapack.Tests/release_linux-arm64/Hayapack.Tests
phase build
logged build/logs/dotnet-processors.log dotnet publish dotnet/tests/Hayapack.Tests -c Release \
    -r linux-arm64 --self-contained --artifacts-path "$folder"
[ -f "$tests" ] || fail "there is no ${tests#"$ROOT/"}"
phase "make the folder"
tools/packages/cross-build.sh "$suite" folder
phase tests
# Otherwise the runtime writes code at another address than it runs it from, and the emulator keeps running what it
# translated before.
tools/setup/debian-suite.sh run "$suite" env DOTNET_EnableWriteXorExecute=0 "$tests" test
