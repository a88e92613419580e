"""Checks the .NET package: its files, and that two builds are identical.

    python3 check_dotnet_package.py FIRST SECOND

Both are folders with Hayapack.*.nupkg and .snupkg. The files in them are
compared byte by byte; the times that the archive gives them are not.
"""

import re
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

EXPECTED = {
    "Hayapack": {
        ".nupkg": {
            "README.md",
            "icon.png",
            "analyzers/dotnet/cs/Hayapack.CodeFixes.dll",
            "analyzers/dotnet/cs/Hayapack.Generator.dll",
            "build/net10.0/Hayapack.targets",
            "buildTransitive/net10.0/Hayapack.targets",
            "lib/net10.0/Hayapack.dll",
            "lib/net10.0/Hayapack.xml",
        },
        ".snupkg": {"lib/net10.0/Hayapack.pdb"},
    },
    "Hayapack.AspNetCore": {
        ".nupkg": {
            "README.md",
            "icon.png",
            "lib/net10.0/Hayapack.AspNetCore.dll",
            "lib/net10.0/Hayapack.AspNetCore.xml",
        },
        ".snupkg": {"lib/net10.0/Hayapack.AspNetCore.pdb"},
    },
    "Hayapack.AspNetCore.OpenApi": {
        ".nupkg": {
            "README.md",
            "icon.png",
            "lib/net10.0/Hayapack.AspNetCore.OpenApi.dll",
            "lib/net10.0/Hayapack.AspNetCore.OpenApi.xml",
        },
        ".snupkg": {"lib/net10.0/Hayapack.AspNetCore.OpenApi.pdb"},
    },
    "Hayapack.Caching": {
        ".nupkg": {"README.md", "icon.png", "lib/net10.0/Hayapack.Caching.dll", "lib/net10.0/Hayapack.Caching.xml"},
        ".snupkg": {"lib/net10.0/Hayapack.Caching.pdb"},
    },
    "Hayapack.FusionCache": {
        ".nupkg": {
            "README.md",
            "icon.png",
            "lib/net10.0/Hayapack.FusionCache.dll",
            "lib/net10.0/Hayapack.FusionCache.xml",
        },
        ".snupkg": {"lib/net10.0/Hayapack.FusionCache.pdb"},
    },
    "Hayapack.SignalR": {
        ".nupkg": {"README.md", "icon.png", "lib/net10.0/Hayapack.SignalR.dll", "lib/net10.0/Hayapack.SignalR.xml"},
        ".snupkg": {"lib/net10.0/Hayapack.SignalR.pdb"},
    },
    "Hayapack.StreamJsonRpc": {
        ".nupkg": {
            "README.md",
            "icon.png",
            "lib/net10.0/Hayapack.StreamJsonRpc.dll",
            "lib/net10.0/Hayapack.StreamJsonRpc.xml",
        },
        ".snupkg": {"lib/net10.0/Hayapack.StreamJsonRpc.pdb"},
    },
    "Hayapack.Tool": {
        ".nupkg": {
            "README.md",
            "icon.png",
            "tools/net10.0/any/DotnetToolSettings.xml",
            "tools/net10.0/any/Hayapack.dll",
            "tools/net10.0/any/haya.deps.json",
            "tools/net10.0/any/haya.dll",
            "tools/net10.0/any/haya.pdb",
            "tools/net10.0/any/haya.runtimeconfig.json",
        },
        ".snupkg": {"tools/net10.0/any/haya.pdb"},
    },
}
# What NuGet adds to every package.
CONTAINER = re.compile(r"_rels/|package/|\[Content_Types\]\.xml$|Hayapack[.A-Za-z]*\.nuspec$")


# What every package says of itself. A project's and a repository's address are to be filled in (docs/internals/releasing.md).
METADATA = ("authors", "copyright", "description", "icon", "license", "readme", "releaseNotes", "tags")


def missing_metadata(files):
    """The elements of METADATA that the package's .nuspec lacks."""
    [nuspec] = [text for name, text in files.items() if name.endswith(".nuspec")]
    return [name for name in METADATA if not re.search(rf"<{name}[ >][^<]".encode(), nuspec)]


def repeated_summaries(files):
    """The members of the XML documentation with more than one summary; tools show the first."""
    return [
        member.get("name")
        for name, text in files.items()
        if re.fullmatch(r"lib/.*\.xml", name)
        for member in ElementTree.fromstring(text).iter("member")
        if len(member.findall("summary")) > 1
    ]


def contents(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def check(first, second):
    problems = []
    for package, suffix, expected in (
        (package, *files) for package, suffixes in EXPECTED.items() for files in suffixes.items()
    ):
        packages = [next(Path(folder).glob(package + ".[0-9]*" + suffix)) for folder in (first, second)]
        one, two = map(contents, packages)
        names = {name for name in one if not CONTAINER.match(name)}
        problems += [f"{suffix}: {name} is missing" for name in sorted(expected - names)]
        problems += [f"{suffix}: {name} is not expected" for name in sorted(names - expected)]
        if suffix == ".nupkg":
            problems += [f"{package}: the metadata lack {name}" for name in missing_metadata(one)]
            problems += [f"{package}: {name} has several summaries" for name in repeated_summaries(one)]
        problems += [
            f"{suffix}: {name} differs between two builds"
            for name in sorted(set(one) | set(two))
            if one.get(name) != two.get(name)
        ]
        print(
            f"    {packages[0].name}: {len(one)} files, {packages[0].stat().st_size:,} bytes, the same in two builds"
            if not problems
            else f"    {packages[0].name}"
        )
    return problems


def main():
    problems = check(sys.argv[1], sys.argv[2])
    for problem in problems:
        print("error: " + problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
