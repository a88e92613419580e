"""Text that is not ASCII, decoded in steps of several bytes: the same str, or the same error, as of CPython's decoder,
whatever precedes a character, follows it and ends the message."""

import random
import struct

import pytest

#: Characters of 1 to 4 bytes, the first and last of each size, and those beside the surrogates.
CHARACTERS = "a\x00\x7f\x80\xe9\xff\u0100\u07ff\u0800\u3042\ud7ff\ue000\uffff\U00010000\U0001f600\U0010ffff"
#: Characters that make texts of 1, 2 and 4 bytes each, in proportions that make runs of one size likely and unlikely.
ALPHABETS = [
    "a\xe9",
    "aaaaaaaa\xe9",
    "\xe9",
    "a\u0434",
    "\u3042",
    "a\u3042",
    "\u3042\u0434a",
    "a\U0001f600",
    CHARACTERS,
]
#: Bytes at which the rules of UTF-8 change.
EDGES = bytes.fromhex("007f808f909fa0bfc0c1c2dfe0e1ecedeeeff0f1f3f4f5ff")


def message(data):
    return b"\xdb" + struct.pack(">I", len(data)) + data


def decoded(backend, data):
    """The str, or None; alone and in a list, before other values and at the end of the message."""
    results = []
    for packed, take in (
        (message(data), lambda value: value),
        (b"\x92" + message(data) + b"\xa1x", lambda value: value[0]),
        (b"\x81\xa1k" + message(data), lambda value: value["k"]),
    ):
        try:
            results.append(take(backend.unpackb(packed)))
        except ValueError as error:
            assert error.name == "invalid_utf8"
            results.append(None)
    assert results[0] == results[1] == results[2]
    return results[0]


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_valid(backend, alphabet):
    random_ = random.Random(len(alphabet))
    for n in [*range(1, 70)] * 4 + [127, 128, 255, 256, 257, 1000, 5000]:
        text = "".join(random_.choice(alphabet) for _ in range(n))
        assert decoded(backend, text.encode()) == text


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_one_changed_byte(backend, alphabet):
    random_ = random.Random(len(alphabet))
    for n in [*range(1, 40)] * 8:
        data = bytearray("".join(random_.choice(alphabet) for _ in range(n)).encode())
        data[random_.randrange(len(data))] = random_.choice(EDGES)
        if random_.random() < 0.2:
            del data[-1]
        try:
            expected = data.decode()
        except UnicodeDecodeError:
            expected = None
        assert decoded(backend, bytes(data)) == expected, bytes(data)


def test_every_pair_of_characters_in_every_place(backend):
    for before in range(0, 34):
        for one in CHARACTERS:
            text = "a" * before + "".join(one + other for other in CHARACTERS)
            assert backend.unpackb(message(text.encode())) == text


@pytest.mark.parametrize("run", ["\xe9", "\u0434", "\u3042", "\U0001f600"])
def test_what_interrupts_a_run(backend, run):
    """Among others, small characters whose bytes could be taken for those of one that is larger."""
    for before in range(1, 34):
        for other in ["\x00\x04", "\x00\x00\x04", "\x00" * 4, *CHARACTERS]:
            for after in (0, 1, 2, 3, 9):
                text = run * before + other + run * after
                assert backend.unpackb(message(text.encode())) == text


@pytest.mark.parametrize("narrow, wide", [("\xe9", "\u0100"), ("\u0434", "\U00010000")])
def test_the_character_that_widens_a_str(backend, narrow, wide):
    """The widest character is the last one, in the last bytes, or the first one."""
    for n in range(0, 80):
        for text in (narrow * n + wide, wide + narrow * n, narrow * n + wide + "a" * 20):
            assert backend.unpackb(message(text.encode())) == text
