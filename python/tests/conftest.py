"""Every test that takes ``backend`` runs on the compiled and on the pure back end."""

import gc
import importlib
import os
import signal
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import pytest

try:
    import hayapack
except ImportError:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
    import hayapack
from hayapack import _fallback

try:
    from hayapack import _native
except ImportError as error:
    _native, NATIVE_MISSING = None, str(error)
else:
    NATIVE_MISSING = ""

BACKENDS = ["native", "pure"]
#: Of generated values, in each test.
EXAMPLES = int(os.environ.get("HAYAPACK_FUZZ_EXAMPLES", "300"))
#: The interpreter was built with --disable-gil.
FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
#: CPython 3.13 without a GIL never releases a class that exists when a second thread starts, or later.
keeps_classes = pytest.mark.skipif(FREE_THREADED and sys.version_info < (3, 14), reason="CPython 3.13t keeps classes")

# A background job ignores SIGINT, and the programs that the tests start and interrupt would
# inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Capsules, by which Arrow data are exchanged, are CPython's.
collect_ignore_glob = (
    []
    if sys.implementation.name == "cpython"
    else ["data/*", "*/test_arrow_*.py", "*/test_data_damage.py", "*/test_rows_once.py"]
)


def _backend(name):
    module = _native if name == "native" else _fallback
    return SimpleNamespace(
        name=name,
        Packer=module.Packer,
        Unpacker=module.Unpacker,
        packb=module.packb,
        unpackb=module.unpackb,
        View=module.View,
        MapView=module.MapView,
        ArrayView=module.ArrayView,
        get=module.get,
        columns=module.columns,
        arrow_rows=module.arrow_rows,
        arrow_stream=module.arrow_stream,
        Decoder=module.Decoder,
        Encoder=module.Encoder,
    )


@pytest.fixture(params=BACKENDS)
def backend(request):
    if request.param == "native" and _native is None:
        pytest.skip(f"hayapack._native can't be imported: {NATIVE_MISSING}")
    return _backend(request.param)


def pytest_addoption(parser):
    parser.addoption("--backend", choices=BACKENDS, help="run the tests of the fixture `backend` with this one only")


def pytest_collection_modifyitems(config, items):
    for item in items:
        parameters = getattr(item, "callspec", None) and item.callspec.params or {}
        if "pure" in (parameters.get("backend"), parameters.get("environment")) and item.get_closest_marker(
            "pure_is_long"
        ):
            item.add_marker("long")
    chosen = config.getoption("--backend")
    if chosen:
        other = [
            item
            for item in items
            if (getattr(item, "callspec", None) and item.callspec.params.get("backend", chosen) != chosen)
            or (chosen == "native" and item.get_closest_marker("package"))
        ]
        config.hook.pytest_deselected(items=other)
        left_out = set(other)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture
def both():
    """The two back ends, for tests that compare them."""
    if _native is None:
        pytest.skip(f"hayapack._native can't be imported: {NATIVE_MISSING}")
    return _backend("native"), _backend("pure")


@pytest.fixture
def frequent_switches():
    """Of the threads that have the GIL."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def both_back_ends(backend, monkeypatch):
    """hayapack.stream with the functions of one back end."""
    # Not by attributes: the names of functions hide the modules.
    modules = [
        importlib.import_module(f"hayapack.stream.{name}")
        for name in (
            "boundary",
            "message_blocks",
            "long_messages",
            "recovery",
            "compressed",
            "index",
            "range_scans",
            "splitter",
        )
    ]
    module = _native
    if backend.name == "pure":
        module = importlib.import_module("hayapack._fallback.split.scan_messages")
    scan = module.scan_messages
    if backend.name == "pure":
        module = importlib.import_module("hayapack._fallback.split.guess_boundary")
    guess = module.guess_boundary
    for module in modules:
        monkeypatch.setattr(module, "scan_messages", scan)
    monkeypatch.setattr(modules[0], "guess_boundary", guess)
    return backend.name


@pytest.fixture
def data_on(both_back_ends, monkeypatch):
    """hayapack.data with the functions of one back end; its name."""
    module = _native if both_back_ends == "native" else _fallback
    conversion = importlib.import_module("hayapack.data.messages_to_columns")
    monkeypatch.setattr(conversion, "columns", module.columns)
    monkeypatch.setattr(conversion, "_ColumnMemory", getattr(module, "ColumnMemory", None))
    arrow = importlib.import_module("hayapack.data.arrow")
    for name in ("arrow_stream", "arrow_rows"):
        monkeypatch.setattr(arrow, name, getattr(module, name, None), raising=False)
    if both_back_ends == "pure":
        monkeypatch.setattr(importlib.import_module("hayapack.data.infer_known"), "KnownTypes", None)
    monkeypatch.setattr(importlib.import_module("hayapack.data.infer"), "unpackb", module.unpackb)
    return both_back_ends


def pytest_collection_finish(session):
    # Tests that run the collector would otherwise visit the objects of all test modules and packages each time.
    if hasattr(gc, "freeze"):
        gc.collect()
        gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def frozen_objects():
    """What the modules before have imported: see pytest_collection_finish()."""
    if hasattr(gc, "freeze"):
        gc.freeze()


def pytest_terminal_summary(terminalreporter):
    for line in getattr(terminalreporter.config, "vector_counts", []):
        terminalreporter.write_line(line)
    if collect_ignore_glob:
        terminalreporter.write_line("hayapack.data was NOT tested: it needs CPython", yellow=True)
    if NATIVE_MISSING:
        terminalreporter.write_line(f"hayapack: the compiled back end was NOT tested ({NATIVE_MISSING})", yellow=True)
    else:
        terminalreporter.write_line(f"hayapack: both back ends were tested; {hayapack.backend} is in use")
