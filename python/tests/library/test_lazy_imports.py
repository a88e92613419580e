"""Modules that are imported on first use, and optional packages: in processes that have imported nothing else. From
CPython 3.15 on also with all imports lazy (PEP 810)."""

import ast
import dis
import importlib
import importlib.machinery
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import alone
import pytest
from conftest import NATIVE_MISSING, _native

import hayapack

pytestmark = pytest.mark.package

PACKAGE = Path(hayapack.__file__).resolve().parent
EXTENSION = Path(__file__).resolve().parents[2] / "ext"
#: What the programs below use.
SETUP = """
import sys
import hayapack
BLOCK = bytes.fromhex("c71263d2000000403fd93e61010025506161616161")
ARRAY = bytes.fromhex("92d46240c60000000d3fd93e61010025506161616161")
class Reader:
    def __init__(self, *data): self.data = [*data, b""]
    async def read(self, n): return self.data.pop(0)
async def first(*data, **options):
    async for value in hayapack.aiter_unpack(Reader(*data), **options): return value
def run(coroutine):
    try: coroutine.send(None)
    except StopIteration as end: return end.value
def raised(kind, work):
    try: work()
    except kind as error: return error
    raise AssertionError("nothing was raised")
"""
LZ4 = [
    "assert len(hayapack.packb('a' * 99, lz4='block')) < 40",
    "assert len(hayapack.packb('a' * 99, lz4='block-array', lz4_level=9)) < 40",
    "assert len(hayapack.Packer(lz4='block').pack('a' * 99)) < 40",
    "assert hayapack.unpackb(BLOCK, lz4=True) == 'a' * 62",
    "assert hayapack.unpackb(ARRAY, lz4=True) == 'a' * 62",
    "assert len(hayapack.decompress(BLOCK)) == 64",
    "u = hayapack.Unpacker(lz4=True); u.feed(ARRAY); assert u.unpack() == 'a' * 62",
    "u = hayapack.Unpacker(lz4=True); u.feed(BLOCK[:9]); u.feed(BLOCK[9:]); u.unpack()",
    "assert run(first(BLOCK, lz4=True)) == 'a' * 62",
]
CLASS = "import dataclasses; Point = dataclasses.make_dataclass('Point', [('x', int)]); "
TYPES = "r = hayapack.TypeRegistry(dotnet=True); "
#: A first use of each part that is imported late.
FIRST_USES = [
    "import io; f = io.BytesIO(); hayapack.pack(5, f); assert hayapack.unpack(io.BytesIO(f.getvalue())) == 5",
    "assert raised(hayapack.TruncatedError, lambda: hayapack.unpackb(b'\\x91')).offset == 0",
    "u = hayapack.Unpacker(max_depth=1); u.feed(b'\\x91\\x91'); assert raised(hayapack.StackError, u.unpack).offset == 1",
    "assert raised(hayapack.TruncatedError, lambda: hayapack.Fragment(b'\\x91')).offset == 0",
    "assert raised(hayapack.UnsupportedTypeError, lambda: hayapack.packb({'a': [object()]})).path == '$.a[0]'",
    "import pickle; assert pickle.loads(b'chayapack.exceptions\\nLimitError\\n(VB\\ntR.').args",
    "assert hayapack.packb({1}, extended=True) == b'\\x91\\x01'",
    CLASS + "assert hayapack.packb([Point(1)] * 2, extended=True)[0] == 0x92",
    CLASS + "assert hayapack.Decoder(Point).decode(hayapack.Encoder(Point).encode(Point(5))) == Point(5)",
    CLASS + "assert raised(hayapack.ValidationError, lambda: hayapack.unpackb(b'\\x81\\xa1x\\xa0', type=Point)).path == '$.x'",
    CLASS + "assert hayapack.convert({'x': 5}, Point) == Point(5) and hayapack.to_plain({5}) == [5]",
    CLASS + TYPES + "r.register(Point, 'N'); assert hayapack.unpackb(hayapack.packb([Point(1)] * 9, types=r), types=r) == [Point(1)] * 9",
    TYPES + "assert hayapack.unpackb(hayapack.packb(hayapack.Typed('N', 1), types=r), types=r).name == 'N'",
    "assert hayapack.get(b'\\x81\\xa1a\\x92\\x01\\x02', '$.a[1]') == 2",
    "raised(KeyError, lambda: hayapack.get(b'\\x80', '$[\"\\\\xff\"]'))",
    "assert hayapack.View(b'\\x81\\xa1a\\x90') == {'a': []}",
    "assert hayapack.columns(b'\\x91\\x81\\xa1a\\x01', ['a'])['a'].tolist() == [1]",
    "assert raised(hayapack.ColumnTypeError, lambda: hayapack.columns(b'\\x91\\x05', ['a'])).path == '$[0]'",
    "raised(KeyError, lambda: hayapack.columns(hayapack.packb([{'a': 1}]), ['b']))",
    "assert hayapack.unpackb(b'\\xd6\\xff\\0\\0\\0\\x05', timestamp=3).second == 5",
    "import datetime; raised(hayapack.NaiveDatetimeError, lambda: hayapack.packb(datetime.datetime(2026, 1, 2), datetime=True))",
    "raised(hayapack.OutOfData, lambda: run(first(b'\\x92')))",
    "import types; sys.modules['msgpack'] = types.ModuleType('msgpack'); hayapack.install_as_msgpack(); import msgpack; msgpack.packb(1)",
]  # fmt: skip


