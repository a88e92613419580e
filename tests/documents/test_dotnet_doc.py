"""The C# and F# code of README.md and docs/, compiled and run, each block as a program, exactly as it is printed.

What a program writes must be what the comments at its `Console.WriteLine` or `printfn` calls say.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/moving").glob("*.md"))]
BLOCK = re.compile(r"^```(csharp|fsharp)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FOUND = {
    "%s block %d" % (path.name, number): block
    for path in DOCUMENTS
    for number, block in enumerate(BLOCK.findall(path.read_text(encoding="utf-8")), 1)
}
BLOCKS = {name: code for name, (_, code) in FOUND.items()}
# The names of a program's project and source.
FILES = {"csharp": ("Document.csproj", "Program.cs"), "fsharp": ("Document.fsproj", "Program.fs")}

PROJECT = """<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <Nullable>enable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
    <NuGetAudit>false</NuGetAudit>
    <EnableNETAnalyzers>false</EnableNETAnalyzers>
    <ProduceReferenceAssembly>false</ProduceReferenceAssembly>
    <UseAppHost>false</UseAppHost>
  </PropertyGroup>
  <ItemGroup>
    <Reference Include="Hayapack" HintPath="{root}/dotnet/src/Hayapack/bin/Release/net10.0/Hayapack.dll" />
    {web}
    {source}
    <Analyzer Include="{root}/dotnet/src/Hayapack.Generator/bin/Release/netstandard2.0/Hayapack.Generator.dll" />
  </ItemGroup>
</Project>
"""

# Builds the programs in one process: starting MSBuild takes longer than compiling one.
ALL_PROJECTS = """<Project DefaultTargets="Build">
  <ItemGroup><Programs Include="*/Document.??proj" /></ItemGroup>
  <Target Name="Restore"><MSBuild Projects="@(Programs)" Targets="Restore" /></Target>
  <Target Name="Build">
    <MSBuild Projects="@(Programs)" Properties="Configuration=Release" BuildInParallel="true" ContinueOnError="ErrorAndContinue" />
  </Target>
</Project>
"""

# For blocks that use Hayapack.AspNetCore.
WEB = """<FrameworkReference Include="Microsoft.AspNetCore.App" />
    <Reference Include="Hayapack.AspNetCore" HintPath="{root}/dotnet/src/Hayapack.AspNetCore/bin/Release/net10.0/Hayapack.AspNetCore.dll" />"""

# For blocks that use Hayapack.AspNetCore.OpenApi, beside WEB.
OPENAPI = """<PackageReference Include="Microsoft.AspNetCore.OpenApi" Version="10.0.13" />
    <Reference Include="Hayapack.AspNetCore.OpenApi" HintPath="{root}/dotnet/src/Hayapack.AspNetCore.OpenApi/bin/Release/net10.0/Hayapack.AspNetCore.OpenApi.dll" />"""

# For blocks that use Hayapack.SignalR. ASP.NET Core has what the library refers to.
SIGNALR = """<FrameworkReference Include="Microsoft.AspNetCore.App" />
    <Reference Include="Hayapack.SignalR" HintPath="{root}/dotnet/src/Hayapack.SignalR/bin/Release/net10.0/Hayapack.SignalR.dll" />"""

# For blocks that use Hayapack.Caching.
CACHING = """<FrameworkReference Include="Microsoft.AspNetCore.App" />
    <PackageReference Include="Microsoft.Extensions.Caching.Hybrid" Version="10.0.0" />
    <Reference Include="Hayapack.Caching" HintPath="{root}/dotnet/src/Hayapack.Caching/bin/Release/net10.0/Hayapack.Caching.dll" />"""

# For blocks that use Hayapack.FusionCache.
FUSIONCACHE = """<FrameworkReference Include="Microsoft.AspNetCore.App" />
    <PackageReference Include="ZiggyCreatures.FusionCache" Version="2.9.0" />
    <Reference Include="Hayapack.FusionCache" HintPath="{root}/dotnet/src/Hayapack.FusionCache/bin/Release/net10.0/Hayapack.FusionCache.dll" />"""

# For blocks that use Hayapack.StreamJsonRpc.
STREAMJSONRPC = """<PackageReference Include="StreamJsonRpc" Version="2.26.150" />
    <Reference Include="Hayapack.StreamJsonRpc" HintPath="{root}/dotnet/src/Hayapack.StreamJsonRpc/bin/Release/net10.0/Hayapack.StreamJsonRpc.dll" />"""

# For blocks that use another library beside this one; by the name that the block contains.
RIVALS = {
    "MemoryPackSerializer": '<PackageReference Include="MemoryPack" Version="1.21.4" />',
    "MessagePack.MessagePackSerializer": '</ItemGroup><Import Project="{root}/dotnet/MessagePack-CSharp.props" /><ItemGroup>',
}

# Packages of ours that need packages which a registry may not serve.
EXTRA = {
    "Hayapack.AspNetCore.OpenApi": OPENAPI,
    "Hayapack.SignalR": SIGNALR,
    "Hayapack.Caching": CACHING,
    "Hayapack.FusionCache": FUSIONCACHE,
    "Hayapack.StreamJsonRpc": STREAMJSONRPC,
}


def rivals_of(code):
    return [name for name in RIVALS if name in code]


def package_of(code):
    """Which of EXTRA a block uses, or None."""
    used = {
        "AddOpenApi": "Hayapack.AspNetCore.OpenApi",
        "AddHayapackProtocol": "Hayapack.SignalR",
        "AddHayapackSerializer": "Hayapack.Caching",
        "WithHayapackSerializer": "Hayapack.FusionCache",
        "HayapackFormatter": "Hayapack.StreamJsonRpc",
    }
    return next((package for call, package in used.items() if call in code), None)


def expected(code):
    """The lines that the comments at a program's calls of Console.WriteLine or printfn say it prints."""
    return re.findall(r"^ *(?:Console\.WriteLine\(.*\);|printfn .*) // (.*)$", code, re.MULTILINE)


