"""The values of the matrix: every row of the vectors that has a value, three documents, and
both of these again as LZ4 messages.
"""

import json
import re
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python" / "tests"))

import vectors  # noqa: E402

DOCUMENTS = ("twitter.json", "citm_catalog.json", "canada.json")
# The option for reading what was written with each option.
READ_WITH = {"none": "none", "block": "lz4", "block-array": "lz4", "types": "types"}
OWN_GROUPS = {"timestamps.tsv": "timestamps", "ext.tsv": "ext"}


class Case:
    """A value that each language writes and reads."""

    def __init__(self, group, name, tokens, option="none", canonical=None, row=None):
        self.group = group
        self.name = name
        self.tokens = tokens
        self.option = option
        self.canonical = canonical  # the bytes that a writer must produce; None if several are valid
        self.row = row  # the bytes of a vector, which every language reads too


# --- notation -> tokens ------------------------------------------------------


class TokenReader(vectors.ValueReader):
    """Converts a value in the vectors' notation to the workers' tokens."""

    def _value(self):
        name = self._typed.match(self.text, self.at)
        if name:
            self.at = name.end()
            text = unescaped(name.group(1)).encode().hex()
            return "o" + text if self._take("none") else "y%s %s" % (text, self._value())
        if self._take("["):
            items = [value for _, value in self._items("]", False)]
            return " ".join(["a%d" % len(items), *items])
        if self._take("{"):
            items = self._items("}", True)
            return " ".join(["m%d" % len(items), *(key + " " + value for key, value in items)])
        match = self._scalar.match(self.text, self.at)
        self.at = match.end()
        if match.group("size"):
            return float_token(float(match.group("float")), match.group("size") == "f32")
        value = self._scalar_value(match)
        if match.group("code"):
            return "x%d:%s" % (value.code, value.data.hex())
        if match.group("s"):
            return "t%d:%d" % (value.seconds, value.nanoseconds)
        return plain_token(value)


def unescaped(text):
    return re.sub(r"\\(u\{([0-9a-f]+)\}|.)", vectors._unescape, text)


def float_token(value, single=False):
    kind = "f" if single else "d"
    return kind + ("nan" if value != value else struct.pack(">" + kind, value).hex())


def plain_token(value):
    if isinstance(value, bytes):
        return "b" + value.hex()
    if isinstance(value, str):
        return "s" + value.encode().hex()
    if isinstance(value, float):
        return float_token(value)
    if value is None or isinstance(value, bool):
        return {None: "N", True: "T", False: "F"}[value]
    return "i%d" % value


def tokens_of(value, out):
    """Adds the tokens of a JSON value to the list `out` and returns it."""
    if isinstance(value, dict):
        out.append("m%d" % len(value))
        for key, item in value.items():
            out.append(plain_token(key))
            tokens_of(item, out)
    elif isinstance(value, list):
        out.append("a%d" % len(value))
        for item in value:
            tokens_of(item, out)
    else:
        out.append(plain_token(value))
    return out


# --- cases -------------------------------------------------------------------


def valid():
    for file, (name, packed, canonical, value) in vectors.rows("valid"):
        row = vectors.parse_bytes(packed)
        right = row if canonical == "=" else vectors.parse_bytes(canonical)
        group = OWN_GROUPS.get(file, "values")
        yield Case(group, "%s: %s" % (file, name), TokenReader(value).read(), "none", right, row)


def typeless():
    for _, (name, packed, canonical, value) in typeless_rows():
        row = vectors.parse_bytes(packed)
        right = row if canonical == "=" else vectors.parse_bytes(canonical)
        yield Case("typeless", "typeless: " + name, TokenReader(value).read(), "types", right, row)


def typeless_rows():
    return [(file, fields) for file, fields in vectors.rows("typeless") if file == "valid.tsv"]


def documents(folder):
    """Returns the cases of the documents in the folder, and the names of the missing documents."""
    found, missing = [], []
    for name in DOCUMENTS:
        try:
            value = json.loads((folder / name).read_bytes())
        except OSError:
            missing.append(name)
        else:
            found.append(Case("documents", name, " ".join(tokens_of(value, []))))
    return found, missing


def compressed(plain):
    """Yields the values of at least 64 bytes, the smallest that are compressed, in both LZ4 formats."""
    for option, group in (("block", "LZ4, ext 99"), ("block-array", "LZ4, ext 98")):
        for case in plain:
            if case.canonical is None or len(case.canonical) >= 64:
                yield Case(group, "%s: %s" % (option, case.name), case.tokens, option)


def all_cases(folder):
    sys.setrecursionlimit(20000)
    rows = list(valid())
    found, missing = documents(folder)
    return [*rows, *found, *compressed([*found, *rows]), *typeless()], missing
