"""Every public object in the hands of several threads at once, with damaged input, hooks and errors among the calls.

On a build with the GIL the threads switch often; without it they run at the same time. Step
python/thread-sanitizer runs them under ThreadSanitizer. A call has the result that it has alone, waits, or raises what its
documentation names.
"""

import contextlib
import dataclasses
import datetime
import gc
import random
import sys
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Dict, List, Optional

import pytest
from at_once import at_once

import hayapack

THREADS = 4
ROUNDS = 150
VALUE = {
    "id": 7,
    "names": ["a", "ü", "日本"] * 5,
    "map": {str(i): i for i in range(40)},
    "deep": [[1.5, None], {"k": b"x"}],
}
DAMAGED = [b"\xc1", b"\x93\x01", b"\xdd\xff\xff\xff\xff", b"\xa3a\xffb", b"\x81\xa1k", b""]

pytestmark = [pytest.mark.usefixtures("frequent_switches"), pytest.mark.pure_is_long]


def hammer(work, rounds=ROUNDS):
    """Calls work(random) so many times in each thread, beginning together; the first exception is raised."""

    def run(number):
        chance = random.Random(number)
        for _ in range(rounds):
            work(chance)

    at_once(run, THREADS)


def test_private_objects(backend):
    """Calls that share nothing but the module: its caches of keys and shapes."""

    def work(chance):
        keys = [f"key{chance.randrange(200)}" for _ in range(chance.randrange(1, 12))]
        value = [dict.fromkeys(keys, chance.random()), VALUE]
        assert backend.unpackb(backend.packb(value)) == value
        with pytest.raises(ValueError):
            backend.unpackb(chance.choice(DAMAGED))

    hammer(work)


def test_one_view(backend):
    packed = backend.packb({**VALUE, "list": list(range(3000)), "map": {f"k{i}": [i] for i in range(300)}})
    views = [backend.View(packed)]

    def work(chance):
        if chance.random() < 0.1:
            views[0] = backend.View(packed)  # so that the first look-ups are met again and again
        view = views[0]
        index = chance.randrange(3000)
        assert view["list"][index] == index
        assert view["map"][f"k{index % 300}"][0] == index % 300
        assert len(view["map"]) == 300 and "none" not in view["map"]
        with pytest.raises(KeyError):
            view["map"]["none"]
        if chance.random() < 0.1:
            assert sum(item[0] for item in view["map"].values()) == sum(range(300))

    hammer(work, 60)


def test_one_iterator_of_a_view(backend):
    """Each item is given to one thread; a thread that meets another inside the iterator gets ValueError."""
    packed = backend.packb([[i] for i in range(2000)])
    iterator = iter(backend.View(packed))
    seen = []

    def work(chance):
        try:
            seen.append(next(iterator)[0])
        except StopIteration:
            pass
        except ValueError as error:
            assert "already executing" in str(error)

    hammer(work, 400)
    assert len(seen) == len(set(seen))


