"""View and get: both back ends compared with each other and with unpackb.

HAYAPACK_FUZZ_EXAMPLES sets the number of examples per test (default 300).
"""

from collections.abc import Mapping, Sequence

import pytest

pytest.importorskip("hypothesis")
from fuzzing import SETTINGS  # noqa: E402
from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from lz4_package import HAS_PACKAGE  # noqa: E402
from same import agree, outcome, same  # noqa: E402
from test_differential import BUFFERS, LIMITS, exporters, mutations, values  # noqa: E402

from hayapack import ExtType, packb  # noqa: E402

options = st.fixed_dictionaries(
    {},
    optional={
        "use_list": st.booleans(),
        "raw": st.booleans(),
        "timestamp": st.integers(0, 3),
        "strict_map_key": st.booleans(),
        "unicode_errors": st.sampled_from([None, "strict", "replace", "surrogateescape"]),
        "ext_hook": st.sampled_from([ExtType, lambda code, data: data, lambda code, data: [code]]),
        **LIMITS,
        "max_buffer_size": st.integers(0, 200),
        "zero_copy": st.booleans(),
        "tuple_keys": st.booleans(),
    },
)


def plain(view):
    """The content of a view, read by iterating over it."""
    if isinstance(view, Mapping):
        return {key: plain(value) for key, value in view.items()}
    if isinstance(view, Sequence) and not isinstance(view, (str, bytes, bytearray, tuple, memoryview)):
        return [plain(item) for item in view]
    return view


def touch(view, draws, seen):
    """Accesses a view in random steps; collects the outcome of each."""
    for number in draws:
        if isinstance(view, Mapping):
            keys = outcome(list, view)
            seen.append((keys, outcome(len, view)))
            if not isinstance(keys, list) or not keys:
                return
            key = keys[number % len(keys)]
            seen.append(outcome(view.__contains__, key))
            view = outcome(view.__getitem__, key)
        elif isinstance(view, Sequence) and not isinstance(view, (str, bytes, tuple, memoryview)) and len(view):
            seen.append(len(view))
            view = outcome(view.__getitem__, number % len(view))
        else:
            break
        seen.append(shown(view))


def shown(value):
    if hasattr(value, "offset") and hasattr(value, "value"):
        return type(value).__name__, value.offset, outcome(value.value)
    return value


def explore(backend, data, options, draws):
    seen = []
    view = outcome(lambda: backend.View(data, **options))
    if isinstance(view, backend.View):
        seen.append(outcome(view.value))
        seen.append(shown(outcome(plain, view)))
        for _ in range(3):
            touch(view, draws, seen)
        seen.append(shown(outcome(plain, view)))
    else:
        seen.append(view)
    return seen


draws = st.lists(st.integers(0, 30), min_size=1, max_size=6)


@SETTINGS
@given(value=values, draws=draws)
def test_sound_messages(both, value, draws):
    """A view has the same content as the object from unpackb."""
    packed = packb(value)
    for backend in both:
        expected = outcome(backend.unpackb, packed, strict_map_key=False)
        view = backend.View(packed)
        assert same(outcome(view.value), expected)
        if isinstance(expected, (dict, list)):
            assert same(outcome(plain, view), expected)
    agree(*[explore(backend, packed, {}, draws) for backend in both])


@SETTINGS
@given(value=values, options=options, draws=draws)
def test_options(both, value, options, draws):
    packed = packb(value)
    agree(*[explore(backend, packed, options, draws) for backend in both])


@SETTINGS
@given(data=st.one_of(mutations(), st.binary(max_size=60)), options=options, draws=draws)
def test_broken_messages(both, data, options, draws):
    agree(*[explore(backend, data, options, draws) for backend in both])


@st.composite
def compressed(draw):
    """A compressed message, perhaps with changed bytes or others after it."""
    packed = bytearray(packb(draw(values), lz4=draw(st.sampled_from(["block", "block-array"]))))
    for at, byte in draw(st.lists(st.tuples(st.integers(0, 200), st.integers(0, 255)), max_size=2)):
        if at < len(packed):
            packed[at] = byte
    return bytes(packed) + draw(st.binary(max_size=2))


