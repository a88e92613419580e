#!/usr/bin/env bash
# Builds the .NET packages and prints how to use them.
#   dotnet.sh [FOLDER]     FOLDER: where to, build/dotnet-package by default; it is emptied
# They are built from a copy of the sources without any earlier output, so that two runs give equal files.
. "$(dirname "$0")/../lib.sh"

have dotnet || fail "dotnet was not found (the .NET 10 SDK)"
folder=${1:-$ROOT/build/dotnet-package}
work=$ROOT/build/dotnet-pack
rm -rf "$work" "$folder"
mkdir -p "$work" "$folder" build/logs
folder=$(cd "$folder" && pwd)
say "building the .NET packages (.NET SDK $(dotnet --version))"
tar -C dotnet --exclude=bin --exclude=obj -cf - Directory.Build.props src | tar -C "$work" -xf -
packages=(Hayapack Hayapack.AspNetCore Hayapack.AspNetCore.OpenApi Hayapack.Caching Hayapack.FusionCache Hayapack.SignalR
    Hayapack.StreamJsonRpc Hayapack.Tool)
note "${packages[*]}"
# One process for all: starting MSBuild takes longer than packing. _IsPacking is what `dotnet pack` sets.
cat >"$work/Packages.proj" <<XML
<Project>
  <ItemGroup>
$(printf '    <Packages Include="src/%s" />\n' "${packages[@]/%/\/*.csproj}")
  </ItemGroup>
  <Target Name="Restore"><MSBuild Projects="@(Packages)" Targets="Restore" /></Target>
  <Target Name="Pack">
    <MSBuild Projects="@(Packages)" Targets="Pack" Properties="Configuration=Release;_IsPacking=true;PackageOutputPath=$folder" />
  </Target>
</Project>
XML
logged build/logs/dotnet-pack.log dotnet build "$work/Packages.proj" -t:Pack
rm -rf "$work"
version=$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' dotnet/Directory.Build.props)
say "the packages are in $folder"
# NuGet never replaces an extracted package of the same version.
restored=("${NUGET_PACKAGES:-$HOME/.nuget/packages}"/hayapack*/"$version")
if [ -e "${restored[0]}" ]; then
    note "NuGet has packages of an earlier build with this version, and would use them. First:"
    note "    rm -r ${restored[*]}"
fi
note "in your project's folder:"
note "    dotnet new nugetconfig"
note "    dotnet nuget add source $folder --name hayapack --configfile nuget.config"
note "    dotnet add package Hayapack --version $version"
note "the tool haya:"
note "    dotnet tool install --global Hayapack.Tool --version $version --add-source $folder"
