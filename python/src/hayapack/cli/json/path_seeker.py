"""Finds the values of a message at a path, without decoding the others."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Optional, Union

from ... import Unpacker
from ..._core import tokens
from ..._core.tokens import ARRAY, EXT_TYPELESS, MAP
from ..._errors.path_steps import key_words, twin_words
from ..common.exit_status import BadData
from ..events import lz4_content, nesting, paths
from ..events.cutter import Cutter
from ..events.events import FOUND, ITEMS, KEY, MESSAGES, PAIRS, VALUE, Close, Event, Huge, Open, Run, numbered
from ..events.paths import Component, Entry, Every, Index, Key
from . import invalid_text, to_json_exact

#: The first bytes of maps, arrays and ext.
NO_STEP = frozenset([*range(0x80, 0xA0), *range(0xC7, 0xCA), *range(0xD4, 0xD9), *range(0xDC, 0xE0)])
NEAR_MAX = 1000  # keys that are compared with a missing one


class NotThere(BadData):
    """The message is valid but has no such value."""

    #: A map without the key of a step, and its header, to look for a similar key.
    searched: Optional[tuple[Key, bytes, tokens.Token]] = None

    def __str__(self) -> str:
        return super().__str__() + (_near(*self.searched) if self.searched else "")


def in_run(unit: Run, steps: list[Component]) -> Run:
    """The value at a path in one message (or value) in memory. Raises NotThere."""
    if unit.kind is MESSAGES:
        unit = lz4_content.opened(unit) or unit
    found = unit._replace(kind=FOUND)
    for number, step in enumerate(steps):
        found = _untyped(found)
        path = unit.path + paths.as_text(steps[:number])[1:]
        token = tokens.read(found.data, 0)
        at = _child(found.data, token, step)
        if at is None:
            place = "" if unit.message == 0 else f", in message {unit.message + 1}"
            error = NotThere(f"{_missing(step, token, path)}{place}")
            if isinstance(step, Key) and token.kind is MAP:
                error.searched = (step, found.data, token)
            raise error
        start, end = at
        found = found._replace(data=found.data[start:end], offset=found.offset + start, depth=found.depth + 1)
    path = unit.path + paths.as_text(steps)[1:]
    return found._replace(path=path)


def each_in_run(unit: Run, steps: list[Component], miss: Callable[[NotThere], Any]) -> Iterator[Run]:
    """The values at a path with wildcards in one message (or value) in memory, in order.

    miss: called for each place that does not have the rest of the path.
    """
    groups: list[list[Component]] = [[]]  # the steps before the first wildcard, between it and the next, ...
    wildcards = []
    for step in steps:
        if isinstance(step, Every):
            wildcards.append(step)
            groups.append([])
        else:
            groups[-1].append(step)
    waiting: list[Iterator[Run]] = [iter([unit])]  # for each group, the values from which it leads
    while waiting:
        start = next(waiting[-1], None)
        if start is None:
            waiting.pop()
            continue
        try:
            found = in_run(start, groups[len(waiting) - 1])
            if len(waiting) < len(groups):
                waiting.append(_children(found, wildcards[len(waiting) - 1]))
            else:
                yield found
        except NotThere as error:
            miss(error)


def _children(run: Run, every: Every) -> Iterator[Run]:
    """The elements of an array or the values of a map, with their paths. Raises NotThere for other values."""
    run = _untyped(run)
    token = tokens.read(run.data, 0)
    if token.kind is not every.kind:
        place = "" if run.message == 0 else f", in message {run.message + 1}"
        raise NotThere(_missing(every, token, run.path) + place)
    kind = ITEMS if every.kind is ARRAY else PAIRS
    inside = run._replace(
        data=run.data[token.body :], offset=run.offset + token.body, kind=kind, count=token.value, first=0,
        depth=run.depth + 1,
    )  # fmt: skip
    return _with_paths(inside) if token.value else iter(())


def _with_paths(run: Run) -> Iterator[Run]:
    """The items, or the values of the pairs, each as a value with its own path."""
    for unit in run.units():
        if run.kind is ITEMS:
            yield unit._replace(kind=FOUND, path=f"{run.path}[{unit.first}]")
            continue
        unpacker = _reader(unit.data)
        unpacker.skip()
        size = unpacker.tell()
        key = tokens.key_of(unit.data, tokens.read(unit.data, 0), bins=True)
        path = run.path + paths.key_component(key, unit.first)
        yield unit._replace(kind=FOUND, path=path, data=unit.data[size:], offset=unit.offset + size)


def _untyped(run: Run) -> Run:
    """The value inside a typed value; paths skip the typed value itself."""
    token = tokens.read(run.data, 0)
    if token.ext == EXT_TYPELESS:
        name = to_json_exact.typeless_name(run.data[token.body : token.end])
        if name and name.end < token.end - token.body:
            start = token.body + name.end
            return _untyped(run._replace(data=run.data[start:], offset=run.offset + start))
    return run


def _missing(step: Component, token: tokens.Token, path: str) -> str:
    place = f"the {token.kind}"
    if token.kind in (ARRAY, MAP):
        one, many = ("element", "elements") if token.kind is ARRAY else ("entry", "entries")
        place += f" of {token.value} {one if token.value == 1 else many}"
    if isinstance(step, Key):
        return f"no key {key_words(step.key)} in {place} at {path}"
    if isinstance(step, Every):
        return f"no {'elements' if step.kind is ARRAY else 'entries'} in {place} at {path}"
    kind = "element" if isinstance(step, Index) else "entry"
    return f"no {kind} {step.at} in {place} at {path}"


def _near(step: Key, data: bytes, token: tokens.Token) -> str:
    """A hint at a key of the map that is similar to that of the step."""
    import difflib

    unpacker = _reader(data)
    unpacker.read_map_header()
    keys = []
    for _ in range(min(token.value, NEAR_MAX)):
        keys.append(_key(unpacker, data))
        unpacker.skip()
    twin = _twin(step.key)
    if any([type(key) is type(twin) and key == twin for key in keys]):
        return twin_words(step.key)
    texts = [key for key in keys if isinstance(key, str)]
    near = difflib.get_close_matches(str(step.key), texts, n=1)
    return f"; did you mean {key_words(near[0])}?" if near else ""


def _twin(key: Any) -> Any:
    """The bin key of the bytes of a str key, or the reverse; None for other keys."""
    if isinstance(key, bytes):
        return key.decode("utf-8", "surrogateescape")
    try:
        return key.encode("utf-8", "surrogateescape") if isinstance(key, str) else None
    except UnicodeEncodeError:
        return None


def _lacks(step: Component, opened: Open) -> bool:
    """Whether a container that is read in pieces has nothing for this step, whose key is the number of an entry."""
    if isinstance(step, Every):
        return step.kind is not opened.kind
    if isinstance(step, Index):
        return opened.kind is not ARRAY or not -opened.count <= step.at < opened.count
    return opened.kind is not MAP or isinstance(step, Key) or not 0 <= step.at < opened.count


def _child(data: bytes, token: tokens.Token, step: Component) -> Optional[tuple[int, int]]:
    """Begin and end of the value for this step in the container's bytes."""
    unpacker = _reader(data)
    if isinstance(step, Index):
        if token.kind is not ARRAY or not -token.value <= step.at < token.value:
            return None
        unpacker.read_array_header()
        for _ in range(step.at % token.value):
            unpacker.skip()
        start = unpacker.tell()
        unpacker.skip()
        return start, unpacker.tell()
    if token.kind is not MAP:
        return None
    unpacker.read_map_header()
    return _last_pair(unpacker, data, range(token.value), step)


