"""The package: choice of back end, replacing msgpack, type annotations."""

import collections
import copy
import os
import pickle
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from conftest import NATIVE_MISSING

import hayapack

SOURCE = Path(hayapack.__file__).resolve().parents[1]
HERE = Path(__file__).resolve().parents[1]


def run(program, **environment):
    env = {key: value for key, value in os.environ.items() if "PUREPYTHON" not in key}
    env.update(environment, PYTHONPATH=str(SOURCE))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_choice_of_back_end():
    program = "import hayapack; print(hayapack.backend, hayapack.Packer.__module__)"
    usual = run(program)
    assert usual.startswith("pure" if NATIVE_MISSING else "native")
    assert run(program, HAYAPACK_PUREPYTHON="1").startswith("pure hayapack._fallback")
    assert run(program, MSGPACK_PUREPYTHON="1").startswith("pure hayapack._fallback")
    missing = "import sys; sys.modules['hayapack._native'] = None; " + program
    assert run(missing).startswith("pure")


LAYOUT_OF = (3, 13) if sysconfig.get_config_var("Py_GIL_DISABLED") else (3, 11)
LAYOUT_TO = (3, 13) if sysconfig.get_config_var("Py_GIL_DISABLED") else (3, 15)


@pytest.mark.skipif(bool(NATIVE_MISSING), reason="the native back end is not there")
@pytest.mark.skipif(not LAYOUT_OF <= sys.version_info[:2] <= LAYOUT_TO, reason="a version whose layout is not known")
@pytest.mark.skipif(bool(sysconfig.get_config_var("Py_DEBUG")), reason="a debug build")
def test_the_private_layout_is_used():
    """A self-test that fails leaves the public API, which is several times slower, without a word."""
    program = "from hayapack import _native; print(_native.private_layout)"
    known = sys.maxsize > 2**32 and sys.byteorder == "little"
    assert run(program, HAYAPACK_PUBLIC_API="") == str(known)
    assert run(program, HAYAPACK_PUBLIC_API="1") == "False"


def test_names():
    for name in hayapack.__all__:
        assert hasattr(hayapack, name), name
    for name in ("pack packb unpack unpackb load loads dump dumps Packer Unpacker ExtType Timestamp "
                 "Fragment aiter_unpack install_as_msgpack version backend").split():  # fmt: skip
        assert name in hayapack.__all__


@pytest.mark.package
def test_types():
    """mypy --strict accepts a program that uses every public name."""
    version = pytest.importorskip("mypy.version").__version__
    if tuple(map(int, version.split(".")[:2])) < (1, 10):
        pytest.skip(f"mypy {version} does not know the defaults of type variables, which 1.10 does")
    # mypy rejects a path that belongs to an installed package.
    path = {} if SOURCE.name == "site-packages" else {"MYPYPATH": str(SOURCE)}
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        "--no-incremental",
        "--cache-dir",
        os.devnull,
    ]
    done = subprocess.run(
        [*command, str(HERE / "typed_program.py")],
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, **path},
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_as_pyright_sees_them():
    """The same program; its assert_type() calls tell what an editor shows."""
    pyright = shutil.which("pyright")
    if pyright is None:
        pytest.skip("pyright is not installed (npm install --global pyright)")
    done = subprocess.run(
        [pyright, "--pythonpath", sys.executable, str(HERE / "typed_program.py")],
        capture_output=True, text=True, timeout=300, cwd=SOURCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_ext_type_is_a_namedtuple():
    """As in msgpack, but without importing collections."""
    names = ("code", "data")
    ours = hayapack.ExtType(5, b"x")
    theirs = collections.namedtuple("ExtType", names)(5, b"x")
    assert repr(ours) == repr(theirs) and ours == theirs and hash(ours) == hash(theirs)
    assert ours._fields == names == hayapack.ExtType.__match_args__ and ours._asdict() == theirs._asdict()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert type(pickle.loads(pickle.dumps(ours, protocol))) is hayapack.ExtType
    for same in (ours._replace(code=6), hayapack.ExtType._make([6, b"x"]), copy.copy(ours)._replace(code=6)):
        assert type(same) is hayapack.ExtType and same == (6, b"x")
    for kind in (type(ours), type(theirs)):
        for wrong in (lambda: kind._make([1]), lambda: kind(5, b"")._replace(z=1)):
            with pytest.raises((TypeError, ValueError)):
                wrong()
