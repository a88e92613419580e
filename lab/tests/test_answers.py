"""The articles' conclusions: sentences from made-up records in which they hold, do not hold, or were not measured."""

import copy
from dataclasses import replace

import made_up
import pytest

from hayapack_lab.articles import KEYS, answers, object_graph_csharp_page, object_graph_page, other_pythons
from hayapack_lab.articles.answers.conclusions import Conclusion, Finding, Said, count
from hayapack_lab.articles.answers.figures import NotMeasured, below, multiples, ns_of, percents, with_interval
from hayapack_lab.articles.answers.languages import CLOSE, FAILS, HOLDS, LANGUAGES, PART, named
from hayapack_lab.articles.answers.points import Answer, Point, fastest
from hayapack_lab.measure.record import Record, record_of, recorded_codec
from hayapack_lab.statistics import judge
from hayapack_lab.statistics.stats import Ratio

SAID = {
    "en": Said("X is fast.", "{ns} ns", "X fast", "{ns} ns long ago"),
    "ja": Said("X は速い。", "{ns} ナノ秒", "X は速い"),
    "zh": Said("X 很快。", "{ns} 纳秒", "X 快"),
}


def today(record, codec):
    ns = ns_of(record, "one", codec, "encode gc on", min)
    return Finding(HOLDS if ns < 10 else FAILS, {"ns": f"{ns:g}"})


def conclusion(then=None):
    return Conclusion("fast", ("rival", "hayapack_native"), today, then, **SAID)


def record(**cells):
    """Samples of "encode gc on", by codec; a text is the reason why there are none."""
    made = {
        codec: {"status": "missing", "error": samples, "samples": {}}
        if isinstance(samples, str)
        else {"status": "ok", "samples": {"encode gc on": samples}, "size": 5, "losses": []}
        for codec, samples in cells.items()
    }
    names = {"rival": {"name": "Rival"}, "hayapack_native": {"name": "hayapack"}}
    return record_of({"codecs": names, "sources": [{"key": "one", "tasks": ["encode gc on"], "cells": made}]})


