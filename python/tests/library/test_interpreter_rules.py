"""What the interpreter does with our objects: copy, pickle, and `python -bb` with str and bytes keys."""

import copy
import pickle
import subprocess
import sys

import pytest


@pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy, pickle.dumps], ids=lambda f: f.__name__)
def test_packers_and_unpackers_are_not_copied(both, copier):
    """A copy would share the buffer, or lose it."""
    for kind in ("Packer", "Unpacker"):
        texts = []
        for backend in both:
            base = getattr(backend, kind)
            for cls in (base, type("Derived", (base,), {})):
                with pytest.raises(TypeError) as info:
                    copier(cls())
                texts.append(str(info.value))
            allowed = type("Allowed", (base,), {"__reduce__": lambda self: (int, (5,))})
            assert copy.copy(allowed()) == 5
        assert texts[:2] == texts[2:]
        assert texts[0] == f"a {kind} can't be copied or pickled: make a new one with the same options"


#: Programs for `python -bb`, in which comparing a str with a bytes raises BytesWarning.
MIXED_KEYS = """
import hayapack
from hayapack import _fallback
try: from hayapack import _native
except ImportError: _native = _fallback
TWO = bytes.fromhex("82a16101c4016202")  # {"a": 1, b"b": 2}
SAME = bytes.fromhex("82a16101c4016102")  # {"a": 1, b"a": 2}, which is no dict under -bb
seen = []
for m in (_native, _fallback):
    assert m.packb({"a": 1, b"b": 2}) == TWO and m.unpackb(TWO) == {"a": 1, b"b": 2}
    assert m.Packer().pack_map_pairs([("a", 1), (b"a", 2)]) == SAME
    assert m.unpackb(SAME, object_pairs_hook=list) == [("a", 1), (b"a", 2)]
    assert m.get(SAME, ["a"]) == 1 and m.get(SAME, [b"a"]) == 2
    for keys in ({"b": 1, b"a": 2}, {b"a": 2, "b": 1}, {"a": 1, b"b": 2, 5: 1}):
        try: m.packb([keys], sort_keys=True)
        except hayapack.UnsupportedTypeError as error: seen.append((str(error), error.path, error.offset))
    class Odd(dict):
        def items(self): return [("b", 1), ("a", {}), ("a", 2)]
    assert m.packb(Odd(a=1), sort_keys=True) == bytes.fromhex("83a16180a16102a16201")
    view = m.View(TWO)
    for _ in range(3):
        assert view["a"] == 1 and view[b"b"] == 2 and b"a" not in view and "b" not in view and list(view) == ["a", b"b"]
    view = m.View(SAME)
    for _ in range(3):
        assert view["a"] == 1 and view[b"a"] == 2 and view.get("b") is None
    view = m.View(SAME)
    for _ in range(3):
        assert len(view) == 2 and list(view) == ["a", b"a"] and list(view.values()) == [1, 2]
        assert view["a"] == 1 and view[b"a"] == 2 and list(view.items()) == [("a", 1), (b"a", 2)]
assert len(seen) == 6 and seen[:3] == seen[3:], seen
"""


def test_str_and_bytes_keys_under_bb():
    done = subprocess.run([sys.executable, "-bb", "-c", MIXED_KEYS], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
