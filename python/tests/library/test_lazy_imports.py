"""Modules that are imported on first use, and optional packages: each in a fresh process, through
every public function that reaches it, with and without the package.

The lazy imports are read from the sources: a new one without a row here fails the test.
"""

import ast
import importlib
import importlib.machinery
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import NATIVE_MISSING, _native
from first_uses import (
    ARROW,
    ARROW_FAULT,
    ARROW_ROWS,
    ARROW_STREAM,
    BAD_COLUMN,
    BLOCKED,
    CLASSES,
    COLUMN,
    DATA,
    DATACLASS,
    DATES,
    DTYPES,
    EXTENDED,
    FAULT,
    FRAGMENT,
    GET,
    LATE,
    LZ4,
    MISFIT,
    NAIVE,
    PACK_ERROR,
    POLARS,
    PURE_NAMES,
    REGISTERED,
    SETUP,
    STREAM_FAULT,
    STREAM_FILES,
    TIMES,
    TOO_LATE,
    TYPED_LZ4,
    TYPES,
    VIEWS,
    ZSTD,
)

import hayapack

pytestmark = pytest.mark.package

PACKAGE = Path(hayapack.__file__).resolve().parent
EXTENSION = Path(__file__).resolve().parents[2] / "ext"

ROWS = {
    ("__init__.py", ".aio"): ["hayapack.aiter_unpack", "from hayapack import *; aiter_unpack"],
    ("__init__.py", ".compat"): ["hayapack.install_as_msgpack()", "from hayapack import install_as_msgpack"],
    ("__init__.py", "._plan.model"): ["hayapack.model(); hayapack.Key(0); hayapack.Limit(ge=0)", "from hayapack import *; Tags({1: int})"],
    ("__init__.py", "._plan.nodes"): ["assert not hayapack.UNSET", "from hayapack import UNSET, UnsetType"],
    ("__init__.py", "._values.columns"): ["hayapack.Columns", "from hayapack import *; Columns"],
    ("__init__.py", ".exceptions"): ["hayapack.FormatError, hayapack.LimitError", "from hayapack import *; FormatError, ValidationError"],
    ("__init__.py", ".objects"): CLASSES,
    ("__init__.py", ".typeless"): [*TYPES, "from hayapack import *; Typed, TypeRegistry"],
    ("__init__.py", "._fallback"): VIEWS,
    ("__init__.py", "._fallback.pack.packer"): PURE_NAMES,
    ("__init__.py", "._fallback.unpack.unpacker"): PURE_NAMES,
    ("__init__.py", "._files"): STREAM_FILES,
    ("_files.py", "errno"): BLOCKED,
    ("_values/columns.py", "._wire.format"): [BAD_COLUMN],
    ("_values/columns.py", "._feature_exceptions"): [BAD_COLUMN],
    ("exceptions.py", "._feature_exceptions"): [
        "raised(hayapack.LimitError, lambda: hayapack.unpackb(b'\\xa1a', max_str_len=0))",
        "raised(hayapack.exceptions.FloatRangeError, lambda: hayapack.packb(1e300, use_single_float=True))",
        "import pickle; error = pickle.loads(b'chayapack.exceptions\\nLimitError\\n(VB\\ntR.'); assert type(error) is hayapack.LimitError",
        "assert {'LimitError', 'FormatError'} < set(dir(hayapack.exceptions)); assert 'LimitError' not in vars(hayapack.exceptions)",
    ],
    ("_values/columns.py", "difflib"): ["raised(KeyError, lambda: hayapack.columns(hayapack.packb([{'a': 1}]), ['b']))"],
    ("_values/columns.py", ".ext"): [TIMES.format("TIMESTAMP")],
    ("_values/columns.py", "datetime"): [TIMES.format("DATE32")],
    ("_values/dtypes.py", "._values.dtype_texts"): DTYPES,
    ("_values/dtype_texts.py", "ast"): DTYPES,
    ("_values/dtype_texts.py", "json"): DTYPES,
    ("_values/columns.py", "sys"): [COLUMN + "assert c.__array_interface__['shape'] == (1,)"],
    ("_values/convert.py", "dataclasses"): [DATACLASS + "assert len(hayapack.packb(Point(1), extended=True)) == 4"],
    ("_fallback/__init__.py", "._fallback.arrow.rows"): ARROW_ROWS,
    ("_fallback/__init__.py", "._fallback.arrow.unavailable"): [
        "from hayapack._fallback.arrow import unavailable; raised(RuntimeError, lambda: unavailable.arrow_rows(1))"
    ],
    ("_fallback/__init__.py", "._fallback.arrow.stream"): ARROW_STREAM,
    ("arrow/rows.c", "._errors"): [ARROW_FAULT],
    ("_fallback/__init__.py", "._fallback.tables.columns"): [COLUMN, "from hayapack._fallback import columns, Column"],
    ("_fallback/__init__.py", "._fallback.partial.get"): [*GET, "from hayapack._fallback import get"],
    ("_fallback/__init__.py", "._fallback.pack.packer"): ["from hayapack._fallback import Packer, packb"],
    ("_fallback/__init__.py", "._fallback.unpack.unpacker"): ["from hayapack._fallback import Unpacker, unpackb, decompress"],
    ("_fallback/__init__.py", "._fallback.partial.view"): [*VIEWS, "from hayapack._fallback import *; View, MapView, ArrayView"],
    ("_fallback/__init__.py", "._fallback.pack.encoder"): CLASSES,
    ("_fallback/__init__.py", "._fallback.unpack.decoder"): CLASSES,
    ("_fallback/pack/encoder.py", "._values.lz4"): ["assert hayapack.Encoder(list, lz4='block').encode([])"],
    ("_fallback/unpack/options.py", "._plan.compile"): CLASSES,
    ("_fallback/unpack/unpacker.py", "._fallback.unpack.typed"): CLASSES,
    ("_plan/scope.py", "annotationlib"): CLASSES,
    ("_fallback/tables/column.py", "._fallback.tables.arrow"): ARROW,
    ("_fallback/tables/columns.py", "._fallback.tables.arrow"): [
        "rows = hayapack.columns(hayapack.packb([{'m': hayapack.packb({'a': 1})}]), ['m'])['m']\n"
        "assert hayapack.columns(rows, ['a'])['a'].tolist() == [1]"
    ],
    ("_fallback/partial/partial.py", "._values.lz4"): ["assert hayapack.View(hayapack.packb([1]), lz4=True)[0] == 1"],
    ("_fallback/unpack/decode.py", "._wire.check"): [FAULT],
    ("_fallback/unpack/decode.py", ".typeless"): TYPES[2:],
    ("_fallback/pack/packer.py", "._values.lz4"): LZ4[:3],
    ("_fallback/unpack/unpacker.py", "._wire.check"): [STREAM_FAULT],
    ("_fallback/unpack/unpacker.py", "._values.lz4"): LZ4[3:],
    ("_fallback/checks.py", ".typeless"): TYPES,
    ("_fallback/pack/resolve.py", "._values.convert"): EXTENDED,
    ("_wire/scan.py", "._wire.check"): FRAGMENT,
    ("_values/lz4.py", "importlib"): LZ4,
    ("_values/lz4.py", "lz4.block"): LZ4,
    ("_wire/paths.py", "._errors"): ["raised(KeyError, lambda: hayapack.get(b'\\x80', '$[\"\\\\xff\"]'))"],
    ("_wire/paths.py", "._wire.format"): ["raised(KeyError, lambda: hayapack.get(b'\\x80', '$.a'))"],
    ("_wire/paths.py", "re"): GET,
    ("compat.py", "importlib"): ["hayapack.install_as_msgpack(); import msgpack.fallback"],
    ("compat.py", "importlib.machinery"): ["hayapack.install_as_msgpack(); import importlib.util; assert importlib.util.find_spec('msgpack')"],
    ("compat.py", "types"): ["hayapack.install_as_msgpack(); import msgpack; assert msgpack.packb(1) == b'\\x01'"],
    ("compat.py", "warnings"): [TOO_LATE],
    ("_startup/sitecustomize.py", "hayapack.compat"): ["from hayapack import compat", "hayapack.compat.install_from_environment('1')"],
    ("_startup/sitecustomize.py", "importlib"): ["from hayapack._startup import sitecustomize"],
    ("__main__.py", ".launch"): [],  # test_as_msgpack.py starts it
    ("__main__.py", ".cli"): ["import hayapack.__main__; sys.argv = ['', '--version']; raised(SystemExit, hayapack.__main__._main)"],
    ("aio.py", ".Unpacker"): ["assert run(first(b'\\x05')) == 5"],
    ("aio.py", "._errors"): ["raised(hayapack.OutOfData, lambda: run(first(b'\\x92')))"],
    ("ext.py", "._wire.scan"): FRAGMENT,
    ("stream/compressed.py", "zstandard"): [ZSTD],
    ("data/conversion.py", "concurrent.futures"): [DATA + "assert len(list(arrow.reader(data * 9, block=20))) == 2"],
    ("data/given.py", ".data.schemas"): [DATA + COLUMN + "raised(arrow.SchemaError, lambda: arrow.reader(data, c))"],
    ("data/polars.py", "polars"): [DATA + POLARS + "assert polars.read_msgpack(data) == 5"],
    ("data/polars.py", "polars.io.plugins"): [DATA + POLARS + "assert polars.scan_msgpack(data) == 6"],
    ("data/sources.py", "fsspec.core"): [
        DATA + "class Files:\n    protocol = 'x'\n    def info(self, path): return {'size': 4}\n"
        "    def cat_file(self, path, start, end): return data[start:end]\n"
        "core = sys.modules['fsspec.core'] = types.ModuleType('core'); sys.modules['fsspec'] = types.ModuleType('fsspec')\n"
        "core.url_to_fs = lambda url: (Files(), url)\nassert arrow.infer('x://a') == {'a': 'int64'}"
    ],
    ("typeless.py", "._values.dotnet"): ["hayapack.TypeRegistry(dotnet=True)"],
    ("pack/classes.c", "._values.convert"): ["import uuid; assert len(hayapack.packb(uuid.UUID(int=1), extended=True)) == 38"],
    ("pack/fields.c", "dataclasses"): [DATACLASS + "assert hayapack.packb([Point(1)] * 2, extended=True)[0] == 0x92"],
    ("typeless.py", "dataclasses"): [MISFIT + "assert hayapack.unpackb(bytes.fromhex('c70664a14e81a17801'), types=r) == Point(1)"],
    ("typeless.py", "re"): [MISFIT],
    # Imports by the compiled module, by the C file.
    ("partial/partial_module.c", "._values.views"): VIEWS,
    ("columns/columns_module.c", "._values.columns"): [COLUMN],
    ("runtime/imports.c", "._wire.paths"): [
        *GET,
        "raised(KeyError, lambda: hayapack.get(b'\\x80', '$.a'))",
        "raised(KeyError, lambda: hayapack.View(b'\\x81\\xc4\\x01a\\x05')['a'])",
    ],
    ("lz4/lz4_python.c", "._liblz4"): LZ4,
    ("lz4/lz4_python.c", "._values.lz4"): LZ4,
    ("plan/registered.c", "._plan.registered"): REGISTERED,
    ("plan/decoder.c", "._fallback.unpack.decoder"): [*CLASSES, *TYPED_LZ4],
    ("plan/decoder.c", "._fallback.unpack.typed"): [LATE],
    ("runtime/imports.c", "._values.convert"): EXTENDED,
    ("module.c", "._errors"): [PACK_ERROR, NAIVE, "raised(hayapack.ReservedByteError, lambda: hayapack.unpackb(b'\\xc1'))"],
    ("module.c", ".ext"): ["assert hayapack.unpackb(b'\\xd4\\x05a').code == 5"],
    ("runtime/imports.c", ".typeless"): TYPES,
    ("plan/compile.c", "._plan.nodes"): CLASSES,
    ("plan/compile.c", "collections"): ["import collections\nassert hayapack.unpackb(b'\\x90', type=collections.deque) == collections.deque()"],
    ("plan/kinds.c", "._classes"): ["import uuid\nraised(hayapack.ValidationError, lambda: hayapack.unpackb(b'\\x05', type=uuid.UUID))"],
    ("plan/kinds.c", "enum"): ["import enum\nassert hayapack.unpackb(b'\\x05', type=enum.Enum('E', {'A': 5})).name == 'A'"],
    ("plan/encoder.c", "._fallback.pack.encoder"): CLASSES,
    ("plan/encoder.c", "._plan.compile"): ["import dataclasses\nOne = dataclasses.make_dataclass('One', [('a', int)])\nassert hayapack.Encoder(object).encode([One(1)]) == b'\\x91\\x81\\xa1a\\x01'"],
    ("plan/writing.c", "._plan.nodes"): CLASSES,
    ("module.c", "_operator"): ["assert hayapack.packb({'b': 1, 'a': 2}, sort_keys=True)[2:3] == b'a'"],
    ("module.c", "builtins"): ["hayapack.packb({})"],
    ("runtime/layout.c", "gc"): ["hayapack.packb({})"],
    ("runtime/times.c", "_datetime"): DATES,
    ("runtime/times.c", "._classes"): ["sys.modules['_datetime'] = None\n" + program for program in DATES],
}  # fmt: skip

