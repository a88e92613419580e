"""The options of packing, checked once and stored as the encoder needs them."""

from __future__ import annotations

from ..._wire.format import BLOCK, BLOCK_ARRAY, PLAIN
from ..._wire.numbers import pack_float32, pack_float64, pack_float64_pair
from ..._wire.writing import BIN_HEADS, STR_HEADS, STR_HEADS_OLD, bin_head, str_head, str_head_old
from ..option_checks import check_types, clipped, size

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Optional

    from ..._wire.writing import Head
    from ...typeless import TypeRegistry


LZ4_FORMS = {"block-array": BLOCK_ARRAY, "block": BLOCK}


class _NoText(str):
    """Used instead of str in type tests if text needs an error handler; no object has this type."""


class PackOptions:
    """The options that packb and Packer share."""

    __slots__ = (
        "bin_head",
        "bin_heads",
        "datetime",
        "default",
        "extended",
        "float_format",
        "hooks",
        "hot",
        "lz4",
        "lz4_level",
        "max_depth",
        "pack_float",
        "sort_keys",
        "str_head",
        "str_heads",
        "strict_types",
        "text_type",
        "types",
        "unicode_errors",
    )

    def __init__(
        self,
        *,
        default: Optional[Callable[[Any], Any]] = None,
        use_single_float: bool = False,
        autoreset: bool = True,  # only of Packer, as buf_size
        use_bin_type: bool = True,
        strict_types: bool = False,
        datetime: bool = False,
        unicode_errors: Optional[str] = None,
        buf_size: Optional[int] = None,
        sort_keys: bool = False,
        extended: bool = False,
        max_depth: int = 1024,
        lz4: Optional[str] = None,
        lz4_level: int = 0,
        types: Optional[TypeRegistry] = None,
    ) -> None:
        if default is not None and not callable(default):
            raise TypeError("default must be a callable")
        if unicode_errors is not None and not isinstance(unicode_errors, str):
            raise TypeError("unicode_errors must be a str or None")
        max_depth = size(max_depth, "max_depth")
        if lz4 is not None and not isinstance(lz4, str):
            raise TypeError("lz4 must be a str or None")
        if lz4 is not None and lz4 not in LZ4_FORMS:
            raise ValueError("lz4 must be 'block-array', 'block' or None")
        lz4_level = clipped(lz4_level, "lz4_level")
        if not 0 <= lz4_level <= 12:
            raise ValueError("lz4_level must be 0..12")
        self.lz4 = LZ4_FORMS[lz4] if lz4 else PLAIN
        self.lz4_level = lz4_level
        self.types = check_types(types)
        self.default = default
        self.strict_types = bool(strict_types)
        self.datetime = bool(datetime)
        self.sort_keys = bool(sort_keys)
        self.extended = bool(extended)
        self.max_depth = max_depth
        #: Whether user code may run, and change what is being packed.
        self.hooks = default is not None or self.extended or types is not None
        self.unicode_errors = unicode_errors or "strict"
        #: Text of exactly this type is written in the encoding loop.
        self.text_type: type = str if self.unicode_errors == "strict" else _NoText
        self.str_head: Head = str_head if use_bin_type else str_head_old
        self.str_heads = STR_HEADS if use_bin_type else STR_HEADS_OLD
        self.bin_head: Head = bin_head if use_bin_type else str_head_old
        self.bin_heads = BIN_HEADS if use_bin_type else STR_HEADS_OLD
        self.pack_float = pack_float32 if use_single_float else pack_float64
        self.float_format = 0xCA if use_single_float else 0xCB
        #: All that encode() needs, as one tuple.
        self.hot = (
            self.text_type,
            self.str_head,
            self.str_heads,
            self.bin_head,
            self.bin_heads,
            self.pack_float,
            self.float_format,
            None if use_single_float else pack_float64_pair,
            list if strict_types else tuple,  # the type that is written like a list
            not self.hooks and not self.sort_keys,
            max_depth,
        )
