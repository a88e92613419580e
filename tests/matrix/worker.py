"""The matrix's worker for Python; README.md in this folder describes its protocol.
HAYAPACK_PUREPYTHON=1 selects the pure back end.
"""

import math
import platform
import struct
import sys

import hayapack
from hayapack import ExtType, Timestamp, Typed, TypeRegistry

TYPES = TypeRegistry()  # empty: every name is unknown
CONSTANTS = {"N": None, "T": True, "F": False}


class Refused(Exception):
    """The value cannot be represented in Python; the message is the reason."""


# --- tokens -> values --------------------------------------------------------


def value_of(tokens, frozen=False):
    """Returns the value of the next tokens. frozen: arrays become tuples, as map keys require."""
    token = next(tokens)
    if token in CONSTANTS:
        return CONSTANTS[token]
    kind, body = token[0], token[1:]
    if kind == "i":
        return int(body)
    if kind in "df":
        return math.nan if body == "nan" else struct.unpack(">" + kind, bytes.fromhex(body))[0]
    if kind == "s":
        return bytes.fromhex(body).decode()
    if kind == "b":
        return bytes.fromhex(body)
    if kind == "x":
        code, _, data = body.partition(":")
        return ExtType(int(code), bytes.fromhex(data))
    if kind == "t":
        return Timestamp(*map(int, body.split(":")))
    if kind == "y":
        return Typed(bytes.fromhex(body).decode(), value_of(tokens))
    if kind == "o":
        return Typed(bytes.fromhex(body).decode())
    if kind == "a":
        items = (value_of(tokens, frozen) for _ in range(int(body)))
        return tuple(items) if frozen else list(items)
    return map_of(tokens, int(body), frozen)


def map_of(tokens, count, frozen):
    made = {}
    try:
        for _ in range(count):
            key = value_of(tokens, True)
            made[key] = value_of(tokens, frozen)
    except TypeError:
        raise Refused("a map is a key") from None
    if len(made) < count:
        raise Refused("keys repeat")
    return made


def write(text, option):
    tokens = text.split(" ")
    value = value_of(iter(tokens))
    options = {"use_single_float": any(token[0] == "f" for token in tokens)}
    if option.startswith("block"):
        options["lz4"] = option
    elif option == "types":
        options["types"] = TYPES
    return hayapack.packb(value, **options)


# --- values -> tokens --------------------------------------------------------


def add_tokens(value, out):
    if value is None or isinstance(value, bool):
        out.append({None: "N", True: "T", False: "F"}[value])
    elif isinstance(value, int):
        out.append("i%d" % value)
    elif isinstance(value, float):
        out.append("dnan" if math.isnan(value) else "d" + struct.pack(">d", value).hex())
    elif isinstance(value, str):
        out.append("s" + value.encode().hex())
    elif isinstance(value, bytes):
        out.append("b" + value.hex())
    elif isinstance(value, ExtType):
        out.append("x%d:%s" % (value.code, value.data.hex()))
    elif isinstance(value, Timestamp):
        out.append("t%d:%d" % (value.seconds, value.nanoseconds))
    elif isinstance(value, Typed):
        out.append(("y" if value.has_value else "o") + value.name.encode().hex())
        if value.has_value:
            add_tokens(value.value, out)
    elif isinstance(value, tuple):
        out.append("a%d" % len(value))
        for item in value:
            add_tokens(item, out)
    else:
        out.append("m%d" % len(value))
        for key, item in value.items():
            add_tokens(key, out)
            add_tokens(item, out)


def read(data, option):
    options = {"use_list": False, "strict_map_key": False}
    if option == "lz4":
        options["lz4"] = True
    elif option == "types":
        options["types"] = TYPES
    out = []
    add_tokens(hayapack.unpackb(data, **options), out)
    return " ".join(out)


# --- commands ----------------------------------------------------------------


def answer(what, option, payload):
    try:
        if what == "write":
            return "ok", write(payload.decode(), option)
        return "ok", read(payload, option).encode()
    except Refused as error:
        return "no", str(error).encode()
    except ImportError as error:
        return "no", ("not available: %s" % error).encode()
    except Exception as error:
        return "no", (getattr(error, "name", None) or repr(error)).encode()


def main():
    sys.setrecursionlimit(20000)
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    about = "hayapack %s, %s, %s %s" % (
        hayapack.__version__, hayapack.backend, platform.python_implementation(), platform.python_version()
    )  # fmt: skip
    stdout.write(about.encode() + b"\n")
    stdout.flush()
    for line in stdin:
        what, option, size = line.decode().split()
        how, result = answer(what, option, stdin.read(int(size)))
        stdout.write(b"%s %d\n" % (how.encode(), len(result)))
        stdout.write(result)
        stdout.flush()


if __name__ == "__main__":
    main()
