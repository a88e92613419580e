"""Blocks that several threads read and convert, in the order of the rows."""

from __future__ import annotations

import os
import threading
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor

from .messages_to_columns import LeftOut
from .sources import name_of, opened

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Iterator, Optional

    from .messages_to_columns import Conversion

#: Of a block with more rows that do not fit, the caller's thread converts the rows, so that their errors are not all
#: in memory.
_MOST_REFUSED = 1000

_thread = threading.local()


class _TooMany(Exception):
    """More rows do not fit than a thread collects errors of."""


class _Block:
    """Whole messages at `base` of the file, or None; and what became of them.

    damage: the (start, stop, error) of bytes before it that are no messages. failure: the exception that ended the
    reading or the conversion. After convert(): made, what is read, or None if the caller must read it; refused: the
    arguments of the callable; left: counts of rows and values.
    """

    def __init__(
        self, file: Optional[str], base: int, data: Any, damage: list[Any], failure: Optional[Exception] = None
    ) -> None:
        self.file, self.base, self.data, self.damage, self.failure = file, base, data, damage, failure
        self.made: Any = None
        self.refused: list[Any] = []
        self.left = LeftOut()

    def convert(self, conversion: Conversion) -> None:
        """Never raises what the caller must see at this block's turn."""
        if self.data is None:
            return
        if conversion.quiet:
            conversion = conversion.telling(self._refuse)
        try:
            self.made = conversion.read(self.data, self.base, self.file, self.left)
            self.data = None
        except _TooMany:
            self.refused = []
        except Exception as error:
            self.failure = error

    def _refuse(self, *what: Any) -> None:
        if len(self.refused) == _MOST_REFUSED:
            raise _TooMany
        self.refused.append(what)

    def result(self, conversion: Conversion, left: LeftOut) -> Any:
        """The Columns or None, after the caller's thread has counted and told what was left out. Raises what reading
        the block by one thread raises."""
        for start, stop, error in self.damage:
            conversion.lose(self.file, left, start, stop, error)
        for what in self.refused:
            conversion.tell(*what)
        if self.failure is not None:
            raise self.failure
        if self.data is not None:
            return conversion.columns(self.data, self.base, self.file, left)
        if self.made is None:
            return None
        left.skipped += self.left.skipped
        left.nulled += self.left.nulled
        for key, rows in self.left.extra.items():
            left.extra[key] = left.extra.get(key, 0) + rows
        return conversion.arranged(self.made, self.file, left)


def usable_threads(threads: Optional[int]) -> int:
    """The number of threads; None: of the processors that this process may use."""
    if threads is None:
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity else os.cpu_count() or 1
    if threads < 1:
        raise ValueError("threads must be positive, or None")
    return threads


def converted(conversion: Conversion, sources: list[Any], block: int, threads: int, left: LeftOut) -> Iterator[Any]:
    """The Columns of all blocks in order. One thread reads at a time; blocks are converted at the same time.

    At most threads + 1 blocks, or their columns, wait for the caller, whose thread runs the callable.
    """
    with conversion.reusing(2 * block * (threads + 1)) as conversion:
        yield from _converted(conversion, sources, block, threads, left)


def _converted(conversion: Conversion, sources: list[Any], block: int, threads: int, left: LeftOut) -> Iterator[Any]:
    found = _found(conversion, sources, block)
    reading = threading.Lock()
    slots: deque[Future[Any]] = deque()  # of blocks that are not read yet, in order
    ordered: deque[Future[Any]] = deque()  # of blocks that the caller has not had

    def work() -> None:
        with reading:  # so the n-th slot gets the n-th block
            slot = slots.popleft()
            try:
                made = next(found, None)
            except BaseException as error:  # no thread may wait for it forever
                slot.set_exception(error)
                return
        if made is not None:
            made.convert(conversion)
        slot.set_result(made)

    def begin() -> None:
        slot: Future[Any] = Future()
        slots.append(slot)
        ordered.append(slot)
        pool.submit(work)

    pool = ThreadPoolExecutor(threads, "hayapack-read", _mark)
    try:
        for _ in range(threads + 1):
            begin()
        while True:
            made = ordered.popleft().result()
            if made is None:
                return
            begin()
            made = made.result(conversion, left)
            if made is not None:
                yield made
            made = None
    finally:
        # The garbage collector may end this generator in a thread of the pool, which cannot wait for itself.
        inside = getattr(_thread, "inside", False)
        pool.shutdown(wait=not inside, cancel_futures=True)
        if not inside:
            found.close()


def _mark() -> None:
    _thread.inside = True


def _found(conversion: Conversion, sources: list[Any], size: int) -> Any:
    """The blocks of all sources, not converted."""
    for source in sources:
        file = name_of(source)
        damage: list[Any] = []
        try:
            blocks = conversion.blocks(
                opened(source, conversion.in_values), 0, None, size, file, LeftOut(), lambda *what: damage.append(what)
            )
            for base, data in blocks:
                yield _Block(file, base, data, damage)
                damage = []
        except Exception as error:
            yield _Block(file, 0, None, damage, error)
            return
        if damage:
            yield _Block(file, 0, None, damage)
