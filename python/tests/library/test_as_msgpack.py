"""hayapack in place of msgpack: install_as_msgpack(), the launcher, and programs that check
msgpack's version or patch msgpack, as real ones do.
"""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import NATIVE_MISSING

import hayapack

pytestmark = pytest.mark.package

SOURCE = Path(hayapack.__file__).resolve().parents[1]
ROOT = Path(__file__).resolve().parents[3]


def run(*arguments, path=(), status=0, **environment):
    """The output of `python ARGUMENTS...`. path: folders with replacement modules."""
    kept = {k: v for k, v in os.environ.items() if "PUREPYTHON" not in k and k != "HAYAPACK_AS_MSGPACK"}
    env = {**kept, "PYTHONPATH": os.pathsep.join(map(str, [*path, SOURCE])), **environment}
    done = subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, env=env, timeout=100)  # fmt: skip
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout.strip() if status == 0 else done.stderr


def program(text, **more):
    return run("-W", "error", "-c", text, **more)


INSTALL = "import hayapack\nhayapack.install_as_msgpack()\n"

# --- the replacement module ---------------------------------------------------


def test_names_and_submodules():
    program(INSTALL + """
import msgpack
import msgpack.exceptions, msgpack.ext, msgpack.fallback
from msgpack import Packer, Unpacker, ExtType, Timestamp, pack, packb, unpack, unpackb, fallback
from msgpack import load, loads, dump, dumps
from msgpack.exceptions import ExtraData, FormatError, StackError, OutOfData, BufferFull
from msgpack.exceptions import UnpackException, UnpackValueError, PackException, PackValueError
from msgpack.exceptions import PackOverflowError
from msgpack.fallback import Packer as PurePacker, Unpacker as PureUnpacker, unpackb as pure_unpackb
from msgpack import *
assert fallback.unpackb(PurePacker().pack(5)) == 5 == unpackb(packb(5))
assert msgpack.ext.Timestamp is Timestamp is hayapack.Timestamp
assert msgpack.View and msgpack.TypeRegistry  # names that msgpack does not have
for name in ("backend", "no_such_name"):
    try: getattr(msgpack, name)
    except AttributeError as error: assert name in str(error)
    else: raise AssertionError(name)
import importlib.util
assert importlib.util.find_spec("msgpack").name == "msgpack"
assert importlib.util.find_spec("msgpack").origin == msgpack.__file__ == hayapack.__file__  # no namespace package
assert importlib.util.find_spec("msgpack.fallback") is not None
""")  # fmt: skip


@pytest.mark.skipif(bool(NATIVE_MISSING), reason="hayapack._native can't be imported")
def test_compiled_module():
    program(INSTALL + """
from msgpack import Packer, fallback
from msgpack._cmsgpack import Packer as Compiled, Unpacker, unpackb
assert Packer is Compiled is not fallback.Packer
from msgpack import _packer, _unpacker  # before 0.6
assert _packer.Packer is Packer and _unpacker.Unpacker is Unpacker and _unpacker.unpackb(_packer.Packer().pack([1])) == [1]
""")  # fmt: skip


def test_no_compiled_module_in_pure_python():
    for name in ("_cmsgpack", "_packer", "_unpacker"):
        text = f"try: import msgpack.{name}\nexcept ImportError: print(msgpack.Packer is msgpack.fallback.Packer)"
        assert program(INSTALL + "import msgpack\n" + text, HAYAPACK_PUREPYTHON="1") == "True"


def test_versions():
    text = "import msgpack; print(msgpack.version, msgpack.__version__, hayapack.version)"
    ours = hayapack.version
    assert program(INSTALL + text) == f"(1, 2, 4) 1.2.4 {ours}"
    older = "import hayapack; hayapack.install_as_msgpack(version=(1, 1, 2))\n"
    assert program(older + text) == f"(1, 1, 2) 1.1.2 {ours}"
    again = "import msgpack as before; hayapack.install_as_msgpack((1, 0, 8)); assert before is __import__('msgpack')\n"
    assert program(INSTALL + again + text) == f"(1, 0, 8) 1.0.8 {ours}"
    for bad in ("()", "('1', '2')"):
        program(f"import hayapack\ntry: hayapack.install_as_msgpack({bad})\nexcept TypeError: pass\nelse: raise SystemExit(5)")  # fmt: skip


