"""What `hayapack inspect`, `hayapack stats` and `arrow.infer` do for every value, by the back end in use.

KnownTypes is None without the compiled module.
"""

from __future__ import annotations

from . import backend
from ._fallback.survey.inspect_listing import SHOWN_BYTES, line, size_of
from ._fallback.survey.stats_tally import BIN_TEXT, OTHER

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from typing import Any

KnownTypes: Any = None
if backend == "native":
    from ._native import KnownTypes, Tally, list_values
else:
    from ._fallback.survey.inspect_listing import list_values
    from ._fallback.survey.stats_tally import Tally

__all__ = ["BIN_TEXT", "OTHER", "SHOWN_BYTES", "KnownTypes", "Tally", "line", "list_values", "size_of"]
