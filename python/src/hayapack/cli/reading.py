"""The options for reading an input, which all commands share."""

from __future__ import annotations

import argparse
import sys
from typing import Callable, Iterator, Optional

from .._errors.make_errors import counted
from . import terminal
from .common.exit_status import BadData, Stop, Unreadable
from .events import nesting
from .events.cutter import Cutter
from .events.events import MESSAGES, Event, Huge, Open, Run
from .input import detect_format, doubtful_input
from .input.inputs import WINDOW, Input
from .json import checks, invalid_text

EMPTY = "byte 0: the input is empty"
MSGPACK = "msgpack"

Check = Callable[[Cutter, Event], None]


class Reading:
    """The options, and the exit status caused by what was left out.

    given_format: of --from, or None; invalid: how to treat a str that is not UTF-8: "fail",
    "bytes" or "replace"; keep_going: report and leave out messages with bad content, and bytes that are no messages;
    lz4: treat ext 98 and 99 as LZ4; max_depth: the most containers inside each other.
    """

    def __init__(
        self, given_format: Optional[str] = None, invalid: str = "fail", keep_going: bool = False,
        lz4: bool = True, max_depth: int = nesting.MAX_DEPTH,
    ) -> None:  # fmt: skip
        self.given_format, self.invalid, self.keep_going, self.lz4 = given_format, invalid, keep_going, lz4
        self.max_depth = max_depth
        self.status = 0  # of the first message that was left out
        self.remark: Optional[str] = None  # what may be wrong with an input that can be read
        self.changed = False  # whether there was text that is not UTF-8, which was replaced
        self._places = self._lost = 0  # where bytes are no messages, and how many

    @classmethod
    def from_arguments(cls, args: argparse.Namespace) -> Reading:
        """The Reading for parsed arguments."""
        invalid, keep_going = getattr(args, "invalid", "fail"), getattr(args, "keep_going", False)
        return cls(args.given_format, invalid, keep_going, args.lz4, args.max_depth)

    def begin(self, input: Input) -> None:
        """Called before anything of an input is read."""
        if self.keep_going:
            input.damaged = lambda stop: self.report(input, stop, "what follows is left out")

    def cutter(self, input: Input) -> Cutter:
        """A Cutter for the input, which must look like MessagePack."""
        self.check_content(input)
        return Cutter(input, resumes=self.keep_going, lz4=self.lz4, max_depth=self.max_depth)

    def check_content(self, input: Input) -> None:
        """Raises BadData if the input looks like another format, unless --from says what it is."""
        if self.given_format is None:
            start = input.fetch(0, WINDOW)
            found = detect_format.not_messagepack(start)
            self.remark = None if found else doubtful_input.remark(start)
            if found:
                advice = f": {found.advice}" if found.advice else ""
                raise BadData(f"this is {found.name}, not MessagePack{advice} (--from msgpack reads it anyway)")

    def events(
        self, cutter: Cutter, *, alone: bool, repaired: bool = True, check: Optional[Check] = None,
        may_be_empty: bool = True,
    ) -> Iterator[Event]:  # fmt: skip
        """The events of an input; shows progress.

        alone: see terminal.Progress. repaired: treat text that is not UTF-8 as the option says;
        otherwise it is unchanged. check: raises BadData for errors in an event's values, used for
        messages that may be skipped (default: checks.check). may_be_empty: an input without messages
        is a stream of no messages; otherwise BadData is raised.
        """
        check = check or self.check
        with terminal.Progress(cutter.input, alone) as progress:
            for event in self._sound(cutter, check) if self.keep_going else cutter:
                if repaired and self.invalid != "fail":
                    yield from invalid_text.events(cutter, event, self.invalid, self._change)
                else:
                    yield event
                progress.step()
        if not (may_be_empty or cutter.messages or cutter.skipped):
            raise BadData(EMPTY)

    def _change(self) -> None:
        self.changed = True

    def check(self, cutter: Cutter, event: Event) -> None:
        """Raises BadData for errors in the content of values."""
        if self.invalid == "fail":
            checks.check(cutter, event)
            return
        for one in invalid_text.events(cutter, event, self.invalid):
            checks.check(cutter, one)

    def _sound(self, cutter: Cutter, check: Check) -> Iterator[Event]:
        """The events of valid messages; others, and what is no message, are reported."""
        from .events.recovery import Recovery

        recovery = Recovery(cutter.input)
        stop: Stop
        while True:
            try:
                for event in cutter:
                    recovery.see(event)
                    yield from self._sound_part(cutter, event, check)
                break
            except Unreadable:
                raise
            except _Structure as error:
                stop, inside = error.stop, error.inside
            except BadData as error:
                stop, inside = error, cutter
            try:
                place = recovery.go_on(cutter, inside.fault, inside.reached)
            except Unreadable:
                self.report(cutter.input, stop, "what follows can't be read")
                raise
            self.lose(cutter.input, stop, *place)
        self.sum_up(cutter.input)

    def _sound_part(self, cutter: Cutter, event: Event, check: Check) -> Iterator[Event]:
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
        pieces = list(event.pieces)  # can be read only once
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
        """Checks a large message before any of its events is yielded. Raises _Structure."""
        inside = cutter.again(opened)
        bad = self._error(check, cutter, opened)
        events = iter(inside)
        while inside.depth:
            try:
                event = next(events)
            except BadData as error:
                raise _Structure(error, inside) from None
            bad = bad or self._error(check, inside, event)
            if bad is not None and inside.fault:  # found while the check read a long value
                raise _Structure(bad, inside)
        if bad is not None:
            self.skip(cutter, bad)
        return bad is not None

    def _error(self, check: Check, cutter: Cutter, event: Event) -> Optional[Stop]:
        try:
            check(cutter, event)
        except Stop as stop:
            return stop
        return None

    def skip(self, cutter: Cutter, stop: Stop) -> None:
        """Reports the error in a message that is skipped."""
        self.report(cutter.input, stop, "skipped")
        cutter.skipped += 1

    def lose(self, input: Input, stop: Stop, start: int, end: int) -> None:
        """Reports an error because of which these bytes are left out."""
        self._places += 1
        self._lost += end - start
        self.report(input, stop, f"left out {counted(end - start, 'byte')} from byte {start} on")

    def sum_up(self, input: Input) -> None:
        """Says how much lose() was called for, unless once."""
        if self._places > 1:
            lost, places = counted(self._lost, "byte"), counted(self._places, "place")
            terminal.say(f"hayapack: {input.name}: left out: {lost} without a message, in {places}")

    def report(self, input: Input, stop: Stop, what: str) -> None:
        """Reports an error that does not end the input, and what became of it."""
        sys.stdout.flush()
        terminal.say(f"hayapack: {input.name_for(stop)}: {stop}; {what}")
        self.status = self.status or stop.status


