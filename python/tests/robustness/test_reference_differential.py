"""references=True: the native and the pure back end compared, on messages in which ids are likely."""

import re

import pytest
from graphs import shown

from hayapack import ExtType, packb

hypothesis = pytest.importorskip("hypothesis")
from fuzzing import SETTINGS  # noqa: E402
from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

ADDRESS = re.compile("(?<=<memory at )[0-9A-Fa-fx]+")
ids = st.sampled_from([b"\0", b"\1", b"\2", b"\0\0", b"\0\0\0\1", b"", b"abc"]).map(
    lambda payload: ExtType(92, payload)
)
leaves = st.one_of(ids, ids, ids, st.sampled_from([None, 5, "text", b"bytes", ExtType(5, b"x")]))
keys = st.one_of(st.sampled_from(["a", "b", b"c", 3]), ids)
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(ids, inner),
        st.tuples(ids, inner),
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(keys, st.tuples(ids, st.just(1)), st.tuples(ids, keys)), inner, max_size=3),
        st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    ),
    max_leaves=20,
)
options = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.booleans() for name in ("use_list", "raw", "tuple_keys", "zero_copy")},
        "strict_map_key": st.just(False),
        "object_hook": st.sampled_from([None, lambda pairs: tuple(pairs.items())]),
        "list_hook": st.sampled_from([None, tuple, lambda items: None]),
        "ext_hook": st.sampled_from([ExtType, lambda code, data: [code]]),
        "max_ext_len": st.integers(0, 2),
        "max_depth": st.integers(0, 5),
    },
)


def outcome(backend, data, chosen):
    try:
        return ADDRESS.sub("", shown(backend.unpackb(data, references=True, **chosen)))
    except (ValueError, TypeError) as error:
        return type(error).__name__, error.name, error.offset, error.path, str(error)


@SETTINGS
@given(value=values, chosen=options, cut=st.integers(0, 400), byte=st.integers(0, 255))
def test_references(both, value, chosen, cut, byte):
    data = packb(value)
    for one in (data, data[:cut], data[:cut] + bytes([byte]) + data[cut + 1 :]):
        native, pure = (outcome(backend, one, chosen) for backend in both)
        assert native == pure, (one.hex(), chosen)
