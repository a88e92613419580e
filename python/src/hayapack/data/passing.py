"""What a reader raises while the consumer of its Arrow stream is at work, for which the stream has only a number and a
text."""

from __future__ import annotations

from .. import arrow_rows, arrow_stream

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, Optional


class _Kept:
    """The batches of a reader as a stream; keeps what they raise."""

    def __init__(self, reader: Any) -> None:
        self.error: Optional[BaseException] = None
        self._reader = reader

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return arrow_stream(self._reader, self._batches())

    def _batches(self) -> Iterator[Any]:
        try:
            yield from self._reader.batches()
        except BaseException as error:
            self.error = error
            raise RuntimeError from None  # Ctrl-C would be pending again, for a consumer that makes an OSError of it


def rows_of(reader: Any, layout: str) -> Iterator[bytes]:
    """arrow_rows() of a reader, which raises what the reader raises."""
    kept = _Kept(reader)
    return _blocks(kept, arrow_rows(kept, layout))


def _blocks(kept: _Kept, blocks: Iterable[bytes]) -> Iterator[bytes]:
    try:
        yield from blocks
    except Exception:
        if kept.error is None:
            raise
    if kept.error is not None:
        raise kept.error
