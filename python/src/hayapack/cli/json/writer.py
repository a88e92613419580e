"""Writes the events of a Cutter as JSON: small messages at once, large ones piece by piece."""

from __future__ import annotations

from typing import Any, Callable, Iterator, NoReturn, Optional

from ... import UnpackException, unpackb
from ..._core import tokens
from ..._core.tokens import ARRAY, MAP, STR
from ..common.exit_status import BadData, Refused
from ..events import events
from ..events.cutter import Cutter
from ..events.events import FOUND, KEY, MESSAGES, PAIRS, VALUE, Event, Huge, Open, Run
from . import invalid_text, layout, tags, to_json_exact
from .path_seeker import Seeker
from .to_json_fast import FEW_BYTES, Mapper, Slower

KEYS_AT_ONCE = 1 << 21  # keys of a map compared with each other in one pass
REPEATED = "a map with repeated keys or keys that are not text"


class _Frame:
    """An open container of a message that is too large to be written at once."""

    def __init__(self, opened: Open, paired: bool) -> None:
        self.is_map, self.is_key = opened.kind is MAP, opened.is_key
        self.paired = paired  # written as a list of [key, value], since a JSON object can't represent it
        self.first = True
        self.half = False  # a key has been written, its value has not


class JsonWriter:
    """Passes the JSON of events to `write`, with a newline after each message.

    plain: refuse what has no plain JSON form. invalid: as in Reading; the events are repaired already. texts: show a
    bin that is text as text.
    """

    def __init__(
        self, write: Callable[[bytes], Any], plain: bool, look: layout.Look, invalid: str = "fail", *,
        texts: bool = False,
    ) -> None:  # fmt: skip
        self._write = write
        self._look = look
        self._plain, self._invalid, self._texts = plain, invalid, texts
        self._mapper = Mapper(plain, look, texts)
        self._frames: list[_Frame] = []

    def take(self, cutter: Cutter, event: Event) -> None:
        """Handles the next event of this Cutter."""
        if isinstance(event, Run):
            if event.kind is MESSAGES:
                self.messages(event)
            else:
                self._run(event)
        elif isinstance(event, Open):
            self._open(cutter, event)
        elif isinstance(event, Huge):
            self._huge(cutter, event)
        else:
            self._close()

    def messages(self, run: Run) -> None:
        """Writes complete messages, one text after the other."""
        texts: list[bytes] = []
        try:
            for text in self._mapper.messages(run):
                texts.append(text)
        finally:  # messages before an error are written
            if texts:
                texts.append(b"")
                self._write(b"\n".join(texts))

    def found(self, cutter: Cutter, run: Run, seeker: Seeker) -> None:
        """Writes what a Seeker finds in complete messages. They are decoded together where that is exact; the first one
        without the value is followed, which tells what is missing."""
        waiting = [run]
        while waiting:
            part = waiting.pop()
            try:
                text, found, missing = self._mapper.found(part, seeker.steps)
                decoded = not missing or seeker.first_missing is not None
            except (Slower, TypeError):
                decoded = False
            if decoded:
                seeker.found += found
                seeker.missing += missing
                if found:
                    self._write(text + b"\n")
            elif part.count > 1 and len(part.data) >= FEW_BYTES:
                waiting += reversed(part.halves())
            else:
                for value in seeker.take(cutter, part):
                    assert isinstance(value, Run)
                    self.messages(value)

    # --- inside a large message

    def _run(self, run: Run) -> None:
        frame = self._frames[-1]
        if run.kind is KEY:
            self._part(self._before() + self._mapper.key(run) + self._after(True))
            return
        texts: list[bytes] = []
        try:
            for text in self._mapper.inner(run, run.kind is PAIRS and frame.paired):
                texts.append(text)
        finally:
            if texts:
                start = b"" if frame.first or run.kind is VALUE else b","
                frame.first = False
                end = self._after(False) if run.kind is VALUE else b""
                self._part(start + b",".join(texts) + end)

    def _open(self, cutter: Cutter, opened: Open) -> None:
        paired = opened.kind is MAP and not _fits_object(cutter, opened, self._plain, self._invalid)
        if paired and self._plain:
            self._refuse(cutter, REPEATED, opened.offset)
        before = self._before()
        self._frames.append(_Frame(opened, paired))
        self._part(before + (b"[" if opened.kind is ARRAY else b'{"$map":[' if paired else b"{"))

    def _close(self) -> None:
        frame = self._frames.pop()
        text = b"]}" if frame.paired else b"}" if frame.is_map else b"]"
        self._part(text + self._after(frame.is_key))

    def _huge(self, cutter: Cutter, event: Huge) -> None:
        data = b"".join([event.head, *event.pieces])
        try:
            text = to_json_exact.to_json(data, self._plain, cutter.depth, self._texts, cutter.max_depth)
        except to_json_exact.BadValue as bad:
            raise BadData(cutter.blame(events.words(bad.error), event.offset)) from None
        except to_json_exact.Loss as loss:
            self._refuse(cutter, str(loss), event.offset)
        self._part(self._before() + text + self._after(event.is_key))

    def _refuse(self, cutter: Cutter, what: str, offset: int) -> NoReturn:
        raise Refused(cutter.blame(f"{what} has no exact form in plain JSON", offset))

    def _before(self) -> bytes:
        """The separator before a value."""
        frame = self._frames[-1] if self._frames else None
        if frame is None or frame.half:
            return b""
        text = (b"" if frame.first else b",") + (b"[" if frame.paired else b"")
        frame.first = False
        return text

    def _after(self, is_key: bool) -> bytes:
        """The separator after it; `is_key`: it was a map's key."""
        frame = self._frames[-1] if self._frames else None
        if frame is None or not frame.is_map:
            return b""
        frame.half = is_key
        if is_key:
            return b"," if frame.paired else b":"
        return b"]" if frame.paired else b""

    def _part(self, text: bytes) -> None:
        end = b"" if self._frames else b"\n"
        self._write(self._look.text(text) + end)


