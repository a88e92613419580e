"""The figures that the reference articles printed: a tab-separated file for each article."""

from __future__ import annotations

import csv
from pathlib import Path

FOLDER = Path(__file__).parent / "then"


def rows(post: str) -> list[dict[str, str]]:
    """The lines of posts/then/<post>.tsv by column name; "" where the post has no figure."""
    with open(FOLDER / f"{post}.tsv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))
