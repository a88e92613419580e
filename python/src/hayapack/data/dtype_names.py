"""The names of types, as :func:`hayapack.columns` takes them."""

from __future__ import annotations

import json
import re

from .inferred_types import Seen

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def dtype_of(seen: Seen) -> str:
    """The name of a type that was seen."""
    return _NAMES[seen.kind](seen)


def _number(seen: Seen) -> str:
    facts = seen.facts
    if "float" in facts or ("big" in facts and "negative" in facts):
        return "float64"
    return "uint64" if "big" in facts else "int64"


def _timestamp(seen: Seen) -> str:
    facts = seen.facts
    if "far2" not in facts:
        return "timestamp[ns]"
    return "timestamp[s]" if "fine1" not in facts else "timestamp[ms]" if "far1" in facts else "timestamp[us]"


def _map(seen: Seen) -> str:
    if not seen.fields:
        return "map[str, null]"
    return struct_of([(key, dtype_of(field)) for key, field in seen.fields.items()])


def field_name(key: Any) -> str:
    """A field as it stands in struct{}."""
    if isinstance(key, bytes):
        plain = [chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in key]
        return f'b"{"".join(plain)}"'
    return key if _NAME.match(key) else json.dumps(key, ensure_ascii=False)


_NAMES: dict[str, Callable[[Seen], str]] = {
    **{name: lambda seen: seen.kind for name in ("null", "bool", "str", "bytes", "raw")},
    "number": _number,
    "timestamp": _timestamp,
    "array": lambda seen: f"list[{dtype_of(seen.item or Seen())}]",
    "map": _map,
    "pairs": lambda seen: f"map[{dtype_of(seen.key or Seen())}, {dtype_of(seen.item or Seen())}]",
}


def struct_of(fields: list[tuple[Any, str]]) -> str:
    """The struct with these fields and names of types."""
    return "struct{" + ", ".join(f"{field_name(key)}: {dtype}" for key, dtype in fields) + "}"
