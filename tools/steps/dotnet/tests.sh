#!/usr/bin/env bash
# step: .NET: the library and its source generator, with the shared vectors
# covers: reader, writer, formatters, limits and errors in C#; generated code
# seconds: 150
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

need_dotnet

passed=0
failed=0
for project in dotnet/tests/Hayapack.Tests dotnet/tests/Hayapack.Generator.Tests; do
    name=$(basename "$project")
    log=build/logs/$name.log
    dotnet_restore "$project" "$log"
    logged "$log" one_at_a_time dotnet build "$project" --no-restore -c Release
    status=0
    dotnet test "$project" --no-build -c Release --logger "console;verbosity=detailed" >"$log" 2>&1 || status=$?
    sed -n 's/^ *\(vectors: \)/\1/p; s/^ *\(not run: \)/\1/p; s/^ *\(advisories: \)/\1/p' "$log"
    sed -n '/^Test Run/,$p' "$log"
    passed=$((passed + $(awk '/^ +Passed: [0-9]+$/ { n = $2 } END { print n + 0 }' "$log")))
    failed=$((failed + $(awk '/^ +Failed: [0-9]+$/ { n = $2 } END { print n + 0 }' "$log")))
    if [ "$status" -ne 0 ]; then
        grep -A12 -E '^  Failed ' "$log" | head -n 60
        [ "$failed" -gt 0 ] || fail "$name did not run to its end; see $log"
    fi
done

# The code for several values at once, with the other vector widths of the same processor, and with none.
for feature in EnableAVX2 EnableHWIntrinsic; do
    log=build/logs/Hayapack.Tests-$feature.log
    env "DOTNET_$feature=0" dotnet test dotnet/tests/Hayapack.Tests --no-build -c Release \
        --filter "FullyQualifiedName~VectorWidthTests|FullyQualifiedName~Utf8BlockTests|FullyQualifiedName~RunTests" >"$log" 2>&1 || { tail -n 40 "$log"; fail "failed with DOTNET_$feature=0"; }
    sed -n "s/^Passed! .*Passed: *\([0-9]*\).*/\1 tests passed with DOTNET_$feature=0/p" "$log"
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
