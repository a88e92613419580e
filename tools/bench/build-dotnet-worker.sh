#!/usr/bin/env bash
# Builds the lab's worker for C# into build/lab-dotnet, with every rival that a
# package source serves; prints the program's path. Ends with status 77 where
# there is no .NET SDK 10. HAYAPACK_NUGET_FOLDER=PATH: a folder of .nupkg files,
# for packages that the registry does not serve. HAYAPACK_LAB_BENCH=false: without the workloads of
# `hayapack lab bench dotnet`, for article D and `hayapack compare`, in half of the time.
#   tools/bench/build-dotnet-worker.sh CHECKOUT FOLDER    the same worker with the library of another checkout,
#                                                         into FOLDER, from FOLDER-source (see compare_builds.py)
. "$(dirname "$0")/../lib.sh"

need_dotnet

project=lab/src/hayapack_lab/workers/dotnet/Hayapack.Lab.csproj
folder=$ROOT/build/lab-dotnet
library=$ROOT/dotnet/src
log=build/logs/lab-dotnet.log
mkdir -p build/logs
exec 8>"$STAMPS/lab-dotnet.lock"
flock 8

# A folder with a copy of the project, since the restored packages are written beside the sources. Its files keep their
# times, so what was built from them stays.
copied() {
    mkdir -p "$1"
    find "$1" -maxdepth 1 -type f -delete
    find "$(dirname "$project")" -maxdepth 1 -type f -exec cp -p {} "$1" \;
}

if [ $# = 2 ]; then
    library=$(realpath "$1/dotnet/src")
    mkdir -p "$2"
    folder=$(realpath "$2")
    # Beside the output, below which no source is compiled.
    copied "$folder-source"
    rm -rf "$folder-source/bench"
    cp -pr "$(dirname "$project")/bench" "$folder-source"
    project=$folder-source/$(basename "$project")
fi

# Each restore names the packages that are missing; the next one does without. MessagePackAnalyzer is a dependency of
# MessagePack, which is then measured without it; without MessagePack.Annotations it cannot be measured.
export HAYAPACK_LAB_WITHOUT=
until one_at_a_time dotnet restore "$project" -p:HayapackFolder="$library" >"$log" 2>&1; do
    missing=
    for rival in MessagePack MessagePack.Annotations MemoryPack Nerdbank.MessagePack Utf8Json ZstdSharp.Port \
        Newtonsoft.Json UltraMessagePack Microsoft.AspNetCore.SignalR.Protocols.MessagePack; do
        dependency=${rival/%MessagePack/MessagePack(Analyzer)?}
        if grep -E "error NU110[0-9]: Unable to find package ($dependency)([. ]|$)" "$log" >/dev/null &&
            [[ ";$HAYAPACK_LAB_WITHOUT" != *";$rival;"* ]]; then
            missing+="$rival;"
        fi
    done
    [ -n "$missing" ] || { tail -n 20 "$log" >&2; fail "dotnet restore failed"; }
    HAYAPACK_LAB_WITHOUT+=$missing
done
for package in ${HAYAPACK_LAB_WITHOUT//;/ }; do
    case $package in
        MessagePack)
            [[ ";$HAYAPACK_LAB_WITHOUT" == *";MessagePack.Annotations;"* ]] ||
                note "no source serves MessagePackAnalyzer: MessagePack makes its formatters at run time" >&2 ;;
        *) note "not measured: $package (no source serves the package)" >&2 ;;
    esac
done
logged build/logs/lab-dotnet-build.log one_at_a_time dotnet build -c Release --no-restore "$project" \
    -p:HayapackFolder="$library" -o "$folder" >&2

if [ $# = 2 ]; then
    printf '%s\n' "$folder/hayapack-lab-worker"
    exit
fi

# The worker for MessagePack-CSharp 2.5, of article D only.
two=build/lab-dotnet-two
log=build/logs/lab-dotnet-two.log
copied "$two"
if one_at_a_time dotnet restore "$two" -p:HayapackFolder="$library" -p:MessagePackTwo=true >"$log" 2>&1; then
    logged build/logs/lab-dotnet-two-build.log one_at_a_time dotnet build -c Release --no-restore "$two" \
        -p:HayapackFolder="$library" -p:MessagePackTwo=true -o "$folder/messagepack2" >&2
else
    not_served "$log" MessagePack || { tail -n 20 "$log" >&2; fail "dotnet restore failed"; }
    note "not measured: MessagePack 2.5 (no source serves the package)" >&2
fi
printf '%s\n' "$folder/hayapack-lab-worker"
