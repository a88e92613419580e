"""The parts of a plan: plain data without behaviour.

A plan is a graph of nodes, cyclic where a type is recursive. plan_of() in compile.py makes it; afterwards
only ``compiled`` and ``read`` change, where the back ends keep what they derive from it.
"""

from __future__ import annotations

from .._errors.unimported_classes import full_name, is_class

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Optional

# Kinds of nodes; python/ext/plan has the same numbers.
(
    ANY,
    BOOL,
    INT,
    FLOAT,
    STR,
    BYTES,
    NONE,
    DATETIME,
    LIST,
    TUPLE,
    FIXED_TUPLE,
    SET,
    FROZENSET,
    DEQUE,
    DICT,
    OBJECT,
    NAMED_TUPLE,
    TYPED_DICT,
    ENUM,
    LITERAL,
    UNION,
    DATE,
    TIME,
    TIMEDELTA,
    UUID,
    DECIMAL,
    PATH,
    FRAGMENT,
    TIMESTAMP,
    EXT,
    BYTEARRAY,
    CUSTOM,
) = range(32)

# How an object is made: Node.how.
MAKE_SLOTS = 0  #: every field is a slot of the class, and nothing else runs
MAKE_DICT = 1  #: fields are in the instance's dict, and nothing else runs
MAKE_SETATTR = 2  #: object.__new__, then object.__setattr__ for each field
MAKE_CALL = 3  #: the class is called with the fields as keyword arguments

# What happens with keys and elements that no field has: Node.unknown.
UNKNOWN_SKIP = 0
UNKNOWN_ERROR = 1
UNKNOWN_KEEP = 2

# The form in which objects are written: Node.keys. Both are read.
KEYS_MAP = 0
KEYS_ARRAY = 1

# How a UNION chooses, the first element of Node.union; the others are:
UNION_WIRE = 0  #: {a word of WIRE: the node}
UNION_TAG = 1  #: the map's key, {its value: the node}, the node for other tags or None
UNION_PAIR = 2  #: {the first of two elements: the node of the second}, that of other tags or None
UNION_FIELDS = 3  #: ((a required key: the node), ...): that of the first key of the map that is one of them

#: What UNION_WIRE tells apart: types of format bytes (_wire/format.py), and timestamps (ext -1) from other exts.
WIRE = ("nil", "bool", "int", "float", "str", "bin", "array", "map", "ext", "timestamp")

# What is left out when an object is written as a map: Field.omit, a sum.
OMIT_NONE = 1  #: None
OMIT_DEFAULT = 2  #: a value equal to the default, or to what the factory makes
OMIT_UNSET = 4  #: UNSET
OMIT_ALWAYS = 8  #: an InitVar, which objects do not have


class _NoDefault:
    def __repr__(self) -> str:
        return "<no default>"


#: The default of a field that has none.
NO_DEFAULT: Any = _NoDefault()


class UnsetType:
    """The type of :data:`UNSET`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False

    def __copy__(self) -> UnsetType:
        return self

    def __deepcopy__(self, memo: object) -> UnsetType:
        return self

    def __reduce__(self) -> str:
        return "UNSET"


#: The default of a field that may be missing: it is the field's value then, and the field is not written.
UNSET: Any = UnsetType()


def is_unset_type(kind: Any) -> bool:
    """Whether it is UnsetType, or msgspec's."""
    return kind is UnsetType or (is_class(kind) and full_name(kind) == ("msgspec", "UnsetType"))


def takes_nil(node: Node) -> bool:
    """Whether nil may be a value."""
    if node.kind == UNION and node.union[0] == UNION_WIRE:
        return node.nullable or "nil" in node.union[1]
    if node.kind == ENUM:
        return node.nullable or (type(None), None) in node.values
    return node.nullable or node.kind in (ANY, NONE, FRAGMENT, CUSTOM)