def _last_pair(unpacker: Unpacker, data: bytes, numbers: range, step: Component) -> Optional[tuple[int, int]]:
    """Begin and end of the value (or key) for this step in the pairs with these numbers.

    The last of repeated keys is used, as by the library's get().
    """
    found = None
    for number in numbers:
        start = unpacker.tell()
        same = matches(step, _key(unpacker, data), number)
        middle = unpacker.tell()
        unpacker.skip()
        if same:
            is_key = isinstance(step, Entry) and step.is_key
            found = (start, middle) if is_key else (middle, unpacker.tell())
    return found


def _entry(run: Run, step: Entry) -> Optional[Run]:
    """The value (or key) for the step, if it is in one of these pairs."""
    numbers = range(run.first, run.first + run.count)
    found = _last_pair(_reader(run.data), run.data, numbers, step) if step.at in numbers else None
    if found is None:
        return None
    start, end = found
    return run._replace(kind=FOUND, data=run.data[start:end], offset=run.offset + start, count=1)


def _last_entry(cutter: Cutter, opened: Open, step: Key, invalid: str) -> Entry:
    """The last entry with this key of a map that is read in pieces, as a step; -1: there is none.

    Reads the whole map.
    """
    number, nested = -1, 0
    for event in cutter.again(opened):
        if isinstance(event, Open):
            nested += 1
        elif isinstance(event, Close):
            if not nested:
                break
            nested -= 1
        elif isinstance(event, Run) and not nested and event.kind in (KEY, PAIRS):
            for run in [event] if invalid == "fail" else invalid_text.events(cutter, event, invalid):
                assert isinstance(run, Run)
                number = max(number, _last_number(run, step))
    return Entry(number, False)


