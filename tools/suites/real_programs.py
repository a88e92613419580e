"""Runs the test suites of programs that import msgpack, with msgpack and with hayapack in its place.

    python real_programs.py [--short] [--folder FOLDER] [PROGRAM...]

Every program of PROGRAMS gets a virtual environment of its own in FOLDER (.cache/real-programs), with the program,
msgpack and the hayapack that is installed in this Python. Its tests come from its source distribution, or are part of
the installed package. They run once as they are, and once under `python -m hayapack run`; a test that passed with
msgpack must pass with hayapack. If the two differ, or one ends without a report (it hangs, for example), both are
repeated, twice at most, and only what happens each time counts: many of these suites have tests that depend on the clock.

The last line counts what was compared. Exit status 1: a program differs, or a suite did not run although all that it
needs is there.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import xml.etree.ElementTree as xml
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REDIS_PORT = 6379
SUITE_SECONDS = 900  # ends a suite that hangs; the longest takes 100 on an idle machine
TEST_SECONDS = 120  # ends a test that hangs, in suites with pytest-timeout


class Program:
    """name, version: on the package index. packages: what its tests need besides, as pip takes them; {this} is the
    program itself. tests: files and folders of the source distribution; from_package: of the installed package.
    options: of pytest. needs: a server or a command of Debian (package). excluded: {test file: reason}. shown: the
    msgpack version that the program requires, if not the newest. short: it is part of --short. debian: the source
    package and the suite of Debian that have its tests, where the source distribution has none. libraries: Debian's
    packages with which it is built. files: {name: text} of modules that its tests import and no index has."""

    def __init__(
        self, name, version, tests, packages=(), options=(), needs=None, excluded=None, shown=None, short=False,
        from_package=False, debian=None, libraries="", files=None,
    ):  # fmt: skip
        self.name = name
        self.version = version
        self.tests = tests.split()
        self.packages = list(packages)
        self.options = list(options)
        self.needs = needs
        self.excluded = excluded or {}
        self.shown = shown
        self.short = short
        self.from_package = from_package
        self.debian = debian
        self.libraries = libraries
        self.files = files or {}


# Not all of them: archiver, which runs borg as a whole, takes ten minutes.
_BORG = "archive cache crypto hashindex helpers item key nonces remote repository upgrader version".split()

_CLOUD = (
    "t/unit/asynchronous/aws",
    "t/unit/transport/SQS",
    "t/unit/transport/test_azurestoragequeues.py",
    "t/unit/transport/test_gcpubsub.py",
)

PROGRAMS = [
    Program(
        "kombu",
        "5.7.0",
        "t/unit",
        ["{this}[msgpack,yaml]", "pytest-freezer", "redis", "tzdata", "hypothesis", "pydantic"],
        short=True,
        excluded={name: "needs the client library of a cloud" for name in _CLOUD},
    ),
    Program(
        "celery",
        "5.7.0",
        "t/unit/backends t/unit/app/test_amqp.py t/unit/utils/test_serialization.py t/unit/worker/test_request.py",
        [
            "{this}[msgpack,yaml,redis]",
            "pytest-subtests",
            "pytest-timeout",
            "pytest-click",
            "pytest-order",
            "pytest-rerunfailures",
            "freezegun",
        ],
    ),
    Program(
        "borgbackup",
        "1.4.5",
        "--pyargs " + " ".join(f"borg.testsuite.{name}" for name in _BORG),
        ["setuptools", "pkgconfig"],
        shown="1.1.2",
        from_package=True,
        libraries="pkg-config libacl1-dev libssl-dev liblz4-dev libzstd-dev libxxhash-dev",
    ),
    Program("pynvim", "0.6.0", "test", ["pytest-timeout"], needs="nvim neovim", short=True),
    Program("msgpack-numpy", "0.4.8", "tests.py", ["numpy"], short=True),
    Program(
        "python-socketio",
        "5.18.1",
        "tests/common tests/async",
        ["{this}[client]", "aiohttp", "pytest-asyncio", "pytest-timeout", "uvicorn", "simple-websocket"],
    ),
    # Its mock server misses a connection now and then, and waits.
    Program("fluent-logger", "0.11.1", "tests", ["pytest-timeout"], options=[f"--timeout={TEST_SECONDS}"], short=True),
    Program("mmtf-python", "1.1.3", "mmtf/tests/codec_tests.py", ["numpy"], short=True),
    Program("msgpack-asgi", "3.0.0", "tests", ["pytest-asyncio", "httpx"], options=["-o", "addopts="], short=True),
    Program(
        "numcodecs",
        "0.16.6",
        "--pyargs numcodecs",
        ["{this}[msgpack]", "numpy", "importlib_metadata"],
        options=["-k", "msgpack"],
        from_package=True,
        short=True,
    ),
    Program(
        "qcelemental",
        "0.51.4",
        "--pyargs qcelemental",
        ["msgpack"],
        options=["-k", "serial or msgpack"],
        from_package=True,
        short=True,
    ),
    Program("flax", "0.12.8", "tests/serialization_test.py", ["absl-py"]),
    Program(
        "django-redis",
        "7.0.0",
        "tests",
        ["{this}[hiredis]", "lz4", "pyzstd", "pytest-mock", "pytest-xdist", "pytest-timeout"],
        # Its other settings serialize with pickle and json; each needs a process of its own.
        options=["-o", "addopts=", "-k", "sqlite_msgpack or not sqlite", f"--timeout={TEST_SECONDS}"],
        needs="redis-server redis-server",
    ),
    Program(
        "aiocache",
        "0.12.3",
        "tests/ut tests/acceptance",
        [
            "{this}[redis,msgpack,memcached]",
            "marshmallow",
            "pytest<8",
            "pytest-asyncio==0.20.3",
            "pytest-mock",
            "pytest-cov",
        ],
        needs="redis-server redis-server",
        # Its tests call functions that redis-py has deprecated since.
        options=["-o", "addopts=", "-o", "filterwarnings=", "-m", "not memcached"],
    ),
    Program(
        "tarantool",
        "1.3.0",
        "test/suites",
        ["pandas", "pytz", "pyyaml", "pytest-timeout"],
        needs="tarantool tarantool",
        options=[f"--timeout={TEST_SECONDS}"],
        files={"dbapi20.py": "import unittest\n\n\nclass DatabaseAPI20Test(unittest.TestCase):\n    pass\n"},
        excluded={"test/suites/test_dbapi.py": "needs a module that is on no index"},
    ),
    Program(
        "langgraph-checkpoint",
        "4.3.2",
        "tests",
        [
            "pytest-asyncio",
            "pytest-mock",
            "pytest-timeout",
            "pandas",
            "numpy",
            "redis",
            "pycryptodome",
            "dataclasses-json",
        ],
        options=[f"--timeout={TEST_SECONDS}"],
        needs="redis-server redis-server",
    ),
    Program(
        "channels-redis",
        "4.3.0",
        "tests",
        ["pytest-asyncio", "async-timeout", "pytest-timeout"],
        options=[f"--timeout={TEST_SECONDS}"],
        needs="redis-server redis-server",
        excluded={
            "tests/test_sentinel.py": "needs a group of Redis servers with Sentinel",
            "tests/test_pubsub_sentinel.py": "needs a group of Redis servers with Sentinel",
        },
    ),
    Program(
        "distributed",
        "2024.12.1",
        "distributed/protocol/tests distributed/comm/tests",
        ["{this}", "dask[array,dataframe]==2024.12.1", "pytest-timeout", "lz4", "zstandard", "scipy", "blosc"],
        options=["-o", "addopts=", "-o", "filterwarnings=", f"--timeout={TEST_SECONDS}", "--timeout-method=signal"],
        debian="dask.distributed trixie",
    ),
    Program(
        "salt",
        "3007.8",
        "tests/pytests/unit/test_payload.py tests/pytests/unit/utils/test_msgpack.py tests/pytests/unit/utils/test_cache.py"
        " tests/pytests/unit/serializers tests/pytests/unit/tokens",
        [
            "pytest-salt-factories",
            "pytest-subtests",
            "pytest-timeout",
            "jinja2",
            "looseversion",
            "mock",
            "more-itertools",
            "requests",
            "tornado",
        ],
        short=True,
    ),
]


def run(words, log, **more):
    """Runs a command with its output in the log. Returns its exit status."""
    with open(log, "ab") as file:
        file.write(("\n$ " + " ".join(map(str, words)) + "\n").encode())
        file.flush()
        try:
            return subprocess.run(
                words, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, timeout=SUITE_SECONDS, **more
            ).returncode
        except subprocess.TimeoutExpired:
            file.write(b"stopped: it took too long\n")
            return 124


def tail(log, lines=15):
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])


def fetch(program, folder):
    """Unpacks the source distribution, or Debian's source package. Returns an error message or None."""
    if program.debian:
        package, suite_name = program.debian.split()
        script = ROOT / "tools" / "setup" / "debian-source.sh"
        if run([script, package, folder / "source", suite_name], folder / "log"):
            return f"Debian's source package {package} can't be had: {tail(folder / 'log', 3)}"
        return None
    place, log = folder.parent / "downloads" / f"{program.name}-{program.version}", folder / "log"
    if not list(place.glob("*.tar.gz")):
        source = f"{program.name}=={program.version}"
        words = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", program.name, source]
        run([*words, "-d", place], log)  # pip fails where its metadata can't be made, but the file is there
        if not list(place.glob("*.tar.gz")):
            return f"its source distribution can't be had: {tail(log, 3)}"
    with tarfile.open(next(place.glob("*.tar.gz"))) as archive:
        safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # 3.11.4 and later
        archive.extractall(folder / "source", **safe)
    return None