def test_one_packer_with_a_buffer(backend):
    packer = backend.Packer(autoreset=False, buf_size=16)
    record = backend.packb(VALUE)

    def work(chance):
        call = chance.randrange(6)
        try:
            if call < 3:
                packer.pack(VALUE)
            elif call == 3:
                packer.reset()
            elif call == 4:
                with memoryview(packer.getbuffer()) as view:
                    data = bytes(view)
                    assert data == record * (len(data) // len(record))
            else:
                data = packer.bytes()
                assert data == record * (len(data) // len(record))
        except BufferError:
            pass

    hammer(work)


def test_one_unpacker(backend):
    """Messages of several threads arrive whole, in any order."""
    unpacker = backend.Unpacker()
    counts = {"fed": 0, "read": 0}
    lock = threading.Lock()

    def work(chance):
        if chance.random() < 0.5:
            unpacker.feed(backend.packb(VALUE))
            with lock:
                counts["fed"] += 1
        try:
            assert unpacker.unpack() == VALUE
            with lock:
                counts["read"] += 1
        except hayapack.OutOfData:
            pass
        assert unpacker.tell() >= 0

    hammer(work)
    assert counts["read"] + sum(1 for _ in unpacker) == counts["fed"]


def test_one_unpacker_with_damaged_input(backend):
    unpacker = backend.Unpacker(max_buffer_size=100_000)

    def work(chance):
        try:
            unpacker.feed(chance.choice(DAMAGED[:4] + [b"\x00" * 50]))
            for _ in unpacker:
                pass
        except (ValueError, hayapack.BufferFull):
            pass

    hammer(work)


def test_hooks_that_call_again(backend):
    packer = backend.Packer(default=lambda o: backend.packb(VALUE))
    inner = backend.packb(VALUE)

    def hook(code, data):
        return backend.unpackb(data)

    packed = backend.packb([hayapack.ExtType(5, inner)] * 3)

    def work(chance):
        assert backend.unpackb(packed, ext_hook=hook) == [VALUE] * 3
        assert backend.unpackb(packer.pack(object())) == inner

    hammer(work)


def test_containers_that_change(backend):
    """A message has the items that a container had at one moment, or the call raises MutatedError."""
    items = [[i] for i in range(100)]
    entries = {f"k{i}": [i] for i in range(100)}

    def work(chance):
        if chance.random() < 0.5:
            place = chance.randrange(100)
            items.append([place])
            del items[chance.randrange(100)]
            entries[f"more{place}"] = {"v": place}
            entries.pop(f"more{place}", None)
            return
        try:
            read = backend.unpackb(backend.packb([items, entries]))
        except hayapack.MutatedError:
            return
        assert 90 <= len(read[0]) <= 110 and all(len(item) == 1 for item in read[0])
        assert 100 <= len(read[1]) <= 110

    hammer(work)


def test_small_containers_that_change(backend):
    """Nested containers whose whole content other threads replace: each is packed as it was at one moment, also if the
    message is longer than what is written under one lock, and a hook runs between them."""
    leaves = [{"n": [0] * 4, "m": {"a": 0, "b": 0}, "none": []} for _ in range(60)]
    pairs = [[leaf["n"], (leaf["m"], leaf["none"])] for leaf in leaves]
    tree = {"leaves": leaves, "text": "x" * 3000, "pairs": {str(i): pair for i, pair in enumerate(pairs)}}
    hooked = {"first": pairs[:9], "own": [[[object()]], {"own": object()}], "more": tree, "last": object()}

    def change(chance):
        leaf, number = chance.choice(leaves), chance.randrange(10**10)
        leaf["n"][:] = [number] * chance.randrange(1, 9)
        leaf["m"].update(a=number, b=number)
        leaf["none"].append(number)
        leaf["none"].clear()

    def hook(o):
        change(random)
        return [backend.packb(leaves[0])]

    def work(chance):
        if chance.random() < 0.6:
            change(chance)
            return
        try:
            read = backend.unpackb(backend.packb(chance.choice([tree, hooked]), default=hook))
        except hayapack.MutatedError:
            return
        read = read.get("more", read)
        for numbers, (both, none) in read["pairs"].values():
            assert len(set(numbers)) == 1 and both["a"] == both["b"] and len(none) < THREADS
        assert all(len(set(leaf["n"])) == 1 and leaf["m"]["a"] == leaf["m"]["b"] for leaf in read["leaves"])

    hammer(work, 80)
    assert backend.unpackb(backend.packb(tree)) == backend.unpackb(backend.packb(tree, sort_keys=True))


@dataclasses.dataclass
class Inner:
    x: int
    note: Optional[str] = None


@dataclasses.dataclass
class Outer:
    id: int
    items: List[Inner]
    by_name: Dict[str, Inner]


def outer(number):
    return Outer(number, [Inner(i, "n") for i in range(5)], {f"k{i}": Inner(i) for i in range(5)})


def test_classes(backend):
    """New classes are compiled by all threads at once; one Decoder and one Encoder serve all."""
    decoder, encoder = backend.Decoder(Outer), backend.Encoder(Outer)
    fresh = [dataclasses.make_dataclass(f"Fresh{i}", [("a", int), ("b", List[Inner])]) for i in range(20)]

    def work(chance):
        number = chance.randrange(10**6)
        assert decoder.decode(encoder.encode(outer(number))) == outer(number)
        new = fresh[chance.randrange(len(fresh))]
        value = new(1, [Inner(2)])
        assert backend.unpackb(backend.Encoder(new).encode(value), type=new) == value
        assert backend.unpackb(b"\x91\x05", type=List[int]) == [5]
        with pytest.raises(hayapack.ValidationError):
            backend.unpackb(b"\x81\xa1x\xa1y", type=Inner)

    hammer(work, 60)


@dataclasses.dataclass
class Pair:
    both: List[int]
    by_name: Dict[str, List[int]]
    inner: Optional[Inner] = None


@pytest.mark.parametrize("slots", [False, True])
def test_objects_that_change(backend, slots):
    """A list or dict has the items of one moment; an attribute, one of its values."""
    if slots and sys.version_info < (3, 10):
        pytest.skip("slots=True is new in 3.10")
    options = {"slots": True} if slots else {}
    fields = [("both", List[int]), ("by_name", Dict[str, List[int]]), ("inner", Optional[Inner])]
    kind = dataclasses.make_dataclass("Changing", fields, **options)
    shared = [kind([0, 0], {"0": [0, 0]}, Inner(0)) for _ in range(8)]
    encoder, decoder = backend.Encoder(List[kind]), backend.Decoder(List[Pair])

    def work(chance):
        number, one = chance.randrange(10**6), chance.choice(shared)
        what = chance.randrange(6)
        if what == 0:
            one.both[:] = [number] * chance.randrange(4)
        elif what == 1:
            one.both = [number] * chance.randrange(4)
        elif what == 2:
            one.by_name = {str(number): [number, number]}
        elif what == 3:
            one.by_name.clear()
            one.by_name[str(number)] = [number, number]
        elif what == 4:
            one.inner = Inner(number, str(number)) if chance.random() < 0.5 else None
        else:
            kind.unrelated = number
        try:
            read = decoder.decode(encoder.encode(shared))
        except hayapack.MutatedError:
            return
        assert len(read) == 8 and all(len(set(pair.both)) <= 1 for pair in read)
        for pair in read:
            assert all(value == [int(name)] * 2 for name, value in pair.by_name.items())
            assert pair.inner is None or pair.inner.note in (None, str(pair.inner.x))

    hammer(work, 80)


@pytest.mark.parametrize("slots", [False, True])
def test_attributes_that_change(backend, slots):
    """Of objects whose class stays as it is: attributes are set and deleted, and a dict is made, filled and replaced."""
    if slots and sys.version_info < (3, 10):
        pytest.skip("slots=True is new in 3.10")
    options = {"slots": True} if slots else {}
    kind = dataclasses.make_dataclass("Changing", [("a", List[int]), ("b", str), ("c", object)], **options)
    shared = [kind([i, i], f"text {i}", None) for i in range(4)]
    encoder = backend.Encoder(List[kind])
    # `del` of a slot reads it without a lock in CPython 3.13 (PyMember_SetOne), which ThreadSanitizer reports
    writers = threading.Lock() if slots else contextlib.nullcontext()

    def change(chance, one):
        number = chance.randrange(1000, 10**6)
        what = chance.randrange(4 if slots else 8)
        if what < 2:
            one.a, one.b = [number, number], f"text {number}"
        elif what == 2:
            one.c = bytes(1000)
        elif what == 3:
            del one.b
            one.b = f"text {number}"
        elif what == 4:
            vars(one)["b"] = f"text {number}"
        elif what == 5:
            vars(one)[f"other {number}"] = 1
        else:
            one.__dict__ = {"a": [number] * 2, "b": f"text {number}", "c": None}

    def work(chance):
        for one in chance.sample(shared, 2):
            try:
                with writers:
                    change(chance, one)
                packed = encoder.encode(shared), backend.packb(shared, extended=True)
            except AttributeError:
                continue
            for o in [o for message in packed for o in backend.unpackb(message)]:
                assert len(o["a"]) == 2 and o["a"][0] == o["a"][1]
                assert o["b"].startswith("text ") and o["c"] in (None, bytes(1000))

    hammer(work)


def test_objects_that_the_collector_shows(backend):
    """Objects of one Decoder, which other threads find before it has returned them, are whole when it does."""
    kind = dataclasses.make_dataclass("Decoded", [("a", int), ("b", str)])
    decoder = backend.Decoder(List[kind])
    packed = backend.packb([{"a": i, "b": "text"} for i in range(200)])

    def work(chance):
        if chance.random() < 0.2:
            for o in gc.get_objects():
                if type(o) is kind:
                    assert getattr(o, "a", 0) < 200 and vars(o).get("b", "text") == "text"
        else:
            assert decoder.decode(packed) == [kind(i, "text") for i in range(200)]

    hammer(work, 10)


def test_lists_shared_by_packers(backend):
    """The same immutable and mutable values, read by all threads."""
    expected = backend.packb(VALUE)
    hammer(lambda chance: backend.packb(VALUE) == expected or pytest.fail("another message"))


def test_lz4(backend):
    pytest.importorskip("lz4") if backend.name == "pure" else None
    value = [VALUE] * 30
    packed = backend.packb(value, lz4="block-array")

    def work(chance):
        assert backend.unpackb(packed, lz4=True) == value
        with pytest.raises(ValueError):
            backend.unpackb(packed[: chance.randrange(len(packed))], lz4=True)

    hammer(work, 30)


def test_columns(backend):
    """One Columns is read by all threads, and new ones are made."""
    rows = [{"id": i, "name": f"n{i % 7}", "tags": ["a"] * (i % 3), "at": hayapack.Timestamp(i)} for i in range(60)]
    packed = backend.packb(rows)
    fields = ["id", "name", "tags", "at"]
    shared = backend.columns(packed, fields)

    def work(chance):
        row = chance.randrange(60)
        assert shared["id"][row] == row and shared["name"][row] == f"n{row % 7}"
        assert shared["id"].data[row] == row and shared["tags"].tolist()[row] == rows[row]["tags"]
        assert backend.columns(packed, fields)["at"][row] == rows[row]["at"]
        with pytest.raises(hayapack.ColumnTypeError):
            backend.columns(packed, ["name"], "int64")

    hammer(work, 40)


def test_one_registry(backend):
    """One TypeRegistry serves all threads."""
    registry = hayapack.TypeRegistry()
    registry.register(Inner, "Inner")
    registry.register(Outer, "Outer")

    def work(chance):
        value = outer(chance.randrange(10**6))
        packed = backend.packb([value, value.items], types=registry)
        assert backend.unpackb(packed, types=registry) == [value, value.items]

    hammer(work, 60)


def test_registry_that_changes(backend):
    """Classes are registered, and changed, while other threads pack and unpack objects of them."""
    registry = hayapack.TypeRegistry()
    registry.register(Pair, "Pair")
    kinds = [dataclasses.make_dataclass(f"New{i}", [("a", int), ("b", object)]) for i in range(30)]
    known, lock = [], threading.Lock()
    shared = [Pair([0, 0], {"0": [0, 0]}) for _ in range(8)]

    def work(chance):
        number = chance.randrange(10**6)
        one = chance.choice(shared)
        one.both = [number] * chance.randrange(4)
        one.by_name = {str(number): [number, number]}
        if chance.random() < 0.03:
            Pair.unrelated = number
        if chance.random() < 0.1:
            with lock:
                if kinds:
                    known.append(registry.register(kinds.pop(), f"Kind{len(kinds)}"))
        if known:
            kind = chance.choice(known)
            value = [kind(i, kind(None, "x")) for i in range(5)]
            assert backend.unpackb(backend.packb(value, types=registry), types=registry) == value
        for pair in backend.unpackb(backend.packb(shared, types=registry), types=registry):
            assert type(pair) is Pair and len(set(pair.both)) <= 1
            assert all(value == [int(name)] * 2 for name, value in pair.by_name.items())

    hammer(work, 60)


def test_one_name_is_registered_once(backend):
    """Of several threads that register the same name, or the same class, one succeeds."""
    for _ in range(20):
        registry = hayapack.TypeRegistry()
        kinds = [dataclasses.make_dataclass(f"Same{i}", ["x"]) for i in range(THREADS)]
        done = []

        def work(chance, registry=registry, kinds=kinds, done=done):
            try:
                done.append(registry.register(kinds[chance.randrange(THREADS)], "Same"))
            except ValueError as error:
                assert "already registered" in str(error)

        hammer(work, 2)
        assert len(done) == 1
        value = done[0](5)
        assert backend.unpackb(backend.packb(value, types=registry), types=registry) == value


class Entries(dict):
    pass


class Items(list):
    pass


def test_extended_values_that_change(backend):
    """Objects and containers of derived classes that other threads change have the values of one moment, or the call
    raises MutatedError."""
    shared = [Pair([0], {}, Inner(0, "0")) for _ in range(6)]
    entries, items = Entries(a=0, b=0), Items([0, 0])
    names = [uuid.UUID(int=number) for number in range(6)]

    def work(chance):
        number, one = chance.randrange(10**6), chance.choice(shared)
        if chance.random() < 0.5:
            one.both = [number] * chance.randrange(4)
            one.by_name = {str(number): [number]}
            one.inner = Inner(number, str(number))
            entries.update(a=number, b=number)
            items[:] = [number] * chance.randrange(30)
            if chance.random() < 0.05:
                Pair.unrelated = number
            return
        try:
            packed = backend.packb([shared, entries, items, names, Pair(items, entries)], extended=True)
        except hayapack.MutatedError:
            return
        pairs, read, numbers, texts, last = backend.unpackb(packed)
        assert read["a"] == read["b"] and len(set(numbers)) <= 1 and texts == [str(name) for name in names]
        assert len(set(last["both"])) <= 1 and last["by_name"]["a"] == last["by_name"]["b"]
        for pair in pairs:
            assert len(set(pair["both"])) <= 1 and pair["inner"]["note"] == str(pair["inner"]["x"])

    hammer(work, 80)


def test_position_of_a_stream(backend):
    """tell() of another thread is the offset of a message, and never goes back."""
    unpacker, size, ended = backend.Unpacker(), len(backend.packb(VALUE)), []

    def read():
        for _ in range(300):
            unpacker.feed(backend.packb(VALUE) * 3)
            for value in unpacker:
                assert value == VALUE
        ended.append(True)

    with ThreadPoolExecutor(1) as pool:
        done, before = pool.submit(read), 0
        while not ended and not done.done():
            now = unpacker.tell()
            assert now % size == 0 and now >= before
            before = now
        done.result()
    assert unpacker.tell() == 900 * size


def test_extended_values(backend):
    """Classes that only extended=True packs: what is known about a class is kept for all threads."""
    fresh = [dataclasses.make_dataclass(f"Extended{i}", [("a", int), ("b", datetime.datetime)]) for i in range(20)]
    now = datetime.datetime(2026, 11, 26, tzinfo=datetime.timezone.utc)

    def work(chance):
        value = [fresh[chance.randrange(20)](1, now), uuid.UUID(int=chance.randrange(2**64)), {1, 2}, now]
        assert backend.unpackb(backend.packb(value, extended=True), timestamp=3)[0] == {"a": 1, "b": now}

    hammer(work, 60)


def test_buffers_without_copies(backend):
    """Views of one message, made by all threads with zero_copy=True."""
    packed = backend.packb([b"x" * 300, hayapack.ExtType(5, b"y" * 300)] * 20)

    def work(chance):
        value = backend.unpackb(packed, zero_copy=True)
        assert value[0] == b"x" * 300 and value[1].data == b"y" * 300
        assert backend.get(packed, f"$[{chance.randrange(20) * 2}]") == b"x" * 300

    hammer(work, 60)
