"""Escapes the characters that control a terminal.

Control characters (C0, DEL and C1) start terminal commands; bidirectional controls change the
order in which text is shown. In JSON they are written as \\uXXXX, which every JSON reader reads as
the same text.
"""

from __future__ import annotations

import re

# U+007F, U+0080-9F, U+061C, U+200E-F, U+202A-E, U+2066-9, as UTF-8.
_IN_UTF8 = re.compile(rb"\x7f|\xc2[\x80-\x9f]|\xd8\x9c|\xe2(?:\x80[\x8e\x8f\xaa-\xae]|\x81[\xa6-\xa9])")
_PREFIXES = (b"\x7f", b"\xc2", b"\xe2", b"\xd8")
_IN_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def json_text(text: bytes) -> bytes:
    """JSON in UTF-8 without such characters. (JSON's strings have no raw C0.)"""
    if not any([prefix in text for prefix in _PREFIXES]):
        return text
    return _IN_UTF8.sub(_escaped_utf8, text)


def _escaped_utf8(match: re.Match[bytes]) -> bytes:
    return b"\\u%04x" % ord(match.group().decode())


def line(text: str) -> str:
    """One line for people, such as an error message: without such characters."""
    return _IN_TEXT.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}"
