"""The types of the public names, the same for both back ends."""

import builtins
import sys
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from mmap import mmap
from typing import Any, Generic, Literal, Protocol, TypeVar, overload

from typing_extensions import TypeVar as TypeVarWithDefault

from ._plan.model import Key as Key
from ._plan.model import Limit as Limit
from ._plan.model import Tags as Tags
from ._plan.model import model as model
from ._plan.nodes import UNSET as UNSET
from ._plan.nodes import UnsetType as UnsetType
from .aio import aiter_unpack as aiter_unpack
from .compat import install_as_msgpack as install_as_msgpack
from .exceptions import *  # noqa: F403
from .ext import ExtType as ExtType
from .ext import Fragment as Fragment
from .ext import Timestamp as Timestamp
from .typeless import Typed as Typed
from .typeless import TypeRegistry as TypeRegistry

version: tuple[int, int, int]
__version__: str
backend: Literal["native", "pure"]

if sys.version_info >= (3, 12):
    from collections.abc import Buffer
else:
    # Before 3.12 the standard library has no type for buffers, and numpy's stubs do not declare
    # that an ndarray is one; they do declare __array_interface__.
    class _Buffer(Protocol):
        def __buffer__(self, flags: int, /) -> memoryview: ...

    class _ArrayInterface(Protocol):
        @property
        def __array_interface__(self) -> dict[str, Any]: ...

    Buffer = bytes | bytearray | memoryview | mmap | array[Any] | _Buffer | _ArrayInterface

# What an Unpacker reads from: has read(n), like files and the result of socket.makefile().
class _Readable(Protocol):
    def read(self, n: int, /) -> Buffer | None: ...

# What unpack() reads from: has read(), which reads to the end.
class _ReadableToEnd(Protocol):
    def read(self) -> Buffer: ...

# What pack() writes to.
class _Writable(Protocol):
    def write(self, data: bytes, /) -> object: ...

_T = TypeVar("_T")
#: What an Unpacker gives: Any without `type`.
_Message = TypeVarWithDefault("_Message", default=Any)
_Hooks = Mapping[Any, Callable[[Any], Any]]

_Bytes = bytes  # Packer has a method of that name

