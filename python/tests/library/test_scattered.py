"""Large messages of objects that lie apart in memory: the native back end prefetches what comes next."""

import sysconfig
from random import Random

import pytest

import hayapack
from hayapack import MutatedError

pytestmark = pytest.mark.pure_is_long

# Then what is not written yet is kept while hooks run, and a change is no error.
WITHOUT_GIL = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))

RECORDS = 1200  # of more than half a megabyte


class Own:
    def __init__(self, number):
        self.number = number


def records(random, own=()):
    """Records of all kinds of tables: with entries removed, keys of several types, and empty ones."""
    made = []
    for i in range(RECORDS):
        record = {"id": i, "text": "x" * random.randrange(1000), "gone": 0, "map": {i: 0.5, "k": None}, "empty": {}}
        del record["gone"]
        record["pair"] = (i, [str(i)])
        record["lists"] = [[random.random()] * random.randrange(12), [], {"in": [{}, {"deep": [i]}]}]
        record["last"] = {str(j): j for j in range(random.randrange(40))}
        if i in own:
            record["own"] = Own(i)
        if i % 7 == 0:
            record.clear()
        made.append(record)
    random.shuffle(made)
    return made


@pytest.fixture(scope="module")
def mixed():
    random = Random(5)
    made = records(random)
    names = [f"record {i}" for i in range(RECORDS)]
    random.shuffle(names)
    table = dict(zip(names, made))
    for name in names[::3]:
        del table[name]
    return {"list": made, "table": table, "tuple": tuple(made[:500]), "few": [made[:3], made[5:12]]}


def test_scattered_objects(backend, mixed):
    data = backend.packb(mixed)
    assert len(data) > 1 << 20
    for options in ({}, {"use_list": False}):
        read = backend.unpackb(data, strict_map_key=False, **options)
        assert backend.packb(read) == data
    assert backend.packb(mixed) == data  # the first call did not know the size
    first, *rest = backend.unpackb(data, strict_map_key=False)["list"]
    assert first == backend.unpackb(backend.packb(mixed["list"][0]), strict_map_key=False)
    assert len(rest) == RECORDS - 1


@pytest.mark.parametrize("options", [{"sort_keys": True}, {"strict_types": True, "default": list}], ids=str)
def test_options(backend, mixed, options):
    values = [{"b": record.get("text"), "a": (1, record.get("lists"))} for record in mixed["list"]]
    expected = b"\xdc" + RECORDS.to_bytes(2, "big") + b"".join(backend.packb(value, **options) for value in values)
    assert backend.packb(values, **options) == expected
    assert backend.packb(values, **options) == expected


@pytest.mark.parametrize("change", ["append", "clear", "add", "remove", "inner"])
def test_changes_by_hooks(backend, change):
    """Python code that runs between two prefetches frees objects and tables."""
    made = records(Random(6), own=range(RECORDS))
    whole = {"before": "x" * 600_000, "list": made}

    def default(own):
        if own.number != 800:
            return {"own": [own.number]}
        if change == "append":
            made.extend(range(100_000))
        elif change == "clear":
            made.clear()
        elif change == "add":
            whole.update((i, i) for i in range(1000))
        elif change == "remove":
            del whole["before"]
        else:  # of the same size, and all objects are new
            made[:] = [{"new": [i]} for i in range(RECORDS)]
        return None

    for _ in range(2):
        try:
            backend.packb(whole, default=default)
        except MutatedError:
            assert change != "inner"
        else:
            assert change == "inner" or WITHOUT_GIL
        made = records(Random(6), own=range(RECORDS))
        whole = {"before": "x" * 600_000, "list": made}


def test_errors_tell_the_place(backend, mixed):
    values = [*mixed["list"], {"a": [[0, Own(1)]]}]
    with pytest.raises(hayapack.UnsupportedTypeError) as caught:
        backend.packb(values)
    assert f"$[{RECORDS}].a[0][1]" in str(caught.value)