def _last_number(run: Run, step: Key) -> int:
    # Most of a large map can be skipped without examining each key.
    text = step.key
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogateescape")
    if isinstance(text, bytes) and text not in run.data:
        return -1
    unpacker = _reader(run.data)
    last = -1
    for number in range(run.first, run.first + run.count):
        if matches(step, _key(unpacker, run.data), number):
            last = number
        if run.kind is PAIRS:
            unpacker.skip()
    return last


def _key(unpacker: Unpacker, data: bytes) -> Any:
    """The key that follows; None for one that no step has, which may be an invalid timestamp, or a map that no dict is."""
    if data[unpacker.tell()] in NO_STEP:
        unpacker.skip()
        return None
    return unpacker.unpack()


def _reader(data: bytes) -> Unpacker:
    """Reads keys as in paths: bytes that are not UTF-8 as by surrogateescape."""
    unpacker = Unpacker(
        max_buffer_size=max(len(data), 1), max_depth=nesting.MOST,
        strict_map_key=False, unicode_errors="surrogateescape",
    )  # fmt: skip
    unpacker.feed(data)
    return unpacker


def matches(step: Component, key: Any, number: int) -> bool:
    """Whether a step matches this entry of a map. Keys are compared as in a dict: 1 == 1.0 == True."""
    if isinstance(step, Key):
        if isinstance(step.key, (str, bytes)) and type(key) is not type(step.key):
            return False
        return bool(key == step.key)
    return isinstance(step, Entry) and step.at == number


