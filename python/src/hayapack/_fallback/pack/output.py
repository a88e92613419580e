"""The encoder's output, collected as each Python implementation does it fastest."""

from __future__ import annotations

from ..._wire.numbers import PYPY

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable

if PYPY:
    from __pypy__.builders import BytesBuilder  # type: ignore[import-not-found]

    class Output:
        """The packed bytes so far."""

        def __init__(self, before: int = 0) -> None:
            builder = BytesBuilder()
            self.before = before
            self.append: Callable[[bytes], None] = builder.append
            self.build: Callable[[], bytes] = builder.build
            self._builder = builder

        def __len__(self) -> int:
            """The current position of the output, for offset()."""
            return len(self._builder)

        def offset(self, mark: int) -> int:
            """The number of bytes written before a mark, including those before this output."""
            return self.before + mark

    class KeyCache(dict):  # type: ignore[type-arg]
        """Always empty: on PyPy encoding a key again is cheaper."""

        def get(self, key: str, default: Any = None) -> Any:
            return None

        def __setitem__(self, key: str, packed: bytes) -> None:
            pass

else:

    class Output(list):  # type: ignore[type-arg,no-redef]
        """The packed bytes so far, in parts."""

        __slots__ = ("before",)

        def __init__(self, before: int = 0) -> None:
            self.before = before

        def offset(self, mark: int) -> int:
            return self.before + sum(map(len, self[:mark]))

        def build(self) -> bytes:
            return b"".join(self)

    KeyCache = dict  # type: ignore[misc,assignment]
