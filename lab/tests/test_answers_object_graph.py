"""The conclusions of article D, on made-up times and sizes of C#'s codecs."""

import pytest

from hayapack_lab.articles import object_graph_csharp_page, published
from hayapack_lab.articles.answers import object_graph_answers as article
from hayapack_lab.articles.answers.figures import FAIR
from hayapack_lab.articles.answers.languages import CLOSE, FAILS, HOLDS, PART
from hayapack_lab.measure.record import record_of

JSON = "dotnet_json"
PLAIN = (JSON, "dotnet_json_gzip", article.AS_THEN, article.RECOMMENDED)


TASKS = (article.TASK, *FAIR.values())


def record(**figures):
    """These codecs' (ns or samples, bytes) in every task; the noise floor is 0."""
    twins = {"dotnet_hayapack": (50.0, 50.0), "dotnet_hayapack_again": (50.0, 50.0)}
    cells = {
        codec: {
            "status": "ok",
            "size": size,
            "post_size": size,
            "samples": {task: ns if isinstance(ns, list) else [ns] * 3 for task in TASKS},
        }
        for codec, (ns, size) in {**twins, **figures}.items()
    }
    source = {"key": article.KEY, "group": "D", "tasks": [*TASKS], "cells": cells}
    return record_of({"codecs": {codec: {"name": codec} for codec in cells}, "sources": [source]})


def verdicts(key, **figures):
    [one] = [one for one in article.CONCLUSIONS if one.key == key]
    return {codec: found.verdict for codec, found in one.found(record(**figures)).items()}


@pytest.mark.parametrize(
    ("ns", "size", "expected"),
    [(50, 50, HOLDS), (150, 50, PART), (50, 150, PART), (150, 150, FAILS), (100, 100, CLOSE)],
)
def test_the_recommendation_holds_for_time_and_size(ns, size, expected):
    found = verdicts("recommended", dotnet_json=(100, 100), **{article.RECOMMENDED: (ns, size)})
    assert found == {article.RECOMMENDED: expected}


def test_messagepack_is_compared_typed_and_typeless():
    json = {JSON: (100, 100)}
    assert verdicts("performance", **json, dotnet_hayapack_typeless=(60, 1)) == {"dotnet_hayapack": HOLDS}
    assert verdicts("performance", **json, dotnet_hayapack_typeless=(160, 1)) == {"dotnet_hayapack": PART}
    assert verdicts("performance", **json) == {}  # without one of them there is no verdict


@pytest.mark.parametrize(
    ("ns", "size", "expected"), [(300, 40, HOLDS), (300, 60, PART), (50, 40, PART), (50, 60, FAILS)]
)
def test_compressed_json_is_smaller_but_slower(ns, size, expected):
    found = verdicts("gzip", dotnet_json_gzip=(ns, size), **{article.RECOMMENDED: (100, 50)})
    assert found == {"dotnet_json_gzip": expected}


def test_shares_are_of_the_articles_library_where_it_was_measured():
    made = dict.fromkeys(PLAIN, (100.0, 100.0))
    lead, *points = article.ANSWER.texts(record(**made, dotnet_utf8json=(200.0, 200.0)))
    assert lead.text == "JSON is dotnet_utf8json, 200 B:"
    said = {point.label: point.text for point in points}
    assert "JSON + gzip 100 B, 50 %, in 50 % of its time" in said["Smallest:"]
    typeless = "hayapack 50 % of JSON's time, 50 % of its bytes; MessagePack-CSharp 50 %, 50 %."
    assert said["Typeless + LZ4 block, write and read:"] == typeless
    lead, *_ = article.ANSWER.texts(record(**made))
    assert lead.text == f"JSON is {JSON} (Utf8Json is unavailable), 100 B:"


def test_the_two_libraries_typeless_lz4_has_one_form():
    """A block beside an array was compared as like with like."""
    assert article.RECOMMENDED == article.AS_THEN.replace("messagepack", "hayapack")


