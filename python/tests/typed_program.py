"""Uses every public name; test_package.py runs mypy --strict on it."""

import array
import asyncio
import dataclasses
import datetime
import gzip
import io
import mmap
from typing import Any, List, Optional

import numpy
from typing_extensions import assert_type

import hayapack
from hayapack import Decoder, Encoder, ExtType, Fragment, Packer, Timestamp, Typed, TypeRegistry, Unpacker, stream


@dataclasses.dataclass
class Thing:
    count: int


def default(obj: object) -> Any:
    return str(obj)


def pairs(items: "list[tuple[Any, Any]]") -> "dict[Any, Any]":
    return dict(items)


def payload(code: int, data: memoryview) -> int:
    return code + len(data)


def one_shot() -> bytes:
    packed: bytes = hayapack.packb({"a": 1}, default=default, use_single_float=True, sort_keys=True)
    value: Any = hayapack.unpackb(bytearray(packed), object_pairs_hook=pairs, timestamp=3, max_depth=10)
    stream = io.BytesIO()
    hayapack.pack(value, stream, extended=True)
    hayapack.dump(value, stream)
    hayapack.unpack(stream, raw=True, max_str_len=10, zero_copy=True)
    hayapack.unpackb(packed, ext_hook=payload, zero_copy=True, tuple_keys=True)
    hayapack.unpackb(packed, references=True)
    hayapack.packb(hayapack.ExtType(5, memoryview(packed)))
    plain: bytes = hayapack.decompress(memoryview(packed), max_lz4_size=10)
    hayapack.loads(plain)
    hayapack.loads(hayapack.packb(1, lz4="block-array", lz4_level=9), lz4=True, max_lz4_size=10**9)
    return hayapack.dumps(hayapack.loads(packed))


def streaming(file: io.BytesIO) -> List[Any]:
    packer = Packer(autoreset=False, datetime=True, lz4="block")
    packer.pack(datetime.datetime.now())
    packer.pack_array_header(2)
    packer.pack_map_pairs([("a", 1)])
    packer.pack_map_pairs({"a": 1}.items())
    packer.pack_ext_type(5, b"")
    file.write(packer.bytes() + bytes(packer.getbuffer()))
    packer.reset()
    unpacker = Unpacker(file, read_size=100, ext_hook=ExtType, lz4=True)
    unpacker.feed(memoryview(b"x"))
    size: int = unpacker.read_array_header() + unpacker.read_map_header() + unpacker.tell()
    rest: bytes = unpacker.read_bytes(size)
    unpacker.skip()
    return [rest, unpacker.unpack(), *unpacker]


class Sink:
    """Has write() and nothing else."""

    def write(self, data: bytes) -> None:
        print(len(data))


class Source:
    """Has read() and nothing else."""

    def read(self, size: int = -1) -> bytearray:
        return bytearray(size)


def streams() -> Any:
    hayapack.pack(1, Sink())
    with gzip.open("x.gz", "wb") as file:
        hayapack.pack([1], file)
        hayapack.dump([1], file, sort_keys=True)
    with gzip.open("x.gz") as file:
        hayapack.unpack(file)
        Unpacker(file)
    with open("x", "r+b") as plain:
        hayapack.pack(1, plain)
        hayapack.unpackb(mmap.mmap(plain.fileno(), 0))
    return hayapack.load(Source(), use_list=False), Unpacker(Source())


def buffers() -> Any:
    packed = numpy.zeros(5, numpy.uint8)
    Unpacker().feed(packed)
    Unpacker().feed(array.array("b"))
    return hayapack.unpackb(packed), hayapack.get(packed, "$"), hayapack.View(packed)


def types() -> None:
    ext = ExtType(5, b"data")
    code: int = ext.code
    data: bytes = ext.data
    stamp = Timestamp(code, 0)
    nanoseconds: int = stamp.to_unix_nano()
    moment: datetime.datetime = Timestamp.from_unix_nano(nanoseconds).to_datetime()
    Timestamp.from_datetime(moment).to_bytes()
    Fragment(data, check=False)
    assert hayapack.version == (0, 1, 0)
    assert hayapack.backend in ("native", "pure")


def lazy(packed: bytes) -> Any:
    view = hayapack.View(packed, strict_map_key=True, max_depth=5, zero_copy=True, tuple_keys=True)
    if isinstance(view, hayapack.MapView):
        keys: List[Any] = list(view.keys())
        return view.get("a"), view["a"], keys, len(view), "a" in view
    if isinstance(view, hayapack.ArrayView):
        return view[0], view[1:3], view.index(5), list(reversed(view)), view.offset
    return hayapack.get(packed, "$.a[2]"), hayapack.get(view, ["a", 2, (1, "b")], None), view.value()


