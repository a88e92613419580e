"""unpackb and the streaming Unpacker."""

from __future__ import annotations

from _io import UnsupportedOperation

from ..._errors import make_errors
from ..._wire.format import ARRAY, KINDS, MAP, head_count, head_size
from ..._wire.scan import Fault, Limits, Scan
from ...ext import ExtType
from ..input_buffer import buffer_of, views_of
from ..lock import watch
from ..option_cache import OptionCache
from ..option_checks import LARGEST, clipped, refuse_copy, size
from ..option_table import FILE, TYPED, UNPACK, describe, help_of
from .decode_loop import decode, raise_exact
from .options import DEFAULT_BUFFER_SIZE, DEFAULT_LZ4_SIZE, UnpackOptions

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, NoReturn, Optional

    from ...typeless import TypeRegistry

_DEFAULTS = UnpackOptions()
_OPTIONS = OptionCache("unpackb", UnpackOptions)
_NOTHING: Any = object()
_ALIAS: Any = type(list[int])  # types.GenericAlias, without importing types
_REENTERED = "Unpacker cannot be called while unpacking is in progress"


def unpackb(packed: Any, *, max_buffer_size: int = -1, **options: Any) -> Any:
    """Unpack the one object in packed, which is bytes or any buffer of bytes.

    The options are msgpack's, and from max_depth on hayapack's own:

    @options

    Raises TruncatedError, FormatError, ExtraData and the errors named above (ValueErrors all),
    each with a name, an offset and the path of the value.
    """
    if max_buffer_size != -1 or type(max_buffer_size) is not int:
        max_buffer_size = options["max_buffer_size"] = clipped(max_buffer_size, "max_buffer_size")
    return unpack_whole(packed, _OPTIONS.get(options) if options else _DEFAULTS, max_buffer_size)


def unpack_whole(packed: Any, opts: UnpackOptions, max_buffer_size: int) -> Any:
    """unpackb() with checked options."""
    buf = packed if type(packed) is bytes else _bytes_of(packed)
    if 0 <= max_buffer_size < len(buf):
        raise make_errors.unpack_error("size_limit", buf[:16], len(buf), 0, "$", max_buffer_size)
    views = views_of(packed, buf) if opts.zero_copy else None
    if opts.lz4:
        value, end = decode_compressed(buf, opts, 0, views)
    else:
        value, end = _decode(buf, opts, 0, views)
    if end != len(buf):
        raise _extra_data(value, buf, end)
    return value


describe(unpackb, help_of(UNPACK + TYPED, unpackb=True))
loads = unpackb


def decompress(packed: Any, *, max_lz4_size: int = DEFAULT_LZ4_SIZE) -> bytes:
    """The message inside a compressed one, as bytes; a plain message is returned as it is.

    The content is not checked. Raises InvalidLz4Error, Lz4LimitError, TruncatedError or ExtraData.
    """
    max_lz4_size = size(max_lz4_size, "max_lz4_size", LARGEST)
    buf = packed if type(packed) is bytes else _bytes_of(packed)
    from ..._values.lz4 import unframe

    framed = unframe(buf, max_lz4_size)
    if framed is None:
        return buf
    message, end = framed
    if end != len(buf):
        raise _extra_data(message, buf, end)
    return message


def _decode(
    buf: bytes,
    opts: UnpackOptions,
    base: int,
    views: Optional[memoryview] = None,
    lz4_offset: Optional[int] = None,
) -> tuple[Any, int]:
    if opts.plan is not None:
        from .typed import decode_typed

        return decode_typed(buf, opts, base, lz4_offset)
    try:
        return decode(buf, 0, opts, views=views)
    except Fault as fault:
        raise_exact(fault, buf, opts, base, lz4_offset)


def decode_compressed(
    buf: bytes, opts: UnpackOptions, base: int, views: Optional[memoryview] = None
) -> tuple[Any, int]:
    """_decode() for a message that may be compressed."""
    from ..._values.lz4 import unframe

    framed = unframe(buf, opts.max_lz4_size, base)
    if framed is None:
        return _decode(buf, opts, base, views)
    message, end = framed
    return decode_content(message, opts, base), end


def decode_content(message: bytes, opts: UnpackOptions, lz4_offset: int) -> Any:
    """The value of the content of a compressed message; lz4_offset: that message's offset in the stream."""
    value, stop = _decode(message, opts, 0, memoryview(message) if opts.zero_copy else None, lz4_offset)
    if stop != len(message):
        raise _extra_data(value, message, stop, lz4_offset)
    return value


def _extra_data(value: Any, buf: bytes, end: int, lz4_offset: Optional[int] = None) -> Exception:
    extra = buf[end:]
    facts = (value, extra)
    return make_errors.unpack_error("extra_data", extra[:16], len(extra), end, None, facts, lz4_offset)


