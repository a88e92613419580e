"""Aligns the elements of two sequences: equal ones first, then similar ones.

Equal elements are found by anchors (the longest chain of elements that occur once on each side),
and between anchors by Myers's algorithm. The elements between equal ones are paired by similarity.
Each step is limited, so time and memory stay bounded; beyond the limits elements are paired by
position.
"""

from __future__ import annotations

import bisect
from typing import Callable, Hashable, Iterator, Optional, Sequence

MOST_EDITS = 600  # of Myers's algorithm: memory grows with its square
MOST_STEPS = 4_000_000  # of it in one alignment
MOST_PAIRS = 40_000  # pairs compared for similarity between two equal elements

Pair = tuple[Optional[int], Optional[int]]
#: Similarity of two elements, given by their indices: 0 (nothing in common) to 1.
Similar = Callable[[int, int], float]


def align(one: Sequence[Hashable], other: Sequence[Hashable], similar: Similar) -> Iterator[tuple[Pair, bool]]:
    """All elements in order: ((index in one, index in other), whether they are equal).

    The index is None on a side that has no such element.
    """
    budget = [MOST_STEPS]
    a = b = 0
    for next_a, next_b in [*_equal(one, other, budget), (len(one), len(other))]:
        for i, j in _gap(a, next_a, b, next_b, similar):
            yield (i, j), False
        if next_a < len(one) and next_b < len(other):
            yield (next_a, next_b), True
        a, b = next_a + 1, next_b + 1


# --- equal elements -----------------------------------------------------------


def _equal(one: Sequence[Hashable], other: Sequence[Hashable], budget: list[int]) -> list[tuple[int, int]]:
    """Pairs of equal elements; the indices increase on both sides."""
    found: list[tuple[int, int]] = []
    waiting = [(0, len(one), 0, len(other))]
    while waiting:
        a, a_end, b, b_end = waiting.pop()
        while a < a_end and b < b_end and one[a] == other[b]:
            found.append((a, b))
            a, b = a + 1, b + 1
        while a < a_end and b < b_end and one[a_end - 1] == other[b_end - 1]:
            a_end, b_end = a_end - 1, b_end - 1
            found.append((a_end, b_end))
        if a == a_end or b == b_end:
            continue
        anchors = _anchors(one, other, a, a_end, b, b_end)
        if anchors:
            for next_a, next_b in [*anchors, (a_end, b_end)]:
                waiting.append((a, next_a, b, next_b))
                a, b = next_a, next_b  # the anchor begins the next part
        else:
            found += _myers(one[a:a_end], other[b:b_end], a, b, budget)
    return sorted(found)


def _anchors(
    one: Sequence[Hashable], other: Sequence[Hashable], a: int, a_end: int, b: int, b_end: int
) -> list[tuple[int, int]]:
    """The longest increasing chain of elements that occur once in each part."""
    left, right = _once(one, a, a_end), _once(other, b, b_end)
    pairs = [(i, right[key]) for key, i in left.items() if key in right]
    return _rising(pairs)


def _once(values: Sequence[Hashable], start: int, end: int) -> dict[Hashable, int]:
    found: dict[Hashable, int] = {}
    twice = set()
    for number in range(start, end):
        if values[number] in found:
            twice.add(values[number])
        found[values[number]] = number
    for value in twice:
        del found[value]
    return found


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence of these pairs, sorted by the first index, in which the second
    increases."""
    tails: list[int] = []  # the smallest second index that ends a chain of this length
    ends: list[int] = []  # the pair that it belongs to
    before: list[int] = []  # for each pair, the one before it in its chain; -1: none
    for number, (_, value) in enumerate(pairs):
        length = bisect.bisect_left(tails, value)
        before.append(ends[length - 1] if length else -1)
        if length == len(tails):
            tails.append(value)
            ends.append(number)
        else:
            tails[length], ends[length] = value, number
    chain = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _myers(
    one: Sequence[Hashable], other: Sequence[Hashable], a: int, b: int, budget: list[int]
) -> list[tuple[int, int]]:
    """The equal elements of a shortest edit script; empty if that takes too long.

    E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986. a, b: the indices of the
    first elements.
    """
    n, m = len(one), len(other)
    furthest = {1: 0}  # for each diagonal k = x - y, the furthest x
    history = []
    for edits in range(min(n + m, MOST_EDITS) + 1):
        history.append(furthest.copy())
        for k in range(-edits, edits + 1, 2):
            down = k == -edits or (k != edits and furthest[k - 1] < furthest[k + 1])
            x = start = furthest[k + 1] if down else furthest[k - 1] + 1
            y = x - k
            while x < n and y < m and one[x] == other[y]:
                x, y = x + 1, y + 1
            furthest[k] = x
            budget[0] -= 1 + x - start
            if x >= n and y >= m:
                return [(a + i, b + j) for i, j in _way_back(history, n, m)]
        if budget[0] < 0:
            break
    return []


def _way_back(history: list[dict[int, int]], x: int, y: int) -> Iterator[tuple[int, int]]:
    for edits in range(len(history) - 1, -1, -1):
        furthest = history[edits]
        k = x - y
        down = k == -edits or (k != edits and furthest[k - 1] < furthest[k + 1])
        before = k + 1 if down else k - 1
        start_x = furthest[before] if edits else 0
        start_y = start_x - before if edits else 0
        while x > start_x + (not down and edits > 0) and y > start_y + (down and edits > 0):
            x, y = x - 1, y - 1
            yield x, y
        x, y = start_x, start_y


# --- similar elements ----------------------------------------------------------


def _gap(a: int, a_end: int, b: int, b_end: int, similar: Similar) -> Iterator[Pair]:
    """Pairs the elements between two equal ones."""
    n, m = a_end - a, b_end - b
    if n == 0 or m == 0 or n * m > MOST_PAIRS or n == m == 1:
        for number in range(max(n, m)):
            yield (a + number if number < n else None), (b + number if number < m else None)
        return
    yield from _most_similar(a, a_end, b, b_end, similar)


def _most_similar(a: int, a_end: int, b: int, b_end: int, similar: Similar) -> Iterator[Pair]:
    """The pairs, in order on both sides, with the largest sum of similarities."""
    n, m = a_end - a, b_end - b
    alike = [[similar(a + i, b + j) for j in range(m)] for i in range(n)]
    best = [[0.0] * (m + 1) for _ in range(n + 1)]  # of the elements from i and j on
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            pair = best[i + 1][j + 1] + alike[i][j] if alike[i][j] else 0.0
            best[i][j] = max(pair, best[i + 1][j], best[i][j + 1])
    i = j = 0
    while i < n or j < m:
        if i < n and j < m and alike[i][j] and best[i][j] == best[i + 1][j + 1] + alike[i][j]:
            yield a + i, b + j
            i, j = i + 1, j + 1
        elif i < n and (j == m or best[i][j] == best[i + 1][j]):
            yield a + i, None
            i += 1
        else:
            yield None, b + j
            j += 1