#: Imports by the tool: covered by these tests, which start a process each time.
TOOL = {
    ("cli/commands/compare.py", "hayapack_lab"): "test_cli_page.py",
    ("cli/commands/index.py", ".stream"): "test_split.py",
    ("cli/commands/lab.py", "hayapack_lab"): "test_cli_commands.py",
    ("cli/commands/convert.py", ".cli.tables.reading"): "test_cli_tables.py",
    ("cli/commands/query.py", ".cli.tables.reading"): "test_cli_tables.py",
    ("cli/commands/query.py", "duckdb"): "test_cli_tables.py",
    ("cli/tables/by_pyarrow.py", "pyarrow"): "test_cli_tables.py",
    ("cli/input/structures.py", "pickletools"): "test_cli_contents.py",
    ("cli/input/compressed.py", "lz4.frame"): "test_optional_packages_of_the_tool",
    ("cli/input/compressed.py", "lzma"): "test_optional_packages_of_the_tool",  # some Pythons lack these two
    ("cli/input/compressed.py", "bz2"): "test_optional_packages_of_the_tool",
    ("cli/terminal.py", "rich"): "test_cli_terminal.py",
    ("cli/words.py", "difflib"): "test_cli_words.py",
    ("cli/json/seek.py", "difflib"): "test_cli_words.py",
}


