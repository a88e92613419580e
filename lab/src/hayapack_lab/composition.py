"""What data is made of, in bytes of MessagePack.

Counted from the program's values, not from a codec's bytes, so that it is the
same whatever codecs are at hand. A part's bytes are its values with their
heads; "structure" is the heads of arrays and maps; a map's keys are "keys",
whatever their type. The parts add up to the packed size.

Big data is sampled: where there are more than `EXACT` values, long arrays and
maps are looked at in a random part, which then stands for the whole.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import Optional

from . import wire

EXACT = 1_500_000  # values, keys included; about two seconds
SAMPLED = 300_000  # values in one try with a sample
BREADTHS = tuple(4**power for power in range(8, -1, -1))  # children looked at, tried in turn
SEED = 5
TOP = 10  # keys named
SHOWN = 60  # letters of a key
REMEMBERED = 200_000  # distinct keys, and distinct texts, whose repetition is counted
WRITTEN = 16  # every so manieth float is written out in decimal


def composition(messages: list) -> dict:
    """The facts on all messages together, as plain JSON; see `Count.facts`."""
    for breadth, most in ((None, EXACT), *((breadth, SAMPLED) for breadth in BREADTHS)):
        count = Count(breadth, most)
        if count.take(messages):
            break
    return count.facts()


class Seen:
    """How often each of many keys or texts was met, and what they cost.

    Under sampling, one that was met once may be one of many different ones,
    so only those that were met twice count as repeated.
    """

    def __init__(self) -> None:
        self.found: dict[object, list] = {}  # value: [times met, estimated count, bytes of one]
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
            "more": self.full,  # there are others, which were not remembered
            "repeated": round(again),  # bytes of second and later ones
        }

    def top(self) -> list[dict]:
        """Those that cost most."""
        cost = [(many * size, many, value) for value, (_, many, size) in self.found.items()]
        cost.sort(key=lambda item: -item[0])
        return [
            {"key": _shown(value), "count": round(many), "bytes": round(size)}
            for size, many, value in cost[:TOP]
        ]


class Count:
    """Walks values and adds up. `breadth`: children looked at in each container."""

    def __init__(self, breadth: Optional[int], most: int) -> None:
        self.breadth = breadth
        self.most = most
        self.random = random.Random(SEED)
        self.visited = 0
        self.partly = False  # some container was looked at in part
        self.bytes = dict.fromkeys(wire.PARTS, 0.0)
        self.count = dict.fromkeys(wire.PARTS, 0.0)
        self.keys, self.strings = Seen(), Seen()
        self.shapes: dict[int, float] = {}  # hash of a map's keys in order: maps
        self.deepest = 0
        self.levels = self.leaves = 0.0
        self.text = {"bytes": 0.0, "non_ascii": 0.0}
        self.written = [0, 0]  # floats written out in decimal, and their letters
        self.beyond = 0.0  # values that MessagePack can't hold

    def take(self, messages: list) -> bool:
        """Counts; False, early, where there are more values than it may look at."""
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
        """All of them, or a random part with the weight of all; none past the limit."""
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
        """Counts a container's head and keys; gives its values and their weight."""
        self._add("structure", wire.container_head(value), weight)
        some, inner = self._some(value, weight)
        if not isinstance(value, dict):
            return some, inner
        shape = hash(tuple(value))
        self.shapes[shape] = self.shapes.get(shape, 0.0) + weight
        keys = list(some)
        self.visited += len(keys)
        for key in keys:
            size = wire.key_size(key)
            self._add("keys", size, inner)
            self.keys.add(key, size, inner)
            if isinstance(key, str):
                self._letters(key, size, inner)
        return map(value.__getitem__, keys), inner

    def _leaf(self, value: object, weight: float) -> None:
        part, size = wire.sized(value)
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
        """How long a float is in JSON; not every one, because writing is slow."""
        if int(self.count["floats"]) % WRITTEN == 1 or not self.written[0]:
            self.written[0] += 1
            self.written[1] += len(repr(value))

    def facts(self) -> dict:
        """Whole bytes and counts; estimates where "sampled" is not null."""
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
