"""Real documents from the npm package simdjson, parsed from a local cache."""

from __future__ import annotations

import json

from ..data import fetch


def load(name: str, copies: int) -> list:
    """The document parsed `copies` times, so that no object is shared."""
    text = fetch.document(name)
    return [json.loads(text) for _ in range(copies)]
