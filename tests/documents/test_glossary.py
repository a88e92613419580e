"""Prose, comments, docstrings and messages use the words of docs/glossary.md.

The phrases in backticks of the glossary's last columns must not be used. Looked
at are Markdown outside code, and of all other text files the comments and the
strings with blanks (in formats without strings, all lines). A word that is part
of a name (`owed_values`, `competitors/a.py`, `frame->owed`) or stands where only
a variable can (`owed = 1`, `owed: the pending values`) does not count.
"""

import re
from pathlib import Path

import pytest
from test_repository import FILES, ROOT, TEXTS

GLOSSARY = ROOT / "docs" / "glossary.md"

# Data, the glossary, and tests of this test.
EXEMPT = ("vectors/", "docs/results/lab.json", "docs/glossary.md", "tests/documents/test_glossary.py", "LICENSE")
EXEMPT_SUFFIXES = {".json", ".tsv", ".slnx"}

STRING = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
C_LIKE = re.compile(r"/\*.*?\*/|//[^\n]*|" + STRING, re.DOTALL)
PYTHON = re.compile(r'#[^\n]*|""".*?"""|\'\'\'.*?\'\'\'|' + STRING, re.DOTALL)
HASHED = re.compile(r"#[^\n]*|" + STRING)
TOKENS = {
    **dict.fromkeys((".c", ".h", ".cs", ".js", ".css", ".php", ".inc"), C_LIKE),
    **dict.fromkeys((".py", ".pyi"), PYTHON),
    **dict.fromkeys((".sh", ".toml", ".yml", ".cmake", ".m4"), HASHED),
}
CODE_IN_MARKDOWN = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`|\]\([^)\n]*\)|<!--.*?-->", re.MULTILINE | re.DOTALL)


def phrases():
    text = GLOSSARY.read_text(encoding="utf-8")
    cells = [line[1:-1].rsplit("|", 1)[1] for line in text.splitlines() if line.startswith("| ")]
    return sorted({phrase for cell in cells for phrase in re.findall(r"`([^`]+)`", cell)}, key=len, reverse=True)


def pattern(words):
    """The phrases, across line ends, where no neighbour makes them part of a name."""
    choice = "|".join(r"[\s*/#]+".join(map(re.escape, words_of.split())).replace("'", "['’]") for words_of in words)
    before = r"(?<![\w$/\\@.>\-])(?<!import )"
    after = r"(?![\w(=\[/\\]|[.\-]\w|->|:|\s[-+=<>!]=?\s)"
    return re.compile(before + "(?:" + choice + ")" + after, re.IGNORECASE)


def prose(path, text):
    """(offset, text) of everything in a file that is read as language."""
    if path.suffix in (".md", ".phpt", ".html", ".j2"):
        if path.suffix == ".md":
            text = CODE_IN_MARKDOWN.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
        yield 0, text
    else:
        for match in TOKENS.get(path.suffix, HASHED).finditer(text):
            token = match.group()
            if token[0] not in "\"'" or token[:3] in ('"""', "'''") or " " in token:
                yield match.start(), re.sub(r"`[^`\n]*`", lambda code: " " * len(code.group()), token)


def hits(path, text, words):
    for start, part in prose(path, text):
        for match in words.finditer(part):
            line = text.count("\n", 0, start + match.start()) + 1
            yield line, " ".join(match.group().split())


def checked():
    for path in FILES:
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in TEXTS - EXEMPT_SUFFIXES | {""} and not name.startswith(EXEMPT) or name == "vectors/README.md":
            yield name, path


def test_only_words_of_the_glossary():
    words = pattern(phrases())
    found = [
        "%s:%d: %s" % (name, line, phrase)
        for name, path in checked()
        for line, phrase in hits(path, path.read_text(encoding="utf-8"), words)
    ]
    assert not found, "say it with the words of docs/glossary.md:\n" + "\n".join(found)


#: Any floor but the noise floor, across line ends; in the braces of a format it is a variable.
FLOOR = re.compile(r"(?<!noise[\s_-])(?<!\{)(?<!\* )\bfloors?\b(?!\(|[^{}\n]*\})", re.IGNORECASE)


def test_a_floor_is_the_noise_floor():
    """One meaning: the minimum work and the project's goals have names of their own."""
    found = [
        "%s:%d: %s" % (name, line, phrase)
        for name, path in checked()
        if name != "dotnet/bench/Options.cs"  # the old name of a codec, still read
        for line, phrase in hits(path, path.read_text(encoding="utf-8"), FLOOR)
    ]
    assert not found


@pytest.mark.parametrize(
    ("text", "count"),
    [("the noise floor\nNoise floors, a noise\nfloor", 0), ("a floor, the median floor", 2), ("the floor of noise", 1)],
)
def test_which_floor_is_another_one(text, count):
    assert len(list(hits(Path("a.md"), text, FLOOR))) == count


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.md", "Values are owed.\n", [(1, "owed")]),
        ("a.md", "The variable `owed` counts.\n```c\nint owed; // owed\n```\n", []),
        ("a.md", "a round trip, there\nand back", [(1, "there and back")]),
        (
            "a.c",
            "int owed = 1;\n/* what the message owes\n * is promised\n * there\n * and back */",
            [(2, "owes"), (3, "promised"), (4, "there * and back")],
        ),
        ("a.h", "uint64_t owed; /* owed: pending values; frame->owed, owed - 1, haya.owed */", []),
        ("a.c", 'f("have %d bytes and owe %d");', [(1, "owe")]),
        ("a.py", '"""\nThe peers.\n"""\nimport competitors  # lab.competitors, competitors/a.py\n', [(2, "peers")]),
        ("a.py", "x = peers['peers'] + f'the fair way of {peers}'", [(1, "fair way"), (1, "peers")]),
        ("a.py", "run('from lab import competitors; competitors.get(1)')", []),
        ("a.sh", "run bench-leaps # no leap year\nsay \"at hand\"", [(2, "at hand")]),
        ("a.phpt", "--TEST--\nFounding posts\n--FILE--\n<?php $owed = 1;", [(2, "Founding posts")]),
    ],
)
def test_what_counts(name, text, found):
    assert list(hits(Path(name), text, pattern(phrases()))) == found