class Seeker:
    """Follows the events of a Cutter to the value of a path, in each message; with wildcards, to all values.

    take() yields what to write: a Run, or the events of a value that is too large for one. skips:
    messages without the value are counted; otherwise the first one raises NotThere. With wildcards, places without
    the value are counted in any case. invalid: as in Reading.
    """

    def __init__(self, steps: list[Component], *, skips: bool = False, invalid: str = "fail") -> None:
        self.wild = any([isinstance(step, Every) for step in steps])
        self.found = self.missing = 0  # messages with and without the value; if wild, values, and places without one
        self.first_missing: Optional[NotThere] = None
        self.steps, self._skips, self._invalid = steps, skips, invalid
        self._nested = 0  # open containers
        self._followed = 0  # of these, how many are on the path
        self._ready: Optional[Run] = None  # the value, just found
        self._absent: Optional[NotThere] = None  # set once the value can't be in this message
        self._passing = 0  # open containers inside the value, whose events are yielded
        self._done = False
        # The open containers on the path and the step into each; a key was replaced by the number
        # of the last entry with it.
        self._where: list[tuple[Open, Component]] = []

    @property
    def whole(self) -> bool:
        """Whether the value of this message was yielded completely."""
        return self._done and not self._passing

    def take(self, cutter: Cutter, event: Event) -> Iterator[Union[Run, Event]]:
        """Handles an event. Raises NotThere at the end of a message without the value."""
        if isinstance(event, Run):
            yield from self._run(event)
        elif isinstance(event, Open):
            yield from self._open(cutter, event)
        elif isinstance(event, Close):
            yield from self._close(event)
        elif self._passing:
            yield event
        elif self._wanted(event) and self._followed == len(self.steps):
            yield event
            if not self._nested or self.wild:
                self.found += 1
            else:
                self._done = True
        elif self.wild and self._wanted(event):
            text = _missing(self.steps[self._followed], event.token, cutter.path_of(event))
            self._miss(NotThere(text + numbered(cutter.messages)))
        elif not self._nested:
            text = f"no value at {paths.as_text(self.steps)}"
            self._miss(NotThere(cutter.blame(text, event.offset)))

    def _run(self, run: Run) -> Iterator[Run]:
        if run.kind is MESSAGES:
            for unit in run.units():
                if self.wild:
                    yield from self._each(unit, self.steps)
                    continue
                try:
                    found = in_run(unit, self.steps)
                except NotThere as error:
                    self._miss(error)
                else:
                    self.found += 1
                    yield found
        elif self._passing:
            yield run
        elif self._nested == self._followed and not (self._done or self._absent):
            if self.wild:
                for unit in self._starts(run):
                    yield from self._each(unit, self.steps[self._followed :])
                return
            self._look(run)
            if self._ready:
                self._done = True
                yield self._ready
                self._ready = None

    def _each(self, unit: Run, steps: list[Component]) -> Iterator[Run]:
        for found in each_in_run(unit, steps, self._miss):
            self.found += 1
            yield found

    def _starts(self, run: Run) -> Iterator[Run]:
        """The values, with their paths, to which the step into the container leads."""
        opened, step = self._where[-1]
        if run.kind in (KEY, VALUE):
            if step == (Every(MAP) if run.kind is VALUE else None) or step == Entry(run.first, run.kind is KEY):
                name = b"{key #%d}" if run.kind is KEY else b"{#%d}"
                yield run._replace(kind=FOUND, path=run.path + (name % run.first).decode())
        elif step == Every(ARRAY if run.kind is ITEMS else MAP):
            yield from _with_paths(run)
        elif run.kind is ITEMS and isinstance(step, Index):
            number = step.at % opened.count
            if run.first <= number < run.first + run.count:
                yield from (unit for unit in _with_paths(run) if unit.first == number)
        elif run.kind is PAIRS and isinstance(step, Entry):
            found = _entry(run, step)
            if found:
                component = f"{{key #{step.at}}}" if step.is_key else f"{{#{step.at}}}"
                yield found._replace(path=run.path + component)

    def _look(self, run: Run) -> None:
        """Searches items or entries of the container on the path."""
        opened, step = self._where[-1]
        rest = self.steps[self._followed :]
        if run.kind in (KEY, VALUE):
            if step == Entry(run.first, run.kind is KEY):
                self._keep(run, rest)
        elif run.kind is ITEMS and isinstance(step, Index):
            at = step.at if step.at >= 0 else step.at + opened.count
            if run.first <= at < run.first + run.count:
                for unit in run.units():
                    if unit.first == at:
                        self._keep(unit, rest)
        elif run.kind is PAIRS and isinstance(step, Entry):
            found = _entry(run, step)
            if found:
                self._keep(found, rest)

    def _keep(self, unit: Run, rest: list[Component]) -> None:
        path = paths.as_text(self.steps[: self._followed])
        try:
            self._ready = in_run(unit._replace(kind=FOUND, path=path), rest)
        except NotThere as error:
            if not self._skips:
                raise
            self._absent = error

    def _wanted(self, event: Union[Open, Huge]) -> bool:
        """Whether the path leads to this value; advances by one step if so."""
        if self._done or self._absent or self._passing or self._nested != self._followed:
            return False
        if not self._nested:
            return True
        opened, step = self._where[-1]
        if isinstance(step, Index):
            at = step.at if step.at >= 0 else step.at + opened.count
            return opened.kind is ARRAY and at == event.number
        if isinstance(step, Every):
            return step.kind is opened.kind and not event.is_key
        return opened.kind is MAP and step == Entry(event.number, event.is_key)

    def _open(self, cutter: Cutter, event: Open) -> Iterator[Event]:
        wanted = self._wanted(event)
        self._nested += 1
        if self._passing:
            self._passing += 1
            yield event
        elif wanted and self._followed == len(self.steps):
            self._passing, self._done = 1, not self.wild
            self.found += self.wild
            yield event
        elif wanted:
            asked = step = self.steps[self._followed]
            if isinstance(asked, Key) and event.kind is MAP:
                step = _last_entry(cutter, event, asked, self._invalid)
            if _lacks(step, event):
                error = self._lacking(cutter, event, asked)
                if self.wild:
                    self._miss(error)
                else:
                    self._absent = error
            self._followed += 1
            self._where.append((event, step))

    def _lacking(self, cutter: Cutter, opened: Open, step: Component) -> NotThere:
        """The error for a step from a container that is read in pieces."""
        text = _missing(step, tokens.read(opened.head, 0), cutter.path_of(opened))
        twin = _twin(step.key) if isinstance(step, Key) and opened.kind is MAP else None
        if twin is not None and _last_entry(cutter, opened, Key(twin), self._invalid).at >= 0:
            assert isinstance(step, Key)
            text += twin_words(step.key)
        return NotThere(text + numbered(cutter.messages))

    def _close(self, event: Close) -> Iterator[Union[Run, Event]]:
        self._nested -= 1
        if self._passing:
            self._passing -= 1
            yield event
        elif self._nested < self._followed:
            self._followed -= 1
            self._where.pop()
        if not self._nested and not self.wild:
            if self._done:
                self.found += 1
            else:
                absent = self._absent or NotThere(f"no value at {paths.as_text(self.steps)}")
                self._miss(absent)
            self._done, self._absent = False, None

    def _miss(self, error: NotThere) -> None:
        if not (self._skips or self.wild):
            raise error
        self.first_missing = self.first_missing or error
        self.missing += 1
