"""The native and the pure back end compared: results, bytes, errors, messages.

HAYAPACK_FUZZ_EXAMPLES sets the number of examples per test (default 300).
"""

import copy
import math
from datetime import datetime, timezone

import pytest
from same import agree, outcome, same

from hayapack import ExtType, Fragment, Timestamp, packb
from hayapack._fallback.option_table import PACK, UNPACK

hypothesis = pytest.importorskip("hypothesis")
from fuzzing import SETTINGS  # noqa: E402
from hypothesis import example, given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

integers = st.one_of(
    st.integers(-40, 300),
    st.integers(-(2**63), 2**64 - 1),
    st.builds(lambda n, d: (1 << n) + d, st.integers(0, 63), st.integers(-1, 1)),
)
texts = st.one_of(
    st.text(max_size=40),
    st.sampled_from(["id", "name", "value"]),
    st.integers(0, 70000).map(lambda n: "x" * n),
)
extensions = st.builds(ExtType, st.integers(-128, 127), st.binary(max_size=20))
stamps = st.builds(Timestamp, st.integers(-(2**63), 2**63 - 1), st.integers(0, 10**9 - 1))
scalars = st.one_of(
    st.none(),
    st.booleans(),
    integers,
    st.floats(),
    texts,
    st.binary(max_size=300),
    extensions,
    stamps,
)
plain_keys = st.one_of(texts, st.sampled_from(["a", "b c", 'q"']), st.binary(max_size=3), integers, scalars)
tuple_keys = st.recursive(plain_keys, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=5)
keys = st.one_of(plain_keys, plain_keys, tuple_keys)


def containers(inner):
    return st.one_of(
        st.lists(inner, max_size=20),
        st.lists(integers, max_size=40),
        st.lists(st.floats(), max_size=40),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(keys, inner, max_size=6),
        st.dictionaries(st.sampled_from("abcdefgh"), inner, max_size=8),
    )


values = st.recursive(scalars, containers, max_leaves=30)


class Foreign:
    """A type that can't be packed."""


odd_scalars = st.one_of(
    scalars,
    st.sampled_from([2**64, -(2**63) - 1, 1e300, 10**30]),
    st.builds(Foreign),
    st.sampled_from(["\ud800", "ok\udfff!", "\ud800" * 40]),
    st.sampled_from([datetime(2020, 1, 2), datetime(2020, 1, 2, tzinfo=timezone.utc)]),
    st.sampled_from([Fragment(b"\x93\x01\x02\x03"), bytearray(b"abc"), memoryview(b"xyz")]),
    st.sampled_from([{1, 2}, frozenset(), range(3), 3 + 4j]),
)
odd_values = st.recursive(
    odd_scalars,
    lambda inner: st.one_of(
        containers(inner),
        st.dictionaries(st.sampled_from(["\ud800", "k", 2**64, (1, 2), 1.5, None, True]), inner, max_size=3),
    ),
    max_leaves=15,
)
pack_options = st.fixed_dictionaries(
    {},
    optional={
        **{option.name: st.booleans() for option in PACK if option.field},
        "unicode_errors": st.sampled_from([None, "strict", "ignore", "replace", "surrogatepass"]),
        "max_depth": st.integers(0, 5),
        "default": st.sampled_from([None, str, lambda o: [1, o], lambda o: {"odd": None}]),
    },
)
LIMITS = {
    "max_str_len": st.integers(0, 40),
    "max_bin_len": st.integers(0, 40),
    "max_ext_len": st.integers(0, 20),
    "max_array_len": st.integers(0, 10),
    "max_map_len": st.integers(0, 5),
    "max_depth": st.integers(0, 5),
}
_unpack_options = st.fixed_dictionaries(
    {},
    optional={
        **{option.name: st.booleans() for option in UNPACK if option.field and option.name != "lz4"},
        "timestamp": st.integers(0, 3),
        "unicode_errors": st.sampled_from([None, "strict", "ignore", "replace", "surrogateescape"]),
        "object_hook": st.sampled_from([None, lambda m: tuple(m.items()), len]),
        "object_pairs_hook": st.sampled_from([None, tuple, len]),
        "list_hook": st.sampled_from([None, tuple, len]),
        "ext_hook": st.sampled_from([ExtType, lambda code, data: data, lambda code, data: [code]]),
        **LIMITS,
    },
)


def _one_object_hook(options):
    if options.get("object_pairs_hook"):
        options.pop("object_hook", None)
    return options


unpack_options = _unpack_options.map(_one_object_hook)


leads = st.sampled_from(
    [
        0x80,
        0x81,
        0x90,
        0x91,
        0x93,
        0xA1,
        0xC0,
        0xC1,
        0xC4,
        0xC7,
        0xCA,
        0xD4,
        0xD6,
        0xD9,
        0xDC,
        0xDD,
        0xDE,
    ]
)