def test_three_samples_get_an_interval_and_no_verdict_within_the_noise():
    """The median alone, 0.8, would hold."""
    wide = {article.RECOMMENDED: ([70.0, 80.0, 120.0], 50.0)}
    [one] = [one for one in article.CONCLUSIONS if one.key == "recommended"]
    found = one.found(record(dotnet_json=(100.0, 100.0), **wide))[article.RECOMMENDED]
    assert (found.verdict, found.figures["time"]) == (PART, "80 % (70–120 %)")
    narrow = {article.RECOMMENDED: ([78.0, 80.0, 82.0], 50.0)}
    found = one.found(record(dotnet_json=(100.0, 100.0), **narrow))[article.RECOMMENDED]
    assert (found.verdict, found.figures["time"]) == (HOLDS, "80 % (78–82 %)")


def test_the_conclusions_and_the_articles_table_have_the_same_ratio():
    spread = {JSON: ([90.0, 100.0, 400.0], 100.0), article.RECOMMENDED: ([45.0, 60.0, 300.0], 50.0)}
    made = record(**spread)
    [table] = [part for part in object_graph_csharp_page.parts(made) if getattr(part, "key", "") == "d-dotnet-then"]
    place = [column.title for column in table.columns].index("Ratio")
    [shown] = [row[place].text for row in table.rows if row[1].text == article.RECOMMENDED]
    [one] = [one for one in article.CONCLUSIONS if one.key == "recommended"]
    said = one.found(made)[article.RECOMMENDED].figures["time"]
    assert shown.startswith("0.60 (") and said.startswith("60 % (")


def test_the_answer_names_the_smallest_and_the_fastest():
    made = dict.fromkeys(PLAIN, (100.0, 100.0))
    said = article.ANSWER.sentence(record(**made, dotnet_memorypack=(20.0, 90.0), dotnet_json_brotli=(300.0, 10.0)))
    assert "Smallest: dotnet_json_brotli 10 B, 10 % of JSON's" in said
    assert "; of MessagePack dotnet_hayapack 50 B, 50 %." in said
    assert "Fastest to write: dotnet_memorypack 20.0 ns. Fastest to read: dotnet_memorypack 20.0 ns." in said


@pytest.mark.parametrize(
    ("forms", "named"),
    [
        ((), "dotnet_hayapack 50.0 ns"),
        (("_lz4_block",), "dotnet_hayapack 50.0 ns and dotnet_hayapack_lz4_block 50.0 ns"),
        (("_lz4_block", "_lz4_array"), "dotnet_hayapack 50.0 ns and 2 other forms of hayapack"),
    ],
)
def test_who_is_within_the_noise_of_the_fastest_is_named(forms, named):
    made = {**dict.fromkeys(PLAIN, (100.0, 100.0)), **{f"dotnet_hayapack{form}": (50.0, 50.0) for form in forms}}
    near = article.ANSWER.sentence(record(**made, dotnet_memorypack=(47.0, 90.0)))
    assert f"Fastest to read: dotnet_memorypack 47.0 ns; within the noise of 3 samples: {named}." in near


def test_memory_is_the_least_the_most_and_hayapacks():
    made = record(**dict.fromkeys(PLAIN, (100.0, 100.0)))
    for codec, size in ((JSON, 300), ("dotnet_json_gzip", 900), ("dotnet_hayapack", 200), (article.AS_THEN, 100)):
        cell = made.sources[0].cells[codec]
        cell.allocated, cell.collections = {article.TASK: [size]}, {article.TASK: [[3, 2, 1]]}
    [said] = [text.text for text in article.ANSWER.texts(made) if text.label.startswith("Memory")]
    each = f"least {article.AS_THEN} 100 B (3/2/1), most dotnet_json_gzip 900 B (3/2/1), dotnet_hayapack 200 B (3/2/1)"
    assert said == f"{each}; all 4: “{object_graph_csharp_page.MEMORY_TITLE}”."


def test_what_2019_printed():
    then = {one.key: one.then.figures for one in article.CONCLUSIONS}
    assert then == {
        "recommended": {"time": "51 %", "size": "44 %"},
        "performance": {"typed": "39 %", "typeless": "37 %"},
        "gzip": {"time": "8.02", "size": "74 %"},
    }
    assert set(object_graph_csharp_page.TODAY) == set(published.figures("object_graph", "method"))
