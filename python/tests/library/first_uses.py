"""Programs, each of which uses a function of hayapack for the first time: of test_lazy_imports.py."""

SETUP = """
import sys
import hayapack
BLOCK = bytes.fromhex("c71263d2000000403fd93e61010025506161616161")
ARRAY = bytes.fromhex("92d46240c60000000d3fd93e61010025506161616161")
TYPED = bytes.fromhex("c70364a14e01")
class Reader:
    def __init__(self, *data): self.data = [*data, b""]
    async def read(self, n): return self.data.pop(0)
async def first(*data, **options):
    async for value in hayapack.aiter_unpack(Reader(*data), **options): return value
def run(coroutine):
    try: coroutine.send(None)
    except StopIteration as end: return end.value
def raised(kind, work):
    try: work()
    except kind as error: return error
    raise AssertionError("nothing was raised")
"""

LZ4 = [
    "assert len(hayapack.packb('a' * 99, lz4='block')) < 40",
    "assert len(hayapack.packb('a' * 99, lz4='block-array', lz4_level=9)) < 40",
    "assert len(hayapack.Packer(lz4='block').pack('a' * 99)) < 40",
    "assert hayapack.unpackb(BLOCK, lz4=True) == 'a' * 62",
    "assert hayapack.unpackb(ARRAY, lz4=True) == 'a' * 62",
    "assert len(hayapack.decompress(BLOCK)) == 64",
    "u = hayapack.Unpacker(lz4=True); u.feed(ARRAY); assert u.unpack() == 'a' * 62",
    "u = hayapack.Unpacker(lz4=True); u.feed(BLOCK[:9]); u.feed(BLOCK[9:]); u.unpack()",
    "assert run(first(BLOCK, lz4=True)) == 'a' * 62",
]
TYPES = [
    "hayapack.packb(1, types=hayapack.TypeRegistry())",
    "hayapack.Packer(types=hayapack.TypeRegistry()).pack(hayapack.Typed('N', 1))",
    "assert hayapack.unpackb(TYPED, types=hayapack.TypeRegistry()) == hayapack.Typed('N', 1)",
    "u = hayapack.Unpacker(types=hayapack.TypeRegistry()); u.feed(TYPED); u.unpack().name",
    "assert run(first(TYPED, types=hayapack.TypeRegistry())).value == 1",
]
DATACLASS = """
import dataclasses
@dataclasses.dataclass
class Point: x: int
"""
MISFIT = (
    DATACLASS
    + """
r = hayapack.TypeRegistry(); r.register(Point, 'N')
"""
)
REGISTERED = [MISFIT + "assert hayapack.unpackb(hayapack.packb([Point(1)] * 9, types=r), types=r) == [Point(1)] * 9"]
EXTENDED = [
    "assert hayapack.packb({1}, extended=True) == b'\\x91\\x01'",
    "assert hayapack.Packer(extended=True).pack({1}) == b'\\x91\\x01'",
    "hayapack.pack({1}, open('/dev/null', 'wb'), extended=True)",
]
GET = [
    "assert hayapack.get(b'\\x81\\xa1a\\x92\\x01\\x02', '$.a[1]') == 2",
    "assert len(hayapack.columns(b'\\x81\\xa1a\\x90', ['x'], path='$.a')['x']) == 0",
]
COLUMN = "c = hayapack.columns(b'\\x91\\x81\\xa1a\\x01', ['a'])['a']\n"
BAD_COLUMN = "assert raised(hayapack.ColumnTypeError, lambda: hayapack.columns(b'\\x91\\x05', ['a'])).path == '$[0]'"
FAULT = "assert raised(hayapack.TruncatedError, lambda: hayapack.unpackb(b'\\x91')).offset == 0"
STREAM_FAULT = """
u = hayapack.Unpacker(max_depth=1); u.feed(b'\\x91\\x91\\x01')
assert raised(hayapack.StackError, u.unpack).offset == 1
"""
FRAGMENT = [
    "hayapack.Fragment(b'\\x91\\x01')",
    "assert raised(hayapack.TruncatedError, lambda: hayapack.Fragment(b'\\x91')).offset == 0",
]
PURE_NAMES = [
    "assert hayapack.loads(hayapack.dumps(5)) == 5",
    "p = hayapack.Packer(); u = hayapack.Unpacker(); u.feed(p.pack(5)); assert u.unpack() == 5",
    "from hayapack import Packer, Unpacker, dumps, loads, packb, unpackb; assert loads(dumps(5)) == unpackb(packb(5))",
]
STREAM_FILES = [
    "import io; f = io.BytesIO(); hayapack.pack(5, f); assert hayapack.unpack(io.BytesIO(f.getvalue())) == 5",
    "assert raised(AttributeError, lambda: hayapack.load(5)) and raised(AttributeError, lambda: hayapack.dump(5, 5))",
]
BLOCKED = [
    """
import io
class Full(io.RawIOBase):
    def write(self, data): return None
    def readall(self): return None
    read = readall
assert raised(BlockingIOError, lambda: hayapack.pack(5, Full())).errno == raised(BlockingIOError, lambda: hayapack.unpack(Full())).errno
"""
]
PACK_ERROR = "assert raised(hayapack.UnsupportedTypeError, lambda: hayapack.packb({'a': [object()]})).path == '$.a[0]'"
VIEWS = [
    "v = hayapack.View(b'\\x81\\xa1a\\x90'); assert v == {'a': []} and len(v['a']) == 0",
    "assert hayapack.MapView.get and hayapack.ArrayView.index",
    "from hayapack import View, MapView, ArrayView, get, columns, Column, decompress",
]
DATES = [
    "assert hayapack.Timestamp(5).to_datetime().second == 5",
    "assert hayapack.unpackb(b'\\xd6\\xff\\0\\0\\0\\x05', timestamp=3).second == 5",
    "u = hayapack.Unpacker(timestamp=3); u.feed(b'\\xd6\\xff\\0\\0\\0\\x05'); assert u.unpack().second == 5",
    """
import datetime
t = datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc)
assert hayapack.unpackb(hayapack.packb(t, datetime=True), timestamp=3) == t
assert hayapack.Timestamp.from_datetime(t).to_datetime() == t
""",
]
NAIVE = "import datetime; raised(hayapack.NaiveDatetimeError, lambda: hayapack.packb(datetime.datetime(2026, 1, 2), datetime=True))"
TOO_LATE = """
import types
sys.modules["msgpack"] = types.ModuleType("msgpack")
sys.modules["holder"] = holder = types.ModuleType("holder")
holder.msgpack = sys.modules["msgpack"]
import warnings
with warnings.catch_warnings(record=True) as caught: hayapack.install_as_msgpack()
assert "holder (msgpack)" in str(caught[0].message)
"""
# Until the pure back end has columns of streams.
DATA = "import types\nfrom hayapack.data import arrow\ndata = b'\\x81\\xa1a\\x01'\n"
POLARS = (
    "made = sys.modules['polars'] = types.ModuleType('polars')\n"
    "for name in ('io', 'io.plugins'): sys.modules['polars.' + name] = types.ModuleType(name)\n"
    "sys.modules['polars.io.plugins'].register_io_source = lambda source, schema: schema + 1\n"
    "class Same(int): schema = 5\nmade.DataFrame = lambda rows: Same(5)\n"
    "from hayapack.data import polars\n"
)
ARROW_STREAM = [COLUMN + "hayapack.arrow_stream(c, [c])", "from hayapack._fallback import arrow_stream"]
ARROW_ROWS = [
    COLUMN + "assert b''.join(hayapack.arrow_rows(c, 'values')) == b'\\x01'",
    "from hayapack._fallback import arrow_rows",
]
ARROW_FAULT = (
    "c = hayapack.columns(b'\\x91\\x81\\xa1a\\xa1x', ['a'])['a']\n"
    "import ctypes; s = c.__arrow_c_schema__()\n"
    "ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p\n"
    "p = ctypes.pythonapi.PyCapsule_GetPointer(ctypes.py_object(s), b'arrow_schema')\n"
    "f = ctypes.create_string_buffer(b'tin'); ctypes.c_void_p.from_address(p).value = ctypes.addressof(f)\n"
    "class Odd:\n    def __arrow_c_array__(self): return s, c.__arrow_c_array__()[1]\n"
    "raised(hayapack.UnsupportedTypeError, lambda: hayapack.arrow_rows(Odd(), 'values'))"
)
ARROW = [COLUMN + "c.__arrow_c_array__()", COLUMN + "c.__arrow_c_schema__()"]
TIMES = "from hayapack._values import codes, columns\nassert columns.plain(codes.{}, 0, 5) is not None"
DTYPES = [
    "from hayapack._values.codes import STRUCT\nfrom hayapack._values.dtypes import node_of, text_of\n"
    "assert node_of('struct{\"a:b\": list[int8]}')[0] == STRUCT\n"
    "assert text_of(STRUCT, 0, [('a:b', 'str')]) == 'struct{\"a:b\": str}'",
]

