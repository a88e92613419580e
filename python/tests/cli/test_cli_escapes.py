"""Sequences that control a terminal, in data and in names of files, never reach it raw."""

from __future__ import annotations

import os
import re

import pytest
from tool import on_terminal, run

from hayapack import ExtType, packb

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX terminals")
#: A title, a clear screen, OSC 52 (the clipboard), a hyperlink, C1 controls, DEL, directions, line ends.
EVIL = (
    "\x1b]0;title\x07\x1b[2J\x1b]52;c;aGk=\x07\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\x1b[1;31m",
    "\x9b31m\x9d0;title\x9c\x90q\x9c",
    "\x7f\u202eevil\u2066\u200f\u061c\r\n\x08\x00",
)
#: What the tool itself may send: styles (less is not used here), line ends; and progress bars' erasing.
OWN = re.compile(r"\x1b\[(?:0|1|2|3[0-9])?(?:;3[0-9])*m|\r\n")
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

COMMANDS = [
    ["cat"], [], ["cat", "--lines"], ["cat", "--plain"], ["cat", "--invalid=bytes"], ["cat", "--invalid=replace"],
    ["cat", "--keep-going"], ["head"], ["inspect"], ["inspect", "--invalid=replace"], ["stats"], ["validate"],
    ["count"], ["get", "$[0]"], ["get", "$"], ["get", "$.missing"], ["get", f"$[0][{EVIL[0]!r}]"],
    ["convert", "--to=jsonl"], ["convert", "--to=json", "--plain"], ["diff"],
]  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Files whose content, and one whose name too, has EVIL: (good, the same with text that is not UTF-8)."""
    folder = tmp_path_factory.mktemp("escapes")
    value = {text: [text, {text: {text: 1}}, text.encode(), ExtType(5, text.encode())] for text in EVIL}
    typed = "".join(EVIL).encode()
    typed = b"\xd9" + bytes([len(typed)]) + typed + b"\x81\xa1A\x05"
    good = folder / f"a{EVIL[0].replace('/', '')}b.msgpack"
    data = packb([value]) + b"\xc7" + bytes([len(typed)]) + b"\x64" + typed
    good.write_bytes(data)
    bad = folder / "bad.msgpack"
    bad.write_bytes(packb([value]) + b"\x81" + packb(EVIL[0]) + b"\xa5\xff\x1b[2J" + data[:-1])
    return str(good), str(bad)


def check(text):
    left = OWN.sub("", text)
    assert not CONTROL.search(left), repr(left)


@posix
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_on_a_terminal(command, files):
    for name in files:
        words = [*command[:1], name, *command[1:]] if command[:1] != ["diff"] else ["diff", *files]
        out, err = on_terminal(words, 60, status=None)
        check(out)
        check(err)
        assert out + err


@pytest.mark.parametrize(
    "words", [[EVIL[0]], ["get", EVIL[1]], ["cat", EVIL[2][:-1]], ["cat", "--" + EVIL[0]], ["cat", "--color", EVIL[0]]]
)
def test_words_in_errors(words):
    done = run(*words)
    assert done.returncode in (1, 2)
    check(done.stderr.decode().replace("\n", ""))


@posix
def test_names_of_indexes(files):
    out, err = on_terminal(["index", files[0]], 60, status=None)
    check(out.replace("\t", " "))
    check(err)
    assert ".hayaidx" in out
    assert EVIL[0].replace("/", "").encode() in run("index", files[0]).stdout, "a pipe gets the name itself"


@pytest.mark.parametrize("word", EVIL)
def test_programs_that_do_not_exist(word):
    for words in (["run", "x" + word.rstrip("\0")], ["run", "-" + word.rstrip("\0")]):
        done = run(*words)
        assert done.returncode != 0
        check(done.stderr.decode().replace("\n", ""))
