"""Runs in the emulator, for arm64_instructions.py: calls.py LIBRARY TASK TURNS FILE

Decodes the messages of FILE, each a bin in an array, with msgpack, TURNS times, and with LIBRARY: TASK "decode" decodes
them with it, too, "encode" encodes the values, "none" does nothing.
"""

import gc
import importlib
import sys

import msgpack


def main():
    library, task, turns, file = sys.argv[1:]
    codec = importlib.import_module(library)
    with open(file, "rb") as stream:
        messages = msgpack.unpackb(stream.read())
    gc.disable()
    for _ in range(int(turns)):
        for message in messages:
            value = msgpack.unpackb(message, strict_map_key=False)  # new strs, in which no UTF-8 is kept
            if task == "decode":
                codec.unpackb(message, strict_map_key=False)
            elif task == "encode":
                codec.packb(value)


main()