def extent(cutter: Cutter) -> str:
    """What was read: the whole messages and those that were left out, and the bytes, also as they are stored."""
    input = cutter.input
    left_out = f", {cutter.skipped} left out" if cutter.skipped else ""
    stored = f" ({input.compression}: {counted(input.done, 'byte')})" if input.compression else ""
    return (
        f"{counted(cutter.messages - cutter.skipped, 'message')}{left_out}, {counted(cutter.position, 'byte')}{stored}"
    )


class _Structure(Exception):
    """The structure of a large message is damaged. inside: what read it."""

    def __init__(self, stop: Stop, inside: Cutter) -> None:
        super().__init__(stop)
        self.stop, self.inside = stop, inside


def add_options(parser: argparse.ArgumentParser, *, values: bool = True) -> None:
    """values: the command reads the content of messages, not only their boundaries."""
    group = getattr(parser, "shared", parser)
    if values:
        group.add_argument(
            "--invalid", choices=["fail", "bytes", "replace"], default="fail",
            help="a str that is not UTF-8: an error (the default), bytes, or with U+FFFD",
        )  # fmt: skip
        group.add_argument(
            "--keep-going", action="store_true", help="leave out what is invalid or damaged, and say so; status 1"
        )
    group.add_argument(
        "--max-depth", type=_depth, default=nesting.MAX_DEPTH, metavar="N",
        help=f"the most containers inside each other (default {nesting.MAX_DEPTH})",
    )  # fmt: skip
    group.add_argument("--no-lz4", dest="lz4", action="store_false", help="ext 98 and 99 are ordinary ext values")


def _depth(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    if not 1 <= value <= nesting.MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {nesting.MOST}")
    return value


def add_given_format(parser: argparse.ArgumentParser) -> None:
    """For commands that read only MessagePack."""
    getattr(parser, "shared", parser).add_argument(
        "--from", dest="given_format", choices=[MSGPACK], help="read also what looks like another format"
    )
