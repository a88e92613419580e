"""What is raised or warned of when a file does not fit a table."""

from __future__ import annotations

import re

from .. import ColumnTypeError

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional


_NUMBER = re.compile(r"\$\[[0-9]+\]")


class SchemaError(ValueError):
    """A schema that contradicts itself or the data, or a value that does not fit the schema.

    ``reason``: what is wrong; ``file``, ``offset`` (of the value, in bytes of the file), ``path``: where, or
    None if not known.
    """

    def __init__(
        self, reason: str, file: Optional[str] = None, offset: Optional[int] = None, path: Optional[str] = None
    ) -> None:
        super().__init__(reason, file, offset, path)
        self.reason, self.file, self.offset, self.path = reason, file, offset, path

    def __str__(self) -> str:
        where = [] if self.file is None else [self.file]
        if self.offset is not None:
            where.append(f"byte {self.offset}")
        return ": ".join([*where, self.reason]) + (f", at {self.path}" if self.path else "")


class LeftOutWarning(UserWarning):
    """Rows, values or bytes were left out, because ``errors`` said so."""


def of_message(error: Any) -> Any:
    """The error of columns() with the path in its message, without the message's number among those of the block."""
    path = getattr(error, "path", None)
    found = path and _NUMBER.match(path)
    if found:
        error.path = "$" + path[found.end() :]
        old, new = f", at {path}", f", at {error.path}"
        if getattr(error, "message", ""):
            error.message = error.message.replace(old, new)
        else:
            error.args = (str(error).replace(old, new), *error.args[1:])
    return error


def located(error: Any, base: int, file: Optional[str]) -> Exception:
    """The error with its offset increased, in the attribute and the text, which begins with the file's name.

    A ColumnTypeError becomes a SchemaError.
    """
    offset, path = getattr(error, "offset", None), getattr(error, "path", None)
    if offset is None:
        return error  # type: ignore[no-any-return]
    old, new = f"byte {offset}", f"byte {offset + base}"
    if isinstance(error, ColumnTypeError):
        reason = str(error)
        if reason.startswith(old + ": "):
            reason = reason[len(old) + 2 :]
        if path and reason.endswith(f", at {path}"):
            reason = reason[: -len(f", at {path}")]
        return SchemaError(reason, file, offset + base, path)
    error.offset = offset + base
    before = f"{file}: " if file else ""
    if getattr(error, "message", ""):
        error.message = before + error.message.replace(old, new, 1)
    elif error.args and isinstance(error.args[0], str):
        error.args = (before + error.args[0].replace(old, new, 1), *error.args[1:])
    return error  # type: ignore[no-any-return]
