"""Replaces text that is not UTF-8: `--invalid=bytes` and `--invalid=replace`.

Some programs write arbitrary bytes as str: PHP, Python 2, old MessagePack without bin. The values
are packed again, so the code that reads the events needs no special case.
"""

from __future__ import annotations

from typing import Any, Callable, Iterator

from ... import UnpackException, packb, unpackb
from ..._core import tokens
from ..._core.tokens import BIN, STR
from ..common.exit_status import BadData
from ..events import lz4_content, nesting
from ..events.cutter import Cutter
from ..events.events import MESSAGES, Event, Huge, Run


def events(cutter: Cutter, event: Event, how: str, changed: Callable[[], object] = int) -> Iterator[Event]:
    """The event, or the events that replace it. how: "bytes" or "replace"; changed: is called if there was such text."""
    if isinstance(event, Run):
        yield from _run(event, how, changed)
    elif isinstance(event, Huge) and event.token.kind is STR:
        yield _huge(event, how, changed)
    else:
        yield event


def _run(run: Run, how: str, changed: Callable[[], object]) -> Iterator[Run]:
    if run.kind is MESSAGES:
        for part, lz4 in run.parts():
            yield from _values((lz4 and lz4_content.opened(part)) or part, how, changed)
    else:
        yield from _values(run, how, changed)


def _values(run: Run, how: str, changed: Callable[[], object]) -> Iterator[Run]:
    """Checks the halves separately, so that offsets stay correct where nothing is replaced."""
    waiting = [run]
    while waiting:
        part = waiting.pop()
        try:
            if _is_sound(part):
                yield part
                continue
            if part.count == 1:
                changed()
                yield part._replace(data=_rewritten(part, how))
                continue
        except BadData:
            if part.count == 1:
                raise
        waiting.extend(reversed(part.halves()))


def _is_sound(run: Run) -> bool:
    """Whether all text is UTF-8. Raises BadData for other errors."""
    options: Any = {"strict_map_key": False, "max_depth": nesting.MOST, "object_pairs_hook": len}  # any key
    wrapped = run.wrapped()
    try:
        unpackb(wrapped, **options)
    except UnpackException:
        try:
            unpackb(wrapped, unicode_errors="surrogateescape", **options)
        except UnpackException as error:
            shift = len(wrapped) - len(run.data)
            raise BadData(run.blame_error(error, error.offset - shift)) from None
        return False
    return True


def _rewritten(run: Run, how: str) -> bytes:
    data, pieces, done = run.data, [], 0
    wrapped = run.wrapped()
    shift = len(wrapped) - len(data)
    walk = tokens.walk(wrapped)
    next(walk)
    for at, token, _ in walk:
        if token.kind is STR:
            text = wrapped[token.body : token.end]
            try:
                text.decode()
            except UnicodeDecodeError:
                pieces += [data[done : at - shift], _packed(text, how)]
                done = token.end - shift
    return b"".join([*pieces, data[done:]])


def _packed(text: bytes, how: str) -> bytes:
    return packb(text if how == "bytes" else text.decode("utf-8", "replace"))


def _huge(event: Huge, how: str, changed: Callable[[], object]) -> Huge:
    payload = b"".join(event.pieces)
    try:
        payload.decode()
    except UnicodeDecodeError:
        changed()
        if how == "bytes":
            # The same length after another format byte: bin 32 for str 32.
            start = b"\xc6" + event.head[1:]
            token = event.token._replace(kind=BIN, form="bin32")
        else:
            payload = payload.decode("utf-8", "replace").encode()
            start = b"\xdb" + len(payload).to_bytes(4, "big")
            token = event.token._replace(value=len(payload), end=event.token.body + len(payload))
        return event._replace(token=token, head=start, pieces=iter([payload]))
    return event._replace(pieces=iter([payload]))
