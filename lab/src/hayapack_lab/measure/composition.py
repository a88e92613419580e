"""The composition of data, in bytes of MessagePack.

Counted from the values, not from a codec's bytes, so it does not depend on the installed codecs.
The bytes of a part are its values with their headers; "structure" is the headers of arrays and
maps; map keys of any type are "keys". The parts add up to the packed size.

Large data is sampled: with more than `EXACT` values, a random part of long arrays and maps is
counted and extrapolated.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import Optional

from ..data import messagepack_sizes

EXACT = 1_500_000  # values, keys included; about two seconds
SAMPLED = 300_000  # values counted per attempt with a sample
BREADTHS = tuple(4**power for power in range(8, -1, -1))  # children counted per container, tried in this order
SEED = 5
TOP = 10  # keys listed
SHOWN = 60  # characters of a key
REMEMBERED = 200_000  # distinct keys, and distinct texts, remembered to count repetitions
WRITTEN = 16  # one in this many floats is formatted in decimal


def composition(messages: list) -> dict:
    """The composition of all messages together, as plain JSON; see `Count.facts`."""
    for breadth, most in ((None, EXACT), *((breadth, SAMPLED) for breadth in BREADTHS)):
        count = Count(breadth, most)
        if count.take(messages):
            break
    return count.facts()


class Seen:
    """Counts how often keys or texts occur, and their bytes.

    In a sample, a text found once may be one of many different ones, so only those found twice
    count as repeated.
    """

    def __init__(self) -> None:
        self.found: dict[object, list] = {}  # value: [times found, estimated count, bytes of one]
        self.full = False

    def add(self, value: object, size: int, weight: float) -> None:
        entry = self.found.get(value)
        if entry is not None:
            entry[0] += 1
            entry[1] += weight
        elif len(self.found) < REMEMBERED:
            self.found[value] = [1, weight, size]
        else:
            self.full = True

    def facts(self) -> dict:
        again = sum((many - 1) * size for met, many, size in self.found.values() if met > 1)
        return {
            "distinct": len(self.found),
            "more": self.full,  # whether others were found but not remembered
            "repeated": round(again),  # bytes of the second and later occurrences
        }

    def top(self) -> list[dict]:
        """The keys or texts with the most bytes."""
        cost = [(many * size, many, value) for value, (_, many, size) in self.found.items()]
        cost.sort(key=lambda item: -item[0])
        return [{"key": _shown(value), "count": round(many), "bytes": round(size)} for size, many, value in cost[:TOP]]


class Count:
    """Walks over values and adds up. `breadth`: children counted per container."""

    def __init__(self, breadth: Optional[int], most: int) -> None:
        self.breadth = breadth
        self.most = most
        self.random = random.Random(SEED)
        self.visited = 0
        self.partly = False  # a container was counted only in part
        self.bytes = dict.fromkeys(messagepack_sizes.PARTS, 0.0)
        self.count = dict.fromkeys(messagepack_sizes.PARTS, 0.0)
        self.keys, self.strings = Seen(), Seen()
        self.shapes: dict[int, float] = {}  # hash of a map's keys in order: maps
        self.deepest = 0
        self.levels = self.leaves = 0.0
        self.text = {"bytes": 0.0, "non_ascii": 0.0}
        self.written = [0, 0]  # floats formatted in decimal, and their characters
        self.beyond = 0.0  # values that MessagePack can't represent

    def take(self, messages: list) -> bool:
        """Counts; returns False, early, if there are more values than the limit."""
        stack = [(*self._some(messages, 1.0), 0)]
        while stack and self.visited <= self.most:
            children, weight, depth = stack[-1]
            for child in children:
                if isinstance(child, (dict, list, tuple)):
                    stack.append((*self._open(child, weight), depth + 1))
                    self.deepest = max(self.deepest, depth + 1)
                    break
                self._leaf(child, weight)
                self.levels += weight * depth
                self.leaves += weight
            else:
                stack.pop()
        return not stack and self.visited <= self.most

    def _some(self, values: Collection, weight: float) -> tuple[Iterator, float]:
        """All values, or a random part with the weight of all; none beyond the limit."""
        length = len(values)
        part = length if self.breadth is None else min(length, self.breadth)
        self.visited += part
        if self.visited > self.most:
            return iter(()), 0.0
        if part == length:
            return iter(values), weight
        self.partly = True
        values = list(values) if isinstance(values, dict) else values
        places = sorted(self.random.sample(range(length), part))
        return map(values.__getitem__, places), weight * length / part

    def _open(self, value: Collection, weight: float) -> tuple[Iterator, float]:
        """Counts a container's header and keys; returns its values and their weight."""
        self._add("structure", messagepack_sizes.container_head(value), weight)
        some, inner = self._some(value, weight)
        if not isinstance(value, dict):
            return some, inner
        shape = hash(tuple(value))
        self.shapes[shape] = self.shapes.get(shape, 0.0) + weight
        keys = list(some)
        self.visited += len(keys)
        for key in keys:
            size = messagepack_sizes.key_size(key)
            self._add("keys", size, inner)
            self.keys.add(key, size, inner)
            if isinstance(key, str):
                self._letters(key, size, inner)
        return map(value.__getitem__, keys), inner

    def _leaf(self, value: object, weight: float) -> None:
        part, size = messagepack_sizes.sized(value)
        self._add(part, size, weight)
        if part == "text":
            self._letters(value, size, weight)
            self.strings.add(value, size, weight)
        elif part == "floats":
            self._write_out(value)
        elif not size:
            self.beyond += weight

    def _add(self, part: str, size: int, weight: float) -> None:
        self.bytes[part] += size * weight
        self.count[part] += weight

    def _letters(self, text: str, size: int, weight: float) -> None:
        self.text["bytes"] += size * weight
        if not text.isascii():
            self.text["non_ascii"] += size * weight

    def _write_out(self, value: float) -> None:
        """Counts the length of a float in JSON; only of some, because formatting is slow."""
        if int(self.count["floats"]) % WRITTEN == 1 or not self.written[0]:
            self.written[0] += 1
            self.written[1] += len(repr(value))

    def facts(self) -> dict:
        """Bytes and counts as integers; estimates if "sampled" is not null."""
        written, letters = self.written
        return {
            "bytes": round(sum(self.bytes.values())),
            "sampled": {"visited": self.visited} if self.partly else None,
            "parts": {part: round(size) for part, size in self.bytes.items()},
            "counts": {part: round(count) for part, count in self.count.items()},
            "depth": {"deepest": self.deepest, "mean": round(self.levels / (self.leaves or 1), 2)},
            "keys": {**self.keys.facts(), "top": self.keys.top()},
            "strings": self.strings.facts(),
            "shapes": {
                "maps": round(sum(self.shapes.values())),
                "distinct": len(self.shapes),
                "commonest": round(max(self.shapes.values(), default=0)),
            },
            "text": {name: round(size) for name, size in self.text.items()},
            "float_letters": round(letters / written, 2) if written else None,
            "beyond": round(self.beyond),
        }


def _shown(key: object) -> str:
    text = key if isinstance(key, str) else repr(key)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
