"""The exit statuses, and the exceptions that cause them."""

from __future__ import annotations

STATUS_GOOD = 0
STATUS_BAD_DATA = 1  # also: the output can't be written; for `diff`: the inputs differ
STATUS_USAGE = 2  # also: a package is missing
STATUS_REFUSED = 3  # the result would have lost data
STATUS_INTERRUPTED = 130
STATUS_CLOSED_PIPE = 141
STATUS_SIGNAL = 128  # plus the number of the signal, as shells have it


class Stop(Exception):
    """Ends the work on one input. The text is shown after the input's name; name: that name, if who
    raises it knows it and who catches it does not."""

    status = STATUS_BAD_DATA
    name = ""


class BadData(Stop):
    """The input is damaged or can't be read."""


class Unreadable(BadData):
    """The stored bytes can't be read or decompressed: an offset in the text is one in the file."""


class Undecompressed(Unreadable):
    """The compressed data are damaged or end too early; what is before that was read."""


class Usage(Stop):
    """The arguments can't be carried out, whatever the data is."""

    status = STATUS_USAGE


class Refused(Stop):
    """Continuing would lose data."""

    status = STATUS_REFUSED


class Unwritable(Stop):
    """The output can't be written, for example because the disk is full."""


class Terminated(BaseException):
    """A signal ends the process. Not an Exception, as KeyboardInterrupt is not one either."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
