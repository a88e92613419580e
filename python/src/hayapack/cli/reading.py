"""How an input is read: the options that all commands share, and what they do."""

from __future__ import annotations

import argparse
import sys
from typing import Callable, Iterator, Optional

from . import checks, contents, repair, terminal
from .cutting import Cutter
from .outcome import BadData, Stop
from .runs import MESSAGES, Event, Huge, Open, Run
from .sources import WINDOW, Source

# An input that was cut off at its first byte looks the same, and must not pass.
EMPTY = "byte 0: empty, there is no message in it"
MSGPACK = "msgpack"

Check = Callable[[Cutter, Event], None]


class Reading:
    """The options, and the status that skipped messages lead to.

    source: the format that was named, or None; invalid: "fail", or what becomes of a str
    that is not UTF-8: "bytes" or "replace"; keep_going: a bad message is reported and
    skipped; lz4: ext 98 and 99 are taken for LZ4.
    """

    def __init__(
        self, source: Optional[str] = None, invalid: str = "fail", keep_going: bool = False,
        lz4: bool = True,
    ) -> None:  # fmt: skip
        self.source, self.invalid, self.keep_going, self.lz4 = source, invalid, keep_going, lz4
        self.status = 0  # of the first message that was skipped

    def cutter(self, source: Source) -> Cutter:
        """Cuts the input, after a look at whether it is MessagePack at all."""
        if self.source is None:
            found = contents.not_messagepack(source.fetch(0, WINDOW))
            if found:
                raise BadData(_not_messagepack(found))
        return Cutter(source, lz4=self.lz4)

    def events(
        self, cutter: Cutter, *, alone: bool, repaired: bool = True, check: Optional[Check] = None
    ) -> Iterator[Event]:
        """The pieces of an input, with progress.

        alone: see terminal.Progress. repaired: text that is not UTF-8 is replaced as the
        option says; else it comes as it is. check: finds what is wrong with an event's
        values; it is used for messages that may be skipped. Default: checks.check.
        """
        check = check or self.check
        with terminal.Progress(cutter.source, alone) as progress:
            for event in self._sound(cutter, check) if self.keep_going else cutter:
                if repaired and self.invalid != "fail":
                    yield from repair.events(cutter, event, self.invalid)
                else:
                    yield event
                progress.step()
        if not (cutter.messages or cutter.skipped):
            raise BadData(EMPTY)

    def check(self, cutter: Cutter, event: Event) -> None:
        """Raises BadData for what is wrong inside of values, beyond structure."""
        if self.invalid == "fail":
            checks.check(cutter, event)
            return
        for one in repair.events(cutter, event, self.invalid):
            checks.check(cutter, one)

    def _sound(self, cutter: Cutter, check: Check) -> Iterator[Event]:
        """The events of messages in which nothing is wrong; the others are reported."""
        for event in cutter:
            if isinstance(event, Run) and event.kind is MESSAGES:
                yield from self._sound_messages(cutter, event, check)
            elif isinstance(event, Open) and cutter.depth == 1:
                if self._is_bad(cutter, event, check):
                    cutter.skip_message()
                else:
                    yield event
            elif isinstance(event, Huge) and not cutter.depth:
                yield from self._sound_huge(cutter, event, check)
            else:
                yield event

    def _sound_huge(self, cutter: Cutter, event: Huge, check: Check) -> Iterator[Huge]:
        pieces = list(event.pieces)  # which can be had once
        try:
            check(cutter, event._replace(pieces=iter(pieces)))
        except Stop as stop:
            self.skip(cutter, stop)
        else:
            yield event._replace(pieces=iter(pieces))

    def _sound_messages(self, cutter: Cutter, run: Run, check: Check) -> Iterator[Run]:
        try:
            check(cutter, run)
        except Stop as stop:
            if run.count > 1:
                for half in run.halves():
                    yield from self._sound_messages(cutter, half, check)
            else:
                self.skip(cutter, stop)
        else:
            yield run

    def _is_bad(self, cutter: Cutter, opened: Open, check: Check) -> bool:
        """Looks through a big message before anything of it is given out."""
        inside = cutter.again(opened)
        try:
            check(cutter, opened)
            for event in inside:
                check(inside, event)
                if not inside.depth:
                    break
        except Stop as stop:
            if not inside.broken:  # else the Cutter itself will raise it
                self.skip(cutter, stop)
                return True
        return False

    def skip(self, cutter: Cutter, stop: Stop) -> None:
        """Says what is wrong with a message that is skipped."""
        sys.stdout.flush()
        terminal.say(f"hayapack: {cutter.source.name}: {stop}; skipped")
        cutter.skipped += 1
        self.status = self.status or stop.status


def _not_messagepack(found: str) -> str:
    if found == "JSON":
        return (
            "this is JSON, not MessagePack: `hayapack convert` makes MessagePack of it"
            " (--from msgpack reads it as it is)"
        )
    return f"this is {found}, not MessagePack (--from msgpack reads it all the same)"


def add_options(parser: argparse.ArgumentParser, *, values: bool = True) -> None:
    """values: the command looks into messages, not only for where they end."""
    parser.add_argument(
        "--no-lz4", dest="lz4", action="store_false", help="ext 98 and 99 are ordinary ext values"
    )
    if values:
        parser.add_argument(
            "--invalid", choices=["fail", "bytes", "replace"], default="fail",
            help="a str that is not UTF-8: fail (the default), take it as bytes, or replace"
            " what is wrong in it by U+FFFD",
        )  # fmt: skip
        parser.add_argument(
            "--keep-going", action="store_true",
            help="report a message with bad content, skip it, and go on; the status is that"
            " of the first one",
        )  # fmt: skip


def add_source(parser: argparse.ArgumentParser) -> None:
    """For commands that read MessagePack alone."""
    parser.add_argument(
        "--from", dest="source", choices=[MSGPACK],
        help="take it as MessagePack, whatever it looks like",
    )  # fmt: skip


def of(args: argparse.Namespace) -> Reading:
    """What the options say."""
    return Reading(
        args.source, getattr(args, "invalid", "fail"), getattr(args, "keep_going", False), args.lz4
    )

