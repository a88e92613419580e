"""Encoder: packb for one type."""

from __future__ import annotations

from types import GenericAlias

from ..._plan.annotations import PlanError
from ..._plan.compile import plan_of
from ..._plan.nodes import KEYS_ARRAY, KEYS_MAP
from ..option_checks import check_names, refuse_copy
from ..option_table import ENCODER
from ..plan.encode import Writer
from .encode_loop import encode
from .options import PackOptions

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, NoReturn, Optional

_KEYS = {"map": KEYS_MAP, "array": KEYS_ARRAY}


class Encoder:
    """Encodes objects of one type.

        encoder = Encoder(list[Order])
        packed = encoder.encode(orders)

    keys (str, None): "map" or "array": the form of all objects, instead of those that their classes declare.
    encoders (dict, None): {type: function}: objects of exactly this type are written as what the function
        returns.

    The other options are those of :func:`packb`, without extended (what it packs is packed), types,
    datetime and strict_types. Can be used by several threads at once.
    """

    __slots__ = ("_options", "_plan", "_writer", "__weakref__")

    def __class_getitem__(cls, type: Any) -> Any:
        """Encoder[list[Order]], for annotations."""
        return GenericAlias(cls, type)

    def __init__(
        self,
        type: Any,
        *,
        keys: Optional[str] = None,
        encoders: Optional[dict[Any, Callable[[Any], Any]]] = None,
        **options: Any,
    ) -> None:
        if keys is not None and keys not in _KEYS:
            raise ValueError("keys must be 'map', 'array' or None")
        check_names("Encoder", options, ENCODER)
        for cls, function in (encoders or {}).items():
            if not callable(function):
                raise TypeError(f"the encoder of {cls!r} must be a callable")
        try:
            self._plan = plan_of(type)
        except PlanError:
            self._plan = plan_of(type, encoders, writing=True)
        self._writer = Writer(encoders, None if keys is None else _KEYS[keys])
        self._options = PackOptions(extended=True, **options)

    def encode(self, obj: Any) -> bytes:
        """obj as a message. An object that is not of the type is written by its own. Raises as packb does."""
        packed = encode(self._writer.wrap(self._plan, obj), self._options)
        if not self._options.lz4:
            return packed
        from ..._values.lz4 import frame

        return frame(packed, self._options.lz4, self._options.lz4_level, obj)

    def __repr__(self) -> str:
        return f"Encoder({self._plan.name})"

    def __reduce__(self) -> NoReturn:
        """Raises TypeError."""
        refuse_copy(self)