# With autoreset=False the methods that pack return None, which no program uses, so the
# declared type is bytes.
class Packer:
    def __init__(
        self,
        *,
        default: Callable[[Any], Any] | None = None,
        use_single_float: bool = False,
        autoreset: bool = True,
        use_bin_type: bool = True,
        strict_types: bool = False,
        datetime: bool = False,
        unicode_errors: str | None = None,
        buf_size: int | None = None,
        sort_keys: bool = False,
        extended: bool = False,
        max_depth: int = 1024,
        lz4: Literal["block-array", "block"] | None = None,
        lz4_level: int = 0,
        types: TypeRegistry | None = None,
    ) -> None: ...
    def pack(self, obj: Any, /) -> _Bytes: ...
    def pack_map_pairs(self, pairs: Collection[Iterable[Any]], /) -> _Bytes: ...
    def pack_array_header(self, size: int, /) -> _Bytes: ...
    def pack_map_header(self, size: int, /) -> _Bytes: ...
    def pack_ext_type(self, typecode: int, data: _Bytes, /) -> _Bytes: ...
    def bytes(self) -> _Bytes: ...
    def getbuffer(self) -> memoryview: ...
    def reset(self) -> None: ...
    def __bytes__(self) -> _Bytes: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class Unpacker(Generic[_Message]):
    @overload
    def __init__(
        self: Unpacker[Any],  # noqa: F405
        file_like: _Readable | None = None,
        *,
        read_size: int = 0,
        use_list: bool = True,
        raw: bool = False,
        timestamp: Literal[0, 1, 2, 3] = 0,
        strict_map_key: bool = True,
        object_hook: Callable[[dict[Any, Any]], Any] | None = None,
        object_pairs_hook: Callable[[list[tuple[Any, Any]]], Any] | None = None,
        list_hook: Callable[[list[Any]], Any] | None = None,
        unicode_errors: str | None = None,
        max_buffer_size: int = ...,
        ext_hook: Callable[[int, bytes], Any] | Callable[[int, memoryview], Any] = ...,
        max_str_len: int = -1,
        max_bin_len: int = -1,
        max_array_len: int = -1,
        max_map_len: int = -1,
        max_ext_len: int = -1,
        max_depth: int = 1024,
        lz4: bool = False,
        max_lz4_size: int = ...,
        types: TypeRegistry | None = None,
        zero_copy: bool = False,
        tuple_keys: bool = False,
    ) -> None: ...
    @overload
    def __init__(
        self: Unpacker[_T],  # noqa: F405
        file_like: _Readable | None = None,
        *,
        read_size: int = 0,
        timestamp: Literal[0, 1, 2, 3] = 0,
        strict_map_key: bool = True,
        max_buffer_size: int = ...,
        max_str_len: int = -1,
        max_bin_len: int = -1,
        max_array_len: int = -1,
        max_map_len: int = -1,
        max_ext_len: int = -1,
        max_depth: int = 1024,
        lz4: bool = False,
        max_lz4_size: int = ...,
        type: type[_T],
        strict: bool = True,
        errors: Literal["first", "all"] = "first",
        decoders: _Hooks | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: Unpacker[Any],  # noqa: F405
        file_like: _Readable | None = None,
        *,
        read_size: int = 0,
        timestamp: Literal[0, 1, 2, 3] = 0,
        strict_map_key: bool = True,
        max_buffer_size: int = ...,
        max_str_len: int = -1,
        max_bin_len: int = -1,
        max_array_len: int = -1,
        max_map_len: int = -1,
        max_ext_len: int = -1,
        max_depth: int = 1024,
        lz4: bool = False,
        max_lz4_size: int = ...,
        type: Any,
        strict: bool = True,
        errors: Literal["first", "all"] = "first",
        decoders: _Hooks | None = None,
    ) -> None: ...
    def feed(self, next_bytes: Buffer, /) -> None: ...
    def __iter__(self) -> Unpacker[_Message]: ...  # noqa: F405
    def __next__(self) -> _Message: ...
    def unpack(self) -> _Message: ...
    def skip(self) -> None: ...
    def read_array_header(self) -> int: ...
    def read_map_header(self) -> int: ...
    def read_bytes(self, nbytes: int, /) -> bytes: ...
    def tell(self) -> int: ...

