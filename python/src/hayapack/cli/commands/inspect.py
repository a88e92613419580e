"""`hayapack inspect`: lists every value with its offset, bytes, type and path."""

from __future__ import annotations

import argparse
from typing import Any, Union

from ... import Timestamp, _survey
from ..._core import tokens
from ..._core.tokens import EXT_TIMESTAMP, EXT_TYPELESS
from ..._errors import escape
from ..._errors.make_errors import counted
from .. import arguments, terminal
from ..common.exit_status import STATUS_GOOD, BadData
from ..events import lz4_content, paths
from ..events.cutter import Cutter
from ..events.events import ITEMS, KEY, MESSAGES, PAIRS, VALUE, Event, Huge, Open, Run
from ..input.inputs import Input
from ..json import tags, to_json_exact
from ..reading import Reading, extent
from ..terminal import BOLD

DESCRIPTION = """\
Lists every value of a MessagePack stream with its offset, bytes, type and path. Findings
follow after "!": non-minimal encodings, and repeated keys. The content of LZ4
messages (with offsets of its own) and of typed values is listed too."""

EXAMPLES = """
hayapack inspect data.msgpack
hayapack inspect --color always data.msgpack | less -R
printf '\\x93\\x01\\x02\\xc3' | hayapack inspect
hayapack inspect data.msgpack | grep '!'     non-minimal encodings
"""


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(
        subparsers, "inspect", "list every value with offset, bytes, type, path", DESCRIPTION, EXAMPLES
    )
    arguments.add_files(parser)
    arguments.add_reading(parser)
    arguments.add_colours(parser)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    def work(input: Input, reading: Reading) -> int:
        dump = Dump(terminal.colours_wanted(args.color))
        cutter = reading.cutter(input)
        try:
            for event in reading.events(cutter, alone=False, repaired=False):
                dump.take(cutter, event)
                if not (isinstance(event, Huge) or reading.keep_going):
                    reading.check(cutter, event)
        except BadData:
            if cutter.broken:
                dump.run(cutter.rest())
            raise
        dump.summary(cutter)
        return STATUS_GOOD

    return arguments.each(args, work)


class Dump:
    """Writes the lines, and counts non-minimal encodings."""

    def __init__(self, colours: bool) -> None:
        self._colours = colours
        self._paint = terminal.Paint(colours)
        self._write = terminal.folding(arguments.write)
        self._spare = self._long = self._repeated = 0

    def take(self, cutter: Cutter, event: Event) -> None:
        if isinstance(event, Run):
            if event.kind is not MESSAGES:
                self.run(event)
                return
            for part, lz4 in event.parts():
                inner = lz4_content.opened(part) if lz4 else None
                self.run(part, fixed=inner is not None)  # an LZ4 message's parts have fixed forms
                if inner:
                    self._content(part, inner)
        elif isinstance(event, (Open, Huge)):
            self._big(cutter, event)

    def _content(self, unit: Run, inner: Run) -> None:
        size, content = len(unit.data), len(inner.data)
        text = f"LZ4: {counted(size, 'byte')} hold {content}, {100 * size / content:.0f} %"
        self._say(self._paint(f"{'':>8}  {text}", BOLD))
        self.run(inner, mark="> ")

    def run(self, run: Run, *, fixed: bool = False, mark: str = "") -> None:
        """All values of a run; of a damaged run, those before the error."""
        wrapped = run.wrapped()
        shift = run.offset - (len(wrapped) - len(run.data))
        path = paths.split(run.path)
        if run.kind in (KEY, VALUE):
            path.append(b"{key #%d}" % run.first if run.kind is KEY else b"{#%d}" % run.first)
        spare, long, repeated = _survey.list_values(
            wrapped, shift, tuple(path), run.kind not in (ITEMS, PAIRS), run.first,
            run.message if run.kind is MESSAGES and not run.outer else -1,
            mark, fixed, self._colours, _ext, self._write,
        )  # fmt: skip
        self._spare += spare
        self._long += long
        self._repeated += repeated

    def _big(self, cutter: Cutter, event: Union[Open, Huge]) -> None:
        # A line before each message but the first: a huge value is counted after its bytes were read, an opened one at
        # its end.
        if cutter.messages and cutter.depth == isinstance(event, Open):
            self._say(self._paint(f"message {cutter.messages + 1}:", BOLD))
        if isinstance(event, Huge):
            token = event.token
            start = event.head + next(event.pieces)[: _survey.SHOWN_BYTES]
            shown = counted(token.value, "byte")
        else:
            token = tokens.read(event.head, 0)
            start, shown = event.head, _survey.size_of(token)
        start = start[: _survey.SHOWN_BYTES + 1]
        path = paths.shortened(cutter.path_of(event))
        self._say(_survey.line(start, "", event.offset, token, path, [], shown, self._colours))

    def _say(self, line: str) -> None:
        self._write(line.encode("utf-8", "backslashreplace") + b"\n")

    def summary(self, cutter: Cutter) -> None:
        """The last line: counts of messages, bytes and findings."""
        found = [extent(cutter)]
        if self._long:
            spare = counted(self._spare, "byte")
            found.append(f"{spare} more than needed, in {counted(self._long, 'value')}")
        if self._repeated:
            found.append(f"{self._repeated} key{'s repeat' if self._repeated > 1 else ' repeats'}")
        self._say(self._paint("; ".join(found), BOLD))


def _ext(code: int, payload: bytes) -> tuple[str, int]:
    """The text for an ext value, and the offset of a typed value's content: see list_values()."""
    if code == EXT_TIMESTAMP:
        try:
            return tags.timestamp_text(Timestamp.from_bytes(payload)), 0
        except ValueError:
            return "not a valid timestamp", 0
    if code == EXT_TYPELESS:
        name = to_json_exact.typeless_name(payload)
        if name:
            return escape.line(f"typeless {payload[name.body : name.end].decode()}"), name.end
    time = tags.event_time_text(code, payload)
    if time is not None:
        return f"ext 0 (Fluentd's time) {time}", 0
    word = {98: "LZ4 sizes", 99: "LZ4 block"}.get(code, "")
    return f"ext {code}{f' ({word})' * bool(word)}, {counted(len(payload), 'byte')}", 0
