"""Runs in the emulator, for arm64_instructions.py: calls.py TURNS FILE

FILE has rows: what they need, codecs of the lab, and messages, each a bin. Each row's messages are decoded by msgpack, TURNS
times, and then, for each codec, also encoded and also decoded by it. Before and after each of these, mark() is called.
"""

import gc
import os
import sys

import msgpack

from hayapack_lab import codecs

mark = os.sched_yield  # a system call that Python makes for nothing else: count.c prints the instructions so far


def counted(turns, messages, encode, decode):
    """One turn more than counted, before the count: for what is only done once."""
    for times in (1, turns):
        mark()
        for _ in range(times):
            for message in messages:
                value = msgpack.unpackb(message, strict_map_key=False)  # new strs, in which no UTF-8 is kept
                if encode is not None:
                    encode(value)
                if decode is not None:
                    decode(message)
    mark()


def main():
    turns, file = sys.argv[1:]
    with open(file, "rb") as stream:
        rows = msgpack.unpackb(stream.read())
    gc.disable()
    for needs, names, messages in rows:
        counted(int(turns), messages, None, None)
        for name in names:
            encode, decode = codecs.get(name).load(frozenset(needs))
            counted(int(turns), messages, encode, None)
            counted(int(turns), messages, None, decode)


main()
