"""How a command ends: the exit statuses, and the exceptions that lead to them."""

from __future__ import annotations

STATUS_GOOD = 0
STATUS_BAD_DATA = 1  # also: the output can't be written; of `diff`: the two differ
STATUS_USAGE = 2  # a missing package as well
STATUS_REFUSED = 3  # the result would have lost something
STATUS_INTERRUPTED = 130
STATUS_CLOSED_PIPE = 141
STATUS_SIGNAL = 128  # plus the number of the signal, as shells have it


class Stop(Exception):
    """Ends the work on one input. The text is shown after the input's name."""

    status = STATUS_BAD_DATA


class BadData(Stop):
    """The input is damaged, or it can't be read."""


class Usage(Stop):
    """The command can't do what it was asked for, whatever the data."""

    status = STATUS_USAGE


class Refused(Stop):
    """Going on would lose something of the data."""

    status = STATUS_REFUSED


class Unwritable(Stop):
    """The output can't be written: the disk is full, a folder is not there."""


class Terminated(BaseException):
    """A signal asked the process to end. Not an Exception, as KeyboardInterrupt is none."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