def _full(source, level, module):
    """The module of ``from ..x import``, as in ROWS."""
    inner = list(Path(source).parts[:-1])
    kept = inner[: len(inner) - level + 1]
    return "." + ".".join([*kept, *filter(None, [module])]) if level else module


def _imports(source, node):
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module:
        return {_full(source, node.level, node.module)}
    if isinstance(node, ast.ImportFrom):  # from . import x
        outer = _full(source, node.level, None).rstrip(".")
        return {f"{outer}.{alias.name}" for alias in node.names}
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "import_module":
        return {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return set()


#: Their imports are those of packages that only step python/engines has.
ENGINES = {f"data/{name}.py" for name in ("clickhouse", "dask", "ray", "spark", "tasks")}


def _lazy_in_python():
    found = set()
    for path in PACKAGE.rglob("*.py"):
        source = path.relative_to(PACKAGE).as_posix()
        if source in ENGINES:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for node in ast.walk(function):
                    found |= {(source, name) for name in _imports(source, node)}
        if path.name in ("__init__.py", "exceptions.py"):  # the tables for later() map modules to names
            for node in ast.walk(tree):
                if isinstance(node, ast.Dict) and all(isinstance(v, ast.Tuple) for v in node.values):
                    found |= {(source, _full(source, 1, key.value)) for key in node.keys}
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
                    found.add((source, _full(source, 1, node.targets[0].slice.value)))
    return found


def _lazy_in_c():
    call = re.compile(
        r'(?:native_import|native_imported|partial_import|PyImport_ImportModule)\((?:&state->\w+, )?"([\w.]+)"'
        r'|\{"(hayapack\.[\w.]+|datetime)", "'
    )
    found = set()
    for path in EXTENSION.rglob("*.[ch]"):
        source = path.relative_to(EXTENSION).as_posix()
        for names in call.findall(path.read_text(encoding="utf-8")):
            name = "".join(names)
            found.add((source, name[len("hayapack") :] if name.startswith("hayapack.") else name))
        if "LIBLZ4_MODULE)" in path.read_text(encoding="utf-8"):
            found.add((source, "._liblz4"))
    return found


def test_each_lazy_import_has_a_row():
    in_python, in_c = _lazy_in_python(), _lazy_in_c()
    assert len(in_python) > 20 and len(in_c) > 8, "the search finds too few imports"
    tool = {(source, name) for source, name in in_python if source.startswith("cli/")}
    known = {(source, name.split(".")[0]) for source, name in TOOL}
    assert {(source, name.split(".")[0]) for source, name in tool} == known
    assert (in_python - tool) | in_c == set(ROWS)


# --- in a fresh process --------------------------------------------------------


def fresh(program, *options, path=PACKAGE.parent, **environment):
    env = {key: value for key, value in os.environ.items() if "PUREPYTHON" not in key}
    env.update(environment, PYTHONPATH=str(path))
    return subprocess.run(
        [sys.executable, *options, "-c", program],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, env=env, timeout=100,
    )  # fmt: skip


def works(program, before="", **environment):
    done = fresh(before + SETUP + program, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(params=["native", "pure"])
def environment(request):
    if request.param == "native" and NATIVE_MISSING:
        pytest.skip(f"hayapack._native can't be imported: {NATIVE_MISSING}")
    return {"HAYAPACK_PUREPYTHON": "1"} if request.param == "pure" else {}


def programs():
    """(environment, program): on the back end that has all the imports of its rows, or on both."""
    found = {}
    for (source, name), rows in ROWS.items():
        for program in rows:
            found.setdefault(program, []).append((source, name))
    for number, (program, keys) in enumerate(found.items()):
        in_c = {source.endswith(".c") for source, _ in keys}
        in_python = {source.startswith("_fallback/") for source, _ in keys}
        for back_end in ("native", "pure"):
            if (in_python if back_end == "native" else in_c) != {True}:
                yield pytest.param(back_end, program, id=f"{back_end} {' '.join(keys[-1])} {number}")


@pytest.mark.parametrize("environment, program", list(programs()), indirect=["environment"])
def test_first_use(environment, program):
    if program in LZ4 and not HAS_LZ4 and (environment or _native.liblz4()):
        pytest.skip("the package lz4 is not installed")
    capsules = (
        *ROWS["_fallback/tables/columns.py", "._fallback.tables.arrow"],
        *ARROW,
        *ARROW_ROWS,
        *ARROW_STREAM,
        ARROW_FAULT,
        *ROWS["data/given.py", ".data.schemas"],
    )
    if program in capsules and sys.implementation.name != "cpython":
        pytest.skip("capsules are CPython's")
    works(program, **environment)


#: What `import hayapack` adds to the modules of an interpreter that has just started, besides hayapack's own.
STANDARD = {"__future__", "_operator", "gc"}
OWN = {
    "hayapack",
    *("hayapack." + name for name in "_classes _errors _later _wire _wire.format exceptions ext".split()),
}
NATIVE = {
    "hayapack." + name for name in "_native _values _values.codes _values.columns _values.dtypes _values.views".split()
}
#: The first use of the pure back end; struct is CPython's, and some builds have _struct as a file.
PURE_STANDARD = {"_struct", "itertools", "struct"}
PURE_PACK = {
    "hayapack." + name
    for name in "_fallback _fallback.checks _fallback.option_cache _fallback.option_table _fallback.pack"
    " _fallback.pack.encode _fallback.pack.frames _fallback.pack.options _fallback.pack.output _fallback.pack.packer"
    " _fallback.pack.resolve _fallback.plan _fallback.plan.planned _wire.numbers _wire.numbers_cpython"
    " _wire.writing".split()
}
PURE_UNPACK = {
    "hayapack." + name
    for name in "_fallback _fallback.checks _fallback.lock _fallback.option_cache _fallback.option_table"
    " _fallback.plan _fallback.plan.planned _fallback.unpack _fallback.unpack.decode _fallback.unpack.options"
    " _fallback.unpack.unpacker _wire.reading _wire.scan".split()
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
    native = not environment
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


@pytest.mark.parametrize("program", LZ4)
def test_lz4_without_liblz4_or_the_package(program, environment):
    if HAS_LZ4:
        works(program, without("hayapack._liblz4"), **environment)
    text = lacking(program, without("hayapack._liblz4", "lz4"), **environment)
    assert ("_liblz4" in text) == (not environment)


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


@pytest.mark.parametrize("package", ["orjson", "rich", "zstandard", "lz4", "lzma", "bz2"])
@pytest.mark.parametrize("there", [True, False])
def test_optional_packages_of_the_tool(package, there, tmp_path, environment):
    if there and importlib.util.find_spec(package) is None:
        pytest.skip(f"the package {package} is not installed")
    # zstd is read with any of three modules.
    others = ("compression.zstd", "backports.zstd") if package == "zstandard" else ()
    before = "" if there else without(package, *others)
    plain = tmp_path / "plain.msgpack"
    plain.write_bytes(hayapack.packb({"a": 1}))
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