def test_there_are_blocks():
    assert BLOCKS


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_says_what_it_prints(name):
    """Each call is on a line of its own with a comment; only SignalR's block, which starts a server, prints nothing."""
    code = BLOCKS[name]
    assert code.count("Console.Write") + code.count("printfn") == len(expected(code))
    assert expected(code) or package_of(code) == "Hayapack.SignalR"


def one_at_a_time():
    """The lock of tools/lib.sh: steps that run at the same time build the same projects."""
    stamps = ROOT / "build" / "stamps"
    stamps.mkdir(parents=True, exist_ok=True)
    return ["flock", "--close", str(stamps / "dotnet.lock")] if shutil.which("flock") else []


def dotnet(*words, folder=ROOT, before=()):
    return subprocess.run(
        [*before, "dotnet", *words],
        cwd=str(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=dict(os.environ, DOTNET_NOLOGO="1", Logging__LogLevel__Default="None"),  # ASP.NET Core logs to stdout
        timeout=900,
    )


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The folder in which each block is built, the packages of ours that could not be restored, and what the build printed."""
    if not shutil.which("dotnet"):
        pytest.skip("dotnet was not found (the .NET 10 SDK)")
    unserved = set()
    for name in ("Hayapack.AspNetCore", *EXTRA, "Hayapack.Generator"):
        done = dotnet("build", "-c", "Release", "dotnet/src/%s/%s.csproj" % (name, name), before=one_at_a_time())
        printed = done.stdout.decode(errors="replace")
        if name in EXTRA and re.search(r"error NU1(101|102|301|603)", printed):
            unserved.add(name)
            continue
        assert done.returncode == 0, printed[-3000:]
    root = tmp_path_factory.mktemp("programs")
    (root / "All.proj").write_text(ALL_PROJECTS, encoding="utf-8")
    for name, code in BLOCKS.items():
        if package_of(code) in unserved:
            continue
        folder = root / name
        folder.mkdir()
        web = (WEB if "Hayapack.AspNetCore" in code else "") + EXTRA.get(package_of(code), "")
        web += "".join(RIVALS[rival] for rival in rivals_of(code))
        project, source = FILES[FOUND[name][0]]
        listed = '<Compile Include="%s" />' % source if project.endswith(".fsproj") else ""
        text = PROJECT.format(root=ROOT, web=web.format(root=ROOT), source=listed)
        (folder / project).write_text(text, encoding="utf-8")
        (folder / source).write_text(code, encoding="utf-8")
    output = dotnet("build", "-m", "All.proj", folder=root).stdout.decode(errors="replace")
    if re.search(r"error NU1(101|102|301)", output):
        # Without a package, nothing is built: build again without the programs that need a rival.
        for name, code in BLOCKS.items():
            if rivals_of(code):
                shutil.rmtree(root / name)
                unserved.update(rivals_of(code))
        output = dotnet("build", "-m", "All.proj", folder=root).stdout.decode(errors="replace")
    return root, unserved, output


@pytest.mark.long
@pytest.mark.parametrize("name", BLOCKS)
def test_block_runs(name, programs):
    root, unserved, output = programs
    if package_of(BLOCKS[name]) in unserved:
        pytest.skip("the packages of %s could not be restored" % package_of(BLOCKS[name]))
    if unserved.intersection(rivals_of(BLOCKS[name])):
        pytest.skip("the packages of a rival could not be restored: %s" % ", ".join(rivals_of(BLOCKS[name])))
    errors = [line for line in output.splitlines() if ": error " in line and name in line]
    assert not errors, "\n".join(errors)
    done = dotnet(str(root / name / "bin/Release/net10.0/Document.dll"), folder=root / name)
    printed = done.stdout.decode(errors="replace")
    assert done.returncode == 0, output[-1000:] + printed[-3000:]
    assert printed.splitlines() == expected(BLOCKS[name])