@st.composite
def mutations(draw):
    """A valid message with a few bytes changed, inserted or removed, or truncated."""
    value = draw(values)
    data = bytearray(packb(value)[:2000])
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        byte = draw(st.one_of(leads, st.integers(0, 255)))
        kind = draw(st.integers(0, 3))
        if kind == 0 and data:
            data[at] = byte
        elif kind == 1:
            data.insert(at, byte)
        elif kind == 2:
            del data[at : at + 1]
        else:
            del data[at:]
    return bytes(data)


@SETTINGS
@given(value=values)
def test_round_trip(both, value):
    packed = agree(*[b.packb(value) for b in both])
    options = {"strict_map_key": False, "use_list": True}
    agree(*[outcome(b.unpackb, packed, **options) for b in both])


@SETTINGS
@given(value=odd_values, options=pack_options)
def test_packing(both, value, options):
    agree(*[outcome(b.packb, value, **options) for b in both])


@SETTINGS
@given(value=values, options=unpack_options)
def test_unpacking(both, value, options):
    packed = both[0].packb(value)
    agree(*[outcome(b.unpackb, packed, **options) for b in both])


BUFFERS = [
    bytes,
    bytearray,
    memoryview,
    lambda data: memoryview(bytearray(data)).toreadonly(),
    lambda data: memoryview(bytearray(b"x" + data))[1:].cast("b"),
    lambda data: memoryview(bytes(byte for pair in zip(data, data) for byte in pair))[::2],
]


def exporters(value):
    """For each memoryview in a value, the type of its exporter and its own attributes."""
    found, pending = [], [value]
    while pending:
        value = pending.pop()
        if isinstance(value, memoryview):
            found.append((type(value.obj), value.readonly, value.ndim, value.format, len(value)))
        elif isinstance(value, (list, tuple)):
            pending.extend(value)
        elif isinstance(value, dict):
            pending.extend(value)
            pending.extend(value.values())
    return found


@SETTINGS
@example(data=packb([math.nan]), options={}, buffer=bytes)
@given(
    data=st.one_of(mutations(), values.map(packb), values.map(lambda value: packb([value] * 40))),
    options=unpack_options,
    buffer=st.sampled_from(BUFFERS),
)
def test_zero_copy(both, data, options, buffer):
    """Both back ends give equal memoryviews of the same objects; and the values are equal to those without zero_copy."""
    packed = buffer(data)
    options = {**options, "zero_copy": True}
    native, pure = (outcome(b.unpackb, packed, **options) for b in both)
    agree(native, pure)
    assert exporters(native) == exporters(pure)
    if not options.get("ext_hook"):
        copied = outcome(both[0].unpackb, data, **{**options, "zero_copy": False})
        assert same(native, copied, views=True), f"zero_copy {native!r}\ncopied    {copied!r}"


@SETTINGS
@given(data=st.binary(max_size=60), options=unpack_options)
def test_any_bytes(both, data, options):
    agree(*[outcome(b.unpackb, data, **options) for b in both])


@SETTINGS
@given(data=mutations(), options=unpack_options)
def test_mutated_messages(both, data, options):
    agree(*[outcome(b.unpackb, data, **options) for b in both])


steps = st.lists(
    st.one_of(
        st.tuples(st.just("feed"), st.integers(1, 20)),
        st.sampled_from([("unpack",), ("next",), ("skip",), ("read_array_header",), ("read_map_header",)]),
        st.tuples(st.just("read_bytes"), st.integers(0, 5)),
    ),
    max_size=40,
)


def run_steps(backend, data, options, steps):
    """Runs the steps on an Unpacker; returns the outcome of each."""
    unpacker = backend.Unpacker(**options)
    seen = []
    for name, *args in steps:
        if name == "feed":
            args, data = [data[: args[0]]], data[args[0] :]
        method = unpacker.__next__ if name == "next" else getattr(unpacker, name)
        seen.append((outcome(method, *args), unpacker.tell()))
    return seen


@SETTINGS
@given(
    data=st.one_of(mutations(), st.lists(values, max_size=4)),
    options=unpack_options,
    steps=steps,
    size=st.sampled_from([0, 10, 50]),
)
def test_streams(both, data, options, steps, size):
    if isinstance(data, list):
        data = b"".join(map(both[0].packb, data))
    options = {**options, "max_buffer_size": size}
    agree(*[run_steps(b, data, options, steps) for b in both])


@SETTINGS
@given(value=odd_values, options=pack_options, autoreset=st.booleans())
def test_packers(both, value, options, autoreset):
    def use(backend):
        packer = backend.Packer(autoreset=autoreset, **options)
        seen = [outcome(packer.pack, 1), outcome(packer.pack, value), packer.bytes()]
        pairs = list(value.items()) if isinstance(value, dict) else [(1, value)]
        seen += [outcome(packer.pack_map_pairs, pairs), packer.bytes()]
        seen += [outcome(packer.pack, copy.copy(options.get("max_depth"))), packer.bytes()]
        return seen

    agree(use(both[0]), use(both[1]))
