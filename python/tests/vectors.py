"""Reads the shared vectors: see vectors/README.md for the notation."""

import re
from pathlib import Path

from hayapack import ExtType, Timestamp, Typed

FOLDER = Path(__file__).resolve().parents[2] / "vectors"


def rows(kind):
    """(file name, fields) of each row of vectors/<kind>/."""
    found = []
    for path in sorted((FOLDER / kind).glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line and not line.startswith("#"):
                found.append((path.name, line.split("\t")))
    return found


# --- bytes -------------------------------------------------------------------

_TERM = re.compile(r"\(([^)]*)\)(?:\*(\d+))?|([^\s()*]+)(?:\*(\d+))?")


def parse_bytes(text, number=0):
    if text == "-":
        return b""
    out = []
    for inner, times, term, term_times in _TERM.findall(text):
        if term:
            out.append(_term(term, number) * int(term_times or 1))
        elif "#" in inner:
            out += [parse_bytes(inner, n) for n in range(int(times or 1))]
        else:
            out.append(parse_bytes(inner) * int(times or 1))
    return b"".join(out)


def _term(term, number):
    if term.startswith("#"):
        width, _, plus = term[1:].partition("+")
        return (number + int(plus or 0)).to_bytes(int(width), "big")
    return bytes.fromhex(term)


# --- values ------------------------------------------------------------------


class MapKey(Exception):
    """A row whose value has a map as a key, which Python can't represent."""


class ValueReader:
    """Reads one value in the notation; arrays become tuples."""

    _scalar = re.compile(
        r"(?P<const>nil|true|false)|int (?P<int>#(?:\+\d+)?|-?\d+)"
        r"|(?P<size>f64|f32) (?P<float>[-+.\w]+)"
        r'|str "(?P<str>(?:[^"\\]|\\.)*)"(?:\*(?P<times>\d+))?'
        r"|bin <(?P<bin>[^>]*)>|ext (?P<code>-?\d+) <(?P<data>[^>]*)>"
        r"|time (?P<s>-?\d+) (?P<ns>\d+)"
    )
    _typed = re.compile(r'typed "((?:[^"\\]|\\.)*)" ')
    _repeat = re.compile(r" \*(\d+)")
    _consts = {"nil": None, "true": True, "false": False}

    def __init__(self, text):
        self.text = text
        self.at = 0
        self.has_f32 = False
        self.number = 0

    def read(self):
        value = self._value()
        assert self.at == len(self.text), self.text[self.at :]
        return value

    def _take(self, token):
        if self.text.startswith(token, self.at):
            self.at += len(token)
            return True
        return False

    def _value(self):
        name = self._typed.match(self.text, self.at)
        if name:
            self.at = name.end()
            text = re.sub(r"\\(u\{([0-9a-f]+)\}|.)", _unescape, name.group(1))
            return Typed(text) if self._take("none") else Typed(text, self._value())
        if self._take("["):
            return tuple(value for _, value in self._items("]", False))
        if self._take("{"):
            pairs = self._items("}", True)
            if any(isinstance(key, dict) or _holds_dict(key) for key, _ in pairs):
                raise MapKey
            return dict(pairs)
        match = self._scalar.match(self.text, self.at)
        assert match, self.text[self.at : self.at + 80]
        self.at = match.end()
        return self._scalar_value(match)

    def _items(self, close, is_map):
        items = []
        while not self._take(close):
            start = self.at
            item = self._item(is_map)
            repeat = self._repeat.match(self.text, self.at)
            times = int(repeat.group(1)) if repeat else 1
            items += [item] * times if "#" not in self.text[start : self.at] else []
            if "#" in self.text[start : self.at]:
                for self.number in range(times):
                    self.at = start
                    items.append(self._item(is_map))
                self.number = 0
            if repeat:
                self.at = repeat.end()
            self._take(", ")
        return items

    def _item(self, is_map):
        key = None
        if is_map:
            key = self._value()
            assert self._take(": ")
        return key, self._value()

    def _scalar_value(self, match):
        part = match.groupdict()
        if part["const"]:
            return self._consts[part["const"]]
        if part["int"]:
            if part["int"].startswith("#"):
                return self.number + int(part["int"][2:] or 0)
            return int(part["int"])
        if part["size"]:
            self.has_f32 |= part["size"] == "f32"
            return float(part["float"])
        if part["str"] is not None:
            text = re.sub(r"\\(u\{([0-9a-f]+)\}|.)", _unescape, part["str"])
            return text * int(part["times"] or 1)
        if part["bin"] is not None:
            return parse_bytes(part["bin"] or "-")
        if part["code"]:
            return ExtType(int(part["code"]), parse_bytes(part["data"] or "-"))
        return Timestamp(int(part["s"]), int(part["ns"]))


def _unescape(match):
    return chr(int(match.group(2), 16)) if match.group(2) else match.group(1)


def _holds_dict(key):
    return isinstance(key, tuple) and any(isinstance(k, dict) or _holds_dict(k) for k in key)


# --- options -----------------------------------------------------------------

_OPTIONS = {
    "depth": "max_depth",
    "bytes": "max_buffer_size",
    "str": "max_str_len",
    "bin": "max_bin_len",
    "ext": "max_ext_len",
    "array": "max_array_len",
    "map": "max_map_len",
}


def parse_options(text):
    options = {"strict_map_key": False}
    for term in text.split(" ") if text != "-" else []:
        name, _, number = term.partition("=")
        if name == "strict-keys":
            options["strict_map_key"] = True
        else:
            options[_OPTIONS[name]] = int(number)
    return options