def _methods(file: Any) -> tuple[Callable[[int], Any], Optional[Callable[[int], Any]]]:
    """The methods read and, if the file has it, read1.

    read1() returns as soon as some bytes have arrived, where read() of a buffered file waits for
    all that were requested.
    """
    try:
        read = file.read
    except AttributeError as error:
        raise make_errors.not_a_file(file, error) from None
    if not callable(read):
        raise TypeError("`file_like.read` must be a callable")
    read1 = getattr(file, "read1", None)
    return read, read1 if callable(read1) else None


def _is_result(data: Any) -> bool:
    """Whether data is what a file may return: bytes-like, or None."""
    if data is None or type(data) is bytes:
        return True
    try:
        memoryview(data).release()
    except TypeError:
        return False
    return True


def _checked(data: Any) -> bytes:
    """The bytes that a file returned; b"" for None."""
    if type(data) is bytes:
        return data
    if data is None:
        return b""
    if not _is_result(data):
        raise make_errors.not_bytes(data)
    return _bytes_of(data)


def _bytes_of(obj: Any) -> bytes:
    """The bytes of a buffer, contiguous or not."""
    with buffer_of(obj) as view:
        return view.tobytes()


class Unpacker:
    """Unpacks a stream of objects, from chunks given to feed() or from a file.

        unpacker = Unpacker()
        while chunk := sock.recv(65536):
            unpacker.feed(chunk)
            for value in unpacker:
                ...

    The options are msgpack's, and from max_depth on hayapack's own:

    @options

    Objects are built once their last byte has arrived, so hooks never see part of a message. After
    a message that breaks a rule of the format, the stream stays at the faulty byte; a message that
    can't be turned into objects (invalid UTF-8 or timestamp, an unhashable key, a hook that
    raises) is skipped. Calls from a hook into the same Unpacker raise RuntimeError.
    """

    _lock: Any
    _busy = False

    def __class_getitem__(cls, type: Any) -> Any:
        """Unpacker[Order], for annotations."""
        return _ALIAS(cls, type)

    def __init__(
        self,
        file_like: Any = None,
        *,
        read_size: int = 0,
        use_list: bool = True,
        raw: bool = False,
        timestamp: int = 0,
        strict_map_key: bool = True,
        object_hook: Optional[Callable[[dict[Any, Any]], Any]] = None,
        object_pairs_hook: Optional[Callable[[list[tuple[Any, Any]]], Any]] = None,
        list_hook: Optional[Callable[[list[Any]], Any]] = None,
        unicode_errors: Optional[str] = None,
        max_buffer_size: int = DEFAULT_BUFFER_SIZE,
        ext_hook: Callable[[int, bytes], Any] = ExtType,
        max_str_len: int = -1,
        max_bin_len: int = -1,
        max_array_len: int = -1,
        max_map_len: int = -1,
        max_ext_len: int = -1,
        max_depth: int = 1024,
        lz4: bool = False,
        max_lz4_size: int = DEFAULT_LZ4_SIZE,
        types: Optional[TypeRegistry] = None,
        zero_copy: bool = False,
        tuple_keys: bool = False,
        references: bool = False,
        type: Any = None,
        strict: bool = True,
        errors: str = "first",
        decoders: Optional[dict[Any, Callable[[Any], Any]]] = None,
    ) -> None:
        if self._busy and self._lock._is_owned():
            raise RuntimeError(_REENTERED)
        max_buffer_size = size(max_buffer_size, "max_buffer_size", LARGEST) or 2**31 - 1
        read_size = size(read_size, "read_size")
        if read_size > max_buffer_size:
            raise ValueError("read_size should be less or equal to max_buffer_size")
        options = UnpackOptions(
            use_list=use_list,
            raw=raw,
            timestamp=timestamp,
            strict_map_key=strict_map_key,
            object_hook=object_hook,
            object_pairs_hook=object_pairs_hook,
            list_hook=list_hook,
            unicode_errors=unicode_errors,
            ext_hook=ext_hook,
            max_buffer_size=max_buffer_size,
            max_str_len=max_str_len,
            max_bin_len=max_bin_len,
            max_array_len=max_array_len,
            max_map_len=max_map_len,
            max_ext_len=max_ext_len,
            max_depth=max_depth,
            lz4=lz4,
            max_lz4_size=max_lz4_size,
            types=types,
            zero_copy=zero_copy,
            tuple_keys=tuple_keys,
            references=references,
            type=type,
            strict=strict,
            errors=errors,
            decoders=decoders,
        )
        methods = (None, None) if file_like is None else _methods(file_like)
        if not hasattr(self, "_lock"):
            watch(self)
        with self._lock:  # it is initialised again: other threads may be inside
            self._read: Optional[Callable[[int], Any]]
            self._read1: Optional[Callable[[int], Any]]
            self._read, self._read1 = methods
            self._proven = False  # read1 has returned bytes or None
            self._options = options
            self._max = max_buffer_size
            self._read_size = read_size or min(max_buffer_size, 1024 * 1024)
            self._buf = bytearray()
            self._offset = 0  # the stream's offset of the next byte to unpack; tell() reads it without the lock
            self._base = 0  # that of _buf[0]
            # Objects are built from bytes: a copy of the buffer, whose first byte has this offset.
            self._copy = b""
            self._copy_base = 0
            self._scan: Optional[Scan] = None  # of the message at _offset, while it is incomplete

    # --- input

    def feed(self, next_bytes: Any) -> None:
        """Append a chunk of the stream: bytes or any buffer of bytes.

        Raises BufferFull, and appends nothing, if more than max_buffer_size bytes would be
        buffered.
        """
        self._enter()
        try:
            if self._read is not None:
                raise AssertionError("feed() can't be used together with file_like")
            data = next_bytes if type(next_bytes) is bytes else _bytes_of(next_bytes)
            end = self._base + len(self._buf)
            if end - self._offset + len(data) > self._max:
                raise make_errors.buffer_full(end, self._max)
            self._append(data)
        finally:
            self._leave()

    def _fill(self) -> bool:
        """Read more from the file; False at its end or if there is no file."""
        if self._read is None:
            return False
        end = self._base + len(self._buf)
        space = self._max - (end - self._offset)
        if space <= 0:
            raise make_errors.buffer_full(end, self._max)
        data = self._read_some(min(self._read_size, space))
        if not data:
            return False
        self._append(data)
        return bool(data)

    def _read_some(self, n: int) -> bytes:
        """The next bytes of the file, at most n, as soon as some have arrived; b"": none are
        available now."""
        if self._read1 is None:
            return self._read_all(n)
        try:
            data = self._read1(n)
        except (UnsupportedOperation, NotImplementedError, AttributeError, TypeError):
            # There is no such method: it is abstract, calls a missing one of an inner object, or
            # has another signature.
            if self._proven:
                raise
        else:
            if self._proven or _is_result(data):
                self._proven = True
                return _checked(data)
            # A stand-in, such as unittest.mock's, of which only read() is set up.
        self._read1 = None
        return self._read_all(n)

    def _read_all(self, n: int) -> bytes:
        """All n bytes, or as many as there are before the end; more if the file returns more."""
        assert self._read
        try:
            data = self._read(n)
        except UnicodeDecodeError as error:
            raise make_errors.not_decodable(self._read, error)  # noqa: B904  # it sets the cause
        return _checked(data)

    def _append(self, data: bytes) -> None:
        # Drop at least half of the buffer at a time: the total work stays linear.
        done = self._offset - self._base
        if done * 2 >= len(self._buf):
            del self._buf[:done]
            self._base = self._offset
        self._buf += data

    def _release(self) -> None:
        """Called when all bytes are unpacked: frees them."""
        self._base = self._offset
        self._buf = bytearray()
        self._copy = b""

    # --- objects

    def unpack(self) -> Any:
        """The next object. Raises OutOfData if it is incomplete: feed more and call again."""
        return self._take(True)

    def skip(self) -> None:
        """Skip the next object without building it. Raises OutOfData as unpack() does."""
        self._take(False)

    def __iter__(self) -> Unpacker:
        return self

    def __next__(self) -> Any:
        value = self._take(True, _NOTHING)
        if value is _NOTHING:
            raise StopIteration
        return value

    def _take(self, build: bool, nothing: Any = None) -> Any:
        """The next object. If it is incomplete: ``nothing``, or OutOfData if that is None."""
        # _enter and _leave inlined, since this runs for each object.
        lock = self._lock
        lock.acquire()
        if self._busy:
            lock.release()
            raise RuntimeError(_REENTERED)
        self._busy = True
        try:
            options = self._options
            if build and self._scan is None and not options.scan_first:
                # Usually the message is complete: build it at once, and scan only if that fails.
                at = self._offset - self._copy_base
                if at >= len(self._copy):
                    at = 0
                    self._copy_base = self._offset
                    self._copy = bytes(memoryview(self._buf)[self._offset - self._base :])
                if self._copy:
                    format_byte = self._copy[at]
                    if format_byte < 0x80:
                        self._offset += 1
                        return format_byte
                    try:
                        value, stop = decode(self._copy, at, options)
                    except Fault:
                        pass
                    else:
                        self._offset += stop - at
                        return value
            return self._take_scanned(build, nothing)
        finally:
            if self._offset == self._base + len(self._buf):
                self._release()
            self._busy = False
            lock.release()

    def _take_scanned(self, build: bool, nothing: Any) -> Any:
        """_take, but finds the end of the message first, so that no hook sees part of one."""
        size = self._find_end(build)
        if size is None:
            self._copy = b""
            if nothing is None:
                raise make_errors.out_of_data(self._base + len(self._buf))
            return nothing
        start, self._offset = self._offset, self._offset + size
        if not build:
            return None
        at = start - self._base
        message = bytes(memoryview(self._buf)[at : at + size])
        if self._options.lz4:
            return decode_compressed(message, self._options, start)[0]
        return _decode(message, self._options, start)[0]

    def _find_end(self, check_keys: bool) -> Optional[int]:
        """The size of the next message; None if it is incomplete and there is no more input.

        A scan that checks keys starts again without check_keys, at most once for each message: one that
        does not check them goes on, and decode() checks them.
        """
        scan = self._scan
        if scan is not None and scan.limits.strict_keys and not check_keys:
            scan = None
        while True:
            self._scan = None
            scan = scan or self._begin_scan(check_keys)
            if scan is not None:
                try:
                    if scan.more(self._buf, self._offset - self._base, len(self._buf)):
                        return scan.pos
                except Fault as fault:
                    self._raise_at(fault, scan.limits)
                self._scan = scan
            if not self._fill():
                return None

    def _begin_scan(self, check_keys: bool) -> Optional[Scan]:
        """A scan of the next message; None while too few bytes tell whether it is compressed."""
        options = self._options
        limits = options.limits if check_keys else options.skip_limits
        if not options.lz4:
            return Scan(limits)
        from ..._values.lz4 import detect

        form = detect(self._buf, self._offset - self._base, len(self._buf))
        if form is None:
            return None
        return Scan(options.frame_limits if form else limits)

    def _raise_at(self, fault: Fault, limits: Limits) -> NoReturn:
        """Raise the exception for a fault of the scan; the stream stays at the faulty byte."""
        from ..._core.first_error import Walk, raise_fault, scalar_value

        at = self._offset - self._base
        walk = Walk(
            self._buf, at, len(self._buf), limits,
            check_counts=False, check_text=False, check_time=False,
        )  # fmt: skip
        self._offset += fault.offset
        fault.offset += at
        walk.find(stop=fault.offset)
        if fault.name == "invalid_key":
            fault.facts = scalar_value(self._buf, fault.offset)
        elif fault.name == "too_deep":  # frame_limits may be one deeper
            fault.facts = self._options.max_depth
        raise_fault(fault, self._buf, self._base, walk.path())

    # --- pieces of objects

    def read_array_header(self) -> int:
        """The number of elements of the next object, which must be an array; unpack() then returns
        them one by one. Raises ValueError, and reads nothing, if it is not an array.
        """
        return self._read_header(ARRAY, "Expected array")

    def read_map_header(self) -> int:
        """As read_array_header, for a map: unpack() then returns each key and its value."""
        return self._read_header(MAP, "Expected map")

    def _read_header(self, kind: int, expected: str) -> int:
        self._enter()
        try:
            self._need(1)
            format_byte = self._buf[self._offset - self._base]
            if KINDS[format_byte] != kind:
                raise ValueError(expected)
            head = head_size(format_byte)
            self._need(head)
            count = head_count(self._buf, self._offset - self._base)
            self._offset += head
            self._scan = None
            return count
        finally:
            self._leave()

    def _need(self, n: int) -> None:
        """Reads until n bytes wait in the buffer."""
        while self._offset + n > self._base + len(self._buf):
            if not self._fill():
                raise make_errors.out_of_data(self._base + len(self._buf))

    def read_bytes(self, nbytes: int) -> bytes:
        """The next ``nbytes`` bytes of the stream, undecoded; fewer if it ends before."""
        self._enter()
        try:
            nbytes = size(nbytes, "nbytes")
            at = self._offset - self._base
            data = bytes(memoryview(self._buf)[at : at + nbytes])
            more = b""
            if len(data) < nbytes and self._read is not None:
                more = self._read_all(nbytes - len(data))
            self._scan = None
            self._base += len(more)
            self._offset += len(data) + len(more)
            return data + more
        finally:
            self._leave()

    def tell(self) -> int:
        """The number of bytes of the stream unpacked so far: the offset of the next object."""
        return self._offset

    # --- one call at a time

    def __reduce__(self) -> NoReturn:
        """Raises TypeError."""
        refuse_copy(self)

    def _free(self) -> None:
        """Called in the child of a fork, where the thread that was unpacking does not exist."""
        self._busy = False

    def _enter(self) -> None:
        """Other threads wait; a call from a hook of this object raises RuntimeError."""
        self._lock.acquire()
        if self._busy:
            self._lock.release()
            raise RuntimeError(_REENTERED)
        self._busy = True

    def _leave(self) -> None:
        if self._offset == self._base + len(self._buf):
            self._release()
        self._busy = False
        self._lock.release()


describe(Unpacker, help_of(FILE + UNPACK + TYPED))
