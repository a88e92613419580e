"""No recommendation contradicts the tables above it: properties over generated tables."""

import functools
import random

import pytest
from made_record import record_of, source_of

from hayapack_lab.statistics import summary
from hayapack_lab.statistics.summary import BOTH, COMPRESSORS
from hayapack_lab.text.recommend import recommend
from hayapack_lab.text.verdict import UNSAFE

CODECS = (
    "hayapack_native", "hayapack_again", "hayapack_pure", "orjson", "json_std", "ujson", "msgspec_msgpack",
    "ormsgpack", "pickle_std", "marshal_std", "msgpack_c",
)  # fmt: skip
LOSS = ["int key -> str"]
TABLES = 80


@functools.cache
def generated(seed):
    """A source with random times, sizes, losses, failures and missing codecs; with ties and near ties."""
    chance = random.Random(seed)
    cells, losses, compressed = {}, {}, {}
    level = [chance.choice((1000, 1010, 1200, 3000)) for _ in range(3)]
    spread = chance.choice((0.0, 0.002, 0.05, 0.4))
    for codec in chance.sample(CODECS, chance.randint(1, len(CODECS))):
        kind = chance.random()
        if kind < 0.1:
            cells[codec] = chance.choice((("failed", "encode: an error"), ("missing", "No module")))
            continue
        count = chance.choice((0, 2, 12, 12, 12))
        pace = chance.choice((0.3, 0.9, 0.99, 1.0, 1.01, 2.0))
        encode, decode = (
            [level[way] * pace * chance.uniform(1 - spread, 1 + spread) for _ in range(count)] for way in (0, 1)
        )
        cells[codec] = (encode, decode, chance.choice((100, 100, 101, 260, 402, 5000)))
        if kind < 0.3:
            losses[codec] = LOSS
        compressed[codec] = {
            name: chance.randint(20, 400) for name in COMPRESSORS if chance.random() < 0.8
        }  # fmt: skip
    source = source_of(cells, losses=losses, compressed=compressed)
    return summary.of(record_of(source), source), source


def pace_of(row):
    return row.times[BOTH].ns if BOTH in row.times else None


def size_of(row):
    return row.size


@pytest.mark.parametrize("aim, value", [("Fastest", pace_of), ("Smallest", size_of)])
def test_what_is_ahead_in_the_table_is_named(aim, value):
    """With the reason why it is not the recommendation, unless it is."""
    checked = excused = 0
    for seed in range(TABLES):
        found, source = generated(seed)
        for advice in recommend(found, source):
            if not advice.aim.startswith(aim) or not advice.codecs:
                continue
            named = [row for row in found.measured if row.codec in advice.codecs]
            best = min(value(row) for row in named)
            for row in found.measured:
                if row not in named and value(row) is not None and value(row) < best:
                    reason = advice.text.partition(f" {row.name} is ")[2].partition("), but ")[2]
                    assert reason, (seed, row.name, advice.text)
                    assert not row.losses or reason.startswith("does not keep this data")
                    excused += 1
            checked += 1
    assert checked > TABLES / 2 and excused > TABLES / 8


def test_the_smallest_after_compression_is_so_in_the_table():
    checked = 0
    for seed in range(TABLES):
        found, source = generated(seed)
        text = next((advice.text for advice in recommend(found, source) if advice.aim == "Smallest"), "")
        if " Compressed, " not in text:
            continue
        claimed = text.partition(" is smallest: ")[2].split(" B", 1)[0]
        for row in found.measured:
            sizes = [row.compressed[name] for name in COMPRESSORS if row.compressed.get(name)]
            if sizes and min(sizes) < int(claimed):
                assert f" {row.name} is smaller then ({min(sizes)} B), but " in text, (seed, text)
        checked += 1
    assert checked > TABLES / 10


def test_nothing_that_loses_data_or_is_unsafe_is_recommended():
    for seed in range(TABLES):
        found, source = generated(seed)
        rows = {row.codec: row for row in found.rows}
        for advice in recommend(found, source):
            assert all(rows[codec].keeps for codec in advice.codecs), seed
            if not advice.aim.startswith("Caches"):
                assert not set(UNSAFE) & set(advice.codecs), seed


def test_pickle_is_smaller_but_not_safe():
    """As in the demo: the table began with pickle at 263 kB, and MessagePack at 402 kB was called the smallest."""
    steady = [1000.0] * 12
    source = source_of(
        {"hayapack_native": (steady, steady, 402_000), "pickle_std": (steady, steady, 263_000)},
        compressed={"hayapack_native": {"gzip": 400_000}, "pickle_std": {"gzip": 260_000}},
    )
    found = summary.of(record_of(source), source)
    text = next(advice.text for advice in recommend(found, source) if advice.aim == "Smallest")
    assert text.startswith(
        "MessagePack (hayapack): 402 kB. pickle is smaller (263 kB), but reading a pickle runs any code"
    )
