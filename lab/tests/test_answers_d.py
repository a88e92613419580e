"""The conclusions of article D, on made-up times and sizes of C#'s codecs."""

import pytest

from hayapack_lab.articles import d_dotnet, published
from hayapack_lab.articles.answers import CLOSE, FAILS, HOLDS, PART
from hayapack_lab.articles.answers import d as article

JSON = "dotnet_json"
PLAIN = (JSON, "dotnet_json_gzip", article.AS_THEN, article.RECOMMENDED)


def record(**figures):
    """These codecs' (ns, bytes) of the round trip; the noise floor is 0."""
    twins = {"dotnet_hayapack": (50.0, 50.0), "dotnet_hayapack_again": (50.0, 50.0)}
    cells = {
        codec: {"status": "ok", "size": size, "post_size": size, "samples": {article.TASK: [ns] * 3}}
        for codec, (ns, size) in {**twins, **figures}.items()
    }
    source = {"key": article.KEY, "group": "D", "messages": 1, "tasks": [article.TASK], "cells": cells}
    return {"codecs": {codec: {"name": codec} for codec in cells}, "sources": [source]}


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
    found = article.ANSWER.figures(
        record(
            **dict.fromkeys(PLAIN, (100.0, 100.0)), dotnet_utf8json=(200.0, 200.0),
        )
    )  # fmt: skip
    assert found == {
        "json": "dotnet_utf8json", "ours_time": "50 %", "ours_size": "50 %", "gzip_time": "50 %", "gzip_size": "50 %",
    }  # fmt: skip


def test_what_2019_printed():
    then = {one.key: one.then.figures for one in article.CONCLUSIONS}
    assert then == {
        "recommended": {"time": "51 %", "size": "44 %"},
        "performance": {"typed": "39 %", "typeless": "37 %"},
        "gzip": {"time": "8.02", "size": "74 %"},
    }
    assert set(d_dotnet.TODAY) == set(published.figures("d", "method"))
