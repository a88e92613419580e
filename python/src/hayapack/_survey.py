"""What `hayapack inspect` and `hayapack stats` do for every value, by the back end in use."""

from __future__ import annotations

from . import backend
from ._fallback.survey.listing import SHOWN_BYTES, line, size_of
from ._fallback.survey.tally import BIN_TEXT, OTHER

if backend == "native":
    from ._native import Tally, list_values
else:
    from ._fallback.survey.listing import list_values
    from ._fallback.survey.tally import Tally

__all__ = ["BIN_TEXT", "OTHER", "SHOWN_BYTES", "Tally", "line", "list_values", "size_of"]