def install(python, packages, log, *options):
    words = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-compile", *options, *packages]
    return run(words, log)


def install_apart(program, folder, wanted, log):
    """Where one of the packages can't be had for this Python: the program, msgpack and pytest, and as many others as
    there are. Returns an exit status."""
    python, own = folder / "venv" / "bin" / "python", [*wanted[:1], "msgpack", "pytest"]
    if install(python, own, log):
        return 1
    for package in wanted:
        if package not in own and install(python, [package], log, "--only-binary", ":all:"):
            print(f"    {program.name} without {package}: it can't be installed for this Python", flush=True)
    return 0


def prepare(program, folder):
    """Makes the environment, once for each list of packages. Returns an error message or None."""
    python, log = folder / "venv" / "bin" / "python", folder / "log"
    packages = [package.format(this=program.name) for package in program.packages]
    mine = [package for package in packages if package.startswith(program.name + "[")] or [program.name]
    wanted = [mine[0] + "==" + program.version, *(package for package in packages if package not in mine), "msgpack"]
    if not any(package.startswith("pytest<") for package in packages):
        wanted.append("pytest")
    wanted = list(dict.fromkeys(wanted))
    stamp, key = folder / "stamp", " ".join([sys.version, *wanted])
    if not stamp.exists() or stamp.read_text() != key:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], log):
            return f"no virtual environment: {tail(log, 3)}"
        if install(python, wanted, log) and install_apart(program, folder, wanted, log):
            libraries = f" (built with Debian's {program.libraries})" if program.libraries else ""
            return f"its packages can't be installed{libraries}: {tail(log, 3)}"
        if not program.from_package:
            problem = fetch(program, folder)
            if problem:
                return problem
            for name, text in program.files.items():
                (tree(folder) / name).write_text(text)
        stamp.write_text(key)
    import hayapack

    libraries = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    place = Path(libraries) / "hayapack"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(Path(hayapack.__file__).parent, place)
    return None


