"""Converts MessagePack to JSON: a fast path for most data, verified to be exact.

A piece of the input is decoded to objects, and these are packed again. If the bytes are the same,
the objects lost nothing, and the JSON library writes them. Other pieces take a slow path:
examining each map, or token by token.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from typing import Any, Callable, Iterator, Optional

from ... import ExtType, InvalidKeyError, Timestamp, UnpackException, packb, unpackb
from ..._core import tokens
from ..._core.tokens import ARRAY
from ..common.exit_status import BadData, Refused
from ..events import lz4_content
from ..events.events import FOUND, ITEMS, KEY, MESSAGES, PAIRS, Run
from ..events.paths import Component, Entry, Every, Index, Key
from . import layout, tags, to_json_exact
from .library import ANY_KEY, dumps, dumps_lines, dumps_pretty

# Matches a float64 that is not finite (or other bytes that look like one).
ODD_FLOAT = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]")
FLOAT32_FORMAT = b"\xca"
BIN8_FORMAT = b"\xc4"
FEW_BYTES = 4096  # too few to try the fast path again
NOT_PLAIN_EXT = frozenset([tokens.EXT_LZ4_ARRAY, tokens.EXT_LZ4_BLOCK, tokens.EXT_TYPELESS])


class Slower(Exception):
    """The fast path would lose information, or can't tell."""


class _Ext:
    """An ext value. (ExtType is a tuple, which a JSON library would write as an array.)"""

    __slots__ = ("code", "data")

    def __init__(self, code: int, data: bytes) -> None:
        if code in NOT_PLAIN_EXT:
            raise Slower
        self.code, self.data = code, data


class _BinKeys:
    """A map whose keys are all bin and shown as text."""

    __slots__ = ("made",)

    def __init__(self, made: dict[str, Any]) -> None:
        self.made = made


class _Pairs:
    """A map that a dict or a JSON object can't represent."""

    __slots__ = ("pairs",)

    def __init__(self, pairs: list[tuple[Any, Any]]) -> None:
        self.pairs = pairs


def _packable(value: Any) -> ExtType:
    return ExtType(value.code, value.data)


def _tagged(value: Any) -> Any:
    """The tagged object for a value that JSON can't represent."""
    kind = type(value)
    if kind is bytes:
        return {tags.BYTES: tags.base64_text(value)}
    if kind is Timestamp:
        return {tags.TIMESTAMP: tags.timestamp_text(value)}
    if kind is _Ext:
        time = tags.event_time_text(value.code, value.data)
        if time is not None:
            return {tags.EXT: value.code, tags.TIME: time}
        return {tags.EXT: value.code, tags.DATA: tags.base64_text(value.data)}
    if kind is _Pairs:
        return {tags.PAIRS: value.pairs}
    raise TypeError(f"no JSON form for {kind.__name__}")


def _tagged_texts(value: Any) -> Any:
    """The same, a bin that is text as text."""
    if type(value) is bytes and tokens.is_text(value):
        return {tags.UTF8: value.decode()}
    if type(value) is _BinKeys:
        return {tags.UTF8: value.made}
    return _tagged(value)


