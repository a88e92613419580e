"""`hayapack inspect`: lists every value with its offset, bytes, type and path."""

from __future__ import annotations

import argparse
import json
import re
from typing import Any

from .. import Timestamp
from . import commands, exact, harmless, tags, terminal, tokens, unwrap, wasteful
from .cutting import Cutter
from .outcome import STATUS_GOOD, BadData
from .reading import Reading
from .runs import MESSAGES, Event, Huge, Open, Run
from .sources import Source
from .terminal import BLUE, BOLD, CYAN, DIM, GREEN, RED, YELLOW
from .tokens import ARRAY, BIN, BOOL, EXT, FLOAT32, FLOAT64, INT, MAP, NIL, STR, Token
from .wording import counted

DESCRIPTION = """\
Lists every value of a MessagePack stream with its offset, bytes, type and path. Findings
follow after "!": encodings longer than necessary, and repeated keys. The content of LZ4
messages (with offsets of its own) and of typed values is listed too."""

EXAMPLES = """
hayapack inspect data.msgpack
hayapack inspect --color always data.msgpack | less -R
printf '\\x93\\x01\\x02\\xc3' | hayapack inspect
hayapack inspect data.msgpack | grep '!'     wasteful encodings
"""

FOREIGN_BYTE = re.compile("[\udc80-\udcff]")
SHOWN_BYTES = 8
SHOWN_TEXT = 60  # characters of a value
STYLES = {STR: GREEN, INT: CYAN, FLOAT32: CYAN, FLOAT64: CYAN, BIN: YELLOW, EXT: YELLOW}