def _late_in_python():
    """(module, statement) for each import of a module of hayapack's within a function."""
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(("hayapack", *path.relative_to(PACKAGE).with_suffix("").parts))
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for node in ast.walk(function):
                    if isinstance(node, ast.ImportFrom) and (node.level or node.module.split(".")[0] == "hayapack"):
                        yield module, ast.unparse(node)


def _late_in_c():
    call = re.compile(
        r'(?:native_import|native_imported|partial_import|PyImport_ImportModule)\((?:&[\w.>-]+,\s+)?"([\w.]+)"'
        r'|\{"(hayapack\.[\w.]+|datetime)", "'
    )
    for path in EXTENSION.rglob("*.[ch]"):
        for names in call.findall(path.read_text(encoding="utf-8")):
            name = "".join(names)
            if name.startswith("hayapack."):
                yield "hayapack", "import " + name


# --- in a fresh process --------------------------------------------------------


def environ(**more):
    """The environment in which the package that is tested is found."""
    env = {key: value for key, value in os.environ.items() if "PUREPYTHON" not in key}
    return {**env, "PYTHONPATH": str(PACKAGE.parent), **more}


def fresh(program, *options, path=PACKAGE.parent, **environment):
    env = environ(**environment, PYTHONPATH=str(path))
    return subprocess.run(
        [sys.executable, *options, "-c", program],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=env,
        timeout=100,
    )


