"""The options of unpacking, checked once and stored as the decoder needs them."""

from __future__ import annotations

from ..._wire.format import ARRAY, BIN, EXT, KEY_DEPTH, MAP, STR
from ..._wire.scan import UNLIMITED, Limits
from ...ext import ExtType
from ..option_checks import LARGEST, check_types, clipped, limit, size

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Optional

    from ...typeless import TypeRegistry

#: The key cache: decoded keys by their packed bytes (fixstr, with the format byte).
KEYS: dict[bytes, str] = {}

DEFAULT_BUFFER_SIZE = 100 * 1024 * 1024

#: Default limit of a decompressed message, in bytes.
DEFAULT_LZ4_SIZE = 64 * 1024 * 1024


class UnpackOptions:
    """The options that unpackb and Unpacker share."""

    __slots__ = (
        "all_errors",
        "array_max",
        "bin_max",
        "bin_text",
        "careful",
        "check_text",
        "ext_hook",
        "ext_max",
        "frame_limits",
        "hot",
        "key_depth",
        "lz4",
        "limits",
        "list_hook",
        "map_max",
        "max_depth",
        "max_lz4_size",
        "object_hook",
        "own_keys",
        "pairs",
        "plan",
        "references",
        "scan_first",
        "skip_limits",
        "str_max",
        "strict",
        "strict_keys",
        "text",
        "timestamp",
        "tuple_keys",
        "types",
        "use_list",
        "zero_copy",
    )

    def __init__(
        self,
        *,
        use_list: bool = True,
        raw: bool = False,
        timestamp: int = 0,
        strict_map_key: bool = True,
        object_hook: Optional[Callable[..., Any]] = None,
        object_pairs_hook: Optional[Callable[..., Any]] = None,
        list_hook: Optional[Callable[..., Any]] = None,
        unicode_errors: Optional[str] = None,
        ext_hook: Callable[..., Any] = ExtType,
        max_buffer_size: int = -1,
        max_str_len: int = -1,
        max_bin_len: int = -1,
        max_array_len: int = -1,
        max_map_len: int = -1,
        max_ext_len: int = -1,
        max_depth: int = 1024,
        lz4: bool = False,
        max_lz4_size: int = DEFAULT_LZ4_SIZE,
        types: Optional[TypeRegistry] = None,
        zero_copy: bool = False,
        tuple_keys: bool = False,
        references: bool = False,
        type: Any = None,
        strict: bool = True,
        errors: str = "first",
        decoders: Optional[dict[Any, Callable[[Any], Any]]] = None,
    ) -> None:
        check_hooks(object_hook, object_pairs_hook, list_hook, ext_hook)
        timestamp = clipped(timestamp, "timestamp")
        if not 0 <= timestamp <= 3:
            raise ValueError("timestamp must be 0..3")
        if unicode_errors is not None and not isinstance(unicode_errors, str):
            raise TypeError("unicode_errors must be a str or None")
        max_depth = size(max_depth, "max_depth")
        self.lz4 = bool(lz4)
        self.max_lz4_size = size(max_lz4_size, "max_lz4_size", LARGEST)
        self.types = check_types(types)
        self.use_list = bool(use_list)
        self.timestamp = timestamp
        self.strict_keys = bool(strict_map_key)
        self.list_hook = list_hook
        self.pairs = object_pairs_hook is not None
        self.object_hook = object_pairs_hook if self.pairs else object_hook
        self.ext_hook = None if ext_hook is ExtType else ext_hook
        hooks = bool(list_hook or self.object_hook or self.ext_hook or types is not None)
        self.zero_copy = bool(zero_copy)
        self.tuple_keys = bool(tuple_keys)
        self.references = bool(references)
        if self.references and types is not None:
            raise TypeError("references can't be used with types")
        #: Whether decode() takes the branches that not all messages need.
        self.careful = hooks or self.zero_copy or self.tuple_keys or self.references
        self.max_depth = max_depth
        #: The depth from which a key may be too deep to be hashed: see KEY_DEPTH.
        hashable = not use_list or self.tuple_keys or list_hook is not None or self.object_hook is not None
        self.key_depth = KEY_DEPTH if hashable else max_depth
        #: Whether a stream finds a message's end before it builds any object.
        self.scan_first = hooks or self.lz4 or type is not None

        whole = clipped(max_buffer_size, "max_buffer_size")
        whole = UNLIMITED if whole < 0 else whole
        self.str_max = limit(max_str_len, "max_str_len", whole)
        self.bin_max = limit(max_bin_len, "max_bin_len", whole)
        self.ext_max = limit(max_ext_len, "max_ext_len", whole)
        self.array_max = limit(max_array_len, "max_array_len", whole)
        self.map_max = limit(max_map_len, "max_map_len", whole // 2)
        by_kind = {
            STR: self.str_max,
            BIN: self.bin_max,
            EXT: self.ext_max,
            ARRAY: self.array_max,
            MAP: self.map_max,
        }
        self.limits = Limits(by_kind, depth=max_depth, bytes=whole, strict_keys=self.strict_keys)
        #: Unpacker.skip() accepts all keys, as msgpack's does.
        self.skip_limits = Limits(by_kind, depth=max_depth, bytes=whole) if self.strict_keys else self.limits
        #: The length limits are not for the framing of a compressed message.
        self.frame_limits = Limits(depth=max(max_depth, 1), bytes=whole)
        self._lay_out_text(raw, unicode_errors or "strict")
        typed = (strict is not True, errors != "first", decoders is not None)
        if type is None and any(typed):
            name = ("strict", "errors", "decoders")[typed.index(True)]
            raise TypeError(f"{name} is an option for type=")
        #: The plan of ``type``, or None.
        self.plan: Any = None
        self.strict = bool(strict)
        self.all_errors = errors == "all"
        if type is not None:
            if errors not in ("first", "all"):
                raise ValueError("errors must be 'first' or 'all'")
            from ..._plan.compile import plan_of, refuse

            refuse(
                use_list=not use_list,
                raw=raw,
                object_hook=object_hook,
                object_pairs_hook=object_pairs_hook,
                list_hook=list_hook,
                ext_hook=ext_hook is not ExtType,
                types=types,
                zero_copy=zero_copy,
                tuple_keys=tuple_keys,
                references=references,
            )
            self.plan = plan_of(type, decoders)
            # The decoder checks keys, of which the type decides.
            self.limits = self.skip_limits
        #: All that decode() needs, as one tuple.
        self.hot = (
            self.text,
            self.use_list,
            self.pairs,
            self.object_hook,
            self.list_hook,
            self.ext_hook,
            self.careful,
            not self.strict_keys,
            None if self.own_keys else KEYS,
            self.max_depth,
            self.key_depth if not self.pairs else max_depth,
            self.str_max,
            self.bin_max,
            self.array_max,
            self.map_max,
            self.types,
        )

    def inside(self, depth: int) -> UnpackOptions:
        """The options for a value in that many open containers."""
        inner = object.__new__(UnpackOptions)
        for name in UnpackOptions.__slots__:
            setattr(inner, name, getattr(self, name))
        inner.max_depth = left = max(0, self.max_depth - depth)
        inner.key_depth = min(self.key_depth, left)
        inner.limits = Limits(self.limits.by_kind, depth=left, bytes=self.limits.bytes)
        inner.hot = (*self.hot[:9], left, min(self.hot[10], left), *self.hot[11:])
        return inner

    def _lay_out_text(self, raw: bool, errors: str) -> None:
        """text: content of a str -> object; bin_text: of a bin that is read as text. own_keys: no shared key cache."""
        self.own_keys = True
        self.check_text = False
        if raw:
            self.text: Callable[[bytes], Any] = bytes
        elif errors == "strict":
            self.text = bytes.decode
            self.check_text = True
            self.own_keys = self.str_max < 31
        else:
            self.text = lambda payload: payload.decode("utf-8", errors)
        self.bin_text = self.text
        if self.str_max < 31:
            self.text = _limited(self.text, self.str_max)


def _limited(text: Callable[[bytes], Any], limit: int) -> Callable[[bytes], Any]:
    def limited(payload: bytes) -> Any:
        if len(payload) > limit:
            raise IndexError  # stops the decoder; the walk then finds the error
        return text(payload)

    return limited


def check_hooks(object_hook: Any, object_pairs_hook: Any, list_hook: Any, ext_hook: Any) -> None:
    if object_hook is not None and object_pairs_hook is not None:
        raise TypeError("object_pairs_hook and object_hook are mutually exclusive")
    for name, hook in (
        ("object_hook", object_hook),
        ("object_pairs_hook", object_pairs_hook),
        ("list_hook", list_hook),
        ("ext_hook", ext_hook),
    ):
        if not callable(hook) and (hook is not None or name == "ext_hook"):
            raise TypeError(f"{name} must be a callable")