@pytest.mark.skipif(not HAS_PACKAGE, reason="the package lz4 is not installed")
@SETTINGS
@given(
    data=st.one_of(compressed(), mutations()),
    options=options,
    most=st.sampled_from([0, 60, 200, 2**26]),
    draws=draws,
    buffer=st.sampled_from(BUFFERS),
)
def test_compressed_messages(both, data, options, most, draws, buffer):
    packed = buffer(data)
    options = {**options, "lz4": True, "max_lz4_size": most}
    agree(*[explore(backend, packed, options, draws) for backend in both])
    agree(*[outcome(backend.get, packed, draws, None, **options) for backend in both])
    for backend in both:
        found = outcome(lambda backend=backend: backend.View(packed, **options).value())
        assert same(found, outcome(backend.unpackb, packed, **{"strict_map_key": False, **options}))


@SETTINGS
@given(
    data=st.one_of(mutations(), values.map(packb)),
    options=options,
    draws=draws,
    buffer=st.sampled_from(BUFFERS),
)
def test_zero_copy(both, data, options, draws, buffer):
    packed = buffer(data)
    options = {**options, "zero_copy": True}
    agree(*[explore(backend, packed, options, draws) for backend in both])
    native, pure = (exporters(outcome(lambda: backend.View(packed, **options).value())) for backend in both)
    assert native == pure


@SETTINGS
@given(data=st.one_of(mutations(), st.binary(max_size=60)), options=options)
def test_errors_are_those_of_unpackb(both, data, options):
    """The decoded root is that of unpackb; an error is only at the damaged value."""
    options = {"strict_map_key": False, **options}
    options.pop("max_buffer_size", None)
    for backend in both:
        expected = outcome(backend.unpackb, data, **options)
        found = outcome(lambda: backend.View(data, **options).value())
        assert same(found, expected)


steps = st.lists(
    st.one_of(st.integers(-3, 6), st.sampled_from(["id", "a", "b c", "name", "", (), (1,)]), st.binary(max_size=2)),
    max_size=5,
)


@SETTINGS
@given(data=st.one_of(mutations(), values.map(packb)), steps=steps, options=options, buffer=st.sampled_from(BUFFERS))
def test_get(both, data, steps, options, buffer):
    data = buffer(data)
    for default in ({}, {"default": None}):
        agree(*[outcome(b.get, data, steps, **default, **options) for b in both])


def paths_of(value, path, found):
    """Every path of a decoded value that can be written as a str, with its value."""
    found.append((path, value))
    if isinstance(value, list):
        for index, item in enumerate(value):
            paths_of(item, [*path, index], found)
    elif isinstance(value, dict):
        for key, item in value.items():
            if type(key) in (str, bytes, int):
                paths_of(item, [*path, key], found)


@SETTINGS
@given(value=values, draws=draws)
def test_get_finds_what_unpackb_finds(both, value, draws):
    packed = packb(value)
    try:
        decoded = both[0].unpackb(packed, strict_map_key=False)
    except ValueError:
        return
    found = []
    paths_of(decoded, [], found)
    for number in draws:
        path, expected = found[number % len(found)]
        for backend in both:
            assert same(backend.get(packed, path), expected)


texts = st.text(alphabet='$.[]{}#"\\x0149azé… -key', max_size=12).map("$".__add__)


@SETTINGS
@given(path=st.one_of(texts, st.text(max_size=8)), value=values)
def test_any_path(both, path, value):
    packed = packb(value)
    agree(*[outcome(b.get, packed, path) for b in both])


@SETTINGS
@given(data=mutations())
def test_paths_of_errors_lead_there(both, data):
    """get() accepts the path of any error, except a shortened one."""
    error = outcome(both[0].unpackb, data, strict_map_key=False)
    path = getattr(error, "path", None) if not isinstance(error, tuple) else None
    if isinstance(error, tuple) and len(error) == 5 and isinstance(error[3], str) and "…" not in error[3]:
        path = error[3]
    if path is None:
        return
    agree(*[outcome(b.get, data, path) for b in both])