def typeless() -> Any:
    registry = TypeRegistry(dotnet=True)
    cls: "type[Thing]" = registry.register(Thing, "Demo.Thing, g", fields={"count": "Count"})
    registry.register(complex, "Complex", "Old", read=complex, write=str)
    packed = hayapack.packb([cls(1), Typed("N", 1)], types=registry)
    name: str = Typed("N", 1).name
    Packer(types=registry).pack(name)
    return Unpacker(types=registry), hayapack.unpackb(packed, types=registry)


def tables(packed: bytes) -> List[Any]:
    columns = hayapack.columns(packed, ["id", "score"], {"score": "float64"}, "$.rows", max_depth=5)
    score: hayapack.Column = columns["score"]
    table: hayapack.Columns[str] = columns
    skipped: int = hayapack.columns([packed, None], [("a", "b")], errors="skip", rows="arrays").skipped
    if score.offsets is None and score.validity is None:
        return [table.rows + skipped, score.data, score[0], score[1:2], len(score), score.dtype]
    return score.tolist()


def errors() -> Optional[str]:
    try:
        hayapack.unpackb(b"")
    except hayapack.ExtraData as error:
        print(error.unpacked, error.extra)
    except hayapack.UnpackException as error:
        offset: int = error.offset
        return f"{error.name} {offset} {error.path} {error.lz4_offset}"
    except hayapack.PackError as error:
        return error.path
    return None


async def asynchronous(reader: asyncio.StreamReader) -> int:
    count = 0
    async for _ in hayapack.aiter_unpack(reader, read_size=100, use_list=False):
        count += 1
    return count


hayapack.install_as_msgpack()


def own_classes(packed: bytes) -> None:
    assert_type(hayapack.unpackb(packed, type=Thing), Thing)
    assert_type(hayapack.unpackb(packed, type=List[Thing], strict=False, errors="all"), List[Thing])
    assert_type(hayapack.unpack(io.BytesIO(packed), type=Thing, max_depth=5), Thing)
    assert_type(Decoder(List[Thing], decoders={int: int}).decode(packed), List[Thing])
    assert_type(Unpacker(type=Thing).unpack(), Thing)
    for one in Unpacker(io.BytesIO(packed), type=Thing):
        assert_type(one, Thing)
    assert_type(hayapack.convert({"count": 1}, Thing), Thing)
    assert_type(Encoder(Thing, keys="array", lz4="block").encode(Thing(1)), bytes)
    assert_type(hayapack.unpackb(packed), Any)
    described: "dict[str, Any]" = hayapack.describe(Thing)
    hayapack.to_plain(described)
    renamed = hayapack.model(rename="camel", unknown="keep", tag=("type", 1))(Thing)
    assert_type(renamed(1), Thing)
    hayapack.Tags({0: Thing}, key="type", default=Thing)
    assert [hayapack.Key("id", aliases=["ID"], decoder=int), hayapack.Limit(ge=0, max_len=5), hayapack.UNSET]
    try:
        hayapack.unpackb(packed, type=Thing)
    except hayapack.ValidationError as error:
        found: "tuple[Any, ...]" = (error.expected, error.got, error.path, *error.errors)
        assert found


def splitting(path: str, data: bytes) -> None:
    found: stream.Boundaries = stream.boundaries(data, every=2, start=0, stop=None)
    assert_type(found.offsets, "array.array[int]")
    assert_type(found.count + found.end, int)
    assert_type(stream.find_boundary(data, 9, head=data, window=100, most=1000), Optional[int])
    index: stream.Index = stream.write_index(path)
    assert index == stream.read_index(path + ".hayaidx")
    splitter = stream.Splitter(path, 1 << 20, index=index)
    assert_type(splitter.ranges(), "list[tuple[int, int]]")
    assert_type(splitter.bounds(0), "tuple[int, int]")
    assert_type(splitter.read(0), bytes)
    for offset, _ in splitter.records(0, lz4=True):
        assert_type(offset, int)
    for offset, _ in stream.records(path, 0, None):
        assert_type(offset, int)
    exact = splitter.plan(map=map, errors="stop")
    assert_type(exact.counts, "Optional[list[int]]")
    assert_type(exact.error, Optional[Exception])
    try:
        splitter.read(0)
    except stream.SplitError as error:
        assert_type((error.path, error.start, error.landed, error.expected), "tuple[Optional[str], int, int, int]")
    except (stream.StaleIndexError, stream.SourceChangedError) as error:
        assert_type((error.path, error.reason), "tuple[Optional[str], str]")
