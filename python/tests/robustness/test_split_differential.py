"""hayapack.stream on generated and damaged streams: every message exactly once, or an error; both back ends."""

import random
from array import array

import pytest
from conftest import EXAMPLES, _native
from split_streams import check_local, check_plan, events, sequential, value

from hayapack import packb, stream
from hayapack._fallback.split import guess_boundary as pure_guess
from hayapack._fallback.split import scan_messages as pure_messages


def some_stream(rng):
    """A stream of one of several kinds: list of packed messages."""
    kind = rng.randrange(5)
    count = rng.randrange(1, 120)
    if kind == 0:
        return events(rng, count)
    if kind == 1:
        return [packb(value(rng)) for _ in range(count)]
    inner = events(rng, count)
    if kind == 2:  # a blob of the same stream, as a bin, larger than the window
        return [*inner, packb({"id": 0, "name": "blob", "v": b"".join(inner)}), *inner[:20]]
    if kind == 3:  # a huge message
        return [*inner[:9], packb({"id": 1, "name": "big", "v": [value(rng) for _ in range(200)]}), *inner]
    return [packb(n) for n in range(-30, count)]


def damaged(rng, data):
    data = bytearray(data)
    if rng.random() < 0.5:
        data[rng.randrange(len(data))] = rng.choice([0xC1, 0xDD, 0xDF, 0xC6, rng.randrange(256)])
    else:
        del data[rng.randrange(len(data)) :]
    return bytes(data)


def make(rng, data):
    return stream.Splitter(
        data,
        block=max(rng.choice([1, 7, 50, 300, 1000, 5000]), len(data) // 12),
        window=rng.choice([None, 1, 16, 200]),
        most=rng.choice([None, 8, 400]),
    )


def fuzz(seeds):
    failures = 0
    for seed in seeds:
        rng = random.Random(seed)
        data = b"".join(some_stream(rng))
        if rng.random() < 0.4:
            data = damaged(rng, data)
        truth = sequential(data)
        split = make(rng, data)
        failures += check_local(data, split, truth)
        check_plan(data, split, truth)
    return failures


def test_ranges_are_exact_or_refused(both_back_ends):
    assert fuzz(range(60 if both_back_ends == "native" else 15)) > 2


@pytest.mark.long
def test_ranges_are_exact_or_refused_long(both_back_ends):
    """HAYAPACK_FUZZ_EXAMPLES (300): five times as many streams, with the pure back end as many."""
    many = EXAMPLES
    assert fuzz(range(1000, 1000 + many * (5 if both_back_ends == "native" else 1))) > many // 20


def damage(step, replaced):
    data = b"".join(events(random.Random(3), 8))
    for at in range(0, len(data), step):
        for byte in replaced:
            bad = data[:at] + bytes([byte]) + data[at + 1 :]
            check_damaged(bad)
        check_damaged(data[:at])


def check_damaged(bad):
    truth = sequential(bad)
    split = stream.Splitter(bad, block=120, window=64)
    check_local(bad, split, truth)
    check_plan(bad, split, truth)


def test_damage(both_back_ends):
    damage(3 if both_back_ends == "native" else 30, (0xC1, 0xDC, 0xC6))


@pytest.mark.long
def test_damage_at_every_byte(both_back_ends):
    damage(1, range(1, 256, 4 if both_back_ends == "native" else 48))


@pytest.mark.usefixtures("both")
def test_both_back_ends_guess_alike():
    for seed in range(150):
        rng = random.Random(seed)
        data = damaged(rng, b"".join(some_stream(rng))) if seed % 2 else rng.getrandbits(8 * 3000).to_bytes(3000, "big")
        at = rng.randrange(min(len(data) + 1, 1500))
        arguments = (
            at,
            at + rng.randrange(2000),
            rng.choice([1, 30, 900]),
            rng.choice([10**3, 10**6]),
            rng.random() < 0.5,
        )
        assert _native.guess_boundary(data, *arguments) == pure_guess.guess_boundary(data, *arguments), seed
        arguments = min(rng.randrange(at + 1), len(data)), len(data), rng.randrange(1, 4), rng.choice([0, 100]), 0, 7000
        assert _native.scan_messages(data, *arguments) == pure_messages.scan_messages(data, *arguments), seed
        into = [array("q"), array("q")]
        scans = [module.scan_messages(data, *arguments, found) for module, found in zip((_native, pure_messages), into)]
        assert scans[0] == scans[1] and scans[0][0] == b"" and into[0] == into[1]
        assert into[0].tobytes() == _native.scan_messages(data, *arguments)[0]


@pytest.mark.usefixtures("both")
def test_both_back_ends_scan_every_header_alike():
    """Cut at every byte, and with messages around the size up to which the compiled scan is short."""
    rng = random.Random(4)
    streams = [bytes([byte]) + bytes(rng.randrange(256) for _ in range(40)) for byte in range(256)]
    streams += [packb("x" * n) + packb([n] * 14) + packb({"k": b"y" * (n % 300)}) for n in range(490, 530)]
    streams += [b"\x91" * n + b"\x01" for n in (500, 520, 1024, 1025, 2000)]
    for data in streams:
        for size in (*range(min(len(data), 24)), len(data) - 1, len(data)):
            arguments = data[:size], 0, size, 1, 0, 0, 0
            assert _native.scan_messages(*arguments) == pure_messages.scan_messages(*arguments), (data, size)