CLASSES = [
    DATACLASS + "assert hayapack.Decoder(Point).decode(b'\\x81\\xa1x\\x05') == Point(5)",
    DATACLASS + "assert hayapack.Encoder(Point).encode(Point(5)) == b'\\x81\\xa1x\\x05'",
    DATACLASS + "assert hayapack.convert({'x': 5}, Point) == Point(5)",
    "from hayapack import *; assert describe(list)['kind'] == 'list' and to_plain({5}) == [5]",
    "from hayapack import _fallback; assert _fallback.unpackb(b'\\x05', type=int) == 5; _fallback.Unpacker(type=int)",
]
#: A compressed message of a stream.
TYPED_LZ4 = [
    "u = hayapack.Unpacker(type=list, lz4=True); u.feed(hayapack.packb([0] * 9, lz4='block')); assert u.unpack() == [0] * 9",
]
#: A __post_init__ that raises.
LATE = (
    "import dataclasses\n@dataclasses.dataclass\nclass P:\n    x: int\n    def __post_init__(self): int('x')\n"
    "raised(ValueError, lambda: hayapack.unpackb(b'\\x81\\xa1x\\x05', type=P))"
)

ZSTD = """
import os, tempfile
from hayapack import stream
path = os.path.join(tempfile.mkdtemp(), "x.zst")
with open(path, "wb") as file: file.write(bytes.fromhex("28b52ffd200109000005"))
try: assert stream.Splitter(path).read(0) == b"\\x05"
except ModuleNotFoundError: pass
"""

#: (source file, imported module): programs that reach the import. A leading dot: of hayapack.
