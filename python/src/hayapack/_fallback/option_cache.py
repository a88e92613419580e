"""Caches the checked options of packb and unpackb for calls with the same arguments."""

from __future__ import annotations

from .option_checks import check_names

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable

_SEEN_MAX = 64
# Calls with a hook are not cached: the cache would keep alive whatever the hook refers to.
_PLAIN_TYPES = {bool, int, str, type(None)}


class OptionCache:
    """Returns cls(**options), or the object made for the same options before."""

    def __init__(self, function: str, cls: Callable[..., Any]) -> None:
        self._function = function
        self._cls = cls
        self._names: Any = cls.__init__.__kwdefaults__
        self._seen: dict[Any, Any] = {}

    def get(self, options: dict[str, Any]) -> Any:
        if not _PLAIN_TYPES.issuperset(map(type, options.values())):
            return self._make(options)
        made_of = tuple(options.items())
        found = self._seen.get(made_of)
        if found is None:
            found = self._make(options)
            if len(self._seen) >= _SEEN_MAX:
                self._seen.clear()
            self._seen[made_of] = found
        return found

    def _make(self, options: dict[str, Any]) -> Any:
        check_names(self._function, options, self._names)
        return self._cls(**options)
