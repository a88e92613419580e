"""Arrow arrays made by hand with ctypes, sound and damaged ones, and what arrow_rows() makes of pyarrow's."""

import ctypes
import struct

from hayapack import Encoder, Fragment, Timestamp, Unpacker, packb
from hayapack._fallback.columnar.arrow import structs

released = []


@structs.Release
def _release_schema(address):
    structs.Schema.from_address(address).release = structs.Release()


@structs.Release
def _release_array(address):
    released.append(address)
    structs.Array.from_address(address).release = structs.Release()


#: Consumers have pointers into these until they release them.
_kept = []


class Made:
    """An object with __arrow_c_array__. fields: as of `field`; arrays: as of `array`."""

    def __init__(self, schema, array):
        self.schema, self.array = schema, array
        _kept.append(self)

    def __arrow_c_schema__(self):
        copy = structs.Schema()
        ctypes.memmove(ctypes.addressof(copy), ctypes.addressof(self.schema), ctypes.sizeof(copy))
        return structs.capsule(copy)

    def __arrow_c_array__(self, requested_schema=None):
        copy = structs.Array()
        ctypes.memmove(ctypes.addressof(copy), ctypes.addressof(self.array), ctypes.sizeof(copy))
        return self.__arrow_c_schema__(), structs.capsule(copy)


def _pointers(kind, children):
    pointers = (ctypes.POINTER(kind) * len(children))(*[c if c is None else ctypes.pointer(c) for c in children])
    return ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(kind))), pointers


def field(form, name="", children=(), dictionary=None, metadata=None, n_children=None):
    made = structs.Schema()
    made.format = form.encode() if isinstance(form, str) else form
    made.name = name.encode() if isinstance(name, str) else name
    made.flags = structs.FLAG_NULLABLE
    made.n_children = len(children) if n_children is None else n_children
    if children:
        made.children, made.kept = _pointers(structs.Schema, children)
    if dictionary is not None:
        made.dictionary = ctypes.pointer(dictionary)
    if metadata is not None:
        made.kept_metadata = ctypes.create_string_buffer(metadata, len(metadata))
        made.metadata = ctypes.addressof(made.kept_metadata)
    made.release = _release_schema
    made.kept_all = [children, dictionary]
    return made


def extension(name):
    key, name = b"ARROW:extension:name", name.encode()
    return (
        struct.pack("=ii", 2, 1)
        + b"x"
        + struct.pack("=i", 0)
        + struct.pack("=i", len(key))
        + key
        + (struct.pack("=i", len(name)) + name)
    )


def array(length, buffers=(), children=(), dictionary=None, nulls=0, offset=0, n_children=None):
    """buffers: bytes, or None."""
    made = structs.Array()
    made.length, made.null_count, made.offset, made.n_buffers = length, nulls, offset, len(buffers)
    made.n_children = len(children) if n_children is None else n_children
    kept = [None if data is None else ctypes.create_string_buffer(data, max(len(data), 1)) for data in buffers]
    addresses = (ctypes.c_void_p * len(kept))(*[None if data is None else ctypes.addressof(data) for data in kept])
    if buffers:
        made.buffers = ctypes.cast(addresses, ctypes.POINTER(ctypes.c_void_p))
    if children:
        made.children, made.kept = _pointers(structs.Array, children)
    if dictionary is not None:
        made.dictionary = ctypes.pointer(dictionary)
    made.release = _release_array
    made.kept_all = [kept, addresses, children, dictionary]
    return made


def table(form, column, **options):
    """A table of one column "x"."""
    rows = column.length
    return Made(field("+s", children=[field(form, "x", **options)]), array(rows, [None], [column]))


def ints(*values, size=4):
    return struct.pack("=%d%s" % (len(values), {1: "b", 2: "h", 4: "i", 8: "q"}[size]), *values)


# --- pyarrow -----------------------------------------------------------------------


def _times(kind, value):
    unit = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[kind.unit]
    return divmod(value, unit)[0], divmod(value, unit)[1] * (10**9 // unit)


def expected(scalar):
    """The plain value that a pyarrow scalar is packed as, by a way of its own."""
    import datetime

    import pyarrow
    from pyarrow import types

    kind = scalar.type
    if isinstance(scalar, pyarrow.ExtensionScalar):
        found = scalar.as_py()
        return found if found is None or isinstance(found, bool) else str(found)
    if not scalar.is_valid and not types.is_union(kind) and not types.is_run_end_encoded(kind):
        return None
    if types.is_dictionary(kind):
        return expected(scalar.value)
    if types.is_run_end_encoded(kind) or types.is_union(kind):
        return expected(scalar.value) if scalar.value is not None else None
    if types.is_float16(kind) or types.is_float32(kind):
        return Fragment(packb(float(scalar.as_py()), use_single_float=True))
    if types.is_timestamp(kind):
        return Timestamp(*_times(kind, scalar.value))
    if types.is_time(kind):
        seconds, nanos = _times(kind, scalar.value)
        text = (datetime.datetime(1, 1, 1) + datetime.timedelta(seconds=seconds)).time().isoformat()
        if nanos == 0:
            return text
        return f"{text}.{nanos // 1000:06}" if nanos % 1000 == 0 else f"{text}.{nanos:09}"
    if types.is_duration(kind):
        if kind.unit == "ns" and scalar.value % 1000:
            whole = Encoder(datetime.timedelta)
            seconds, nanos = _times(kind, abs(scalar.value))
            text = Fragment(whole.encode(datetime.timedelta(seconds=seconds, microseconds=1))).data[1:].decode()
            text = text.replace(".000001S", f".{nanos:09}".rstrip("0") + "S")
            return ("-" if scalar.value < 0 else "") + text[text.index("P") :]
        return Fragment(Encoder(datetime.timedelta).encode(scalar.as_py()))
    if types.is_date(kind):
        return scalar.as_py().isoformat()
    if types.is_decimal(kind):
        return str(scalar.as_py())
    if types.is_struct(kind):
        return {name: expected(scalar[name]) for name in scalar}
    if types.is_map(kind):
        return dict_of([(expected(entry["key"]), expected(entry["value"])) for entry in scalar.values])
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind) or "list_view" in str(kind):
        return [expected(item) for item in scalar.values]
    return scalar.as_py()


def dict_of(pairs):
    """A map whose keys may repeat, or have no place in a dict."""
    return Fragment(
        (bytes([0x80 + len(pairs)]) if len(pairs) < 16 else b"\xde" + len(pairs).to_bytes(2, "big"))
        + b"".join(packb(key, default=_list) + packb(value, default=_list) for key, value in pairs)
    )


def _list(value):
    raise TypeError(value)


def same(both, source, rows, layout="maps"):
    """Asserts that both back ends pack the source as these rows."""
    native, pure = (b"".join(backend.arrow_rows(source, layout)) for backend in both)
    assert native == pure
    assert native == b"".join(map(packb, rows))


def rows_of(backend, source, layout="maps", **options):
    """The values of all messages."""
    unpacker = Unpacker(strict_map_key=False, tuple_keys=True)
    for block in backend.arrow_rows(source, layout, **options):
        unpacker.feed(block)
    return list(unpacker)
