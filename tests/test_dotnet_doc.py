"""The C# code of README.md and docs/, compiled and run, each block as a program."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```csharp\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS = [
    pytest.param(code, id="%s block %d" % (path.name, number))
    for path in DOCUMENTS
    for number, code in enumerate(BLOCK.findall(path.read_text(encoding="utf-8")), 1)
]

PROJECT = """<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <Nullable>enable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
    <NuGetAudit>false</NuGetAudit>
  </PropertyGroup>
  <ItemGroup>
    <Reference Include="Hayapack" HintPath="{root}/dotnet/src/Hayapack/bin/Release/net10.0/Hayapack.dll" />
    {web}
    <Analyzer Include="{root}/dotnet/src/Hayapack.Generator/bin/Release/netstandard2.0/Hayapack.Generator.dll" />
  </ItemGroup>
</Project>
"""

# For blocks that use Hayapack.AspNetCore.
WEB = """<FrameworkReference Include="Microsoft.AspNetCore.App" />
    <Reference Include="Hayapack.AspNetCore" HintPath="{root}/dotnet/src/Hayapack.AspNetCore/bin/Release/net10.0/Hayapack.AspNetCore.dll" />"""

CHECK = """internal static class Check
{
    public static void Equal<T>(T expected, T found)
    {
        if (!EqualityComparer<T>.Default.Equals(expected, found))
        {
            throw new InvalidOperationException($"{found}, not {expected}");
        }
    }

    public static Hayapack.MessagePackSerializationException Throws(Action call)
    {
        try
        {
            call();
        }
        catch (Hayapack.MessagePackSerializationException error)
        {
            return error;
        }

        throw new InvalidOperationException("no error");
    }
}
"""


def test_there_are_blocks():
    assert BLOCKS


def one_at_a_time():
    """The lock of tools/lib.sh: steps that run at the same time build the same projects."""
    stamps = ROOT / "build" / "stamps"
    stamps.mkdir(parents=True, exist_ok=True)
    return ["flock", "--close", str(stamps / "dotnet.lock")] if shutil.which("flock") else []


def dotnet(*words, folder=ROOT, before=()):
    return subprocess.run([*before, "dotnet", *words], cwd=str(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=dict(os.environ, DOTNET_NOLOGO="1"), timeout=900)


@pytest.fixture(scope="module")
def library():
    if not shutil.which("dotnet"):
        pytest.skip("dotnet was not found (the .NET 10 SDK)")
    for name in ("Hayapack.AspNetCore", "Hayapack.Generator"):
        done = dotnet("build", "-c", "Release", "dotnet/src/%s/%s.csproj" % (name, name), before=one_at_a_time())
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-3000:]


@pytest.mark.parametrize("code", BLOCKS)
def test_csharp_block_runs(code, tmp_path, library):
    (tmp_path / "Document.csproj").write_text(PROJECT.format(root=ROOT, web=WEB.format(root=ROOT) if "Hayapack.AspNetCore" in code else ""), encoding="utf-8")
    (tmp_path / "Check.cs").write_text(CHECK, encoding="utf-8")
    (tmp_path / "Program.cs").write_text(code, encoding="utf-8")
    done = dotnet("run", "-c", "Release", folder=tmp_path)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-3000:]