class Mapper:
    """Writes the values of runs as JSON.

    plain: refuse values that need a tag, with status 3; texts: show a bin that is text as text. An error in a run is raised after the
    texts of all values before it were yielded.
    """

    def __init__(self, plain: bool, look: layout.Look, texts: bool = False) -> None:
        self.plain, self._texts = plain, texts and not plain
        self._look = look
        self._default: Optional[Callable[[Any], Any]] = None if plain else _tagged_texts if texts else _tagged

    def messages(self, run: Run) -> Iterator[bytes]:
        """The formatted text of each message (or of a value found in one)."""
        laid_out = self._look.pretty and not self._look.colours
        try:
            texts = self._fast(run, False, dumps_pretty if laid_out else dumps)
        except (Slower, TypeError):
            yield from map(self._look.text, self._parts(run, False))
        else:
            yield from texts if laid_out else map(self._look.text, texts)

    def found(self, run: Run, steps: list[Component]) -> tuple[bytes, int, int]:
        """The formatted texts of the values at a path of all messages, joined by newlines, how many these are, and how many
        places do not have it: see Seeker. Raises Slower or TypeError if the bytes must be followed."""
        values: list[Any] = []
        missing = sum([_follow(message, steps, 0, values) for message in self._objects(run)])
        if not (self._look.pretty or self._look.colours):
            text = dumps_lines(values, self._default)
        elif self._look.colours:
            text = b"\n".join([self._look.text(dumps(value, self._default)) for value in values])
        else:
            text = b"\n".join([dumps_pretty(value, self._default) for value in values])
        return text, len(values), missing

    def inner(self, run: Run, paired: bool = False) -> Iterator[bytes]:
        """Items or pairs on one line, in batches; paired: each pair as [key, value]."""
        try:
            yield from self._fast(run, paired)
        except (Slower, TypeError):
            yield from self._parts(run, paired)

    def key(self, run: Run) -> bytes:
        """A single key."""
        assert run.kind is KEY
        return self._exact(run, run.data)

    def _objects(self, run: Run) -> Any:
        """The values of the run in one list or dict, which represents them exactly."""
        if ODD_FLOAT.search(run.data):
            raise Slower
        wrapped = run.wrapped()
        depth = max(tokens.MAX_DEPTH - run.depth + 1, 1)  # deeper values are written by to_json_exact.py
        if self._look.pretty:  # deeper values need layout.py, which limits the indentation
            depth = min(depth, layout.MOST_INDENTED + 1)
        options: Any = {"ext_hook": _Ext, "max_depth": depth}
        try:
            if self.plain or not (tags.ANYWHERE.search(run.data) or (self._texts and BIN8_FORMAT in run.data)):
                with contextlib.suppress(InvalidKeyError):
                    values = unpackb(wrapped, strict_map_key=ANY_KEY, **options)
                    if packb(values, default=_packable, max_depth=depth) == wrapped:
                        return values
            if FLOAT32_FORMAT in run.data:
                raise Slower
            options["object_pairs_hook"] = self._map
            values = unpackb(wrapped, strict_map_key=False, **options)
        except (UnpackException, RecursionError):
            raise Slower from None
        if type(values) in (_Pairs, _BinKeys):
            raise Slower
        return values

    def _map(self, pairs: list[tuple[Any, Any]]) -> Any:
        try:
            made = dict(pairs)
        except TypeError:  # a key that can't be hashed
            return _Pairs(pairs)
        if len(made) != len(pairs) or not all([type(key) is str for key in made]):
            return (self._texts and _bin_keys(pairs)) or _Pairs(pairs)
        return made if self.plain or tags.ALL.isdisjoint(made) else _Pairs(pairs)

    def _fast(self, run: Run, paired: bool, dump: Any = dumps) -> list[bytes]:
        """Raises Slower or TypeError if to_json_exact.py is needed."""
        if run.kind in (MESSAGES, FOUND):
            return [dump(value, self._default) for value in self._objects(run)]
        values = self._objects(run._replace(kind=ITEMS, count=2 * run.count) if paired else run)
        if paired:
            values = list(zip(values[::2], values[1::2]))
        return [dumps(values, self._default)[1:-1]]

    def _parts(self, run: Run, paired: bool) -> Iterator[bytes]:
        """Splits the run in halves, so that only the values that need it take the slow path, and
        errors come last."""
        if run.count == 1:
            yield self._unit(run, paired)
        elif len(run.data) < FEW_BYTES:
            yield from self._few(run, paired)
        else:
            for half in run.halves():
                try:
                    yield from self._fast(half, paired)
                except (Slower, TypeError):
                    yield from self._parts(half, paired)

    def _few(self, run: Run, paired: bool) -> Iterator[bytes]:
        if run.kind is ITEMS:
            with contextlib.suppress(to_json_exact.BadValue, to_json_exact.Loss):
                yield to_json_exact.to_json(run.wrapped(), self.plain, run.depth - 1, self._texts, run.max_depth)[1:-1]
                return
        for unit in run.units():  # to find the offset of the error
            yield self._unit(unit, paired)

    def _unit(self, unit: Run, paired: bool) -> bytes:
        """One message, item or pair, token by token."""
        if unit.kind is PAIRS:
            key, value = unit._replace(kind=ITEMS, count=2).units()
            start = self._exact(unit, key.data)
            end = self._exact(unit, value.data, len(key.data))
            return b"[%s,%s]" % (start, end) if paired else start + b":" + end
        inner = lz4_content.opened(unit) if unit.kind is MESSAGES else None
        if inner:
            unit = inner
            with contextlib.suppress(Slower, TypeError):
                return self._fast(unit, False)[0]
        return self._exact(unit, unit.data)

    def _exact(self, unit: Run, data: bytes, at: int = 0) -> bytes:
        """at: offset of the data in the unit's data."""
        try:
            return to_json_exact.to_json(data, self.plain, unit.depth, self._texts, unit.max_depth)
        except to_json_exact.BadValue as bad:
            raise BadData(unit.blame_error(bad.error, at + bad.offset)) from None
        except to_json_exact.Loss as loss:
            text = f"{loss} has no exact form in plain JSON"
            raise Refused(unit.blame(text, at + loss.offset)) from None


def _bin_keys(pairs: list[tuple[Any, Any]]) -> Optional[_BinKeys]:
    """The map, if all its keys are bin that is text and no tag, and none repeats."""
    if not all([type(key) is bytes and tokens.is_text(key) for key, _ in pairs]):
        return None
    made = {key.decode(): value for key, value in pairs}
    return _BinKeys(made) if len(made) == len(pairs) and tags.ALL.isdisjoint(made) else None


def _follow(value: Any, steps: list[Component], at: int, found: list[Any]) -> int:
    """Adds what is at the path, from step `at` on, in a message that was decoded; returns how many places do not have it."""
    for number in range(at, len(steps)):
        step, kind = steps[number], type(value)
        if kind is not dict and kind is not list:
            if kind in (_Pairs, _BinKeys):
                raise Slower
            return 1
        if type(step) is Key:
            if kind is not dict or step.key not in value:
                return 1
            value = value[step.key]
        elif type(step) is Every:
            if (kind is list) is not (step.kind is ARRAY):
                return 1
            children = value if kind is list else value.values()
            if number == len(steps) - 1:
                found += children
                return 0
            return sum([_follow(child, steps, number + 1, found) for child in children])
        elif type(step) is Index:
            if kind is not list or not -len(value) <= step.at < len(value):
                return 1
            value = value[step.at]
        else:
            assert isinstance(step, Entry)
            if kind is not dict or not 0 <= step.at < len(value):
                return 1
            value = next(itertools.islice(value if step.is_key else value.values(), step.at, None))
    found.append(value)
    return 0


def check(run: Run) -> None:
    """Raises BadData for the first value that the library can't decode."""
    mapper = Mapper(False, layout.Look(False, False))
    if run.kind is KEY:
        mapper.key(run)
        return
    inside = run.kind not in (MESSAGES, FOUND)
    for _ in mapper.inner(run, run.kind is PAIRS) if inside else mapper.messages(run):
        pass