def test_version_is_that_of_the_suite():
    """The default version is the release whose test suite is run on hayapack."""
    script = ROOT / "tools" / "suites" / "fetch-msgpack-suite.sh"
    if not script.is_file():
        pytest.skip("needs the source checkout")
    from hayapack.compat import MSGPACK_VERSION

    assert "VERSION=%s\n" % ".".join(map(str, MSGPACK_VERSION)) in script.read_text()


def test_changes_stay_in_the_stand_in():
    program(INSTALL + """
import msgpack
msgpack.packb = lambda o, **options: b"patched"
msgpack.Packer = None
assert hayapack.packb(1) == b"\\x01" and hayapack.Packer().pack(1) == b"\\x01"
""")  # fmt: skip


# --- too late ----------------------------------------------------------------------

#: A module msgpack with the right names only.
RIVAL = {
    "msgpack/__init__.py": """
from .ext import ExtType
from .fallback import Packer, packb
version = (1, 0, 5)
""",
    "msgpack/ext.py": "class ExtType: pass\n",
    "msgpack/fallback.py": "class Packer: pass\ndef packb(o): return b'rival'\n",
    "early.py": "import msgpack\nfrom msgpack import packb\nclass Mine(msgpack.Packer): pass\n",
    "innocent.py": "import early\nVERSION = 'msgpack'\n",
}


def files(folder, texts):
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_too_late_names_the_modules(tmp_path):
    text = """
import innocent, warnings, hayapack
class Proxy:
    @property
    def __class__(self): raise RuntimeError("touched")
    def __getattr__(self, name): raise RuntimeError("touched")
innocent.proxy = Proxy()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    hayapack.install_as_msgpack()
    hayapack.install_as_msgpack()  # the second call does not warn again
print(*[f"{w.category.__name__} {w.message}" for w in caught])
import msgpack, msgpack.ext
assert msgpack.packb(1) == b"\\x01" and msgpack.ext.ExtType is hayapack.ExtType
"""
    said = program(text, path=[files(tmp_path, RIVAL)])
    assert said.startswith("RuntimeWarning install_as_msgpack() came too late")
    assert "early (Mine, msgpack, packb)" in said and "innocent" not in said and said.count("too late") == 1


def test_not_too_late_when_nobody_holds_it(tmp_path):
    text = "import sys, msgpack, msgpack.ext\ndel msgpack\n" + INSTALL + "import msgpack; print(msgpack.version)"
    assert program(text, path=[files(tmp_path, RIVAL)]) == "(1, 2, 4)"


# --- programs ------------------------------------------------------------------------

