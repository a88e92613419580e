"""The types of columns as numbers."""

from __future__ import annotations

#: Numbers of the types; the compiled module has the same (ext/columns/columns.h).
(
    UNKNOWN, INT64, FLOAT64, BOOL, STR, BYTES, INT8, INT16, INT32, UINT8, UINT16, UINT32, UINT64, FLOAT32, RAW,
    TIMESTAMP, NAIVE, DATE32, TIME64, DURATION, DICTIONARY, LIST, STRUCT, MAP, NULL,
) = range(25)  # fmt: skip
S, MS, US, NS = range(4)
UNITS = ("s", "ms", "us", "ns")

#: The most nested types in one dtype.
MOST_NESTED = 32

SIMPLE: dict[str, tuple[int, int]] = {
    "int64": (INT64, 0), "float64": (FLOAT64, 0), "bool": (BOOL, 0), "str": (STR, 0), "bytes": (BYTES, 0),
    "int8": (INT8, 0), "int16": (INT16, 0), "int32": (INT32, 0), "uint8": (UINT8, 0), "uint16": (UINT16, 0),
    "uint32": (UINT32, 0), "uint64": (UINT64, 0), "float32": (FLOAT32, 0), "raw": (RAW, 0), "date32": (DATE32, 0),
    "null": (NULL, 0), "timestamp[s]": (TIMESTAMP, S), "timestamp[ms]": (TIMESTAMP, MS),
    "timestamp[us]": (TIMESTAMP, US), "timestamp[ns]": (TIMESTAMP, NS), "timestamp[us, naive]": (NAIVE, US),
    "time64[us]": (TIME64, US), "duration[us]": (DURATION, US),
}  # fmt: skip