def check_plain(cutter: Cutter, event: Event, invalid: str) -> None:
    """Raises Refused for a value that plain JSON can't represent. invalid: as in Reading."""
    for one in [event] if invalid == "fail" else invalid_text.events(cutter, event, invalid):
        _check_plain(cutter, one, invalid)


def _check_plain(cutter: Cutter, event: Event, invalid: str) -> None:
    if isinstance(event, Run):
        mapper = Mapper(True, layout.Look(False, False))
        if event.kind is KEY:
            mapper.key(event)
            return
        whole = event.kind in (MESSAGES, FOUND)
        for _ in mapper.messages(event) if whole else mapper.inner(event):
            pass
    elif isinstance(event, Open) and event.kind is MAP and not _fits_object(cutter, event, True, invalid):
        text = f"{REPEATED} has no exact form in plain JSON"
        raise Refused(cutter.blame(text, event.offset))


def _fits_object(cutter: Cutter, opened: Open, plain: bool, invalid: str) -> bool:
    """Whether all keys are text and differ; reads the whole map."""
    # Very many keys are compared in several passes, so memory stays bounded.
    parts = 1 + opened.count // KEYS_AT_ONCE
    for part in range(parts):
        seen: set[str] = set()
        for keys in _keys(cutter.again(opened), invalid):
            if keys is None or not (plain or tags.ALL.isdisjoint(keys)):
                return False
            if parts > 1:
                keys = [key for key in keys if hash(key) % parts == part]
            known = len(seen)
            seen.update(keys)
            if len(seen) != known + len(keys):
                return False
    return True


def _keys(cutter: Cutter, invalid: str) -> Iterator[Optional[list[str]]]:
    """The keys of a map, in batches; None for a batch with keys that are not text."""
    nested = 0
    for event in cutter:
        if isinstance(event, Open):
            if event.is_key and not nested:
                yield None
            nested += 1
        elif isinstance(event, events.Close):
            if not nested:
                return
            nested -= 1
        elif isinstance(event, Run):
            if not nested and event.kind is not VALUE:
                for run in [event] if invalid == "fail" else invalid_text.events(cutter, event, invalid):
                    assert isinstance(run, Run)
                    yield _texts(run)
        elif event.is_key and not nested:  # the text is too long to be compared
            yield None


def _texts(run: Run) -> Optional[list[str]]:
    step = 2 if run.kind is PAIRS else 1
    try:
        values = unpackb(events.head(ARRAY, step * run.count) + run.data, strict_map_key=False)
    except UnpackException:  # in the values: a key that can't be hashed, or an error that is reported later
        return _texts_of_tokens(run)
    keys = values[::step]
    return keys if all([type(key) is str for key in keys]) else None


def _texts_of_tokens(run: Run) -> Optional[list[str]]:
    """The same without decoding the values."""
    keys = []
    for unit in run.units():
        token = tokens.read(unit.data, 0)
        if token.kind is not STR:
            return None
        keys.append(unit.data[token.body : token.end].decode("utf-8", "surrogateescape"))
    return keys
