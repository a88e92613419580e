"""The verdict, the recommendations and the losses, from records with fixed and with random times."""

import random

import pytest
from made_record import record_of, source_of

from hayapack_lab.measure.composition import composition
from hayapack_lab.report.run_report import build
from hayapack_lab.statistics import judge, summary
from hayapack_lab.statistics.summary import BOTH
from hayapack_lab.text import compare_advice, compare_losses, compare_verdict
from hayapack_lab.text.composition_text import line
from hayapack_lab.text.number_formats import byte_size, duration
from hayapack_lab.text.report_elements import Answer, Table


def summed(cells, **options):
    source = source_of(cells, **options)
    return summary.summarize(record_of(source), source)


def advised(cells, **options):
    """{purpose: recommendation} of a source."""
    return {one.purpose: one for one in compare_advice.advise(summed(cells, **options))}


def steady(ns, samples=12):
    return [ns, ns * 1.001, ns * 0.999] * (samples // 3)


def both(ns, size=100):
    return steady(ns), steady(ns), size


def told(one):
    return one.names, one.figure, one.reason


FEW = ([1], [1], 10)


@pytest.mark.parametrize(
    "cells, expected",
    [
        ({"hayapack_native": 1000, "orjson": 2000, "json_std": 9000},
         ("hayapack", "2.00 µs", "next: orjson, 2.00× as long")),
        ({"hayapack_native": 1000, "orjson": 500, "msgspec_msgpack": 800},
         ("orjson", "1.00 µs", "2.00× as fast as hayapack")),
        ({"hayapack_native": 1000, "hayapack_again": 1020, "orjson": 500, "msgspec_msgpack": 505},
         ("orjson and msgspec", "1.00 µs to 1.01 µs", "no difference beyond the noise")),
        ({"hayapack_native": 1000, "hayapack_again": 1100, "orjson": 950, "msgspec_msgpack": 1400},
         ("orjson and hayapack", "1.90 µs to 2.00 µs", "no difference beyond the noise")),
        ({"hayapack_native": 1000, "pickle_std": 400, "marshal_std": 300}, ("–", "–", "0 rivals measured: too few")),
        ({"hayapack_native": 1000, "hayapack_pure": 900, "orjson": 3000}, ("–", "–", "1 rival measured: too few")),
        ({"hayapack_pure": 1000, "json_std": 2000, "orjson": 2500},
         ("hayapack pure", "2.00 µs", "next: json, 2.00× as long")),
    ],
)  # fmt: skip
def test_the_fastest(cells, expected):
    found = advised({codec: both(ns) for codec, ns in cells.items()})
    assert told(found[compare_advice.FASTEST]) == expected


def test_too_few_samples_decide_only_large_differences():
    found = advised({"hayapack_native": FEW, "json_std": ([9], [9], 10), "orjson": ([8], [9], 10)})
    assert told(found[compare_advice.FASTEST]) == ("hayapack", "2.00 ns", "next: orjson, about 8.50× as long")
    assert found[compare_advice.READABLE].reason == "too few samples; 1.00× hayapack's bytes"
    found = advised({"hayapack_native": ([10], [10], 10), "json_std": ([9], [9], 10), "orjson": ([80], [90], 10)})
    assert told(found[compare_advice.FASTEST]) == (
        "json and hayapack",
        "18.0 ns to 20.0 ns",
        "about equal; too few samples",
    )
    found = advised({"hayapack_native": ([10], [10], 10), "json_std": ([5], [3], 10), "orjson": ([80], [90], 10)})
    assert told(found[compare_advice.FASTEST]) == ("json", "8.00 ns", "about 2.50× as fast as hayapack")
    found = advised({"hayapack_native": both(100), "orjson": both(200), "json_std": ([9], [9], 10)})
    assert found[compare_advice.FASTEST].reason == "too few samples of json"


def test_what_loses_data_is_never_recommended():
    cells = {"hayapack_native": both(1000), "json_std": both(100, 10), "orjson": both(90, 9),
             "msgpack_c": both(3000, 101), "cbor2": both(9000, 102)}  # fmt: skip
    found = advised(cells, losses={"json_std": ["int key → str"], "orjson": ["nan → null"]})
    assert found[compare_advice.FASTEST].codecs == found[compare_advice.SMALLEST].codecs == ("hayapack_native",)
    assert found[compare_advice.SMALLEST].reason == "orjson: 9 B, but loses data"
    assert told(found[compare_advice.READABLE]) == ("–", "–", "no JSON codec keeps this data")


def test_unsafe_codecs_come_with_their_danger():
    found = advised({"hayapack_native": both(1000), "pickle_std": both(400, 50), "marshal_std": both(300)})
    assert told(found[compare_advice.OWN]) == ("marshal", "600 ns", "unsafe: can crash Python")
    assert told(found[compare_advice.SMALLEST]) == ("hayapack", "100 B", "pickle: 50 B, but unsafe")
    assert compare_advice.OWN not in advised({"hayapack_native": both(1000), "pickle_std": both(1500)})


def test_sizes_compression_and_equal_bytes():
    cells = {"hayapack_native": both(1, 1000), "orjson": both(1, 1500), "msgpack_c": both(9, 1000)}
    packed = {"hayapack_native": {"gzip": 200}, "msgpack_c": {"gzip": 200}, "orjson": {"lz4": 400, "zstd": None}}
    found = advised(cells, compressed=packed, digests={"hayapack_native": "same", "msgpack_c": "same"})
    assert told(found[compare_advice.SMALLEST]) == ("hayapack and msgpack", "1.00 kB", "next: orjson, 50 % more")
    assert told(found[compare_advice.COMPRESSED]) == ("hayapack and msgpack", "200 B (gzip)", "20 % of plain size")
    assert told(found[compare_advice.SAME_BYTES]) == ("msgpack", "1.00 kB", "switch without converting data")
    assert told(found[compare_advice.READABLE])[2] == "same time as hayapack, 1.50× bytes"


NOBODY = " (not measured: orjson, msgspec, ormsgpack, amsgpack)"


@pytest.mark.parametrize(
    "cells, losses, expected",
    [
        ({"hayapack_native": both(1000), "orjson": both(500, 150), "json_std": both(9000, 150)}, {},
         "Fastest of hayapack and 2 safe, lossless rivals (not measured: msgspec, ormsgpack, amsgpack): orjson, "
         "1.00 µs for a round trip (2.00× as fast as hayapack). Smallest: hayapack, 100 B. "
         "Better than hayapack: orjson (encode, decode, round trip)."),
        ({"hayapack_native": both(1000), "msgpack_c": both(4000), "json_std": both(9000, 150),
          "pickle_std": both(9000, 60), "bson": both(9000, 50)}, {"bson": ["int → Int64"]},
         f"Fastest of hayapack and 2 safe, lossless rivals{NOBODY}: hayapack, 2.00 µs for a round trip "
         "(next: msgpack, 4.00× as long). Smallest: MessagePack, 100 B (BSON 50 B, but it loses data). Better than "
         "hayapack: pickle (size, size with gzip; unsafe: runs code)."),
        ({"hayapack_native": both(1000), "msgpack_c": both(4000)}, {},
         f"No verdict on speed with 1 rival{NOBODY}: msgpack takes 4.00 times hayapack's time. Smallest: MessagePack"),
        ({"hayapack_native": both(1000)}, {}, f"No verdict on speed with 0 rivals{NOBODY}. Smallest: hayapack, 100 B."),
        ({"hayapack_native": ("missing", "No module named 'hayapack'"), "ujson": both(500), "orjson": both(900)}, {},
         "hayapack was not measured (No module named 'hayapack'); fastest of 2 safe, lossless codecs"),
        ({"hayapack_native": ("failed", "encode: OverflowError"), "ujson": both(500), "orjson": both(900)}, {},
         "hayapack fails on this data (encode: OverflowError); fastest of 2 safe, lossless codecs"),
        ({"hayapack_native": both(100), "json_std": both(900), "orjson": both(900)},
         {"hayapack_native": ["tuple → list"]}, "hayapack loses data here (tuple → list); fastest of 2"),
        ({"json_std": both(1)}, {"json_std": ["int key → str"]},
         f"hayapack was not measured; no timed codec keeps this data{NOBODY}."),
    ],
)  # fmt: skip
def test_the_verdict(cells, losses, expected):
    assert " ".join(compare_verdict.verdict(summed(cells, losses=losses))).startswith(expected)


def test_a_smaller_format_after_compression_is_in_the_verdict():
    cells = {"hayapack_native": both(1000), "json_std": both(9000, 150), "cbor2": both(9000, 110)}
    packed = {"hayapack_native": {"zstd": 100, "gzip": 120}, "json_std": {"zstd": 96, "gzip": 99},
              "cbor2": {"zstd": 99, "gzip": 120}}  # fmt: skip
    said = " ".join(compare_verdict.verdict(summed(cells, compressed=packed)))
    assert "JSON (json) with zstd is 4.0 % smaller than hayapack with zstd." in said
    assert "Better than hayapack: json (size with gzip and zstd)" in said


def test_what_was_left_out_and_the_seconds_for_intervals_are_said():
    cells = {"hayapack_native": FEW, "json_std": ([9], [9], 10), "msgpack_pure": ("slow", "about 80 times as long")}
    source = source_of(cells)
    source.needed = 140.0
    source.cells["msgpack_pure"].slower = {"times": 80.3, "at_least": False}
    assert compare_verdict.remarks(summary.summarize(record_of(source), source)) == (
        "Left out because they are far slower, in multiples of hayapack's time: msgpack pure (about 80). Too few samples for intervals; --seconds 140 would give them."
    )
    assert compare_verdict.remarks(summed({"hayapack_native": both(1), "json_std": both(2)})) == ""


# --- safety is a property of the call ------------------------------------------------

PHP = {"php_hayapack_safe": both(1000), "php_hayapack_safe_again": both(1000), "php_hayapack": both(900),
       "php_pecl": both(2000), "php_igbinary": both(1500, 60), "php_serialize_safe": both(3000, 200),
       "php_serialize": both(2900, 200), "php_json": both(5000, 150)}  # fmt: skip


def test_the_same_call_is_unsafe_in_every_library_of_php():
    found = summed(PHP)
    risky = {row.codec for row in found.rows if row.unsafe == "makes any object"}
    assert risky == {"php_hayapack", "php_pecl", "php_igbinary", "php_serialize"}
    assert {row.codec for row in compare_advice.candidates(found)} == {
        "php_hayapack_safe",
        "php_serialize_safe",
        "php_json",
    }
    said = " ".join(compare_verdict.verdict(found))
    assert said.startswith("Fastest of hayapack and 2 safe, lossless rivals: hayapack, no objects, 2.00 µs")
    assert "(igbinary 60 B, but it makes any object)" in said
    assert "igbinary (size, size with gzip; unsafe: makes any object)" in said
    without = summed({key: cell for key, cell in PHP.items() if key not in ("php_pecl", "php_igbinary")})
    assert "(not measured: igbinary, PECL msgpack)" in " ".join(compare_verdict.verdict(without))


def test_hayapack_in_its_unsafe_form_is_not_recommended_either():
    """As in records of earlier versions."""
    found = summed({key: cell for key, cell in PHP.items() if "safe" not in key})
    assert found.ours.codec == "php_hayapack" and found.ours.unsafe
    assert [row.codec for row in compare_advice.candidates(found)] == ["php_json"]
    assert "No verdict on speed with 1 rival" in " ".join(compare_verdict.verdict(found))


def test_a_verdict_on_net_names_memorypack():
    cells = {"dotnet_hayapack": both(1000), "dotnet_json": both(3000), "dotnet_utf8json": both(4000)}
    assert "(not measured: MessagePack-CSharp, MemoryPack): hayapack" in " ".join(
        compare_verdict.verdict(summed(cells))
    )


@pytest.mark.parametrize(
    "again, expected",
    [
        (1010, "No codec that keeps this data is faster beyond the noise, or smaller."),
        (4000, "No codec that keeps this data is smaller; the noise of 300 % hides faster ones: measure again."),
    ],
)
def test_no_losses_are_claimed_only_of_what_the_noise_shows(again, expected):
    found = summed({"hayapack_native": both(1000), "hayapack_again": both(again), "json_std": both(900)})
    assert compare_losses.no_losses(found) == expected


def test_losses_come_by_task_worst_first():
    cells = {"hayapack_native": (steady(1000), steady(1000), 100), "orjson": (steady(500), steady(2000), 90),
             "pickle_std": (steady(250), steady(1000), 100)}  # fmt: skip
    found = [(one.what, one.row.name, one.theirs, one.ours) for one in compare_losses.losses(summed(cells))]
    assert found == [
        ("encode", "pickle", "250 ns", "1.00 µs"),
        ("encode", "orjson", "500 ns", "1.00 µs"),
        ("round trip", "pickle", "1.25 µs", "2.00 µs"),
        ("size", "orjson", "90 B", "100 B"),
        ("size, gzip", "orjson", "45 B", "50 B"),
    ]


def test_a_codec_that_is_faster_only_without_the_collector_is_a_loss():
    source = source_of({"hayapack_native": both(1000), "orjson": both(2000)})
    for codec, ns in (("hayapack_native", 1000), ("orjson", 500)):
        source.cells[codec].samples["decode gc off"] = steady(ns)
    found = compare_losses.losses(summary.summarize(record_of(source), source))
    assert [(one.what, one.row.name) for one in found] == [("decode, GC off", "orjson")]


# --- random records: words and tables agree ----------------------------------------

CODECS = ("hayapack_native", "hayapack_again", "hayapack_pure", "msgpack_c", "msgspec_msgpack", "orjson", "json_std",
          "ujson", "cbor2", "pickle_std", "marshal_std")  # fmt: skip


def random_summary(chance):
    cells, losses, compressed = {}, {}, {}
    for codec in chance.sample(CODECS, chance.randint(1, len(CODECS))):
        if chance.random() < 0.08:
            cells[codec] = (chance.choice(["failed", "missing"]), "a reason")
            continue
        spread, count = chance.choice([0.001, 0.05, 0.4]), chance.choice([1, 3, 12, 12, 12])
        way = [[chance.choice([100, 120, 1000]) * chance.gauss(1, spread) % 5000 + 1 for _ in range(count)]
               for _ in range(2)]  # fmt: skip
        cells[codec] = (*way, chance.choice([90, 100, 110, 100_000]))
        losses[codec] = ["int key → str"] if chance.random() < 0.2 else []
        compressed[codec] = {name: chance.choice([None, 40, 80, 120]) for name in ("lz4", "gzip", "zstd")}
    source = source_of(cells, losses=losses, compressed=compressed)
    return record_of(source), source


@pytest.mark.parametrize("seed", range(120))
def test_words_never_contradict_the_tables(seed):
    record, source = random_summary(random.Random(seed))
    found = summary.summarize(record, source)
    rows = {row.codec: row for row in found.rows}
    named = {one.purpose: one for one in compare_advice.advise(found)}
    good = compare_advice.candidates(found)
    timed = [row for row in good if BOTH in row.times]
    for one in named.values():
        words = one.reason
        for row in sorted(found.rows, key=lambda row: -len(row.name)):
            words = words.replace(row.name, "codec")
        assert len(words.split()) <= 6, one
        assert all(rows[codec].keeps for codec in one.codecs)
        assert one.purpose == compare_advice.OWN or not any(rows[codec].unsafe for codec in one.codecs)
    quick = named[compare_advice.FASTEST]
    if quick.codecs:
        chosen = [rows[codec].times[BOTH] for codec in quick.codecs]
        assert quick.figure.split(" to ")[0] == duration(min(time.ns for time in chosen))
        slowest = max(time.ns for time in chosen)
        # No codec with a lower median in the table is passed over, unless it has too few samples: then it is said.
        before = [row for row in timed if row.times[BOTH].ns < slowest and row.codec not in quick.codecs]
        undecided = (judge.TOO_FEW, judge.SAME)
        assert all(row.times[BOTH].verdict in undecided for row in before)
        if min((row.times[BOTH].ns for row in timed)) < min(time.ns for time in chosen):
            assert quick.reason.startswith("too few samples of")
    elif sum(not compare_advice.is_ours(row) for row in timed) >= compare_advice.RIVALS:
        assert quick.reason == compare_advice.TOO_NOISY
    if good:
        small = named[compare_advice.SMALLEST]
        least = min(row.size for row in good)
        assert small.figure == byte_size(least) and {rows[codec].size for codec in small.codecs} == {least}
        # What the table shows as smaller is named with the reason why it is not recommended.
        smaller = [row for row in found.measured if row.size < least and not compare_advice.is_ours(row)]
        assert not smaller or " but " in small.reason
    reported(build(record), named, found)


def reported(report, named, found):
    """The page's cards are the recommendations; the table of losses has what is faster in the table of times."""
    parts = report.sections[0].parts
    answer = next(part for part in parts if isinstance(part, Answer))
    for card in answer.cards:
        one = named[card.title]
        assert (card.name, card.figure, card.reason) == (one.names, one.figure, one.reason)
    lost = next((part for part in parts if isinstance(part, Table) and part.key.endswith("-losses")), None)
    assert (lost is None) == (found.ours is None)
    if lost:
        known = {(row[0].text, row[1].text) for row in lost.rows}
        rivals = [row for row in found.measured if row.keeps and not compare_advice.is_ours(row)]
        for what in ("encode", "decode"):
            faster = {row.name for row in rivals if _faster(row, f"{what} gc on")}
            assert faster == {name for name, where in known if where == what}
        assert {row.name for row in rivals if row.size < found.ours.size} == {n for n, w in known if w == "size"}


def _faster(row, task):
    time = row.times.get(task)
    return time is not None and (
        time.verdict == judge.FASTER or (time.verdict == judge.TOO_FEW and time.ratio < 1 / compare_advice.ROUGH)
    )


# --- what the data consists of ------------------------------------------------------


def test_what_the_data_is_made_of():
    assert line(composition([{"é": "ü", "n": [1.5, [[]]]}] * 3)) == (
        "43 % floats, 24 % map keys, 19 % headers of arrays and maps, 14 % text; 67 % of the key bytes are repeated "
        "keys, 67 % of the text bytes are repeated texts; 4 levels deep"
    )
    assert line(composition([1, 2])) == "100 % integers; 0 levels deep"
    assert line(composition([1 << 70])) == "no values that MessagePack can represent"


def test_estimates_are_called_estimates(monkeypatch):
    from hayapack_lab.measure import composition as composing

    monkeypatch.setattr(composing, "EXACT", 100)
    monkeypatch.setattr(composing, "SAMPLED", 500)
    said = line(composition([[{"identifier": i, "measurement": i} for i in range(50)] * 10]))
    assert "at least 9" in said and "estimated from a random sample" in said


def test_times_that_differ_much_are_not_called_the_same():
    """A noise floor of 300 % can't decide between 1 µs and 4 µs: neither is called the fastest."""
    cells = {
        "hayapack_native": both(1000),
        "hayapack_again": (steady(4000), steady(4000), 100),
        "json_std": both(3000, 150),
        "msgpack_c": both(90_000),
    }
    found = {one.purpose: one for one in compare_advice.advise(summed(cells))}
    assert (found[compare_advice.FASTEST].codecs, found[compare_advice.FASTEST].reason) == (
        (),
        compare_advice.TOO_NOISY,
    )
    assert found[compare_advice.READABLE].reason == "too noisy; 1.50× hayapack's bytes"
    assert "too noisy to tell" in " ".join(compare_verdict.verdict(summed(cells)))


def test_the_smallest_after_compression_is_a_loss():
    cells = {"hayapack_native": both(1000), "cbor2": both(2000, 110), "json_std": both(3000, 150)}
    compressed = {
        "hayapack_native": {"gzip": 80, "lz4": 90},
        "cbor2": {"gzip": 70, "lz4": 90},
        "json_std": {"gzip": 75, "lz4": 99},
    }
    found = [
        (one.what, one.row.name, one.theirs, one.ours)
        for one in compare_losses.losses(summed(cells, compressed=compressed))
    ]
    assert found == [("size, gzip", "cbor2", "70 B", "80 B")]
