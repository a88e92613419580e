"""Releases locks in the child of a fork that another thread held at the fork."""

from __future__ import annotations

import os
from _thread import RLock
from _weakref import ref

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

#: Weak references, by id, to all objects with a lock that may be held when the process forks.
_watched: dict[int, Any] = {}


def watch(owner: Any) -> None:
    """In the child of a fork, call owner._free() if another thread held owner._lock."""
    owner._lock = RLock()
    key = id(owner)
    _watched[key] = ref(owner, lambda gone: _watched.get(key) is gone and _watched.pop(key))


def _after_fork() -> None:
    for reference in list(_watched.values()):
        owner = reference()
        if owner is not None and not owner._lock._is_owned():
            owner._lock = RLock()
            owner._free()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
