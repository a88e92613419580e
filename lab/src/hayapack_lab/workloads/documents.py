"""Real documents from the npm package simdjson, parsed from a local cache."""

from __future__ import annotations

import json

from ..data import fetch

SIZE = 1
DOCUMENT = True


def _row(name, sentence, file="", **more):
    def make(seed, size):
        text = fetch.document(file or name)
        return [json.loads(text) for _ in range(2)]  # parsed twice, so that no object is shared

    return {"NAME": name, "SENTENCE": sentence, "make": make, **more}


WORKLOADS = {
    "canada": _row("canada.json", "The outline of a country: 111,000 doubles in small lists."),
    "citm": _row("citm_catalog.json", "A catalogue of concerts: many small maps with numeric texts as keys."),
    "mesh": _row("mesh.json", "A 3D model: long lists of doubles and integers."),
    "twitter_cached": _row(
        "twitter.json, cached",
        "The same page of search results, packed repeatedly.",
        "twitter.json",
        EXTRA=True,
        PATHS=(
            "$.statuses[0].user.screen_name",
            "$.statuses[50].user.screen_name",
            "$.statuses[99].user.screen_name",
            "$.search_metadata.count",
        ),
    ),
    "twitter_fresh": _row(
        "twitter.json, fresh",
        "A page of search results, much of it Japanese, its strings never encoded before.",
        "twitter.json",
        FRESH=True,
    ),
}
