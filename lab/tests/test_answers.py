"""The articles' conclusions: sentences from made-up records in which they hold, do not hold, or were not measured."""

import copy

import made_up
import pytest

from hayapack_lab.articles import KEYS, answers, pythons
from hayapack_lab.articles.answers import CLOSE, FAILS, HOLDS, PART, Conclusion, Finding, Said

SAID = {
    "en": Said("X is fast.", "{ns} ns", "{ns} ns long ago"),
    "ja": Said("X は速い。", "{ns} ナノ秒"),
    "zh": Said("X 很快。", "{ns} 纳秒"),
}


def today(record, codec):
    ns = answers.ns_of(record, "one", codec, "encode gc on", min)
    return Finding(HOLDS if ns < 10 else FAILS, {"ns": f"{ns:g}"})


def conclusion(then=None):
    return Conclusion("fast", SAID, ("rival", "hayapack_native"), today, then)


def record(**cells):
    """Samples of "encode gc on", by codec; a text is the reason why there are none."""
    made = {
        codec: {"status": "missing", "error": samples, "samples": {}}
        if isinstance(samples, str)
        else {"status": "ok", "samples": {"encode gc on": samples}, "size": 5, "losses": []}
        for codec, samples in cells.items()
    }
    names = {"rival": {"name": "Rival"}, "hayapack_native": {"name": "hayapack"}}
    return {"codecs": names, "sources": [{"key": "one", "messages": 1, "tasks": ["encode gc on"], "cells": made}]}


@pytest.mark.parametrize(
    ("rival", "ours", "said"),
    [
        ([20.0, 30.0], [5.0], "Today: does not hold for Rival (20 ns); holds for hayapack (5 ns)."),
        ([7.0], [7.0], "Today: holds for Rival and hayapack (7 ns)."),
        ([7.0], [50.0, 9.0], "Today: holds for Rival (7 ns); holds for hayapack (9 ns)."),
        ("it is not installed", [5.0], "Today: holds for hayapack (5 ns)."),
        ("it is not installed", "nor is this", "Today: not measured in this run."),
    ],
)
def test_todays_sentence_is_that_of_the_record(rival, ours, said):
    made = record(rival=rival, hayapack_native=ours)
    assert conclusion().sentence(made) == f"Then: no figure was printed. {said}"


def test_then_has_the_articles_figures_and_its_own_verdict():
    made = record(rival=[7.0])
    assert (
        conclusion(Finding(HOLDS, {"ns": "3"})).sentence(made).startswith("Then it held: 3 ns long ago. Today: holds")
    )
    assert conclusion(Finding(FAILS, {"ns": "3"})).sentence(made).startswith("Then it did not hold: 3 ns long ago.")
    assert conclusion(Finding(PART, {"ns": "3"})).sentence(made, "ja") == (
        "当時: 一部だけ成り立った（3 ナノ秒）。現在: Rival では成り立つ（7 ナノ秒）。"
    )
    assert (
        conclusion(Finding(HOLDS, {"ns": "3"})).sentence(made, "zh")
        == "当时：成立（3 纳秒）。今天：对 Rival 成立（7 纳秒）。"
    )


def test_verdicts_on_several_figures():
    assert [answers.below(values) for values in ([0.5, 0.9], [0.5, 2.0], [1.5, 2.0])] == [HOLDS, PART, FAILS]
    assert answers.below([0.98, 1.01], slack=0.05) == CLOSE
    assert answers.below([0.5, 0.98], slack=0.05) == PART
    assert answers.below([0.5], limit=0.4) == FAILS
    assert (answers.percents([0.003, 0.25]), answers.percents([0.2])) == ("0.3–25 %", "20 %")
    assert answers.multiples([1.5, 120.0]) == "1.50–120"


@pytest.mark.parametrize("key", KEYS)
def test_every_language_says_every_conclusion_with_the_same_figures(key):
    """A template that names a figure which its article does not compute fails here."""
    article, empty = answers.of(key), {"codecs": {}, "sources": []}
    assert set(article.QUESTION) == set(article.ANSWER.said) <= set(answers.LANGUAGES)
    for one in article.CONCLUSIONS:
        assert set(one.said) == set(article.QUESTION), one.key
        for language in one.said:
            assert one.sentence(empty, language).endswith(answers.LANGUAGES[language]["unmeasured"].strip())
    for language in article.QUESTION:
        assert article.ANSWER.sentence(empty, language) == answers.LANGUAGES[language]["answer"]
    assert {"a": {"en", "ja"}, "b": {"en"}, "c": {"en", "ja"}, "d": {"en", "ja"}, "e": {"en", "zh"}}[key] == set(
        article.QUESTION
    )


def test_an_articles_sections_are_its_languages():
    english, japanese = answers.sections(made_up.record(), "a")
    assert (english.language, japanese.language, japanese.title) == ("en", "ja", "日本語の要約")
    assert len(english.parts) == len(japanese.parts) == 1 + len(answers.of("a").CONCLUSIONS)


def test_another_pythons_run_is_beside():
    one = made_up.record()
    one["articles"] = ["b"]
    assert pythons.section(one) is None
    other = copy.deepcopy(one)
    other["machine"]["python"] = "CPython 3.14.2"
    other["codecs"].pop("msgpack_c")
    for source in other["sources"]:
        source["cells"].pop("msgpack_c", None)
    conclusions, versions, ratios = pythons.section({**one, "beside": [other]}).parts[1:]
    assert [column.title for column in versions.columns[1:]] == [
        "CPython 3.11.7, 2026-11-22",
        "CPython 3.14.2, 2026-11-22",
    ]
    assert {"msgpack": ["1.2.3", "not measured"]} == {
        row[0].text: [cell.text for cell in row[1:]] for row in versions.rows if row[0].text == "msgpack"
    }
    assert all(row[3].text == "not measured" for row in conclusions.rows if row[1].text == "msgpack")
    assert ratios.rows and all(len(row) == len(ratios.columns) for row in ratios.rows)