PROGRAMS = {
    "kombu": """
import msgpack
assert msgpack.version >= (0, 4)
from msgpack import packb, unpackb
registry = {"msgpack": (lambda s: packb(s, use_bin_type=True), lambda s: unpackb(s, raw=False))}
dump, load = registry["msgpack"]
assert load(dump({"task": "add", "args": [1, b"2"]})) == {"task": "add", "args": [1, b"2"]}
""",
    "msgpack_numpy": """
import functools, msgpack
from msgpack import Packer as _Packer, Unpacker as _Unpacker, unpackb as _unpackb
if msgpack.version < (1, 0, 0):
    raise ImportError("msgpack is too old")
def encode(obj, chain=None):
    return {b"complex": str(obj)} if isinstance(obj, complex) else obj if chain is None else chain(obj)
def decode(obj, chain=None):
    return complex(obj[b"complex"]) if b"complex" in obj else obj
class Packer(_Packer):
    def __init__(self, default=None, use_single_float=False, autoreset=True, use_bin_type=True, strict_types=False,
                 datetime=False, unicode_errors=None):
        super().__init__(default=functools.partial(encode, chain=default), use_single_float=use_single_float,
                         autoreset=autoreset, use_bin_type=use_bin_type, strict_types=strict_types,
                         datetime=datetime, unicode_errors=unicode_errors)
class Unpacker(_Unpacker):
    def __init__(self, file_like=None, *, object_hook=None, **options):
        super().__init__(file_like, object_hook=functools.partial(decode, chain=object_hook), **options)
def packb(o, **options): return Packer(**options).pack(o)
def unpackb(packed, **options):
    return _unpackb(packed, object_hook=functools.partial(decode, chain=options.pop("object_hook", None)), **options)
for name, ours in dict(Packer=Packer, Unpacker=Unpacker, packb=packb, dumps=packb, unpackb=unpackb, loads=unpackb).items():
    setattr(msgpack, name, ours)
import msgpack
assert msgpack.unpackb(msgpack.packb([1 + 2j])) == [1 + 2j]
unpacker = msgpack.Unpacker()
unpacker.feed(msgpack.packb({"z": 3j}))
assert unpacker.unpack() == {"z": 3j}
""",
    "tarantool": """
import msgpack
assert msgpack.version >= (1, 0, 0)
options = {"use_bin_type": True} if msgpack.version >= (0, 4, 0) else {}
packer = msgpack.Packer(autoreset=True, **options)
read = {"raw": False, "strict_map_key": False}
if msgpack.version >= (0, 6, 0): read["max_buffer_size"] = 100
unpacker = msgpack.Unpacker(ext_hook=lambda code, data: (code, data), **read)
unpacker.feed(packer.pack({0: 1, 1: msgpack.ExtType(4, b"x")}))
assert unpacker.unpack() == {0: 1, 1: (4, b"x")}
""",
    "distributed": """
import msgpack
if msgpack.version < (1, 0, 2): raise RuntimeError("msgpack-python >= 1.0.2 is needed")
assert msgpack.loads(msgpack.dumps({"x": (1, 2)}), use_list=False, strict_map_key=False) == {"x": (1, 2)}
""",
}
BORG = """
import msgpack
from msgpack import Packer as mp_Packer, packb as mp_packb, Unpacker as mp_Unpacker, version as mp_version
from msgpack import ExtType, Timestamp, OutOfData
assert (1, 0, 3) <= msgpack.version <= (1, 1, 2), msgpack.version
class Packer(mp_Packer):
    def __init__(self, *, default=None, unicode_errors="surrogateescape", use_single_float=False, autoreset=True,
                 use_bin_type=False, strict_types=False):
        super().__init__(default=default, use_single_float=use_single_float, autoreset=autoreset,
                         use_bin_type=use_bin_type, strict_types=strict_types, unicode_errors=unicode_errors)
assert Packer().pack({b"name": "\\udcff"}) == b"\\x81\\xa4name\\xa1\\xff"
"""


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name):
    program(INSTALL + PROGRAMS[name])
    program(INSTALL + PROGRAMS[name], HAYAPACK_PUREPYTHON="1")


def test_program_with_an_upper_bound():
    program("import hayapack; hayapack.install_as_msgpack(version=(1, 1, 2))\n" + BORG)


def test_timestamps_that_msgpack_pickled():
    """msgpack pickles a Timestamp by the state of its slots, without constructor arguments."""
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        text = (
            f"""
import pickle, sys
class Timestamp:
    __slots__ = ["seconds", "nanoseconds"]
Timestamp.__module__, Timestamp.__qualname__ = "msgpack.ext", "Timestamp"
theirs = Timestamp(); theirs.seconds, theirs.nanoseconds = 5, 6
import types; sys.modules["msgpack"] = types.ModuleType("msgpack")
sys.modules["msgpack.ext"] = module = types.ModuleType("msgpack.ext"); module.Timestamp = Timestamp
pickled = pickle.dumps([theirs], {protocol})
del sys.modules["msgpack"], sys.modules["msgpack.ext"], module
"""
            + INSTALL
            + """
(stamp,) = pickle.loads(pickled)
assert stamp == hayapack.Timestamp(5, 6) and type(stamp) is hayapack.Timestamp
assert pickle.loads(pickle.dumps(stamp)) == stamp
try: stamp.__setstate__((None, {"seconds": 1, "nanoseconds": 1}))
except AttributeError: pass
else: raise AssertionError("it changed")
for bad in ({"seconds": "5", "nanoseconds": 6}, {"seconds": 5, "nanoseconds": 10**9}):
    try: hayapack.Timestamp.__new__(hayapack.Timestamp).__setstate__((None, bad))
    except (TypeError, ValueError): pass
    else: raise AssertionError(bad)
"""
        )
        program(text)


# --- the launcher ------------------------------------------------------------------------

SHOW = "import msgpack; print(getattr(msgpack, '_hayapack', None) is not None, msgpack.version)"
OURS = "True (1, 2, 4)"