@pytest.mark.parametrize(
    ("rival", "ours", "said"),
    [
        ([20.0, 30.0], [5.0], "Today: does not hold for Rival: 20 ns; holds for hayapack: 5 ns."),
        ([7.0], [7.0], "Today: holds for Rival and hayapack: 7 ns."),
        ([7.0], [50.0, 9.0], "Today: holds for Rival: 7 ns; holds for hayapack: 9 ns."),
        ("it is not installed", [5.0], "Today: holds for hayapack: 5 ns."),
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
    assert [below(values) for values in ([0.5, 0.9], [0.5, 2.0], [1.5, 2.0])] == [HOLDS, PART, FAILS]
    assert below([0.98, 1.01], slack=0.05) == CLOSE
    assert below([0.5, 0.98], slack=0.05) == PART
    assert below([0.5], limit=0.4) == FAILS
    assert (percents([0.003, 0.25]), percents([0.2])) == ("0.3–25 %", "20 %")
    assert multiples([1.5, 120.0]) == "1.50–120"


def test_an_interval_has_to_be_below_as_a_whole():
    wide, narrow = Ratio(0.8, 0.7, 1.2), Ratio(0.8, 0.78, 0.82)
    assert [below([one]) for one in (wide, narrow)] == [CLOSE, HOLDS]
    assert below([narrow], slack=0.25) == CLOSE
    assert (with_interval(wide, percents), with_interval(narrow, multiples)) == (
        "80 % (70–120 %)",
        "0.80 (0.78–0.82)",
    )
    assert with_interval(Ratio(0.8, None, None), percents) == "80 %"


def test_the_conclusions_are_named_with_their_verdicts_and_what_differs_with_hayapack():
    made = [conclusion(), conclusion(), Conclusion("other", ("rival",), today, **SAID)]

    def said(conclusions, **cells):
        return [f"{one.label} {one.text}" for one in count(record(**cells), conclusions)]

    assert said(made, rival=[20.0], hayapack_native=[5.0]) == [
        "The 3 conclusions today: does not hold: X fast (1), X fast (2), X fast (3).",
        "With hayapack otherwise: holds: X fast (1), X fast (2).",
    ]
    [same] = said(made, rival=[20.0], hayapack_native=[50.0])
    assert same.endswith(" With hayapack the same.")
    first = "The 1 conclusions today:"
    assert said(made[:1], rival="not here", hayapack_native=[50.0]) == [
        f"{first} not measured: X fast (1).",
        "With hayapack otherwise: does not hold: X fast (1).",
    ]
    both = Conclusion("both", ("rival", "other"), today, **SAID)
    [found] = said([both, made[2]], rival=[20.0], other=[5.0])
    assert found.endswith("does not hold: X fast (2); in part: X fast (1).")


def test_a_point_that_was_not_measured_is_left_out():
    def figures(record, language):
        return {"ns": f"{ns_of(record, 'one', 'rival', 'encode gc on'):g}"}

    def absent(record, language):
        raise NotMeasured("two")

    made = Answer(Point(absent, en=("Two:", "2")), Point(figures, en=("{ns} times:", "{ns} ns.")))
    [found] = made.texts(record(rival=[7.0]))
    assert (found.label, found.text, found.mark) == ("7 times:", "7 ns.", "item")
    assert made.sentence(record(rival=[7.0])) == "7 times: 7 ns."
    assert made.sentence(record()) == LANGUAGES["en"]["answer"]


def test_rivals_that_did_not_run_are_named_with_the_page_that_has_them():
    def said(**cells):
        made = record(**cells)
        for cell in made.sources[0].cells.values():
            cell.samples["decode gc on"] = cell.samples.get("encode gc on", [])
        return [part.text for part in fastest(made, ["rival", "other"], ["one"], "hayapack_native", "en")]

    ours = {"hayapack_native": [5.0]}
    absent = "did not run here: docs/results/python.md has their times."
    assert said(**ours, rival="not here", other="nor here") == [f"Rival and other {absent}"]
    pace = "hayapack's time is 1: Rival 2.00 to encode and 2.00 to decode"
    assert said(**ours, rival=[10.0], other="not here") == [f"{pace}. other {absent}"]
    assert said(**ours, rival=[10.0], other=[5.0]) == [f"{pace}; other 1.00 to encode and 1.00 to decode."]
    assert fastest(record(**ours), [], ["one"], "hayapack_native", "en") == []


@pytest.mark.parametrize("key", KEYS)
def test_names_that_are_words_are_translated(key):
    """“json of PHP, called as in the article” is no name in a Japanese sentence."""
    article = answers.article_module(key)
    for language in set(article.QUESTION) - {"en"}:
        concluded = {codec for one in article.CONCLUSIONS for codec in one.codecs}
        said = concluded | (
            {*object_graph_page.CODECS, *object_graph_csharp_page.CODECS} - {*judge.TWINS} if key == "d" else set()
        )
        for codec in said:
            name = named(Record(codecs={codec: recorded_codec(codec)}), codec, language)
            words = {
                "of",
                "as",
                "called",
                "pure",
                "object",
                "detect",
                "typeless",
                "block",
                "array",
                "root",
                "all",
                "named",
            }
            assert not words & set(name.replace(",", "").split()), name


def test_article_a_names_where_pure_python_is_slower_than_simplejson():
    made = made_up.record()
    [one] = [one for one in answers.article_module("a").CONCLUSIONS if one.key == "pure"]
    assert one.then.verdict == HOLDS and one.then.figures == {
        "pack": "6.40–14.3", "integers": "21.1", "bytes": "37.3", "string": "30.6", "lists": "23.5", "dicts": "29.0",
    }  # fmt: skip
    found = one.found(made)
    assert found["msgpack_pure"].verdict == found["hayapack_pure"].verdict == HOLDS  # made up as 31 and more to 4.8


@pytest.mark.parametrize("key", KEYS)
def test_every_language_says_every_conclusion_with_the_same_figures(key):
    """A template that names a figure which its article does not compute fails here."""
    article, empty = answers.article_module(key), Record()
    assert set(article.QUESTION) <= set(LANGUAGES)
    assert all(set(point.said) == set(article.QUESTION) for point in article.ANSWER.points)
    for one in article.CONCLUSIONS:
        assert set(one.said) == set(article.QUESTION), one.key
        for language in one.said:
            assert one.sentence(empty, language).endswith(LANGUAGES[language]["unmeasured"].strip())
    for language in article.QUESTION:
        assert article.ANSWER.sentence(empty, language) == LANGUAGES[language]["answer"]
    assert {"a": {"en", "ja"}, "b": {"en"}, "c": {"en", "ja"}, "d": {"en", "ja"}, "e": {"en", "zh"}}[key] == set(
        article.QUESTION
    )


def test_an_articles_sections_are_its_languages():
    english, japanese = answers.sections(made_up.record(), "a")
    assert (english.language, japanese.language, japanese.title) == ("en", "ja", "日本語の要約")
    assert len(english.parts) == len(japanese.parts)
    labels = [part.label for part in english.parts]
    assert [label[:2] for label in labels if label[:1].isdigit()] == [
        f"{place}." for place in range(1, 1 + len(answers.article_module("a").CONCLUSIONS))
    ]
    assert english.parts[0].mark == "verdict" and "“Holds”" in english.parts[-1].text


@pytest.mark.long
def test_another_pythons_run_is_beside():
    one = made_up.record()
    one.articles = ["b"]
    assert other_pythons.section(one) is None
    other = copy.deepcopy(one)
    other.machine.python = "CPython 3.14.2"
    other.codecs.pop("msgpack_c")
    for source in other.sources:
        source.cells.pop("msgpack_c", None)
    conclusions, versions, ratios = other_pythons.section(replace(one, beside=[other])).parts[1:]
    assert [column.title for column in versions.columns[1:]] == [
        "CPython 3.11.7, 2026-11-22",
        "CPython 3.14.2, 2026-11-22",
    ]
    assert {"msgpack": ["1.2.3", "not measured"]} == {
        row[0].text: [cell.text for cell in row[1:]] for row in versions.rows if row[0].text == "msgpack"
    }
    assert all(row[3].text == "not measured" for row in conclusions.rows if row[1].text == "msgpack")
    assert ratios.rows and all(len(row) == len(ratios.columns) for row in ratios.rows)
