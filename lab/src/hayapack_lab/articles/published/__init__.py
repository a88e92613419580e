"""The figures that the reference articles printed: a tab-separated file for each article."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Optional

FOLDER = Path(__file__).parent


def rows(article: str) -> list[dict[str, str]]:
    """The lines of <article>.tsv by column name; "" where the article has no figure."""
    with open(FOLDER / f"{article}.tsv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def figures(article: str, key: str) -> dict[str, dict[str, Optional[float]]]:
    """The rows by the column `key`, as numbers; None where the article printed none."""
    return {
        row[key]: {column: float(text) if text else None for column, text in row.items() if column != key}
        for row in rows(article)
    }
