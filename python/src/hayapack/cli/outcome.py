"""How a command ends: the exit statuses, and the exceptions that lead to them."""

from __future__ import annotations

STATUS_GOOD = 0
STATUS_BAD_DATA = 1  # of `diff` also: the two differ
STATUS_USAGE = 2  # a missing package as well
STATUS_REFUSED = 3  # the result would have lost something
STATUS_INTERRUPTED = 130
STATUS_CLOSED_PIPE = 141


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
