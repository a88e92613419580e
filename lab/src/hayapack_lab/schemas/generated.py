"""Python code generated from the schemas by the installed generators.

The code is never committed: it is generated on first use and kept in the cache, under a name that
depends on the schema, the generator and the package that runs the code, so code is never used with
other versions than it was made for. Processes may generate it at the same time: a file is either
absent or complete.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

from ..data.fetch import cache_folder
from ..data.missing import NotAvailable

FOLDER = Path(__file__).parent
TIME_LIMIT = 25  # seconds for a generator; a worker has 30 to start
REASON_SHOWN = 200  # characters
WORK = "{work}/"  # in a generator's arguments: the absolute path of the folder it runs in


@dataclass(frozen=True)
class Generator:
    """A code generator: its name and its command."""

    name: str  # with its version
    command: tuple[str, ...]


@lru_cache(maxsize=None)
def protobuf() -> ModuleType:
    """record.proto's module; raises NotAvailable with what is missing or does not fit."""
    arguments = (f"-I{FOLDER}", "--python_out=.", "record.proto")
    return _module("record.proto", "record_pb2.py", _protoc(), arguments, "protobuf")


@lru_cache(maxsize=None)
def flatbuffers() -> ModuleType:
    """record.fbs's module, with the object API; raises NotAvailable as above."""
    # flatc 2.0 puts an empty __init__.py into the folder, and into / if the folder is relative.
    arguments = ("--python", "--gen-object-api", "--gen-onefile", "-o", WORK, str(FOLDER / "record.fbs"))
    return _module("record.fbs", "record_generated.py", _flatc(), arguments, "flatbuffers")


def _protoc() -> Generator:
    if importlib.util.find_spec("grpc_tools"):
        command = (sys.executable, "-m", "grpc_tools.protoc")
        return Generator(f"grpcio-tools {version('grpcio-tools')}", command)
    found = shutil.which("protoc")
    if found is None:
        raise NotAvailable("protobuf needs grpcio-tools, or protoc on the PATH, to generate its code")
    return _program(found)


def _flatc() -> Generator:
    """Prefers the one in this environment, which has the version of the installed package."""
    found = shutil.which("flatc", path=str(Path(sys.executable).parent)) or shutil.which("flatc")
    if found is None:
        raise NotAvailable("flatbuffers needs flatc, in this environment or on the PATH")
    return _program(found)


def _program(path: str) -> Generator:
    return Generator(_run((path, "--version"), ".").strip(), (path,))


def _module(schema: str, result: str, generator: Generator, arguments: tuple[str, ...], package: str) -> ModuleType:
    """The module `result` that the generator makes from `schema` for `package`."""
    runs = f"{package} {version(package)}"
    what = (FOLDER / schema).read_bytes() + repr((generator.name, runs, arguments[:-1])).encode()
    name = Path(result).stem
    path = _folder() / f"{name}-{hashlib.sha256(what).hexdigest()[:16]}.py"
    if not path.exists():
        _generate(path, result, generator, arguments)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # each package rejects code of another version with its own exception
        reason = f"{type(error).__name__}: {error}"[:REASON_SHOWN]
        raise NotAvailable(f"{runs} can't run the code of {generator.name}: {reason}") from None
    return module


def _folder() -> Path:
    return cache_folder().parent / "generated"


def _generate(path: Path, result: str, generator: Generator, arguments: tuple[str, ...]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as work:
            told = [argument.replace(WORK, f"{work}/") for argument in arguments]
            _run((*generator.command, *told), work)
            made = Path(work, result)
            if not made.exists():
                raise NotAvailable(f"{generator.name} did not write {result}")
            os.replace(made, path)
    except OSError as error:
        raise NotAvailable(f"the code can't be stored in {path.parent}: {error}") from None


def _run(command: tuple[str, ...], folder: str) -> str:
    """The output of the program; raises NotAvailable with the first line of its error if it fails."""
    name = " ".join(command[:3] if command[1] == "-m" else command[:1])
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, cwd=folder)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotAvailable(f"{name} could not be run: {error}") from None
    if done.returncode:
        words = (done.stderr.strip() or done.stdout.strip() or "without a word").splitlines()[0]
        raise NotAvailable(f"{name} failed with status {done.returncode}: {words[:REASON_SHOWN]}")
    return done.stdout
