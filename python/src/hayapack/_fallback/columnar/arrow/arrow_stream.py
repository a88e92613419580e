"""arrow_stream(): a stream of the Arrow C stream interface whose arrays a Python iterator makes."""

from __future__ import annotations

import ctypes
import errno

from .structs import (
    Array,
    GetLastError,
    GetNext,
    GetSchema,
    Release,
    Schema,
    Stream,
    array_of,
    capsule,
    difference,
    move,
    raise_pending,
    schema_of,
)

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Iterable

_interpreter = ctypes.PYFUNCTYPE(ctypes.c_void_p)(("PyInterpreterState_Get", ctypes.pythonapi))
_main_interpreter = ctypes.PYFUNCTYPE(ctypes.c_void_p)(("PyInterpreterState_Main", ctypes.pythonapi))

#: The sources of streams that are not released, by the number in private_data.
_sources: dict[int, _Source] = {}
_numbers = iter(range(1, 1 << 62))

_CODES = (
    (MemoryError, errno.ENOMEM),
    (NotImplementedError, errno.ENOSYS),
    (ValueError, errno.EINVAL),
    (TypeError, errno.EINVAL),
    (KeyboardInterrupt, errno.EINTR),
)


class _Source:
    def __init__(self, schema: Any, batches: Iterable[Any]) -> None:
        self.schema = schema
        self.first, self.owner = schema_of(schema)
        fault = difference(self.first, self.first)
        if fault is not None:
            raise ValueError(f"the schema cannot be used: {fault}")
        self.batches: Any = iter(batches)
        self.message: Any = None
        self.error = 0

    def make_schema(self, target: int) -> None:
        found, owner = schema_of(self.schema)
        self.compare(found, "a later __arrow_c_schema__")
        move(found, target)
        del owner

    def make_array(self, target: int) -> None:
        if self.batches is None:
            return
        try:
            batch = next(self.batches)
        except StopIteration:
            self.batches = None
            return
        found, schema, owner = array_of(batch)
        self.compare(schema, "a batch")
        move(found, target)
        del owner

    def compare(self, schema: Any, what: str) -> None:
        found = difference(self.first, schema)
        if found is not None:
            raise ValueError(f"{what} does not have the schema of the stream: {found}")

    def failed(self, error: BaseException) -> int:
        self.error = _code(error)
        self.message = ctypes.create_string_buffer(_text(error))
        self.batches = None
        return self.error


def _code(error: BaseException) -> int:
    for kind, code in _CODES:
        if isinstance(error, kind):
            return code
    number = getattr(error, "errno", None) if isinstance(error, OSError) else None
    return number if isinstance(number, int) and 0 < number < 4096 else errno.EIO


def _text(error: BaseException) -> bytes:
    name = type(error).__name__
    try:
        text = str(error)
    except Exception:
        text = ""
    return (f"{name}: {text}" if text else name).encode("utf-8", "backslashreplace")


# --- what a consumer calls -------------------------------------------------------


def _call(stream: Any, make: Any, struct: Any, target: Any) -> int:
    address = ctypes.addressof(target.contents)
    ctypes.memset(address, 0, ctypes.sizeof(struct))
    source = _sources.get(stream.contents.private_data)
    if source is None:
        return errno.EIO
    if not source.error:
        try:
            make(source, address)
        except BaseException as error:
            return source.failed(error)
    return source.error


@GetSchema  # type: ignore[untyped-decorator]
def _get_schema(stream: Any, target: Any) -> int:
    return _call(stream, _Source.make_schema, Schema, target)


@GetNext  # type: ignore[untyped-decorator]
def _get_next(stream: Any, target: Any) -> int:
    return _call(stream, _Source.make_array, Array, target)


@GetLastError  # type: ignore[untyped-decorator]
def _get_last_error(stream: Any) -> Any:
    source = _sources.get(stream.contents.private_data)
    return None if source is None or source.message is None else ctypes.addressof(source.message)


@Release  # type: ignore[untyped-decorator]
def _release(address: int) -> None:
    try:
        raise_pending()
    finally:
        stream = Stream.from_address(address)
        # The source dies last: closing its generator may run the program's code.
        source = _sources.pop(stream.private_data, None)
        stream.private_data = None
        stream.release = Release()
        del source


def arrow_stream(schema: Any, batches: Iterable[Any]) -> Any:
    """A capsule "arrow_array_stream" of the Arrow C stream interface.

    schema has __arrow_c_schema__; batches is an iterable of objects that have __arrow_c_array__, arrays of that
    schema. The iterator is called when the consumer asks for the next array, in the consumer's thread. What it
    raises becomes the consumer's error. Raises TypeError, and RuntimeError in an interpreter that is not the main one.
    """
    if _interpreter() != _main_interpreter():
        raise RuntimeError("arrow_stream() needs the main interpreter")
    source = _Source(schema, batches)
    struct = Stream(_get_schema, _get_next, _get_last_error, _release, next(_numbers))
    _sources[struct.private_data] = source
    return capsule(struct)
