"""`hayapack inspect`: every value with its offset, bytes, type and path."""

from __future__ import annotations

import argparse
import json
from typing import Any

from .. import Timestamp
from . import commands, exact, runs, tags, terminal, tokens, unwrap, validate, wasteful
from .cutting import Cutter
from .outcome import STATUS_GOOD, BadData
from .runs import MESSAGES, Event, Huge, Open, Run
from .sources import Source
from .terminal import BLUE, BOLD, CYAN, DIM, GREEN, RED, YELLOW
from .tokens import ARRAY, BIN, BOOL, EXT, FLOAT32, FLOAT64, INT, MAP, NIL, STR, Token

DESCRIPTION = """\
Shows every value of a MessagePack stream with its offset, bytes, type and path. After
"!" stands what could be better: forms longer than they need to be, and keys that repeat.
The content of LZ4 messages (with offsets of its own) and of typeless values is shown."""

EXAMPLES = """
hayapack inspect data.msgpack
hayapack inspect --color always data.msgpack | less -R
printf '\\x93\\x01\\x02\\xc3' | hayapack inspect
hayapack inspect data.msgpack | grep '!'     what is wasteful
"""

SHOWN_BYTES = 8
SHOWN_TEXT = 60  # characters of a value
STYLES = {STR: GREEN, INT: CYAN, FLOAT32: CYAN, FLOAT64: CYAN, BIN: YELLOW, EXT: YELLOW}


def add_parser(subparsers: Any) -> None:
    parser = commands.add_parser(
        subparsers, "inspect", "every value with offset, bytes, type, path", DESCRIPTION, EXAMPLES
    )
    commands.add_files(parser)
    commands.add_colours(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    def work(source: Source) -> int:
        dump = Dump(terminal.Paint(terminal.colours_wanted(args.color)))
        cutter = Cutter(source)
        try:
            for event in commands.events(cutter, alone=False):
                dump.take(cutter, event)
                dump.flush()
                validate.check(cutter, event)
        except BadData:
            if cutter.broken:
                dump.run(cutter.rest())
            raise
        finally:
            dump.flush()
        dump.summary(cutter)
        return STATUS_GOOD

    return commands.each(args.files, work)


class Dump:
    """Collects lines and counts what is wasteful."""

    def __init__(self, paint: terminal.Paint) -> None:
        self._paint = paint
        self._lines: list[str] = []
        self._spare = self._long = self._repeated = 0
        self._fixed = False  # the forms of what is shown are not the writer's choice
        self._mark = ""  # before the offsets of what lies in something else

    def take(self, cutter: Cutter, event: Event) -> None:
        if isinstance(event, Run):
            if event.kind is MESSAGES and runs.may_hold_lz4(event.data):
                for unit in event.units():
                    lz4 = runs.is_lz4(unit.data)
                    self._fixed = lz4  # whose parts have fixed forms
                    self.run(unit)
                    self._fixed = False
                    if lz4:
                        self._content(unit)
            else:
                self.run(event)
        elif isinstance(event, (Open, Huge)):
            self._big(cutter, event)

    def _content(self, unit: Run) -> None:
        inner = unwrap.opened(unit)
        size, content = len(unit.data), len(inner.data)
        text = f"LZ4: {size} bytes hold {content}, {100 * size / content:.0f} %"
        self._lines.append(self._paint(f"{'':>8}  {text}", BOLD))
        self._mark = "> "
        self.run(inner)
        self._mark = ""

    def run(self, run: Run) -> None:
        """All values of a run; of a damaged one, those that are there."""
        wrapped = run.wrapped()
        shift = run.offset - (len(wrapped) - len(run.data))
        walk = tokens.walk(wrapped)
        next(walk)
        try:
            for at, token, levels in walk:
                levels[0].first = run.first
                path = run.path_of(levels)
                self._value(wrapped, at, token, path, shift, levels)
        except (tokens.Truncated, ValueError, RecursionError):
            pass  # the Cutter says what is wrong

    def _value(
        self, data: bytes, at: int, token: Token, path: str, shift: int, levels: list[tokens.Level]
    ) -> None:
        notes = []
        over = 0 if self._fixed else wasteful.spare(data, at, token)
        if over:
            notes.append(f"{over} byte{'s' if over > 1 else ''} more than needed")
            self._spare += over
            self._long += 1
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
        """The name and the value in a typeless ext."""
        payload = data[token.body : token.end]
        name = exact.typeless_name(payload)
        if name is None:
            return
        shift += token.body
        self._value(payload, 0, name, path, shift, [_NOWHERE])
        inner = payload[name.end :]
        fixed, self._fixed = self._fixed, True  # boxed integers keep the width of their type
        for at, part, inside in tokens.walk(inner):
            deeper = path + tokens.path_of(inside)[1:]
            self._value(inner, at, part, deeper, shift + name.end, inside or [_NOWHERE])
        self._fixed = fixed

    def _big(self, cutter: Cutter, event: Any) -> None:
        token = event.token if isinstance(event, Huge) else tokens.read(event.head, 0)
        if isinstance(event, Huge):
            start = event.head + next(event.pieces)[:SHOWN_BYTES]
            shown = f"{token.value} bytes"
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
        """A last line, with what was pointed out."""
        found = [
            f"{cutter.messages} message{'s' * (cutter.messages != 1)}, {cutter.position} bytes"
        ]
        if self._long:
            found.append(f"{self._spare} bytes more than needed, in {self._long} values")
        if self._repeated:
            found.append(f"{self._repeated} key{'s repeat' if self._repeated > 1 else ' repeats'}")
        self._lines.append(self._paint("; ".join(found), BOLD))
        self.flush()


def _shown(data: bytes, token: Token) -> str:
    """A value for people, shortened."""
    kind = token.kind
    if kind is STR:
        text = data[token.body : token.end].decode("utf-8", "backslashreplace")
        return _short(json.dumps(text[: 2 * SHOWN_TEXT], ensure_ascii=False))
    if kind in (ARRAY, MAP):
        one, more = ("element", "elements") if kind is ARRAY else ("entry", "entries")
        return f"{token.value} {one if token.value == 1 else more}"
    if kind is BIN:
        return f"{token.value} bytes"
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
            return f"typeless {payload[name.body : name.end].decode()}"
    word = {98: "LZ4 sizes", 99: "LZ4 block"}.get(token.ext, "")
    return f"ext {token.ext}{f' ({word})' * bool(word)}, {token.value} bytes"


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_TEXT else text[: SHOWN_TEXT - 1] + "…"


_NOWHERE = tokens.Level(Token(ARRAY, "fixarray", 1, 0, 0), 0)