def pack(
    o: Any,
    stream: _Writable,
    *,
    default: Callable[[Any], Any] | None = None,
    use_single_float: bool = False,
    autoreset: bool = True,
    use_bin_type: bool = True,
    strict_types: bool = False,
    datetime: bool = False,
    unicode_errors: str | None = None,
    buf_size: int | None = None,
    sort_keys: bool = False,
    extended: bool = False,
    max_depth: int = 1024,
    lz4: Literal["block-array", "block"] | None = None,
    lz4_level: int = 0,
    types: TypeRegistry | None = None,
) -> None: ...
def packb(
    o: Any,
    *,
    default: Callable[[Any], Any] | None = None,
    use_single_float: bool = False,
    autoreset: bool = True,
    use_bin_type: bool = True,
    strict_types: bool = False,
    datetime: bool = False,
    unicode_errors: str | None = None,
    buf_size: int | None = None,
    sort_keys: bool = False,
    extended: bool = False,
    max_depth: int = 1024,
    lz4: Literal["block-array", "block"] | None = None,
    lz4_level: int = 0,
    types: TypeRegistry | None = None,
) -> bytes: ...
@overload
def unpack(
    stream: _ReadableToEnd,
    *,
    use_list: bool = True,
    raw: bool = False,
    timestamp: Literal[0, 1, 2, 3] = 0,
    strict_map_key: bool = True,
    object_hook: Callable[[dict[Any, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[Any, Any]]], Any] | None = None,
    list_hook: Callable[[list[Any]], Any] | None = None,
    unicode_errors: str | None = None,
    max_buffer_size: int = ...,
    ext_hook: Callable[[int, bytes], Any] | Callable[[int, memoryview], Any] = ...,
    max_str_len: int = -1,
    max_bin_len: int = -1,
    max_array_len: int = -1,
    max_map_len: int = -1,
    max_ext_len: int = -1,
    max_depth: int = 1024,
    lz4: bool = False,
    max_lz4_size: int = ...,
    types: TypeRegistry | None = None,
    zero_copy: bool = False,
    tuple_keys: bool = False,
) -> Any: ...
@overload
def unpack(
    stream: _ReadableToEnd,
    *,
    type: type[_T],
    strict: bool = True,
    errors: Literal["first", "all"] = "first",
    decoders: _Hooks | None = None,
    timestamp: Literal[0, 1, 2, 3] = 0,
    strict_map_key: bool = True,
    max_buffer_size: int = ...,
    max_str_len: int = -1,
    max_bin_len: int = -1,
    max_array_len: int = -1,
    max_map_len: int = -1,
    max_ext_len: int = -1,
    max_depth: int = 1024,
    lz4: bool = False,
    max_lz4_size: int = ...,
) -> _T: ...
@overload
def unpack(
    stream: _ReadableToEnd,
    *,
    type: Any,
    strict: bool = True,
    errors: Literal["first", "all"] = "first",
    decoders: _Hooks | None = None,
    timestamp: Literal[0, 1, 2, 3] = 0,
    strict_map_key: bool = True,
    max_buffer_size: int = ...,
    max_str_len: int = -1,
    max_bin_len: int = -1,
    max_array_len: int = -1,
    max_map_len: int = -1,
    max_ext_len: int = -1,
    max_depth: int = 1024,
    lz4: bool = False,
    max_lz4_size: int = ...,
) -> Any: ...
@overload
def unpackb(
    packed: Buffer,
    *,
    use_list: bool = True,
    raw: bool = False,
    timestamp: Literal[0, 1, 2, 3] = 0,
    strict_map_key: bool = True,
    object_hook: Callable[[dict[Any, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[Any, Any]]], Any] | None = None,
    list_hook: Callable[[list[Any]], Any] | None = None,
    unicode_errors: str | None = None,
    max_buffer_size: int = ...,
    ext_hook: Callable[[int, bytes], Any] | Callable[[int, memoryview], Any] = ...,
    max_str_len: int = -1,
    max_bin_len: int = -1,
    max_array_len: int = -1,
    max_map_len: int = -1,
    max_ext_len: int = -1,
    max_depth: int = 1024,
    lz4: bool = False,
    max_lz4_size: int = ...,
    types: TypeRegistry | None = None,
    zero_copy: bool = False,
    tuple_keys: bool = False,
) -> Any: ...
@overload
def unpackb(
    packed: Buffer,
    *,
    type: type[_T],
    strict: bool = True,
    errors: Literal["first", "all"] = "first",
    decoders: _Hooks | None = None,
    timestamp: Literal[0, 1, 2, 3] = 0,
    strict_map_key: bool = True,
    max_buffer_size: int = ...,
    max_str_len: int = -1,
    max_bin_len: int = -1,
    max_array_len: int = -1,
    max_map_len: int = -1,
    max_ext_len: int = -1,
    max_depth: int = 1024,
    lz4: bool = False,
    max_lz4_size: int = ...,
) -> _T: ...
@overload
def unpackb(
    packed: Buffer,
    *,
    type: Any,
    strict: bool = True,
    errors: Literal["first", "all"] = "first",
    decoders: _Hooks | None = None,
    timestamp: Literal[0, 1, 2, 3] = 0,
    strict_map_key: bool = True,
    max_buffer_size: int = ...,
    max_str_len: int = -1,
    max_bin_len: int = -1,
    max_array_len: int = -1,
    max_map_len: int = -1,
    max_ext_len: int = -1,
    max_depth: int = 1024,
    lz4: bool = False,
    max_lz4_size: int = ...,
) -> Any: ...

