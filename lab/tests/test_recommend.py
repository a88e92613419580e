"""The recommendations and their reasons, from records with fixed times."""

import pytest
from made_record import record_of, source_of

from hayapack_lab.measure.composition import composition
from hayapack_lab.statistics import summary
from hayapack_lab.text.composition_text import sentences
from hayapack_lab.text.recommend import recommend

FASTEST, SMALLEST, JSON = "Fastest round trip, nothing lost", "Smallest", "Readable by people"
PYTHON, LANGUAGES, WHY = "Caches", "Readable from other languages", "Why"


def advice(cells, **options):
    """{purpose: recommendation} of a source."""
    source = source_of(cells, **options)
    return {one.aim: one for one in recommend(summary.of(record_of(source), source), source)}


def text(found, aim):
    return next((one.text for name, one in found.items() if name.startswith(aim)), None)


def steady(ns, samples=12):
    return [ns, ns * 1.001, ns * 0.999] * (samples // 3)


def both(ns, size=100):
    return steady(ns), steady(ns), size


def test_hayapack_where_it_is_fastest():
    found = advice({"hayapack_native": both(1000), "orjson": both(2000), "json_std": both(9000)})
    assert text(found, FASTEST) == (
        "hayapack: 2.00 µs to encode and decode all of it; orjson takes 2.00 times as long."
    )


def test_hayapack_is_not_always_the_answer():
    cells = {"hayapack_native": both(1000), "orjson": both(500), "msgspec_msgpack": both(800)}
    found = advice(cells)
    assert text(found, FASTEST) == (
        "orjson, not hayapack: 1.00 µs to encode and decode all of it, 2.00 times as fast as "
        "hayapack (2.00 µs). msgspec is faster than hayapack too."
    )
    assert found[FASTEST].codecs == ("orjson",)


def test_rivals_that_can_not_be_told_apart_are_named_together():
    cells = {
        "hayapack_native": both(1000), "hayapack_again": both(1020),
        "orjson": both(500), "msgspec_msgpack": both(505),
    }  # fmt: skip
    found = advice(cells)
    assert "msgspec showed no difference from it." in text(found, FASTEST)
    assert found[FASTEST].codecs == ("orjson", "msgspec_msgpack")


def test_a_tie_stays_a_tie():
    cells = {
        "hayapack_native": both(1000), "hayapack_again": both(1100),
        "orjson": both(950), "msgspec_msgpack": both(1400),
    }  # fmt: skip
    found = advice(cells)
    assert text(found, FASTEST).startswith("hayapack or orjson: 2.00 µs to encode and decode")
    assert "no difference beyond the noise" in text(found, FASTEST)
    assert "msgspec takes 1.40 times as long" in text(found, FASTEST)


def test_what_loses_data_is_never_recommended():
    cells = {"hayapack_native": both(1000), "json_std": both(100, 10), "orjson": both(90, 9)}
    lost = {"json_std": ["int key → str"], "orjson": ["nan → null"]}
    found = advice(cells, losses=lost)
    assert found[FASTEST].codecs == found[SMALLEST].codecs == ("hayapack_native",)
    assert text(found, JSON) == ("No JSON codec here keeps this data (orjson: nan → null; json: int key → str).")
    assert not any("json_std" in one.codecs or "orjson" in one.codecs for one in found.values())


def test_unsafe_codecs_come_with_their_danger():
    cells = {"hayapack_native": both(1000), "pickle_std": both(400), "marshal_std": both(300)}
    found = advice(cells)
    assert found[FASTEST].codecs == ("hayapack_native",)
    said = text(found, PYTHON)
    assert "marshal is 3.33 times as fast as hayapack, but hostile bytes can crash Python" in said
    assert "pickle is 2.50 times as fast as hayapack, but reading a pickle runs any" in said
    assert said.endswith("So only for files that nobody but your own program can write.")


def test_no_danger_without_gain():
    found = advice({"hayapack_native": both(1000), "pickle_std": both(1500)})
    said = text(found, PYTHON)
    assert said.startswith("No reason to use pickle here: no measurable advantage in time over hayapack")
    assert "reading a pickle runs any code that its writer put in" in said


def test_the_fallback_is_not_recommended_beside_the_compiled_one():
    found = advice({"hayapack_native": both(1000), "hayapack_pure": both(900)})
    assert found[FASTEST].codecs == found[SMALLEST].codecs == ("hayapack_native",)
    found = advice({"hayapack_pure": both(1000), "json_std": both(2000)})
    assert found[FASTEST].codecs == ("hayapack_pure",)


@pytest.mark.parametrize(
    "ours, words",
    [
        (("missing", "No module named 'hayapack'"), "hayapack itself was not measured"),
        (("failed", "encode: OverflowError"), "hayapack itself fails on this data"),
    ],
)
def test_without_hayapack_nothing_is_judged(ours, words):
    found = advice({"hayapack_native": ours, "json_std": both(900), "ujson": both(500)})
    assert text(found, FASTEST).startswith(words)
    assert "ujson had the lowest median, 1.00 µs for the round trip" in text(found, FASTEST)
    assert "is not known" in text(found, FASTEST)
    assert text(found, JSON) == "ujson, whose JSON keeps this data."


def test_where_hayapack_loses_data_it_is_not_recommended():
    cells = {"hayapack_native": both(100), "pickle_std": both(500), "json_std": both(900)}
    found = advice(cells, losses={"hayapack_native": ["tuple → list"]})
    assert text(found, FASTEST).startswith("hayapack does not keep all of this data.")
    assert found[FASTEST].codecs == ("json_std",)


def test_too_few_samples_are_no_recommendation():
    found = advice({"hayapack_native": ([1], [1], 10), "json_std": ([9], [9], 10)})
    assert text(found, FASTEST) == ("There are too few samples (more --seconds would help) to say which one is.")
    assert text(found, JSON).endswith("too few samples to compare its time with hayapack's, with as "
                                      "many bytes.")  # fmt: skip


def test_a_slow_codec_with_few_samples_is_named():
    found = advice({"hayapack_native": both(100), "orjson": both(200), "json_std": ([900], [900], 10)})
    assert text(found, FASTEST).startswith("hayapack: 200 ns")
    assert text(found, FASTEST).endswith("to say how fast json would be.")


def test_nothing_keeps_the_data():
    found = advice({"json_std": both(1)}, losses={"json_std": ["int key → str"]})
    assert text(found, FASTEST).startswith("Nothing to recommend")
    assert not any(one.codecs for one in found.values())


def test_nothing_was_measured():
    found = advice({"json_std": ("missing", "the run ended before its turn")})
    assert text(found, FASTEST).startswith("Nothing to recommend")
    assert text(found, JSON) == "No JSON codec was timed."


def test_sizes_and_compression():
    cells = {"hayapack_native": both(1, 1000), "orjson": both(1, 1500)}
    packed = {
        "hayapack_native": {"lz4": 300, "gzip": 200, "zstd": 210},
        "orjson": {"lz4": 400, "gzip": 205, "zstd": None},
    }
    said = text(advice(cells, compressed=packed), SMALLEST)
    assert said == (
        "MessagePack (hayapack): 1.00 kB; JSON (orjson) takes 50 % more. Compressed, MessagePack "
        "with gzip is smallest: 200 B, 20 % of the 1.00 kB before. JSON then takes about the "
        'same. hayapack writes LZ4 by itself, packb(value, lz4="block-array"), about 300 B; '
        "MessagePack for C# can read that."
    )
    packed = {"hayapack_native": {"gzip": 990}}
    said = text(advice(cells, compressed=packed), SMALLEST)
    assert said.endswith("Compression saves little here.")


def test_the_same_bytes_can_be_exchanged():
    cells = {"hayapack_native": both(1), "msgpack_c": both(5), "orjson": both(5, 150)}
    found = advice(cells, digests={"hayapack_native": "same", "msgpack_c": "same"})
    assert text(found, LANGUAGES) == (
        "MessagePack and JSON keep this data, smallest first: MessagePack. msgpack writes the "
        "same bytes as hayapack, so you can switch between them without converting "
        "data."
    )


RECORDS = [{"identifier": i, "measurement": i} for i in range(50)]


@pytest.mark.parametrize(
    "messages, words",
    [
        (RECORDS, "Map keys are 88 % of the MessagePack bytes, and most are repeated, which "
                  "compression removes. A format whose schema"),
        ([{f"key{i}": i for i in range(50)}], "are rarely repeated"),
        (["a long text"] * 9, "most of it is repeated, which compression removes"),
        ([f"text {i}" for i in range(9)], "the formats differ little in size"),
        ([[0.5, 1.5]], "Floats are 95 % of the bytes, 9 each in MessagePack and 3 on average as "
                       "decimal text in JSON: JSON is smaller for such short decimals"),
        ([[1 / 3, 2 / 7]], "which takes time to format and to parse"),
        ([b"bytes"], "JSON has none"),
        ([[1000] * 5], "Integers are 94 % of the bytes, 3.0 each"),
    ],
)  # fmt: skip
def test_what_in_the_data_explains_it(messages, words):
    found = advice({"hayapack_native": both(1)}, messages=messages)
    assert words in text(found, WHY)


def test_what_the_data_is_made_of_in_words():
    said = " ".join(sentences(composition([{"é": "ü", "n": [1.5, [[]]]}] * 3)))
    assert said == (
        "43 % of your bytes are floats; 24 % map keys, 19 % headers of arrays and maps and 14 % "
        "text. 67 % of the key bytes are repeated keys, mainly 'é' (14 %) and 'n' (9.5 %); 67 % of "
        "the text bytes are repeated texts. All 3 maps have the same keys. 75 % of the text "
        "bytes are in non-ASCII text. It nests 4 levels deep; a value is 1.5 levels deep on average."
    )


def test_shares_are_plain():
    rows = [{"somewhat_long_key": i} for i in range(9)]
    assert sentences(composition(rows))[0].startswith("90 % of your bytes are map keys; ")
    assert sentences(composition([1, 2])) == ["All bytes are integers."]
    assert sentences(composition([1 << 70])) == ["It has no values that MessagePack can represent."]


def test_estimates_are_called_estimates(monkeypatch):
    from hayapack_lab.measure import composition as composing

    monkeypatch.setattr(composing, "EXACT", 100)
    monkeypatch.setattr(composing, "SAMPLED", 500)
    said = " ".join(sentences(composition([RECORDS * 10])))
    assert "At least 9" in said and "estimates from a random sample" in said
