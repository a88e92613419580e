"""The conclusions of article C, on made-up times of PHP's codecs."""

import pytest

from hayapack_lab.articles import answers, php_loops_page
from hayapack_lab.articles.answers import php_loops_answers as article
from hayapack_lab.articles.answers.languages import CLOSE, FAILS, HOLDS, PART
from hayapack_lab.measure.record import record_of

LOSER = "php_json_article"


def record(times=(), size=100.0):
    """Every codec takes 100 ns in every task of every source; times: (source, codec, task) -> others."""
    times, sources = dict(times), []
    for made in php_loops_page.sources(True):
        tasks = [f"{what} gc on" for what, _ in made.tasks]
        cells = {
            codec: {
                "status": "ok",
                "size": size * (2 if codec == article.MAPS else 1),
                "samples": {task: [times.get((made.key, codec, task), 100.0)] * 3 for task in tasks},
            }
            for codec in made.codecs
        }
        sources.append({"key": made.key, "group": "C", "tasks": tasks, "cells": cells})
    return record_of({"codecs": {codec: {"name": codec} for codec in php_loops_page.CODECS}, "sources": sources})


def verdict(key, codec, **times):
    [one] = [one for one in article.CONCLUSIONS if one.key == key]
    return one.found(record(**times))[codec].verdict


def loops(codec, task, ns, chosen=php_loops_page.LOOPS):
    return {(f"c_{loop}", codec, task): ns for loop in chosen}


def lists(codec, task, ns, lengths=php_loops_page.LENGTHS):
    return {
        (php_loops_page.list_key(kind, length), codec, task): ns for kind in php_loops_page.KINDS for length in lengths
    }


@pytest.mark.parametrize(
    ("key", "codec", "times", "expected"),
    [
        ("overall", "php_pecl", loops("php_pecl", php_loops_page.BOTH, 50.0), HOLDS),
        ("overall", "php_pecl", loops("php_pecl", php_loops_page.BOTH, 200.0), FAILS),
        ("overall", "php_pecl", loops("php_serialize", php_loops_page.BOTH, 50.0), CLOSE),
        ("exceptions", "php_pecl", loops("php_pecl", php_loops_page.BOTH, 50.0), FAILS),
        ("exceptions", "php_pecl", loops("php_pecl", php_loops_page.BOTH, 200.0, ["map"]), HOLDS),
        ("strings", LOSER, loops(LOSER, php_loops_page.BOTH, 900.0, ["string"]), HOLDS),
        ("strings", LOSER, loops(LOSER, php_loops_page.BOTH, 900.0, ["map"]), FAILS),
        ("halves", "php_pecl", {}, HOLDS),
        ("halves", "php_pecl", loops("php_pecl", article.DECODE, 900.0, ["int"]), PART),
        ("arrays", "php_pecl", loops("php_pecl", article.DECODE, 300.0, ["array"]), HOLDS),
        ("arrays", "php_pecl", loops("php_pecl", article.DECODE, 300.0, ["int"]), FAILS),
        ("keys", article.DETECT, loops(article.DETECT, article.ENCODE, 120.0), HOLDS),
        ("keys", article.DETECT, loops(article.DETECT, article.ENCODE, 150.0), FAILS),
        ("length", article.DETECT, lists(article.DETECT, article.ENCODE, 150.0, php_loops_page.LENGTHS[-1:]), HOLDS),
        ("length", article.DETECT, lists(article.DETECT, article.ENCODE, 50.0, php_loops_page.LENGTHS[-1:]), FAILS),
        ("pays", article.DETECT, lists(article.DETECT, article.DECODE, 50.0), HOLDS),
        ("pays", article.DETECT, lists(article.DETECT, article.DECODE, 150.0), FAILS),
    ],
)
def test_a_conclusion_is_judged_by_the_times_that_it_is_about(key, codec, times, expected):
    assert verdict(key, codec, times=times) == expected


def test_what_2009_printed_is_compared_with_itself():
    then = {one.key: one.then for one in article.CONCLUSIONS}
    assert then["keys"].verdict == HOLDS
    assert then["keys"].figures == {"scalars": "0.94–1.22", "array": "1.17", "map": "1.00"}
    assert then["pays"].figures == {"bytes": "50 %"}
    assert [key for key, found in then.items() if found is None] == [
        "overall", "exceptions", "strings", "halves", "arrays", "length",
    ]  # fmt: skip


def test_the_slower_types_are_named():
    made = record(loops("php_pecl", php_loops_page.BOTH, 250.0, ["map"]))
    [one] = [one for one in article.CONCLUSIONS if one.key == "exceptions"]
    assert one.found(made)["php_pecl"].figures["worst"] == "serialize, map 0.40; json, map 0.40"


def test_without_a_slower_type_the_nearest_is_named():
    made = record(
        {**loops("php_pecl", php_loops_page.BOTH, 50.0), **loops("php_pecl", php_loops_page.BOTH, 90.0, ["int"])}
    )
    [one] = [one for one in article.CONCLUSIONS if one.key == "exceptions"]
    found = one.found(made)["php_pecl"]
    assert (found.verdict, found.figures["worst"]) == (FAILS, "serialize, int 1.11")
    assert "–" not in one.sentence(made) and "–" not in one.sentence(made, "ja")


def test_the_factors_are_the_shares_the_other_way_round():
    found = article.CONCLUSIONS[0].found(record(loops("php_pecl", php_loops_page.BOTH, 50.0, ["map"])))["php_pecl"]
    assert (found.figures["serialize"], found.figures["serialize_factor"]) == ("50–100 %", "1.00–2.00")


def test_the_answer_has_what_looking_at_the_keys_costs():
    made = record(lists(article.DETECT, article.ENCODE, 50.0, php_loops_page.LENGTHS[:1]))
    for language in article.QUESTION:
        assert "0.50–1.00" in article.ANSWER.sentence(made, language)
    assert len(answers.sections(record(), "c")) == 2


def test_the_answer_says_how_many_times_as_fast_by_the_fair_method_and_three_sizes():
    made = record(
        {**loops("php_serialize", article.ENCODE, 400.0, ["map"]), **loops("php_hayapack", php_loops_page.BOTH, 1.0)}
    )
    [ours] = [text for text in article.ANSWER.texts(made) if text.label == "hayapack:"]
    assert "packs 1.00–4.00 times as fast as serialize, 1.00 as JSON" in ours.text
    [sizes] = [text for text in article.ANSWER.texts(made) if text.label == "Bytes:"]
    assert "MessagePack 100, JSON 100, serialize 100" in sizes.text