def test_the_glossary_is_read():
    assert {"owed", "lead bytes", "founding post", "there and back", "the options' affair"} <= set(phrases())


#: Words that identifiers don't contain either: the glossary's single words, and those that prose has other uses for.
IDENTIFIERS = {phrase for phrase in phrases() if phrase.isalpha()} | {
    "founding",
    "lead",
    "leaps",
    "madeof",
    "rare",
    "room",
}
#: Identifiers that contain one all the same, and why.
KEPT = {
    "room": "core/include/hayapack.h: the old name of `capacity`, for one version",
    "awaitPromise": "a parameter of Chromium's protocol",
    "HAYAPACK_LAB_COMPETITORS": "the old name of HAYAPACK_LAB_CODECS, still read",
}
CODE = {".c", ".h", ".cs", ".py", ".pyi"}
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def identifiers(path, text):
    """(line, identifier) of a source, without comments and strings."""
    text = TOKENS[path.suffix].sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    for line, code in enumerate(text.split("\n"), 1):
        for name in re.findall(r"[A-Za-z_]\w*", code):
            yield line, name


def test_identifiers_use_the_words_of_the_glossary():
    found = [
        "%s:%d: %s" % (path.relative_to(ROOT).as_posix(), line, name)
        for path in FILES
        if path.suffix in CODE and not path.name.startswith("test_glossary")
        for line, name in identifiers(path, path.read_text(encoding="utf-8"))
        if name not in KEPT
        and not name.startswith("test_")
        and IDENTIFIERS & {part.lower() for part in PART.findall(name)}
    ]
    assert not found
