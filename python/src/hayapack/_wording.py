"""Helps to word messages."""

from __future__ import annotations


def counted(count: int, what: str) -> str:
    """"1 byte", "2 bytes"; what: a noun with a regular plural."""
    return f"{count} {what}{'' if count == 1 else 's'}"
