"""A consumer of a stream of the Arrow C stream interface, by ctypes."""

import ctypes

from hayapack._fallback.columnar.arrow import structs

pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


class Consumer:
    """Takes the stream out of a capsule, as a library does."""

    def __init__(self, capsule):
        self.stream = structs.Stream()
        structs.move(
            structs.Stream.from_address(pointer(capsule, b"arrow_array_stream")), ctypes.addressof(self.stream)
        )

    def schema(self):
        schema = structs.Schema()
        code = self.stream.get_schema(self.stream, schema)
        return self.error(code) if code else schema

    def next(self):
        array = structs.Array()
        code = self.stream.get_next(self.stream, array)
        return self.error(code) if code else array if array.release else None

    def error(self, code):
        text = self.stream.get_last_error(self.stream)
        return code, ctypes.string_at(text).decode() if text else None

    def release(self):
        self.stream.release(ctypes.addressof(self.stream))


def release(struct):
    struct.release(ctypes.addressof(struct))