def tree(folder):
    """The only folder of the source distribution."""
    return next(path for path in (folder / "source").iterdir() if path.is_dir())


def suite(program, folder, instead):
    """Runs the tests. Returns {test: outcome}; empty if pytest did not get that far."""
    python, report = folder / "venv" / "bin" / "python", folder / ("hayapack.xml" if instead else "msgpack.xml")
    place = folder / "empty"
    place.mkdir(exist_ok=True)
    if not program.from_package:
        place = tree(folder)
    report.unlink(missing_ok=True)
    launcher = []
    if instead:
        launcher = ["-m", "hayapack", "run", *(["--msgpack-version", program.shown] if program.shown else [])]
    words = [
        python, *launcher, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--continue-on-collection-errors", f"--junitxml={report}",
        "-o", "junit_family=xunit1", *program.options,
        *(f"--ignore={name}" for name in program.excluded), *program.tests,
    ]  # fmt: skip
    variables = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "HAYAPACK_AS_MSGPACK")}
    # A folder of its own for temporary files: a test of kombu leaves one, which makes the test fail the next time.
    with tempfile.TemporaryDirectory() as temporary:
        path = f"{python.parent}:{variables['PATH']}"
        run(words, folder / "log", cwd=place, env={**variables, "PATH": path, "TMPDIR": temporary})
    if not report.exists():
        return {}
    found = {}
    for case in xml.parse(report).iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        while name in found:  # borg has tests of the same name in several classes
            name += "'"
        found[name] = next((child.tag for child in case if child.tag in ("failure", "error", "skipped")), "passed")
    return found