def add_parser(subparsers: Any) -> None:
    parser = commands.add_parser(
        subparsers, "inspect", "list every value with offset, bytes, type, path", DESCRIPTION, EXAMPLES
    )
    commands.add_files(parser)
    commands.add_reading(parser)
    commands.add_colours(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    def work(source: Source, reading: Reading) -> int:
        dump = Dump(terminal.Paint(terminal.colours_wanted(args.color)))
        cutter = reading.cutter(source)
        try:
            for event in reading.events(cutter, alone=False, repaired=False):
                dump.take(cutter, event)
                dump.flush()
                if not (isinstance(event, Huge) or reading.keep_going):
                    reading.check(cutter, event)
        except BadData:
            if cutter.broken:
                dump.run(cutter.rest())
            raise
        finally:
            dump.flush()
        dump.summary(cutter)
        return STATUS_GOOD

    return commands.each(args, work)


class Dump:
    """Collects the lines and counts wasteful encodings."""

    def __init__(self, paint: terminal.Paint) -> None:
        self._paint = paint
        self._lines: list[str] = []
        self._spare = self._long = self._repeated = 0
        self._fixed = False  # the values shown have forms that their writer could not choose
        self._mark = ""  # prefix of the offsets inside another value

    def take(self, cutter: Cutter, event: Event) -> None:
        if isinstance(event, Run):
            if event.kind is not MESSAGES:
                self.run(event)
                return
            for part, lz4 in event.parts():
                inner = unwrap.opened(part) if lz4 else None
                self._fixed = inner is not None  # the parts of an LZ4 message have fixed forms
                self.run(part)
                self._fixed = False
                if inner:
                    self._content(part, inner)
        elif isinstance(event, (Open, Huge)):
            self._big(cutter, event)

    def _content(self, unit: Run, inner: Run) -> None:
        size, content = len(unit.data), len(inner.data)
        text = f"LZ4: {counted(size, 'byte')} hold {content}, {100 * size / content:.0f} %"
        self._lines.append(self._paint(f"{'':>8}  {text}", BOLD))
        self._mark = "> "
        self.run(inner)
        self._mark = ""

    def run(self, run: Run) -> None:
        """All values of a run; of a damaged run, those before the error."""
        wrapped = run.wrapped()
        shift = run.offset - (len(wrapped) - len(run.data))
        walk = tokens.walk(wrapped)
        next(walk)
        try:
            for at, token, levels in walk:
                levels[0].first = run.first
                if run.kind is MESSAGES and len(levels) == 1 and not run.outer:
                    self._number(run.message + levels[0].count - levels[0].left - 1)
                path = run.path_of(levels)
                self._value(wrapped, at, token, path, shift, levels)
        except (tokens.Truncated, ValueError, RecursionError):
            pass  # the Cutter reports the error

    def _number(self, message: int) -> None:
        """A line before each message but the first."""
        if message:
            self._lines.append(self._paint(f"message {message + 1}:", BOLD))

    def _value(
        self, data: bytes, at: int, token: Token, path: str, shift: int, levels: list[tokens.Level]
    ) -> None:
        notes = []
        over = 0 if self._fixed else wasteful.spare(data, at, token)
        if over:
            notes.append(f"{counted(over, 'byte')} more than needed")
            self._spare += over
            self._long += 1
        if token.kind is STR and not _is_utf8(data[token.body : token.end]):
            notes.append("not UTF-8")
        level = levels[-1]
        if level.in_key and len(levels) > 1 and token.kind in (STR, INT):
            level.note = level.note or {}
            number = level.first + level.count - (level.left + 2) // 2
            if level.note.setdefault(level.key, number) != number:
                notes.append(f"repeats key #{level.note[level.key]}")
                self._repeated += 1
        self._line(data[at : min(token.end, at + SHOWN_BYTES + 1)], at + shift, token, path, notes,
                   _shown(data, token))  # fmt: skip
        if token.ext == tokens.EXT_TYPELESS and token.kind is EXT:
            self._typeless(data, token, path, shift)

    def _typeless(self, data: bytes, token: Token, path: str, shift: int) -> None:
        """The name and the value in an ext 100."""
        payload = data[token.body : token.end]
        name = exact.typeless_name(payload)
        if name is None:
            return
        shift += token.body
        self._value(payload, 0, name, path, shift, [_NOWHERE])
        inner = payload[name.end :]
        fixed, self._fixed = self._fixed, True  # boxed integers keep the width of their type
        for at, part, inside in tokens.walk(inner) if inner else ():
            deeper = path + tokens.path_of(inside)[1:]
            self._value(inner, at, part, deeper, shift + name.end, inside or [_NOWHERE])
        self._fixed = fixed

    def _big(self, cutter: Cutter, event: Any) -> None:
        if cutter.depth == isinstance(event, Open):
            # A huge value is counted after its bytes were read, an opened one at its end.
            self._number(cutter.messages)
        token = event.token if isinstance(event, Huge) else tokens.read(event.head, 0)
        if isinstance(event, Huge):
            start = event.head + next(event.pieces)[:SHOWN_BYTES]
            shown = counted(token.value, "byte")
        else:
            start, shown = event.head, _shown(event.head, token)
        self._line(start[: SHOWN_BYTES + 1], event.offset, token, cutter.path_of(event), [], shown)

    def _line(
        self, start: bytes, offset: int, token: Token, path: str, notes: list[str], shown: str
    ) -> None:
        paint = self._paint
        more = "…" if len(start) > SHOWN_BYTES else ""
        shown_bytes = start[:SHOWN_BYTES].hex(" ") + more
        parts = [
            paint(f"{self._mark}{offset}".rjust(8), DIM),
            shown_bytes.ljust(3 * SHOWN_BYTES + 1),
            paint(token.form.ljust(8), BOLD),
            paint(path, BLUE),
            paint(shown, *([STYLES[token.kind]] if token.kind in STYLES else [])),
        ]
        if notes:
            parts.append(paint("! " + ", ".join(notes), RED))
        self._lines.append("  ".join([part for part in parts if part]))

    def flush(self) -> None:
        if self._lines:
            self._lines.append("")
            commands.write("\n".join(self._lines).encode("utf-8", "backslashreplace"))
            self._lines = []

    def summary(self, cutter: Cutter) -> None:
        """The last line: counts of messages, bytes and findings."""
        found = [f"{counted(cutter.messages, 'message')}, {counted(cutter.position, 'byte')}"]
        if self._long:
            spare = counted(self._spare, "byte")
            found.append(f"{spare} more than needed, in {counted(self._long, 'value')}")
        if self._repeated:
            found.append(f"{self._repeated} key{'s repeat' if self._repeated > 1 else ' repeats'}")
        self._lines.append(self._paint("; ".join(found), BOLD))
        self.flush()


def _shown(data: bytes, token: Token) -> str:
    """A value as readable text, shortened."""
    kind = token.kind
    if kind is STR:
        return _short(_quoted(data[token.body : token.end]))
    if kind in (ARRAY, MAP):
        one, more = ("element", "elements") if kind is ARRAY else ("entry", "entries")
        return f"{token.value} {one if token.value == 1 else more}"
    if kind is BIN:
        return counted(token.value, "byte")
    if kind is not EXT:
        return json.dumps(token.value) if kind in (NIL, BOOL) else repr(token.value)
    return _shown_ext(data[token.body : token.end], token)


def _shown_ext(payload: bytes, token: Token) -> str:
    if token.ext == tokens.EXT_TIMESTAMP:
        try:
            return tags.timestamp_text(Timestamp.from_bytes(payload))
        except ValueError:
            return "not a valid timestamp"
    if token.ext == tokens.EXT_TYPELESS:
        name = exact.typeless_name(payload)
        if name:
            return harmless.line(f"typeless {payload[name.body : name.end].decode()}")
    word = {98: "LZ4 sizes", 99: "LZ4 block"}.get(token.ext, "")
    return f"ext {token.ext}{f' ({word})' * bool(word)}, {counted(token.value, 'byte')}"


def _quoted(payload: bytes) -> str:
    """A text as a JSON string; bytes that are not UTF-8 as \\xNN, which JSON does not have."""
    start = payload[: 8 * SHOWN_TEXT].decode("utf-8", "surrogateescape")
    text = json.dumps(start[: 2 * SHOWN_TEXT], ensure_ascii=False)
    text = FOREIGN_BYTE.sub(lambda match: f"\\x{ord(match.group()) - 0xDC00:02x}", text)
    return harmless.line(text)


def _is_utf8(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_TEXT else text[: SHOWN_TEXT - 1] + "…"


_NOWHERE = tokens.Level(Token(ARRAY, "fixarray", 1, 0, 0), 0)
