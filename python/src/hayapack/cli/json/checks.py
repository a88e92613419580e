"""Checks of the content of values, which the boundary scan does not read."""

from __future__ import annotations

import codecs

from ... import UnpackException, unpackb
from ..._core import tokens
from ..._errors.make_errors import counted
from ..common.exit_status import BadData
from ..events import lz4_content, nesting
from ..events.cutter import Cutter
from ..events.events import MESSAGES, Event, Huge, Run
from . import to_json_fast


def check(cutter: Cutter, event: Event) -> None:
    """Raises BadData for errors in the content of the event's values."""
    if isinstance(event, Run) and event.kind is MESSAGES:
        for part, lz4 in event.parts():
            _check_values((lz4 and lz4_content.opened(part)) or part)
    elif isinstance(event, Run):
        _check_values(event)
    elif isinstance(event, Huge):
        _check_huge(cutter, event)


def _check_values(run: Run) -> None:
    try:
        unpackb(run.wrapped(), strict_map_key=False, max_depth=nesting.MOST)
    except UnpackException:
        # Slower, and finds the offset. Keys that can't be hashed are valid.
        to_json_fast.check(run)


def _check_huge(cutter: Cutter, event: Huge) -> None:
    if event.token.kind is tokens.STR:
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            for piece in event.pieces:
                decoder.decode(piece)
            decoder.decode(b"", True)
        except UnicodeDecodeError as error:
            text = f"invalid UTF-8: {error.reason}"
            raise BadData(cutter.blame(text, event.offset)) from None
    elif event.token.ext == tokens.EXT_TIMESTAMP:
        text = f"invalid timestamp: the length is {counted(event.token.value, 'byte')}, not 4, 8 or 12"
        raise BadData(cutter.blame(text, event.offset))