class Decoder(Generic[_T]):
    @overload
    def __init__(
        self,
        type: type[_T],
        *,
        strict: bool = True,
        errors: Literal["first", "all"] = "first",
        decoders: _Hooks | None = None,
        timestamp: Literal[0, 1, 2, 3] = 0,
        strict_map_key: bool = True,
        max_buffer_size: int = ...,
        max_str_len: int = -1,
        max_bin_len: int = -1,
        max_array_len: int = -1,
        max_map_len: int = -1,
        max_ext_len: int = -1,
        max_depth: int = 1024,
        lz4: bool = False,
        max_lz4_size: int = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: Decoder[Any],  # noqa: F405
        type: Any,
        *,
        strict: bool = True,
        errors: Literal["first", "all"] = "first",
        decoders: _Hooks | None = None,
        timestamp: Literal[0, 1, 2, 3] = 0,
        strict_map_key: bool = True,
        max_buffer_size: int = ...,
        max_str_len: int = -1,
        max_bin_len: int = -1,
        max_array_len: int = -1,
        max_map_len: int = -1,
        max_ext_len: int = -1,
        max_depth: int = 1024,
        lz4: bool = False,
        max_lz4_size: int = ...,
    ) -> None: ...
    def decode(self, packed: Buffer, /) -> _T: ...

class Encoder(Generic[_T]):
    @overload
    def __init__(
        self,
        type: type[_T],
        *,
        keys: Literal["map", "array"] | None = None,
        encoders: _Hooks | None = None,
        default: Callable[[Any], Any] | None = None,
        use_single_float: bool = False,
        use_bin_type: bool = True,
        unicode_errors: str | None = None,
        sort_keys: bool = False,
        max_depth: int = 1024,
        lz4: Literal["block-array", "block"] | None = None,
        lz4_level: int = 0,
    ) -> None: ...
    @overload
    def __init__(
        self: Encoder[Any],  # noqa: F405
        type: Any,
        *,
        keys: Literal["map", "array"] | None = None,
        encoders: _Hooks | None = None,
        default: Callable[[Any], Any] | None = None,
        use_single_float: bool = False,
        use_bin_type: bool = True,
        unicode_errors: str | None = None,
        sort_keys: bool = False,
        max_depth: int = 1024,
        lz4: Literal["block-array", "block"] | None = None,
        lz4_level: int = 0,
    ) -> None: ...
    def encode(self, obj: Any, /) -> bytes: ...

@overload
def convert(
    obj: Any,
    type: type[_T],
    *,
    strict: bool = True,
    errors: Literal["first", "all"] = "first",
    decoders: _Hooks | None = None,
    strict_map_key: bool = True,
) -> _T: ...
@overload
def convert(
    obj: Any,
    type: Any,
    *,
    strict: bool = True,
    errors: Literal["first", "all"] = "first",
    decoders: _Hooks | None = None,
    strict_map_key: bool = True,
) -> Any: ...
def to_plain(
    obj: Any,
    type: Any = None,
    *,
    keys: Literal["map", "array"] | None = None,
    encoders: _Hooks | None = None,
    default: Callable[[Any], Any] | None = None,
) -> Any: ...
def describe(type: Any) -> dict[str, Any]: ...

class View:
    def __new__(
        cls,
        buf: Buffer,
        /,
        *,
        use_list: bool = True,
        raw: bool = False,
        timestamp: Literal[0, 1, 2, 3] = 0,
        strict_map_key: bool = False,
        unicode_errors: str | None = None,
        max_buffer_size: int = ...,
        ext_hook: Callable[[int, bytes], Any] | Callable[[int, memoryview], Any] = ...,
        max_str_len: int = -1,
        max_bin_len: int = -1,
        max_array_len: int = -1,
        max_map_len: int = -1,
        max_ext_len: int = -1,
        max_depth: int = 1024,
        lz4: bool = False,
        max_lz4_size: int = ...,
        zero_copy: bool = False,
        tuple_keys: bool = False,
    ) -> View: ...  # noqa: F405
    def value(self) -> Any: ...
    @property
    def offset(self) -> int: ...