class Node:
    """How values of one type are read and written.

    kind: one of the constants above.
    name: the type in the texts of errors: "int", "Order", "list[int]", "Order | None".
    nullable: nil is a value, and gives None.
    cls: the class to make or to check; None for most kinds.
    item: the elements of a LIST, SET, FROZENSET, DEQUE or TUPLE, the values of a DICT; of a CUSTOM, the plain value; of
        a TYPED_DICT with UNKNOWN_KEEP, the values of its unknown keys.
    key: the keys of a DICT.
    items: the elements of a FIXED_TUPLE, the alternatives of a UNION, nil apart.
    fields: of an OBJECT, NAMED_TUPLE or TYPED_DICT, as they are written.
    length: the elements of the array form: the highest index and 1.
    how: MAKE_..., of an OBJECT.
    values: of an ENUM or LITERAL: the value on the wire -> the member. Types count: (type, value) -> member.
    unknown: UNKNOWN_...; keys: KEYS_...
    after: called with a new OBJECT as the only argument when its fields are set; or None.
    tag: of an OBJECT or TYPED_DICT in a union with its tag in the map: (key, value); or None.
    union: of a UNION: a tuple, see UNION_...
    limits: (ge, gt, le, lt, multiple_of, min_len, max_len), None for each that is not given; or None.
    decoder, encoder: the user's hooks, or None.
    extra: of an OBJECT with UNKNOWN_KEEP: the attribute that has the dict of unknown entries; or "".
    alias: of what a type alias stands for: its text, and what tells it from others of that text; or None.
    compiled: the native back end's form of the node; None until it is made.
    read: the pure back end's; None until it is made.
    """

    __slots__ = (
        "after",
        "alias",
        "cls",
        "compiled",
        "decoder",
        "encoder",
        "extra",
        "fields",
        "how",
        "item",
        "items",
        "key",
        "keys",
        "kind",
        "length",
        "limits",
        "name",
        "nullable",
        "read",
        "tag",
        "union",
        "unknown",
        "values",
        "__weakref__",
    )

    def __init__(self, kind: int, name: str, cls: Any = None) -> None:
        self.kind = kind
        self.name = name
        self.nullable = False
        self.cls = cls
        self.item: Optional[Node] = None
        self.key: Optional[Node] = None
        self.items: tuple[Node, ...] = ()
        self.fields: tuple[Field, ...] = ()
        self.length = 0
        self.how = MAKE_CALL
        self.values: dict[Any, Any] = {}
        self.unknown = UNKNOWN_SKIP
        self.keys = KEYS_MAP
        self.after: Optional[Callable[[Any], Any]] = None
        self.tag: Optional[tuple[str, Any]] = None
        self.union: Any = None
        self.limits: Optional[tuple[Any, ...]] = None
        self.decoder: Optional[Callable[[Any], Any]] = None
        self.encoder: Optional[Callable[[Any], Any]] = None
        self.extra = ""
        self.alias: Optional[tuple[str, Any]] = None
        self.compiled: Any = None
        self.read: Any = None

    def __repr__(self) -> str:
        return f"<plan of {self.name}>"


class Field:
    """A field of an object.

    name: the attribute, or the key of a TYPED_DICT.
    keys: its keys in the map form: the first is written, all are read.
    index: its element in the array form.
    default: the value if it is missing, or NO_DEFAULT; factory: makes that value, or None.
    required: missing_field if the message has it not.
    parameter: the name by which MAKE_CALL passes it; an attrs class's differ from the attributes.
    named: its first key is given by Key, and not renamed.
    init: False: no parameter of the class, so that MAKE_CALL sets its value afterwards.
    omit: OMIT_...
    """

    __slots__ = (
        "default",
        "factory",
        "index",
        "init",
        "keys",
        "name",
        "named",
        "node",
        "omit",
        "parameter",
        "required",
    )

    def __init__(self, name: str, node: Node, index: int) -> None:
        self.name = name
        self.keys: tuple[str, ...] = (name,)
        self.index = index
        self.node = node
        self.default: Any = NO_DEFAULT
        self.factory: Optional[Callable[[], Any]] = None
        self.required = True
        self.init = True
        self.parameter = name
        self.named = False
        self.omit = 0

    @property
    def nil_is_unset(self) -> bool:
        """Whether nil in the array form is read as UNSET, the default: not if it is the value None."""
        return is_unset_type(type(self.default)) and not takes_nil(self.node)

    def __repr__(self) -> str:
        return f"<field {self.name}: {self.node.name}>"
