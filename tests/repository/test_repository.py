"""Rules for the repository as a whole: sizes, names, versions, scripts."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {
    ".c",
    ".h",
    ".py",
    ".pyi",
    ".php",
    ".phpt",
    ".inc",
    ".m4",
    ".w32",
    ".sh",
    ".js",
    ".css",
    ".toml",
    ".yml",
    ".cmake",
    ".cs",
    ".fs",
    ".csproj",
    ".fsproj",
    ".props",
    ".targets",
    ".slnf",
    ".slnx",
}
TEXTS = SOURCES | {".md", ".txt", ".tsv", ".in", ".html", ".j2", ".json", ".xml"}

# Hosts of package registries: packages are asked for by name, through whatever
# index the user's own client is set up with. (The brackets keep this file from
# being a hit itself.)
REGISTRIES = re.compile(
    r"[p]ypi\.org|[p]ythonhosted\.org|[n]pmjs\.|[c]rates\.io|[d]eb\.debian\.org|[m]aven\.apache\.org|[g]olang\.org"
)
# Paths of one computer mean nothing to readers of the repository.
FORBIDDEN = re.compile(r"/[r]oot/|/[h]ome/[a-z]+/|/[t]mp/w/|/[w]ork/(?:main|shared)|[c]o-authored-by", re.IGNORECASE)


def tracked():
    """The files of the repository; in an unpacked sdist, all there are."""
    done = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"],
        cwd=str(ROOT),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    if done.returncode:
        return [p for p in ROOT.rglob("*") if p.is_file() and not {"build", ".venv", ".cache"} & set(p.parts)]
    return [
        ROOT / os.fsdecode(name) for name in done.stdout.split(b"\0") if name and (ROOT / os.fsdecode(name)).is_file()
    ]


FILES = tracked()


def texts(suffixes):
    for path in FILES:
        if path.suffix in suffixes or path.name in ("Makefile", "CMakeLists.txt", "run"):
            yield path, path.read_text(encoding="utf-8")


def test_files_are_found():
    assert len(FILES) > 50


def test_every_file_with_tests_is_collected():
    """A test file under another name would be left out without a word: by pytest, and by PHP's run-tests.php."""
    below = [path for path in FILES if "tests" in path.relative_to(ROOT).parts[:-1]]
    python = [path for path in below if path.suffix == ".py" and not path.name.startswith("test_")]
    hidden = [path for path in python if re.search(r"^(async )?def test_|^class Test", path.read_text("utf-8"), re.M)]
    folder = ROOT / "php" / "tests"
    scripts = [path for path in FILES if path.suffix == ".sh"]
    php = [path for path in below if folder in path.parents and path.suffix != ".md"]
    used = "".join(path.read_text("utf-8") for path in [*php, *scripts])
    hidden += [path for path in php if path.suffix != ".phpt" and path.name not in used]
    assert not hidden


@pytest.mark.parametrize("pattern", [REGISTRIES, FORBIDDEN], ids=["registry hosts", "private paths"])
def test_no_file_has(pattern):
    hits = [
        "%s:%d: %s" % (path.relative_to(ROOT), number, line.strip()[:100])
        for path, text in texts(TEXTS)
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert not hits, "\n".join(hits)


def test_lines_have_no_trailing_blanks():
    hits = [
        "%s:%d" % (path.relative_to(ROOT), number)
        for path, text in texts(SOURCES | {".md"})
        for number, line in enumerate(text.split("\n"), 1)
        if line != line.rstrip()
    ]
    assert not hits


def test_no_built_file_is_committed():
    suffixes = {".so", ".o", ".a", ".pyc", ".whl", ".gz", ".tgz"}
    built = [p for p in FILES if p.suffix in suffixes or {"build", "dist"} & set(p.relative_to(ROOT).parts)]
    assert not built


def test_versions_agree():
    found = {
        name: re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE).group(1)
        for name, pattern in {
            "pyproject.toml": r'^version = "([^"]+)"',
            "python/src/hayapack/__init__.py": r'^__version__ = "([^"]+)"',
            "core/include/hayapack.h": r'^#define HAYA_VERSION "([^"]+)"',
            "lab/pyproject.toml": r'^version = "([^"]+)"',
            "CHANGELOG.md": r"^## (\S+)",
            "php/php_msgpack.h": r'^#define PHP_MSGPACK_VERSION "3\.0\.0\+hayapack\.([^"]+)"',
            "package.xml": r"^  <release>([^<]+)</release>",
            "dotnet/Directory.Build.props": r"^    <Version>([^<]+)</Version>",
        }.items()
    }
    assert len(set(found.values())) == 1, found


def test_the_core_names_its_files():
    """core/README.md has every source, and every header that CMake installs."""
    text = (ROOT / "core/README.md").read_text(encoding="utf-8")
    installed = re.findall(r"include/(\w+\.h)", (ROOT / "core/CMakeLists.txt").read_text(encoding="utf-8"))
    assert installed
    names = [*installed, *(path.name for path in (ROOT / "core/src").iterdir())]
    assert not [name for name in names if "`%s`" % name not in text]


def scripts():
    return [path for path in FILES if path.suffix == ".sh" or path.as_posix().endswith(".ci/run")]


@pytest.mark.parametrize("path", scripts(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_script_is_sound(path):
    done = subprocess.run(["bash", "-n", str(path)], stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr.decode()


def test_each_step_says_what_it_covers():
    for path in (ROOT / "tools" / "steps").glob("*/*.sh"):
        head = path.read_text(encoding="utf-8")
        assert re.search(r"^# step: .+", head, re.MULTILINE), path
        assert re.search(r"^# covers: .+", head, re.MULTILINE), path


# .NET projects that `dotnet build dotnet/Hayapack.slnx` cannot build everywhere, each with its reason.
NOT_IN_THE_SOLUTION = {
    "samples/Fusion/Fusion.csproj": "uses the packed libraries, which the step dotnet/package makes",
    "samples/Hubs/Hubs.csproj": "uses the packed libraries, which the step dotnet/package makes",
    "samples/Orders/Orders.csproj": "uses the packed library, which the step dotnet/package makes",
    "samples/Rpc/Rpc.csproj": "uses the packed libraries, which the step dotnet/package makes",
    "samples/Shop/Shop.csproj": "needs the package MessagePack, which a registry may not serve",
    "tests/Hayapack.FusionCache.Tests/Hayapack.FusionCache.Tests.csproj": "needs the package MessagePack, which a registry may not serve",
    "tests/Hayapack.Oracle/Hayapack.Oracle.csproj": "needs the package MessagePack, which a registry may not serve",
    "tests/Hayapack.Oracle.V2/Hayapack.Oracle.V2.csproj": "needs the package MessagePack 2.5, which a registry may not serve",
}


def test_the_solution_has_every_dotnet_project():
    """An IDE's rename, and a build of the solution, then reach every project."""
    folder = ROOT / "dotnet"
    listed = re.findall(r'<Project Path="([^"]+)"', (folder / "Hayapack.slnx").read_text(encoding="utf-8"))
    projects = [
        path.relative_to(folder).as_posix()
        for path in FILES
        if path.suffix in (".csproj", ".fsproj") and folder in path.parents
    ]
    assert projects
    assert sorted(listed + list(NOT_IN_THE_SOLUTION)) == sorted(projects)