@pytest.fixture
def folder(tmp_path):
    """A folder with programs and a msgpack that must not be imported."""
    texts = {
        **RIVAL,
        "show.py": SHOW,
        "arguments.py": "import sys; print(__name__, sys.argv[1:], sys.path[0]); import early",
        "children.py": """
import multiprocessing, subprocess, sys
import early
def show(queue):
    queue.put(early.packb([1]))
if __name__ == "__main__":
    for method in sorted(set(multiprocessing.get_all_start_methods()) & {"fork", "spawn"}):
        context = multiprocessing.get_context(method)
        queue = context.Queue()
        process = context.Process(target=show, args=(queue,))
        process.start()
        print(method, queue.get(timeout=60))
        process.join()
    print(subprocess.run([sys.executable, "show.py"], capture_output=True, text=True, check=True).stdout.strip())
""",
    }
    return files(tmp_path, texts)


def launch(folder, *arguments, **more):
    return run("-W", "error", "-m", "hayapack", "run", *arguments, path=[folder], **more)


def test_launch_a_file_and_a_module(folder):
    assert launch(folder, folder / "show.py") == OURS
    assert launch(folder, "-m", "show") == OURS
    assert launch(folder, "-c", f"import sys; {SHOW}; print(sys.argv)", "-x", "a b") == f"{OURS}\n['-c', '-x', 'a b']"
    said = launch(folder, folder / "arguments.py", "-m", "--env", "a b")
    assert said == f"__main__ ['-m', '--env', 'a b'] {folder}"


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are Unix's")
def test_launch_a_command(folder, monkeypatch):
    command = folder / "bin" / "my-tool"
    files(
        folder, {"bin/my-tool": "#!/nowhere/python3\n" + SHOW, "bin/shell": f"#!/bin/sh\nexec {sys.executable} show.py"}
    )
    for path in command, command.with_name("shell"):
        path.chmod(0o755)
    path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
    assert launch(folder, "my-tool", PATH=path) == OURS
    monkeypatch.chdir(folder)
    assert launch(folder, "shell", PATH=path) == OURS


@pytest.mark.long
def test_launch_reaches_child_processes(folder, monkeypatch):
    monkeypatch.chdir(folder)
    *methods, child = launch(folder, "children.py").splitlines()
    assert [line.split()[1] for line in methods] == ["b'\\x91\\x01'"] * len(methods) and methods
    assert child == OURS


@pytest.mark.long
def test_launch_with_another_version(folder):
    assert launch(folder, "--msgpack-version", "1.1.2", "-m", "show") == "True (1, 1, 2)"


def test_environment_alone(folder):
    variables = dict(line.split("=", 1) for line in launch(folder, "--env").splitlines())
    assert variables["HAYAPACK_AS_MSGPACK"] == "1"
    assert run("-W", "error", folder / "show.py", **variables) == OURS
    for value, shown in {"1.0.8": "True (1, 0, 8)", "0": "False (1, 0, 5)", "": "False (1, 0, 5)"}.items():
        assert run(folder / "show.py", **{**variables, "HAYAPACK_AS_MSGPACK": value}) == shown
    del variables["HAYAPACK_AS_MSGPACK"]
    assert run(folder / "show.py", **variables) == "False (1, 0, 5)"


def test_environment_that_makes_no_sense(folder):
    variables = dict(line.split("=", 1) for line in launch(folder, "--env").splitlines())
    variables["HAYAPACK_AS_MSGPACK"] = "1.x"
    assert run(folder / "show.py", **variables) == "False (1, 0, 5)"


def test_another_sitecustomize_still_runs(folder):
    files(folder, {"sitecustomize.py": "import early; early.mark = 5", "marked.py": "import early; print(early.mark, early.packb(1))"})  # fmt: skip
    assert launch(folder, folder / "marked.py") == "5 b'\\x01'"


@pytest.mark.long
def test_launch_misused(folder):
    assert launch(folder, status=2).startswith("hayapack: run: no program was given; `hayapack help run`")
    assert "no-such-program" in launch(folder, "no-such-program", status=127)
    assert "no such option: --what" in launch(folder, "--what", status=2)
    assert "1.1.2" in launch(folder, "--msgpack-version", "new", "show.py", status=2)
    assert "celery" in launch(folder, "--help")