def works(program, before="", **environment):
    done = fresh(before + SETUP + program, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


#: Makes all imports at the top of modules lazy: of hayapack, and of what it imports.
ALL_LAZY = {"PYTHON_LAZY_IMPORTS": "all"} if hasattr(sys, "set_lazy_imports") else None


@pytest.fixture(params=["native", "pure", "native, all lazy", "pure, all lazy"])
def environment(request):
    back_end, _, lazy = request.param.partition(", ")
    if lazy and ALL_LAZY is None:
        pytest.skip("imports can be lazy from CPython 3.15 on")
    if back_end == "native" and NATIVE_MISSING:
        pytest.skip(f"hayapack._native can't be imported: {NATIVE_MISSING}")
    return {**({"HAYAPACK_PUREPYTHON": "1"} if back_end == "pure" else {}), **((lazy and ALL_LAZY) or {})}


def is_native(environment):
    return "HAYAPACK_PUREPYTHON" not in environment


@pytest.mark.long
def test_each_late_import_can_be_the_first(environment):
    late, in_c = {*_late_in_python()}, {*_late_in_c()}
    assert len(late) > 20 and len(in_c) > 8, "the search finds too few imports"
    if sys.implementation.name != "cpython":  # capsules are CPython's
        late = {(module, statement) for module, statement in late if "arrow" not in statement}
    names = [("hayapack", f"from {module.__name__} import {name}")
             for module in (hayapack, hayapack.exceptions) for name in module.__all__]  # fmt: skip
    statements = [*sorted(late | in_c), *names, ("hayapack", "from hayapack import *")]
    alone.succeed(statements, environ(**environment), imports="hayapack")


@pytest.mark.pure_is_long
def test_first_uses(environment):
    lz4 = LZ4 if HAS_LZ4 or (is_native(environment) and not _native.liblz4()) else []
    programs = [("hayapack", SETUP + program) for program in [*lz4, *FIRST_USES]]
    alone.succeed(programs, environ(**environment), imports="hayapack")


def _modules():
    """The names of all modules of the package, with their files."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(("hayapack", *path.relative_to(PACKAGE).with_suffix("").parts))
        yield name.removesuffix(".__init__") if hasattr(str, "removesuffix") else re.sub(r"\.__init__$", "", name), path


@pytest.mark.pure_is_long
def test_each_name_of_each_module_can_be_had(environment):
    """Lazy imports are made, and fail, when their names are read. Modules may lack packages that are not installed."""
    names = [name for name, _ in _modules() if not name.endswith("__main__")]
    assert len(names) > 100
    program = f"""
import importlib, types
import hayapack, hayapack.stream
for name in {names!r}:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        assert not (error.name or "").startswith("hayapack."), name
        continue
    for one in dir(module):
        try:
            value = getattr(module, one)
        except ImportError as error:
            assert isinstance(error, ModuleNotFoundError) and not error.name.startswith("hayapack"), (name, one, error)
for module in hayapack, hayapack.stream:
    for one in module.__all__:
        assert not isinstance(getattr(module, one), types.ModuleType), one
"""
    done = fresh(program, **environment)
    assert done.returncode == 0, done.stderr


def _bound(path):
    """The names that a module's code, but not that of its functions, binds; not those that name its own modules."""
    waiting = [*ast.parse(path.read_text(encoding="utf-8")).body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Import):
            yield from ((one.asname or one.name).partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            own = node.level == 1 and node.module is None  # from . import module
            yield from (one.asname or one.name for one in node.names if not own or one.asname not in (None, one.name))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            waiting += ast.iter_child_nodes(node)
        else:
            waiting += node.orelse


def test_no_name_of_a_package_is_that_of_a_module_in_it():
    """Importing the module makes it an attribute of the package, in place of what the package has under that name. When
    that happens depends on which part is used first, and on whether imports are lazy."""
    packages = [path for _, path in _modules() if path.name == "__init__.py"]
    assert len(packages) > 10
    for path in packages:
        name = ".".join(("hayapack", *path.parent.relative_to(PACKAGE).parts))
        late = getattr(importlib.import_module(name), "_modules", {})  # module -> names it provides
        names = {*_bound(path), *(one for provided in late.values() for one in provided)}
        inner = {one.stem for one in path.parent.iterdir() if one.suffix == ".py" or (one / "__init__.py").exists()}
        assert not names & inner, name


#: What `import hayapack` adds to the modules of an interpreter that has just started, besides hayapack's own.
STANDARD = {"__future__", "_operator", "gc"}
OWN = {
    "hayapack",
    *(
        "hayapack." + name
        for name in "_errors _errors.lazy_names _errors.make_errors _wire _wire.format exceptions ext".split()
    ),
}
NATIVE = {
    "hayapack." + name
    for name in "_native _values _values.codes _values.shared_columns _values.dtypes _values.shared_views".split()
}
#: The first use of the pure back end; struct is CPython's, and some builds have _struct as a file.
PURE_STANDARD = {"_struct", "itertools", "struct"}
PURE_PACK = {
    "hayapack." + name
    for name in "_fallback _fallback.option_checks _fallback.option_cache _fallback.option_table _fallback.pack"
    " _fallback.pack.encode_loop _fallback.pack.frames _fallback.pack.options _fallback.pack.output"
    " _fallback.pack.packer _fallback.pack.encode_slow _fallback.plan _fallback.plan.planned _wire.numbers _wire.numbers_cpython"
    " _wire.writing".split()
}
PURE_UNPACK = {
    "hayapack." + name
    for name in "_fallback _fallback.input_buffer _fallback.lock _fallback.option_cache _fallback.option_checks"
    " _fallback.option_table _fallback.plan _fallback.plan.planned _fallback.unpack _fallback.unpack.decode_loop"
    " _fallback.unpack.options _fallback.unpack.unpacker _wire.reading _wire.scan".split()
}


def added(work, **environment):
    """The modules that are new after the work, in an interpreter without `site`'s."""
    light = f"import sys; before = set(sys.modules); {work}; print(*set(sys.modules) - before)"
    done = fresh(f"import sys, os; sys.path.insert(0, {str(PACKAGE.parent)!r})\n{light}", "-I", "-S", **environment)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy imports much for its own modules")
def test_import_is_light(environment):
    """Checks which modules are imported; times would depend on the machine. Before a module is added here, measure
    what it costs: each one takes 0.1 ms and more."""
    native = is_native(environment)
    assert added("import hayapack", **environment) <= STANDARD | OWN | (NATIVE if native else set())
    pack = added("import hayapack; hayapack.packb({'a': [1, 2.5, 'b', b'c', None]})", **environment)
    unpack = added("import hayapack; hayapack.unpackb(bytes.fromhex('81a161920ca162'))", **environment)
    stream = added("import hayapack; u = hayapack.Unpacker(); u.feed(b'\\x01'); u.unpack()", **environment)
    if native:
        assert pack == unpack == stream == added("import hayapack")
    else:
        assert pack <= STANDARD | OWN | PURE_STANDARD | PURE_PACK
        assert unpack | stream <= STANDARD | OWN | PURE_STANDARD | PURE_UNPACK


def test_names_of_the_pure_back_end():
    """packb() and the like are imported on first use, but the package has the names before that."""
    names = "Packer Unpacker packb unpackb dumps loads"
    program = f"""
import hayapack, io
names = "{names}".split()
assert not set(names) & set(vars(hayapack)) and set(names) < set(dir(hayapack))
stream = io.BytesIO()
hayapack.pack([1], stream)
assert hayapack.unpack(io.BytesIO(stream.getvalue())) == [1]
assert hayapack.dumps is hayapack.packb and hayapack.loads is hayapack.unpackb
from hayapack import *
assert Packer is hayapack.Packer and loads is hayapack.loads
hayapack.install_as_msgpack()
import msgpack
assert msgpack.Packer is Packer and "Packer" in vars(msgpack)
"""
    assert works(program, HAYAPACK_PUREPYTHON="1") == ""


def test_threads_import_at_once(environment):
    program = """
import sys, threading
start = threading.Barrier(8)
sys.setswitchinterval(1e-6)
wrong = []
def work():
    start.wait()
    try:
        import hayapack
        assert hayapack.unpackb(hayapack.packb({"a": [1]})) == {"a": [1]}
        assert hayapack.get(bytes.fromhex("81a16105"), '$["a"]') == 5
        assert hayapack.Timestamp.from_bytes(hayapack.Timestamp(-1, 7).to_bytes()) == hayapack.Timestamp(-1, 7)
    except BaseException as error:
        wrong.append(error)
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not wrong, wrong
"""
    done = fresh(program, **environment)
    assert done.returncode == 0, done.stderr


# --- with and without optional packages ---------------------------------------

HAS_LZ4 = importlib.util.find_spec("lz4") is not None


def without(*names):
    return "import sys\n" + "".join(f"sys.modules[{name!r}] = None\n" for name in names)


def lacking(program, before, **environment):
    """The message of the ModuleNotFoundError that the program raises."""
    work = SETUP + "\nerror = raised(ModuleNotFoundError, lambda: exec(%r, globals()))\nprint(error)" % program
    done = fresh(before + work, **environment)
    assert done.returncode == 0, done.stderr
    assert "pip install lz4" in done.stdout
    return done.stdout


@pytest.mark.pure_is_long
@pytest.mark.parametrize("program", LZ4)
def test_lz4_without_liblz4_or_the_package(program, environment):
    if HAS_LZ4:
        works(program, without("hayapack._liblz4"), **environment)
    text = lacking(program, without("hayapack._liblz4", "lz4"), **environment)
    assert ("_liblz4" in text) == is_native(environment)


@pytest.mark.skipif(bool(NATIVE_MISSING), reason="hayapack._native can't be imported")
@pytest.mark.skipif(sys.platform != "linux", reason="the loader's variable is Linux's")
def test_liblz4_that_the_loader_rejects(tmp_path):
    """The compiled module loads anyway; the error has the loader's message."""
    if _native.liblz4():
        pytest.skip("the compiled module was built without liblz4")
    (tmp_path / "liblz4.so.1").write_bytes(b"no library")
    broken = {"LD_LIBRARY_PATH": str(tmp_path)}
    assert works("print(hayapack.backend)", **broken).strip() == "native"
    works("assert hayapack.unpackb(hayapack.packb([1]), lz4=True) == [1]", **broken)
    assert "liblz4.so.1" in lacking(LZ4[0], without("lz4"), **broken)


def test_compiled_module_that_does_not_load(tmp_path):
    copied = tmp_path / "hayapack"
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    program = "import hayapack; print(hayapack.backend)"
    # No warning if the module was not built: the installer has reported that.
    missing = fresh(program, "-W", "error", path=tmp_path)
    assert missing.stdout.strip() == "pure", missing.stderr
    (copied / ("_native" + importlib.machinery.EXTENSION_SUFFIXES[0])).write_bytes(b"no module")
    warned = fresh(program, path=tmp_path)
    assert warned.stdout.strip() == "pure"
    assert "RuntimeWarning: hayapack's compiled module" in warned.stderr
    assert fresh(program, "-W", "error", path=tmp_path).returncode != 0
    asked = fresh(program, "-W", "error", path=tmp_path, HAYAPACK_PUREPYTHON="1")
    assert asked.stdout.strip() == "pure", asked.stderr


def tool(*arguments, before="", **environment):
    program = "import sys\nfrom hayapack.cli import main\nsys.exit(main(%r))" % (list(arguments),)
    return fresh(before + program, **environment)


@pytest.mark.pure_is_long
@pytest.mark.parametrize("package", ["orjson", "rich", "zstandard", "lz4", "lzma", "bz2"])
@pytest.mark.parametrize("there", [pytest.param(True, marks=pytest.mark.long), False])
def test_optional_packages_of_the_tool(package, there, tmp_path, environment):
    if there and importlib.util.find_spec(package) is None:
        pytest.skip(f"the package {package} is not installed")
    # zstd is read with any of three modules.
    others = ("compression.zstd", "backports.zstd") if package == "zstandard" else ()
    before = "" if there else without(package, *others)
    plain = tmp_path / "plain.msgpack"
    plain.write_bytes(hayapack.packb({"a": 1}))
    if package not in MAGIC or not there:
        done = tool("cat", str(plain), before=before, **environment)
        assert (done.returncode, done.stdout) == (0, '{"a":1}\n'), done.stderr
    if package in MAGIC:
        packed = tmp_path / "packed"
        packed.write_bytes(compressed(package, plain.read_bytes()) if there else MAGIC[package])
        done = tool("cat", str(packed), before=before, **environment)
        if there:
            assert (done.returncode, done.stdout) == (0, '{"a":1}\n'), done.stderr
        else:
            assert done.returncode == 2 and f"needs the Python package {package}" in done.stderr


MAGIC = {
    "zstandard": b"\x28\xb5\x2f\xfd" + bytes(20),
    "lz4": b"\x04\x22\x4d\x18" + bytes(20),
    "lzma": b"\xfd7zXZ\0" + bytes(20),
    "bz2": b"BZh91AY&SY" + bytes(20),
}


def compressed(package, data):
    if package == "lz4":
        import lz4.frame

        return lz4.frame.compress(data)
    module = importlib.import_module(package)
    return module.compress(data)


@pytest.mark.parametrize("package", ["numpy", "pandas"])
def test_extended_without_numpy_or_pandas(package, environment):
    program = "import uuid; assert hayapack.packb([uuid.UUID(int=0), {1}], extended=True)[0] == 0x92"
    works(program, without(package), **environment)
    if importlib.util.find_spec(package) is not None:
        works(f"import {package}\n" + program, **environment)


@pytest.mark.parametrize("package", ["msgpack", "orjson", "rich", "zstandard", "lz4", "numpy"])
def test_import_without_any_optional_package(package, environment):
    works("assert hayapack.unpackb(hayapack.packb([1])) == [1]", without(package), **environment)


def test_modules_that_only_c_code_imports_are_found():
    """PyInstaller and others look for the modules in the code of those that they know."""
    source = (PACKAGE / "__init__.py").read_text("utf-8")
    code = dis.get_instructions(compile(source, "__init__.py", "exec"))
    assert "_liblz4" in {one.argval for one in code if one.opname == "IMPORT_FROM"}
