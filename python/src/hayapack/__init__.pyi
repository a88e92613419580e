"""The types of the public names, the same for both back ends."""

from collections.abc import Callable, Iterable, Sequence
from typing import IO, Any, Literal, Protocol

from typing_extensions import Buffer, Self, TypedDict, Unpack

from .aio import aiter_unpack as aiter_unpack
from .compat import install_as_msgpack as install_as_msgpack
from .exceptions import *
from .ext import ExtType as ExtType
from .ext import Fragment as Fragment
from .ext import Timestamp as Timestamp

version: tuple[int, int, int]
__version__: str
backend: Literal["native", "pure"]

class _Readable(Protocol):
    def read(self, n: int, /) -> Buffer | None: ...

class _PackOptions(TypedDict, total=False):
    default: Callable[[Any], Any] | None
    use_single_float: bool
    autoreset: bool
    use_bin_type: bool
    strict_types: bool
    datetime: bool
    unicode_errors: str | None
    buf_size: int | None
    sort_keys: bool
    extended: bool
    max_depth: int

class _UnpackOptions(TypedDict, total=False):
    use_list: bool
    raw: bool
    timestamp: Literal[0, 1, 2, 3]
    strict_map_key: bool
    object_hook: Callable[[dict[Any, Any]], Any] | None
    object_pairs_hook: Callable[[list[tuple[Any, Any]]], Any] | None
    list_hook: Callable[[list[Any]], Any] | None
    unicode_errors: str | None
    max_buffer_size: int
    ext_hook: Callable[[int, bytes], Any]
    max_str_len: int
    max_bin_len: int
    max_array_len: int
    max_map_len: int
    max_ext_len: int
    max_depth: int

_Bytes = bytes  # Packer has a method of that name

# With autoreset=False the methods that pack return None, which nobody uses: bytes is
# what a program needs to be told.
class Packer:
    def __init__(self, **options: Unpack[_PackOptions]) -> None: ...
    def pack(self, obj: Any, /) -> _Bytes: ...
    def pack_map_pairs(self, pairs: Sequence[Iterable[Any]], /) -> _Bytes: ...
    def pack_array_header(self, size: int, /) -> _Bytes: ...
    def pack_map_header(self, size: int, /) -> _Bytes: ...
    def pack_ext_type(self, typecode: int, data: _Bytes, /) -> _Bytes: ...
    def bytes(self) -> _Bytes: ...
    def getbuffer(self) -> memoryview: ...
    def reset(self) -> None: ...
    def __bytes__(self) -> _Bytes: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class Unpacker:
    def __init__(
        self,
        file_like: _Readable | None = None,
        *,
        read_size: int = 0,
        **options: Unpack[_UnpackOptions],
    ) -> None: ...
    def feed(self, next_bytes: Buffer, /) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Any: ...
    def unpack(self) -> Any: ...
    def skip(self) -> None: ...
    def read_array_header(self) -> int: ...
    def read_map_header(self) -> int: ...
    def read_bytes(self, nbytes: int, /) -> bytes: ...
    def tell(self) -> int: ...

def pack(o: Any, stream: IO[bytes], **options: Unpack[_PackOptions]) -> None: ...
def packb(o: Any, **options: Unpack[_PackOptions]) -> bytes: ...
def unpack(stream: IO[bytes], **options: Unpack[_UnpackOptions]) -> Any: ...
def unpackb(packed: Buffer, **options: Unpack[_UnpackOptions]) -> Any: ...

load = unpack
loads = unpackb
dump = pack
dumps = packb