class MapView(View, Mapping[Any, Any]): ...  # type: ignore[misc]
class ArrayView(View, Sequence[Any]): ...  # type: ignore[misc]

def decompress(packed: Buffer, *, max_lz4_size: int = ...) -> bytes: ...

class Column:
    @property
    def type(self) -> str: ...
    @property
    def dtype(self) -> str: ...
    @property
    def data(self) -> memoryview: ...
    @property
    def offsets(self) -> memoryview | None: ...
    @property
    def validity(self) -> _Bytes | None: ...
    @property
    def null_count(self) -> int: ...
    @property
    def children(self) -> tuple[Column, ...]: ...
    def valid(self, row: int) -> bool: ...
    def tolist(self) -> list[Any]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    @overload
    def __getitem__(self, row: int) -> Any: ...
    @overload
    def __getitem__(self, row: slice) -> list[Any]: ...
    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

_Field = TypeVar("_Field", bound=str | bytes | tuple[str | bytes, ...])

class Columns(dict[_Field, Column]):
    rows: int
    skipped: int
    nulled: int
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...

_DType = str | builtins.type

class _ArrowSchema(Protocol):
    def __arrow_c_schema__(self) -> Any: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self) -> tuple[Any, Any]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self) -> Any: ...

def arrow_rows(
    source: _ArrowStream | _ArrowArray, layout: Literal["maps", "arrays", "values"] = "maps", *, block: int = 1048576
) -> Iterator[bytes]: ...
def arrow_stream(schema: _ArrowSchema, batches: Iterable[_ArrowArray]) -> Any: ...
def columns(
    buf: Buffer | View | Sequence[Buffer | None] | _ArrowArray,
    fields: Iterable[_Field],
    dtypes: _DType | Sequence[_DType | None] | Mapping[_Field, _DType] | None = None,
    path: str | Iterable[str | bytes | int] | None = None,
    *,
    stream: bool = False,
    rows: Literal["maps", "arrays", "values", "fluent"] = "maps",
    errors: Literal["raise", "null", "skip"] | Callable[[int, int, Exception], object] = "raise",
    missing: Literal["error", "null"] = "error",
    lz4: bool = False,
    max_lz4_size: int = ...,
    strict_map_key: bool = False,
    max_buffer_size: int = ...,
    max_str_len: int = -1,
    max_bin_len: int = -1,
    max_array_len: int = -1,
    max_map_len: int = -1,
    max_ext_len: int = -1,
    max_depth: int = 1024,
) -> Columns[_Field]: ...
def get(
    buf: Buffer | View,
    path: str | Iterable[str | bytes | int | tuple[Any, ...]],
    default: Any = ...,
    *,
    use_list: bool = True,
    raw: bool = False,
    timestamp: Literal[0, 1, 2, 3] = 0,
    strict_map_key: bool = False,
    object_hook: Callable[[dict[Any, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[Any, Any]]], Any] | None = None,
    list_hook: Callable[[list[Any]], Any] | None = None,
    unicode_errors: str | None = None,
    max_buffer_size: int = ...,
    ext_hook: Callable[[int, bytes], Any] | Callable[[int, memoryview], Any] = ...,
    max_str_len: int = -1,
    max_bin_len: int = -1,
    max_array_len: int = -1,
    max_map_len: int = -1,
    max_ext_len: int = -1,
    max_depth: int = 1024,
    lz4: bool = False,
    max_lz4_size: int = ...,
    zero_copy: bool = False,
    tuple_keys: bool = False,
) -> Any: ...

load = unpack
loads = unpackb
dump = pack
dumps = packb
