"""Messages of one value: the native back end writes the most common ones without its loop."""

import sys

import pytest

POWERS = [1 << bits for bits in (0, 4, 5, 7, 8, 9, 15, 16, 31, 32, 62, 63)]
INTS = [power + more for power in POWERS for more in (-1, 0)] + [-power + more for power in POWERS for more in (0, 1)]
INTS += [2**64 - 1, 1024, 1025, -5, -6, -33, -129]
TEXTS = [size * "x" for size in (0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 128, 129, 255, 256, 400, 401, 402, 70000)]
WIDE = ["é", 15 * "é" + "x", 16 * "é", "日本", 60 * "日", 61 * "日", 60 * "\U0001f600", 200 * "é"]
SCALARS = INTS + TEXTS + WIDE + [text.encode() for text in TEXTS] + [None, True, False, 0.0, -1.5, float("inf")]
LISTS = [[], [1, 2.5], [1, "a"], [2**63, -(2**40)], 15 * [-(2**40)], 16 * [1], 15 * [31 * "x"], [[1], 2], [1, [2]]]
LISTS += [[None, True], [1, 32 * "x", 2], ["é"], [b""], 15 * [64 * "x"], [65 * "x"], [{}], [()]]
MAPS = [{}, {"a": 1}, {"id": 7, "name": "n7", "ok": True, "none": None, "x": 1.5}, {31 * "k": 31 * "v"}, {32 * "k": 1}]
MAPS += [{"t": n * "x", "n": 1} for n in (31, 32, 63, 64, 65)] + [
    {"a": 1, "b": value, "c": 2} for value in (b"x", "é", 2**63)
]
MAPS += [{"é": 1}, {1: 2}, {"a": [], "b": 1}, {"b": 1, "a": []}, {"a": "é"}, {"b": 1, "a": 2}, {"": ""}]
MAPS += [{"k%d" % i: i for i in range(n)} for n in (14, 15, 16)] + [{"%031d" % i: 64 * "x" for i in range(15)}]
REMOVED = {"k%d" % i: i for i in range(9)}
for key in ("k0", "k4", "k8"):
    del REMOVED[key]
VALUES = SCALARS + LISTS + [tuple(items) for items in LISTS] + MAPS + [REMOVED]
OPTIONS = [
    {},
    {"use_bin_type": False},
    {"use_single_float": True},
    {"strict_types": True, "default": list},
    {"sort_keys": True},
    {"unicode_errors": "surrogatepass"},
    {"extended": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_message_has_the_same_bytes_behind_others(backend, options):
    """Where messages are gathered, the native back end packs all of them in its loop."""
    packer = backend.Packer(**options)
    gathering = backend.Packer(autoreset=False, **options)
    for value in VALUES:
        alone = packer.pack(value)
        assert alone == backend.packb(value, **options)
        gathering.pack(value)
        assert gathering.bytes() == alone
        gathering.reset()


@pytest.mark.parametrize(
    "value", [2**64, -(2**63) - 1, [1, 2**64], [1.5, object()], {"a": 2**64}, "\ud800", ["\ud800"]], ids=repr
)
def test_errors_are_those_of_other_messages(backend, value):
    with pytest.raises((ValueError, TypeError, OverflowError)) as info:
        backend.Packer().pack(value)
    assert info.value.path.startswith("$")


@pytest.mark.parametrize("value", [1, 1.5, "text", b"bytes", None, True, [1], {}], ids=repr)
def test_a_packer_at_work_refuses_any_value(backend, value):
    def default(obj):
        with pytest.raises(RuntimeError):
            packer.pack(value)
        return "inner"

    packer = backend.Packer(default=default)
    assert packer.pack([object()]) == b"\x91\xa5inner"
    assert packer.pack(value) == backend.packb(value)


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy does not count exports")
def test_a_packer_whose_buffer_is_exported_refuses_any_value(backend):
    packer = backend.Packer()
    view = packer.getbuffer()
    for value in (1, 1.5, "text", b"bytes", None, True, [1], {}):
        with pytest.raises(BufferError):
            packer.pack(value)
    view.release()
    assert packer.pack("text") == b"\xa4text"
