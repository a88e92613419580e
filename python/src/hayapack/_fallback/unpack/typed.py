"""Typed decoding: a plan's reader on top of the untyped decoder."""

from __future__ import annotations

from ..._core.first_error import Walk, fault_error
from ..._errors import make_errors
from ..._wire.scan import Fault
from ..plan.decode_loop import Enough, Reader, Untyped
from ..plan.scalars import Invalid
from .decode_loop import _check_key, decode, exact_fault, raise_exact
from .options import UnpackOptions

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, NoReturn, Optional

    from ..._plan.nodes import Node


def _untyped(options: UnpackOptions) -> Untyped:
    """The untyped decoder for values in open containers."""
    inner: dict[int, UnpackOptions] = {}

    def at(depth: int) -> UnpackOptions:
        found = inner.get(depth)
        if found is None:
            found = inner[depth] = options.inside(depth)
        return found

    def value(buf: bytes, pos: int, depth: int) -> tuple[Any, int]:
        return decode(buf, pos, at(depth))

    def key(buf: bytes, pos: int, depth: int) -> tuple[Any, int]:
        found, end = decode(buf, pos, at(depth), is_key=True)
        _check_key(found, pos, end, options)
        return found, end

    def skip(buf: bytes, pos: int, depth: int) -> tuple[None, int]:
        walk = Walk(buf, pos, len(buf), at(depth).limits)
        fault = walk.find()
        if fault is not None:
            raise fault
        return None, walk.pos

    return Untyped(value, key, skip)


def decode_typed(buf: bytes, options: UnpackOptions, base: int, lz4_offset: Optional[int] = None) -> tuple[Any, int]:
    """The value at the beginning of buf by the plan of the options, and the offset after it.

    base: the offset of buf[0] in the stream; lz4_offset: of the compressed message whose content buf is.
    """
    reader = Reader(buf, 0, options, _untyped(options))
    found, end = reader.errors, None
    try:
        value = reader.read(options.plan)
    except Fault as fault:
        if not found:
            raise_exact(fault, buf, options, base, lz4_offset)
        end = fault.with_traceback(None)
    except Invalid as invalid:
        found.append(invalid.with_traceback(None))
    except Enough:
        pass
    finally:
        reader.close()
    if found:
        raise_invalid(found, buf, options, base, lz4_offset, end)
    return value, reader.pos


def raise_invalid(
    found: list[Invalid],
    buf: bytes,
    options: UnpackOptions,
    base: int,
    lz4_offset: Optional[int] = None,
    end: Optional[Fault] = None,
) -> NoReturn:
    """Raises the first of the errors, with the others; or the fault of the wire before them. Empties the list.

    end: the fault that ended reading, which is the last of the errors.
    The frames in a traceback keep what their variables refer to. If that were the error itself, or an Invalid with
    such frames (its own, or those of its cause), only the collector could release the message.
    """
    try:
        error = _validation_error(found, buf, options, base, lz4_offset, end)
    finally:
        found.clear()
    try:
        raise error
    finally:
        del error


def _validation_error(
    found: list[Invalid],
    buf: bytes,
    options: UnpackOptions,
    base: int,
    lz4_offset: Optional[int],
    end: Optional[Fault],
) -> Exception:
    path = None
    if end is not None:
        end, path = exact_fault(end, buf, options)
    # With strict=False bytes may have been read from a str; the text of others has been checked up to each error.
    walk = Walk(buf, 0, len(buf), options.limits, check_text=options.check_text and options.strict)
    made = {}
    for invalid in sorted(found, key=lambda one: one.offset):
        at = invalid.offset
        fault = walk.find(stop=at)
        if fault is not None:
            end, path = fault, walk.path()
        if end is not None and at >= end.offset:
            break  # nothing behind the fault is known to be a value
        head, node = buf[at : at + 16], invalid.node
        error = make_errors.validation_error(
            invalid.name,
            head,
            at + base,
            walk.path(not options.strict),
            node.name,
            invalid.facts,
            lz4_offset,
            invalid.twin,
        )
        error.__cause__ = invalid.__cause__
        made[id(invalid)] = error
    errors: list[Any] = [made[id(invalid)] for invalid in found if id(invalid) in made]
    if end is not None:
        errors.append(fault_error(end, buf, base, path, lz4_offset))
    return make_errors.with_all(errors)


def raise_late(
    error: BaseException,
    at: int,
    node: Node,
    buf: bytes,
    options: UnpackOptions,
    base: int,
    lz4_offset: Optional[int] = None,
) -> NoReturn:
    """Raises the ValueError or TypeError of a function that the native back end called with the object at ``at``."""
    if options.all_errors:  # the native back end stops at the first; the functions run again
        decode_typed(buf, options, base, lz4_offset)
    invalid = Invalid("invalid_value", at, node, str(error))
    invalid.__cause__ = error
    raise_invalid([invalid], buf, options, base, lz4_offset)