def passed(outcomes):
    return {name for name, outcome in outcomes.items() if outcome == "passed"}


@contextmanager
def server(program):
    """redis-server on the port that the tests expect. The tests of pynvim and tarantool start theirs themselves."""
    if not _needs_redis(program):
        yield
        return
    words = ["redis-server", "--save", "", "--appendonly", "no", "--bind", "127.0.0.1"]
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        while not _listens(REDIS_PORT) and process.poll() is None:
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def _needs_redis(program):
    return bool(program.needs) and program.needs.startswith("redis-server")


def _listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def compare(program, folder):
    """Runs both suites. Returns (tests that passed with both, what is wrong or None, not_run)."""
    if program.needs and shutil.which(program.needs.split()[0]) is None:
        return 0, "{} was not found (Debian: {})".format(*program.needs.split()), True
    if _needs_redis(program) and _listens(REDIS_PORT):
        return 0, f"something else listens on port {REDIS_PORT}, whose data the tests would delete", True
    problem = prepare(program, folder)
    if problem:
        return 0, problem, True
    different = None
    with server(program):
        for _ in range(3):
            before, after = suite(program, folder, False), suite(program, folder, True)
            if not passed(before):
                continue
            this = passed(before) - passed(after)
            different = this if different is None else different & this
            if not different:
                return len(passed(before) & passed(after)), None, False
    if not passed(before):
        return 0, f"no test passed with msgpack: {tail(folder / 'log')}", False
    return len(passed(before) & passed(after)), "with hayapack not passed: " + ", ".join(sorted(different)), False


def main():
    parser = argparse.ArgumentParser(description="The tests of programs that import msgpack, with both.")
    parser.add_argument("--short", action="store_true", help="only those that together take about three minutes")
    parser.add_argument("--folder", type=Path, default=ROOT / ".cache" / "real-programs")
    parser.add_argument("program", nargs="*", metavar="PROGRAM", help="the names of programs; default: all")
    given = parser.parse_args()
    status = tests = programs = 0
    known = {program.name: program for program in PROGRAMS}
    for program in [known[name] for name in given.program] or PROGRAMS:
        if given.short and not program.short:
            continue
        start = time.monotonic()
        count, problem, not_run = compare(program, given.folder.resolve() / program.name)
        seconds = time.monotonic() - start
        title = f"{program.name} {program.version}"
        if not_run:
            print(f"not run: {title}: {problem}", flush=True)
            continue
        print(
            f"{title}: {count} tests passed with both ({seconds:.0f} s){f'; {problem}' if problem else ''}", flush=True
        )
        for name, reason in program.excluded.items():
            print(f"    left out: {name}: {reason}")
        status |= problem is not None
        tests, programs = tests + count, programs + 1
    print(f"{programs} programs compared, {tests} tests passed with both")
    return status


if __name__ == "__main__":
    sys.exit(main())
