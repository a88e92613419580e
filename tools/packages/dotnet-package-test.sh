#!/usr/bin/env bash
# Packs hayapack for .NET into build/dotnet-package (tools/packages/dotnet.sh), twice,
# to check that the files are equal; then builds dotnet/samples/Orders with the
# packed file and runs it, also as a native program, or trimmed if the packages for
# that are not available. The samples of further packages, Hubs (SignalR), Fusion (FusionCache) and Rpc (StreamJsonRpc),
# are built and run too. With HAYAPACK_PUBLISH_ALL=1 all but Rpc are published both ways, in some minutes.
. "$(dirname "$0")/../lib.sh"

have dotnet || fail "dotnet was not found (the .NET 10 SDK)"
work=$ROOT/build/dotnet-sample
feed=$ROOT/build/dotnet-package
sample=$work/Orders
program=Orders
rid=$(dotnet --info | sed -n 's/^ *RID: *//p')
mkdir -p build/logs
rm -rf "$sample" "$feed" "$work/Old"
mkdir -p "$feed"

say "pack twice"
tools/packages/dotnet.sh "$work/first" >/dev/null
# With a package of an earlier build that NuGet has extracted.
earlier=${NUGET_PACKAGES:-$HOME/.nuget/packages}/hayapack.test/0.1.0
mkdir -p "$earlier"
tools/packages/dotnet.sh "$work/second" >"$work/said"
rm -r "${earlier%/*}"
grep -F "$earlier" "$work/said" >/dev/null || fail "make dotnet does not name the package of an earlier build"
python3 tools/packages/check_dotnet_package.py "$work/first" "$work/second"
cp "$work"/first/*nupkg "$feed"

# The sample outside of the repository's build settings, with the packed file of this run.
cp -r dotnet/samples/Orders "$sample"
rm -rf "$sample/bin" "$sample/obj" "$work/packages/hayapack"
export NUGET_PACKAGES=$work/packages

# check NAME PROGRAM: its output is the expected one.
programs=0
check() {
    "$2" | diff - "$sample/expected.txt" || fail "the sample's output differs ($1)"
    note "the sample runs: $1"
    programs=$((programs + 1))
}

say "refuse a project for .NET 8"
mkdir -p "$work/Old"
cat >"$work/Old/Old.csproj" <<XML
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net8.0</TargetFramework>
    <RestoreSources>$feed</RestoreSources>
  </PropertyGroup>
  <ItemGroup><PackageReference Include="Hayapack" Version="0.1.0" /></ItemGroup>
</Project>
XML
dotnet restore "$work/Old" >build/logs/dotnet-old.log 2>&1 || true
grep NU1202 build/logs/dotnet-old.log >/dev/null || fail "a project for .NET 8 restores the package: see build/logs/dotnet-old.log"

say "build the sample"
logged build/logs/dotnet-sample.log dotnet build "$sample" -c Release "-p:HayapackFeed=$feed"
check "built" "$sample/bin/Release/net10.0/Orders"

# publish NAME OPTIONS...: fails with the first warning; a missing package is not a failure.
publish() {
    local name=$1 log=build/logs/dotnet-sample-$1.log
    shift
    if dotnet publish "$sample" -c Release -r "$rid" -o "$work/$name" "-p:HayapackFeed=$feed" "$@" >"$log" 2>&1; then
        check "$name, $(stat -c %s "$work/$name/$program") bytes" "$work/$name/$program"
    elif missing=$(grep -o 'NU110[0-9]: Unable to find package [A-Za-z0-9.-]*' "$log" | head -n 1) && [ -n "$missing" ]; then
        printf 'not run: the sample, %s: %s is not served\n' "$name" "${missing##* }"
    else
        tail -n 40 "$log" >&2
        fail "publishing the sample failed ($name)"
    fi
}

say "publish the sample"
rm -rf "$work/native"
publish native -p:PublishAot=true
if [ -n "${HAYAPACK_PUBLISH_ALL:-}" ] || [ ! -f "$work/native/$program" ]; then
    publish trimmed --self-contained -p:PublishTrimmed=true -p:PublishSingleFile=true
fi

# sample_of PACKAGE NAME: builds and runs the sample NAME of a further package.
sample_of() {
    program=$2
    sample=$work/$program
    rm -rf "$sample" "$work/packages/${1,,}"
    cp -r "dotnet/samples/$program" "$sample"
    rm -rf "$sample/bin" "$sample/obj"
    say "build the sample of $1"
    logged "build/logs/dotnet-sample-$program.log" dotnet build "$sample" -c Release "-p:HayapackFeed=$feed"
    check "$1, built" "$sample/bin/Release/net10.0/$program"
}

# publish_both PACKAGE: publishes the sample that was built last, whose build checks for trimming and native programs.
publish_both() {
    if [ -n "${HAYAPACK_PUBLISH_ALL:-}" ]; then
        publish "$program-trimmed" --self-contained -p:PublishTrimmed=true -p:PublishSingleFile=true
        publish "$program-native" -p:PublishAot=true
    else
        printf 'not run: the sample of %s, trimmed and native (HAYAPACK_PUBLISH_ALL=1 publishes it)\n' "$1"
    fi
}

sample_of Hayapack.SignalR Hubs
publish_both Hayapack.SignalR
sample_of Hayapack.FusionCache Fusion
publish_both Hayapack.FusionCache
sample_of Hayapack.StreamJsonRpc Rpc

# The section Install of docs/dotnet.md and the program after it, as a reader types them, in an empty folder.
say "install as docs/dotnet.md says"
rm -rf "$work/install"
mkdir -p "$work/install"
python3 tools/packages/dotnet_install.py "$feed" "$work/install"
(
    cd "$work/install"
    bash -e install.sh
    cd First
    cp ../Program.cs .
    dotnet run
) >build/logs/dotnet-install.log 2>&1 || { tail -n 20 build/logs/dotnet-install.log; fail "docs/dotnet.md: Install"; }
tail -n "$(wc -l <"$work/install/expected.txt")" build/logs/dotnet-install.log | diff - "$work/install/expected.txt" ||
    fail "docs/dotnet.md: the first program prints something else"
note "the first program of docs/dotnet.md runs"
printf '%d programs passed\n' "$((programs + 1))"
