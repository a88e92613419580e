"""The dependencies of docs/internals/architecture.md, against every #include and import."""

import ast
import functools
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/internals/architecture.md"
PACKAGES = {"hayapack": ROOT / "python/src/hayapack", "hayapack_lab": ROOT / "lab/src/hayapack_lab"}
TESTS = {"core-tests", "python-tests", "lab-tests", "php-tests", "dotnet-tests"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
# What the core never calls: output, files, allocation, the end of the process.
FORBIDDEN_CALLS = re.compile(
    r"\b(v?f?printf|puts|fputs|putchar|fopen|malloc|calloc|realloc|free|alloca|abort|exit|getenv|setlocale)\s*\("
)
# Folders that builds leave.
BUILT = {"build", "__pycache__", "bin", "obj"}
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def block(name):
    text = DOCUMENT.read_text(encoding="utf-8")
    match = re.search(r"^```%s\n(.*?)^```" % name, text, re.MULTILINE | re.DOTALL)
    assert match, "no block `%s`" % name
    return match.group(1).splitlines()


def read_parts():
    rows = (line.split("=") for line in block("parts"))
    return {name.strip(): paths.split() for name, paths in rows}


def read_dependencies():
    rows = (line.split("->") for line in block("dependencies"))
    return {name.strip(): set(targets.split()) for name, targets in rows}


PARTS = read_parts()
DEPENDENCIES = read_dependencies()


@functools.lru_cache(maxsize=None)
def part_of(path):
    """The part whose path covers this file most closely; None for none."""
    relative = path.resolve().relative_to(ROOT).as_posix()
    best = ("", None)
    for part, prefixes in PARTS.items():
        for prefix in prefixes:
            if relative == prefix or relative.startswith(prefix + "/"):
                best = max(best, (prefix, part))
    return best[1]


def sources(*suffixes):
    found = []
    for prefixes in PARTS.values():
        for prefix in prefixes:
            path = ROOT / prefix
            files = [path] if path.is_file() else path.rglob("*")
            found.extend(f for f in files if f.suffix in suffixes and "build" not in f.parts)
    return sorted(set(found))


def included(path):
    """The files of this repository that a C file includes, and its system headers."""
    own, system = [], []
    for kind, name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        folders = [path.parent, ROOT / "core/include", ROOT / "core/src", ROOT / "python/ext", ROOT / "core/tests"]
        hits = [folder / name for folder in folders if (folder / name).is_file()]
        if hits and (kind == '"' or name.startswith("hayapack")):
            own.append(hits[0])
        else:
            system.append(name)
    return own, system


@functools.lru_cache(maxsize=None)
def module_file(name):
    """The file of this repository that an imported module is in, or None."""
    head, _, rest = name.partition(".")
    if head not in PACKAGES:
        return None
    base = PACKAGES[head]
    if rest.split(".")[0] == "_native":
        return ROOT / "python/ext/module.c"
    parts = rest.split(".") if rest else []
    for count in range(len(parts), -1, -1):
        target = base.joinpath(*parts[:count])
        if target.with_suffix(".py").is_file() and count:
            return target.with_suffix(".py")
        if (target / "__init__.py").is_file():
            return target / "__init__.py"
    return base / "__init__.py"


def package_of(path):
    for name, base in PACKAGES.items():
        if base in path.parents:
            inner = path.parent.relative_to(base).parts
            return ".".join((name,) + inner)
    return ""


@functools.lru_cache(maxsize=None)
def imported(path):
    """The full names of all modules, and of names taken from them, in a Python file."""
    return list(imports(path))


def imports(path):
    package = package_of(path)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                outer = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join(outer + ([base] if base else []))
            for alias in node.names:
                yield base + "." + alias.name


@functools.lru_cache(maxsize=None)
def edges():
    return list(all_edges())


def all_edges():
    """(file, part, part used, what) for everything that one part takes of another."""
    for path in sources(".c", ".h"):
        part = part_of(path)
        for target in included(path)[0]:
            yield path, part, part_of(target), target.name
        if part == "native":
            for name in re.findall(r'"(hayapack\.[a-z_.]+)"', path.read_text(encoding="utf-8")):
                if not name.endswith(".h") and not name.startswith("hayapack._native"):
                    yield path, part, part_of(module_file(name)), name
    for path in sources(".py", ".pyi"):
        for name in imported(path):
            target = module_file(name)
            if target is not None:
                yield path, part_of(path), part_of(target), name
    for path in sorted([*(ROOT / "dotnet").rglob("*.csproj"), *(ROOT / "examples").rglob("*.csproj")]):
        # A reference without the assembly only orders the builds, or is an analyzer.
        for name, rest in re.findall(r'<ProjectReference Include="([^"]+)"([^>]*)', path.read_text(encoding="utf-8")):
            if 'ReferenceOutputAssembly="false"' not in rest:
                yield path, part_of(path), part_of((path.parent / name).resolve()), name


def test_each_part_has_dependencies():
    assert set(PARTS) == set(DEPENDENCIES)
    for targets in DEPENDENCIES.values():
        assert targets <= set(PARTS)


def test_parts_exist():
    missing = [p for paths in PARTS.values() for p in paths if not (ROOT / p).exists()]
    assert not missing


def test_imported_modules_exist():
    """Also those that only type checkers import, which no other test runs."""
    lost = []
    for path in sources(".py", ".pyi"):
        for name in imported(path):
            file = module_file(name)
            if file is None or file.suffix != ".py":
                continue
            module = file.parent if file.name == "__init__.py" else file.with_suffix("")
            depth = len(module.relative_to(PACKAGES[name.split(".")[0]]).parts)
            if len(name.split(".")) > depth + 2:  # the package, its modules, and a name of the last one
                lost.append((path.relative_to(ROOT).as_posix(), name))
    assert not lost


def test_every_source_belongs_to_a_part():
    lost = [
        path.relative_to(ROOT).as_posix()
        for folder in ("core", "python", "lab", "php", "dotnet", "examples")
        for suffix in ("*.c", "*.h", "*.py", "*.cs")
        for path in (ROOT / folder).rglob(suffix)
        if not BUILT & set(path.parts) and part_of(path) is None
    ]
    assert not lost


def assert_no_cycle(dependencies):
    done, path = set(), []

    def visit(part):
        assert part not in path, "a cycle: %s" % " -> ".join(path + [part])
        if part not in done:
            path.append(part)
            for target in sorted(dependencies.get(part, ())):
                visit(target)
            done.add(path.pop())

    for part in dependencies:
        visit(part)


def test_dependencies_make_no_cycle():
    assert_no_cycle(DEPENDENCIES)


def test_nothing_depends_on_tests():
    assert not [part for part, targets in DEPENDENCIES.items() if targets & TESTS]


def test_code_follows_the_dependencies():
    found = edges()
    assert len(found) > 20, "the search for includes and imports finds too little"
    wrong = [
        "%s (%s) uses %s (%s)" % (path.relative_to(ROOT), part, what, used)
        for path, part, used, what in found
        if part != used and used not in DEPENDENCIES[part]
    ]
    assert not wrong, "\n".join(wrong)


def opened():
    """(part, part used) for every .NET project that opens its internal names to another part that is no test."""
    projects = {}
    for path in (ROOT / "dotnet").rglob("*.csproj"):
        named = re.search(r"<AssemblyName>([^<]+)", path.read_text(encoding="utf-8"))
        projects[named.group(1) if named else path.stem] = path
    for path in (ROOT / "dotnet").rglob("*"):
        if path.suffix in (".csproj", ".props", ".cs") and not BUILT & set(path.relative_to(ROOT).parts):
            for name in re.findall(r'InternalsVisibleTo(?: Include=|\()"([^",]+)', path.read_text(encoding="utf-8")):
                part = part_of(projects[name])
                if part not in TESTS | {part_of(path)}:
                    yield part, part_of(path)


def test_only_tests_use_internal_names_of_another_dotnet_part():
    assert not set(opened())


def test_dependencies_are_all_used():
    used = {(part, target) for _, part, target, _ in edges()}
    idle = [
        (part, target)
        for part, targets in DEPENDENCIES.items()
        if part not in TESTS
        for target in targets
        if (part, target) not in used
    ]
    assert not idle, "dependencies that no code needs: %s" % idle


@pytest.mark.parametrize(
    "path", [p for p in sources(".c", ".h") if part_of(p) in ("core", "wire")], ids=lambda path: path.name
)
def test_core_keeps_to_itself(path):
    code = COMMENT.sub("", path.read_text(encoding="utf-8"))
    assert not FORBIDDEN_CALLS.findall(code)


def test_only_the_core_uses_its_private_headers():
    private = [
        "%s: %s" % (path.relative_to(ROOT), target.name)
        for path in sources(".c", ".h")
        if part_of(path) not in ("core", "wire", "core-tests")
        for target in included(path)[0]
        if ROOT / "core/src" in target.resolve().parents and target.name != "hayapack.c"  # which is all of it
    ]
    assert not private


def test_lab_uses_public_names_only():
    private = [
        "%s: %s" % (path.relative_to(ROOT), what)
        for path, part, used, what in edges()
        if part == "lab" and used != part and re.search(r"(^|\.)_(?!_)", what)
    ]
    assert not private, "\n".join(private)


def test_package_needs_only_the_standard_library():
    known = getattr(sys, "stdlib_module_names", None)
    if known is None:
        pytest.skip("the list of standard modules needs Python 3.10")
    strange = []
    for path in sources(".py", ".pyi"):
        if part_of(path) in ("api", "values", "errors", "pycore", "pywire", "plan", "fallback"):
            tops = {name.split(".")[0] for name in imported(path)}
            if path.suffix == ".pyi":
                tops.discard("typing_extensions")  # type checkers have their own stub of it
            strange += [
                "%s imports %s" % (path.name, top)
                for top in sorted(tops - known - {"hayapack", "__pypy__", "annotationlib"})
            ]
    assert not strange, "\n".join(strange)


def folder_uses(package):
    """{(folder, folder used): uses} by the imports of a Python package. Files beside __init__.py are in the folder 'root'."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        for name in imported(path):
            target = module_file(name)
            if target is not None and package in target.parents:
                pair = tuple(python_folder(file.relative_to(package)) for file in (path, target))
                if pair[0] != pair[1]:
                    found.setdefault(pair, []).append("%s: %s" % (path.relative_to(package), name))
    return found


def python_folder(path):
    return path.parts[0] if len(path.parts) > 1 else "__init__" if path.stem in ("__init__", "__main__") else "root"


@pytest.mark.parametrize(
    "name, package",
    [
        ("cli-folders", "python/src/hayapack/cli"),
        ("fallback-folders", "python/src/hayapack/_fallback"),
        ("lab-folders", "lab/src/hayapack_lab"),
    ],
)
def test_folders_of_python_packages_follow_their_dependencies(name, package):
    rows = (line.split("->") for line in block(name))
    dependencies = {folder.strip(): set(targets.split()) for folder, targets in rows}
    found = folder_uses(ROOT / package)
    wrong = [use for (folder, used), uses in found.items() if used not in dependencies[folder] for use in uses]
    assert not wrong, "\n".join(wrong)
    idle = [
        (folder, used) for folder, targets in dependencies.items() for used in targets if (folder, used) not in found
    ]
    assert not idle, "dependencies that no code needs: %s" % idle
    assert_no_cycle(dependencies)


NATIVE = ROOT / "python/ext"
PHP = ROOT / "php/src"
C_FUNCTION = re.compile(r"^(\w[\w *]*[ *])(\w+)\([^;{}]*\)\n\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
C_VARIABLES = re.compile(r"^extern (?:const )?(?:struct )?\w+ ([^;(]+);", re.MULTILINE)
C_IGNORED = re.compile(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
WORD = re.compile(r"[A-Za-z_]\w*")


def c_files(folder):
    """{path below the folder: code without comments and texts}"""
    code = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.[ch]")}
    return {name: C_IGNORED.sub("", text) for name, text in code.items()}


def c_names(files):
    """{name: the .c file that defines it}, and {inline function of a header: (header, names that it uses)}"""
    defined, inline = {}, {}
    for name, code in files.items():
        for kind, function, body in C_FUNCTION.findall(code):
            if name.endswith(".h"):
                inline[function] = (name, set(WORD.findall(body)))
            elif not kind.startswith("static"):
                defined[function] = name
        if name.endswith(".h"):
            for variable in WORD.findall(" ".join(C_VARIABLES.findall(code))):
                definition = re.compile(r"^(?!extern|static)\w[\w *]*\b%s\b[^;(]*=" % variable, re.MULTILINE)
                found = [file for file, text in files.items() if file.endswith(".c") and definition.search(text)]
                defined[variable] = found[0] if found else name[:-1] + "c"
    return defined, inline


# What all files of a part share, and is below its folders.
C_SHARED = {"internal", "call_options", "compat", "failure", "memory", "native"}


@pytest.mark.parametrize("name, root", [("native-folders", NATIVE), ("php-folders", PHP)], ids=["native", "php"])
def test_c_folders_follow_their_dependencies(name, root):
    """A file uses another folder by an include, or by the name of a function or variable."""
    rows = [line.split("->") for line in block(name)]
    dependencies = {(folder.strip(), target) for folder, targets in rows for target in targets.split()}
    assert_no_cycle({folder.strip(): targets.split() for folder, targets in rows})
    files = c_files(root)
    defined, inline = c_names(files)
    # The module's definition, by which runtime finds the module of a type.
    defined.pop("native_module", None)
    places = {**defined, **{function: header for function, (header, _) in inline.items()}}
    used = {}
    for name, code in files.items():
        if name.endswith(".h"):
            words = {word for header, body in inline.values() if header == name for word in body}
        else:
            words = set(WORD.findall(code))
        own, _ = included(root / name)
        targets = {places[word] for word in words & set(places)}
        targets |= {path.resolve().relative_to(root).as_posix() for path in own if root in path.resolve().parents}
        for target in targets:
            folders = tuple(file.split("/")[0].split(".")[0] for file in (name, target))
            if folders[0] != folders[1] and not C_SHARED & set(folders):
                used.setdefault(folders, []).append("%s: %s" % (name, target))
    wrong = {dependency: uses for dependency, uses in used.items() if dependency not in dependencies}
    assert not wrong
    assert set(used) == dependencies, "dependencies that no code needs"


DOTNET = ROOT / "dotnet/src/Hayapack"
# What the .NET library leaves to the folder Reflection, and what it never does.
DOTNET_REFLECTION = re.compile(r"\b(MakeGenericType|MakeGenericMethod|Activator\.CreateInstance|Expression\.Lambda)\b")
DOTNET_NEVER = re.compile(
    r"\b(DllImport|LibraryImport|Assembly\.Load\w*|AssemblyLoadContext|BinaryFormatter|Console\.)"
)


def csharp(folder):
    """(path below the folder, code without comments) of each C# file."""
    for path in sorted(folder.rglob("*.cs")):
        if not BUILT & set(path.relative_to(ROOT).parts):
            yield path.relative_to(folder).as_posix(), COMMENT.sub("", path.read_text(encoding="utf-8"))


# A type at the outer level of a C# file, which begins a line: namespaces have the scope of a file.
CSHARP_TYPE = re.compile(
    r"^(?:(?:public|internal|file|sealed|static|abstract|readonly|ref|unsafe|partial) )+"
    r"(?:(?:record )?(?:class|struct)|record|interface|enum|delegate [^\n(]*?) ?\b(\w+)(?=[\s<(:;{]|$)",
    re.MULTILINE,
)
CSHARP_TEXT = re.compile(
    r'''(?P<comment>/\*.*?\*/|//[^\n]*)|"""+.*?"""+|'(?:\\.|[^'\\\n])+'|(?P<holes>\$@?"(?:\\.|[^"\\\n])*")|"(?:\\.|[^"\\\n])*"''',
    re.DOTALL,
)


def csharp_code(path):
    """A C# file without comments and texts; of an interpolated text, only the code in its braces."""

    def left(match):
        return " ".join(re.findall(r"\{([^{}]*)\}", match["holes"])) if match["holes"] else " "

    return CSHARP_TEXT.sub(left, path.read_text(encoding="utf-8"))


def dotnet_files():
    """{(folder, file): code}; a file in the root is in the folder '.'."""
    files = {}
    for path in sorted(DOTNET.rglob("*.cs")):
        inner = path.relative_to(DOTNET)
        if not BUILT & set(inner.parts):
            files[inner.parts[0] if len(inner.parts) > 1 else ".", inner.as_posix()] = csharp_code(path)
    return files


def dotnet_types(files):
    """{type: its folder}. Of a partial type it is the folder of Name.cs; files Name.Part.cs in others only add members."""
    types = {}
    for (folder, name), code in files.items():
        for declared in CSHARP_TYPE.findall(code):
            if Path(name).name == declared + ".cs":
                types[declared] = {folder}
                break
    for (folder, name), code in files.items():
        for declared in CSHARP_TYPE.findall(code):
            if not Path(name).name.startswith(declared + ".") or declared not in types:
                types.setdefault(declared, set()).add(folder)
    twice = {declared: folders for declared, folders in types.items() if len(folders) > 1}
    assert not twice, "types in two folders: %s" % twice
    return {declared: next(iter(folders)) for declared, folders in types.items()}


def dotnet_dependencies():
    """{(folder, folder used): the uses} for each name of a type in another folder's code. `x.Name` is a member of x,
    unless x is a namespace, and the name of a constant is no type."""
    files = dotnet_files()
    types = dotnet_types(files)
    spaces = {
        part
        for code in files.values()
        for name in re.findall(r"^namespace ([\w.]+);", code, re.MULTILINE)
        for part in name.split(".")
    }
    found = {}
    for (folder, name), code in files.items():
        words = re.findall(r"\w+|[^\w\s]", code)
        for at, used in enumerate(words):
            member = at > 1 and words[at - 1] == "." and words[at - 2] not in spaces
            member = member or (at > 1 and words[at - 2] == "const")
            if types.get(used, folder) != folder and not member:
                found.setdefault((folder, types[used]), set()).add("%s uses %s" % (name, used))
    return found


def dotnet_block():
    rows = (line.split("->") for line in block("dotnet"))
    return {name.strip(): set(targets.split()) for name, targets in rows}


def test_dotnet_folders_follow_their_dependencies():
    dependencies, found = dotnet_block(), dotnet_dependencies()
    assert {folder for folder, _ in dotnet_files()} == set(dependencies)
    assert sum(map(len, found.values())) > 300, "the search for names finds too little"
    wrong = [
        "%s (%s -> %s)" % (use, folder, used)
        for (folder, used), uses in sorted(found.items())
        if used not in dependencies[folder]
        for use in sorted(uses)
    ]
    assert not wrong, "\n".join(wrong)
    idle = [
        (folder, used) for folder, targets in dependencies.items() for used in targets if (folder, used) not in found
    ]
    assert not idle, "dependencies that no code needs: %s" % idle
    assert_no_cycle(dependencies)


def test_dotnet_builds_code_at_run_time_in_one_folder():
    allowed = {
        "Formatters/References/ReferenceFormatter.cs",
        "RuntimeTypes/TypeAccess.cs",
        "Registry/GeneratedGenericFormatters.cs",
        "Resolvers/EnumAsStringResolver.cs",
        "Untyped/Typeless/TypeSearch.cs",
    }
    wrong = [
        name
        for name, code in csharp(DOTNET)
        if DOTNET_REFLECTION.search(code) and not name.startswith("Reflection/") and name not in allowed
    ]
    assert not wrong


def test_dotnet_is_managed_and_keeps_to_itself():
    wrong = [(name, DOTNET_NEVER.findall(code)) for name, code in csharp(DOTNET) if DOTNET_NEVER.search(code)]
    assert not wrong


def test_dotnet_looks_up_no_type_by_a_name():
    # Only the names that an attribute of the program's own gives.
    allowed = {"Attributes/UnionAttribute.cs", "Reflection/AttributeUnions.cs"}
    wrong = [name for name, code in csharp(DOTNET) if re.search(r"\bType\.GetType\(", code) and name not in allowed]
    assert not wrong
