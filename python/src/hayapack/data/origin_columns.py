"""Columns that say where a row is from."""

from __future__ import annotations

import re

from .. import Unpacker, columns, packb

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

#: What a column can have: the name of the file; the number of the row among those of the whole reading, from 0; the
#: value of NAME=value in the folders of the file's name, NAME being that of the column.
ORIGINS = {"file": "str", "row": "int64", "partition": "str"}

#: How Hive names the folder of rows without a value.
_NONE = "__HIVE_DEFAULT_PARTITION__"


def column_of(what: str, name: str, file: Optional[str], first: int, rows: int) -> Any:
    """A Column of so many rows, the first of which has the number `first`."""
    if what == "row":
        numbers = packb(list(range(first, first + rows)))
        header = Unpacker()
        header.feed(numbers[:5])
        header.read_array_header()
        data = numbers[header.tell() :]
    else:
        data = packb(file if what == "file" else partition(file, name)) * rows
    return columns(data, [name], [ORIGINS[what]], stream=True, rows="values")[name]


def partition(file: Optional[str], name: str) -> Optional[str]:
    """The value of name=value in the folders of a file; None without one."""
    for folder in re.split(r"[/\\]", file or "")[-2::-1]:
        key, equals, value = folder.partition("=")
        if equals and key == name:
            from urllib.parse import unquote

            return None if value == _NONE else unquote(value)
    return None
