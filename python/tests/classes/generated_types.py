"""Random types with values for them, for tests that compare decoders and for tools/fuzz/fuzz_types.py.

Everything is drawn from one random.Random, so a seed gives the same types and values again; Hypothesis
passes its own, which it can shrink.
"""

import collections
import dataclasses
import datetime
import decimal
import enum
import itertools
import struct
import sys
import typing
import uuid
from typing import (
    Annotated,
    Any,
    Deque,
    Dict,
    FrozenSet,
    List,
    Literal,
    NamedTuple,
    Optional,
    Set,
    Tuple,
    Union,
)

try:
    from typing_extensions import TypedDict  # pydantic takes no other one before Python 3.12
except ImportError:
    from typing import TypedDict

from hayapack import ExtType, Key, Limit, Tags, Timestamp, model, packb

UTC = datetime.timezone.utc
NAMES = ["id", "name", "a", "b2", "created_at", "ключ", "x" * 17, "a_name_of_more_than_thirty_two_characters", "value"]
_numbers = itertools.count()


class Pairs(list):
    """The entries of a map, in order; keys may repeat."""


class Raw(bytes):
    """Bytes that are written as they are."""


def wire(plain):
    """The MessagePack bytes of a plain value with Pairs and Raw in it."""
    if isinstance(plain, Raw):
        return bytes(plain)
    if isinstance(plain, Pairs):
        head = bytes([0x80 + len(plain)]) if len(plain) < 16 else b"\xde" + struct.pack(">H", len(plain))
        return head + b"".join(wire(key) + wire(value) for key, value in plain)
    if type(plain) is list:
        head = bytes([0x90 + len(plain)]) if len(plain) < 16 else b"\xdc" + struct.pack(">H", len(plain))
        return head + b"".join(map(wire, plain))
    return packb(plain, datetime=True)


class Kind:
    """A type: its annotation, a function that makes a plain value of it, and whether it can be a key."""

    def __init__(self, annotation, plain, hashable=False, takes=()):
        self.annotation = annotation
        self.plain = plain
        self.hashable = hashable
        self.takes = takes  # the wire types, for unions


def number(rng):
    return rng.choice([rng.randrange(-40, 300), rng.randrange(-(2**63), 2**64), rng.randrange(2**32), 0, 1])


def text(rng):
    return rng.choice(["", "a", "name", "ключ", "x" * 33, "ü" * 20, "速い", "\x00", "🚀"]) + str(rng.randrange(50))


def moment(rng):
    at = datetime.datetime(1970, 1, 1, tzinfo=UTC) + datetime.timedelta(
        days=rng.randrange(-500000, 2000000), seconds=rng.randrange(86400), microseconds=rng.choice([0, 5, 999999])
    )
    return at if rng.random() < 0.6 else at.isoformat().replace("+00:00", rng.choice(["Z", "+00:00", "+05:30"]))


def span(rng):
    return rng.choice(["P1D", "-P1DT3.5S", "PT0S", "PT5M", "PT0.000001S", "P1DT2H3M4.5S", "P400D"])


def digits(rng):
    return rng.choice(["0", "-1.50", "12", "1E+3", "1.5e-7", "123456789.000000001", "-0.00", "0.1"])


SCALARS = [
    Kind(int, number, True, ("int",)),
    Kind(float, lambda rng: rng.choice([rng.random(), 1, -0.0, 1e300, 2**40, -7, 2.5]), True, ("float", "int")),
    Kind(bool, lambda rng: rng.random() < 0.5, True, ("bool",)),
    Kind(str, text, True, ("str",)),
    Kind(bytes, lambda rng: bytes(rng.randrange(40)), True, ("bin",)),
    Kind(datetime.datetime, moment, True, ("str", "timestamp")),
    Kind(datetime.date, lambda rng: f"{rng.randrange(1, 9999):04}-0{rng.randrange(1, 9)}-28", True, ("str",)),
    Kind(
        datetime.time,
        lambda rng: rng.choice(["01:02:03", "23:59:59.999999", "00:00:00.5", "12:00:00Z"]),
        True,
        ("str",),
    ),
    Kind(datetime.timedelta, span, True, ("str",)),
    Kind(uuid.UUID, lambda rng: str(uuid.UUID(int=rng.getrandbits(128))), True, ("str",)),
    Kind(decimal.Decimal, digits, True, ("str",)),
    Kind(Any, lambda rng: rng.choice([None, 1, "x", [1, [2.5]], Pairs([("k", [b"b", True])]), 2.5])),
]


class Source:
    """Makes types.

    limit: the class of bounds, Limit or msgspec's Meta. own: also what only hayapack has. without: names of
    methods whose types are left out. after: the ``__post_init__`` of some dataclasses. scalars: instead of SCALARS.
    """

    def __init__(self, rng, limit=Limit, own=False, without=(), after=None, scalars=None):
        self.rng = rng
        self.own = own
        self._limit = limit
        self._without = without
        self._after = after
        self._scalars = scalars or SCALARS
        self._lengths = ("min_len", "max_len") if limit is Limit else ("min_length", "max_length")
        # msgspec 0.22.0 crashes on unions of a fixed tuple and a bounded number.
        self._avoids = limit is not Limit

    def _name(self, what):
        return f"{what}{next(_numbers)}"

    def kind(self, depth=0):
        choice = self.rng.random()
        if depth > 3 or choice < 0.3:
            return self.scalar()
        if choice < 0.6:
            return self.fields(depth)
        return self._one_of(["items", "items", "mapping", "optional", "union", "fixed"])(depth)

    def _one_of(self, names):
        return getattr(self, self.rng.choice([name for name in names if name not in self._without]))

    # --- scalars

    def scalar(self, hashable=False):
        rng, choice = self.rng, self.rng.random()
        if choice < 0.12 and "members" not in self._without:
            return self.members()
        if choice < 0.22 and "literal" not in self._without:
            return self.literal()
        if choice < 0.36 and "bounded" not in self._without:
            return self.bounded()
        found = rng.choice(self._scalars)
        return found if found.hashable or not hashable else SCALARS[3]

    def members(self):
        rng = self.rng
        pool = [1, 70000, -3, 0] if rng.random() < 0.5 else ["red", "blue", "über", "x" * 40]
        values = rng.sample(pool, rng.randrange(1, 4))
        base = rng.choice([enum.Enum, enum.IntEnum]) if type(values[0]) is int else enum.Enum
        made = base(self._name("Enum"), {f"M{i}": value for i, value in enumerate(values)})
        return Kind(made, lambda rng: rng.choice(values), True, ("int",) if type(values[0]) is int else ("str",))

    def literal(self):
        values = self.rng.sample(["a", "bc", "ключ", 1, -5, 70000, None], self.rng.randrange(1, 4))
        takes = tuple({int: "int", str: "str", type(None): "nil"}[type(value)] for value in values)
        return Kind(Literal[tuple(values)], lambda rng: rng.choice(values), True, takes)

    def bounded(self):
        rng, shortest, longest = self.rng, *self._lengths
        low = rng.randrange(-5, 5)
        which = rng.randrange(4)
        if which == 0:
            bounds = {rng.choice(["ge", "gt"]): low, rng.choice(["le", "lt"]): low + 100}
            return Kind(
                Annotated[int, self._limit(**bounds)],
                lambda rng: low + (rng.randrange(1, 99) if rng.random() < 0.97 else -1),
                True,
                ("int",),
            )
        if which == 1:
            return Kind(
                Annotated[float, self._limit(ge=low)],
                lambda rng: low + 3 * rng.random() - (rng.random() < 0.01),
                True,
                ("float", "int"),
            )
        if which == 2:
            return Kind(
                Annotated[int, self._limit(multiple_of=3)],
                lambda rng: 3 * rng.randrange(-9, 9) + (rng.random() < 0.03),
                True,
                ("int",),
            )
        limit = self._limit(**{shortest: 1, longest: 4})
        return Kind(
            Annotated[str, limit],
            lambda rng: "é" * rng.choice([1, 2, 3, 4] if rng.random() < 0.97 else [0, 5]),
            True,
            ("str",),
        )

    # --- containers

    def items(self, depth):
        rng = self.rng
        which = rng.randrange(6)
        item = self.scalar(True) if which in (2, 3) else self.kind(depth + 1)
        kind = (List, List, Set, FrozenSet, Deque if self.own else List, None)[which]
        annotation = Tuple[item.annotation, ...] if kind is None else kind[item.annotation]
        counts = [0, 1, 2, 3, 17]
        if which == 1 and rng.random() < 0.4:
            counts = [0, 1, 2, 3, 3, 3, 3, 4]
            annotation = Annotated[annotation, self._limit(**{self._lengths[1]: 3})]
        return Kind(
            annotation,
            lambda rng: [item.plain(rng) for _ in range(rng.choice(counts) if depth < 3 else 1)],
            item.hashable and kind in (None, FrozenSet),
            ("array",),
        )

    def fixed(self, depth):
        kinds = [self.kind(depth + 1) for _ in range(self.rng.randrange(1, 4))]
        return Kind(
            Tuple[tuple(kind.annotation for kind in kinds)],
            lambda rng: [kind.plain(rng) for kind in kinds],
            all(kind.hashable for kind in kinds),
            ("array",),
        )

    def mapping(self, depth):
        item = self.kind(depth + 1)
        key = SCALARS[3] if self.rng.random() < 0.6 else self.scalar(True)

        def plain(rng):
            pairs = {wire(one): one for one in (key.plain(rng) for _ in range(rng.choice([0, 1, 3])))}
            return Pairs((one, item.plain(rng)) for one in pairs.values())

        return Kind(Dict[key.annotation, item.annotation], plain, False, ("map",))

    def optional(self, depth):
        item = self.kind(depth + 1)
        return Kind(
            Optional[item.annotation],
            lambda rng: None if rng.random() < 0.4 else item.plain(rng),
            item.hashable,
            (*item.takes, "nil"),
        )

    def union(self, depth):
        """A union of types that differ on the wire; with ``own`` also one of classes."""
        rng = self.rng
        if self.own and rng.random() < 0.6:
            return self.classes(depth)
        used, kinds = set(), []
        for _ in range(rng.randrange(2, 5)):
            one = self.kind(depth + 1)
            takes = set(one.takes)
            if self._avoids and typing.get_origin(one.annotation) in (Annotated, tuple):
                continue
            if takes and not takes & used and "nil" not in takes:
                used |= takes | ({"array"} if "map" in takes and "array" not in takes else set())
                kinds.append(one)
        if len(kinds) < 2:
            return self.optional(depth)
        return Kind(
            Union[tuple(one.annotation for one in kinds)],
            lambda rng: rng.choice(kinds).plain(rng),
            False,
            tuple(used),
        )

    def classes(self, depth):
        """Classes told apart by tags in the map, in pairs, or by their own keys."""
        rng = self.rng
        way = rng.randrange(4)
        made = []
        for i in range(rng.randrange(2, 4)):
            tag = None
            if way == 0:
                tag = ("type", rng.choice([f"t{i}", i]))
            made.append((self._dataclass(depth, f"only{i}", tag), tag))
        union = Union[tuple(one.annotation for one, _ in made)]
        if way == 3:
            return Kind(union, lambda rng: rng.choice(made)[0].plain(rng), False, ("map",))
        if way == 0:
            return Kind(union, lambda rng: rng.choice(made)[0].plain(rng), False, ("map",))
        table = {(f"t{i}" if i & 1 else i): one for i, (one, _) in enumerate(made)}
        tags = {tag: one.annotation for tag, one in table.items()}
        if way == 1:
            annotation = Annotated[union, Tags(tags)]
            return Kind(annotation, lambda rng: _pair(rng, table), False, ("array",))
        default = rng.choice([None, made[0][0].annotation])
        annotation = Annotated[union, Tags(tags, key="kind", default=default)]
        return Kind(annotation, lambda rng: _with_tag(rng, table), False, ("map",))

    # --- classes

    def _field_kinds(self, depth):
        names = self.rng.sample(NAMES, self.rng.randrange(1, 7))
        return [(name, self.kind(depth + 1)) for name in names]

    def fields(self, depth):
        return self._one_of(["_dataclass", "_dataclass", "_attrs", "_named_tuple", "_typed_dict"])(depth)

    def _object(self, annotation, kinds, defaults, array=False, tag=None, form=("map",)):
        """A Kind; array: also the array form, in the order of the fields."""

        def plain(rng):
            if array is True or (array is None and rng.random() < 0.2):
                return [kind.plain(rng) for _, kind in kinds]
            pairs = [(name, kind.plain(rng)) for name, kind in kinds if name not in defaults or rng.random() < 0.7]
            if tag is not None:
                pairs.insert(0 if rng.random() < 0.8 else len(pairs), tag)
            if rng.random() < 0.1:
                rng.shuffle(pairs)
            if rng.random() < 0.1:
                pairs.insert(rng.randrange(len(pairs) + 1), ("unknown", rng.choice([1, [2, "x"], None])))
            return Pairs(pairs)

        return Kind(annotation, plain, False, form)

    def _dataclass(self, depth, first=None, tag=None):
        rng = self.rng
        kinds = self._field_kinds(depth)
        if first is not None:
            kinds.insert(0, (first, SCALARS[0]))
        defaults, fields = set(), []
        for name, kind in list(kinds):
            if defaults or (name != first and rng.random() < 0.2):
                defaults.add(name)
                if rng.random() < 0.7:
                    fields.append((name, Optional[kind.annotation], dataclasses.field(default=None)))
                else:
                    fields.append((name, List[kind.annotation], dataclasses.field(default_factory=list)))
                    kinds[kinds.index((name, kind))] = (name, _listed(kind))
            else:
                fields.append((name, kind.annotation))
        options = {"frozen": rng.random() < 0.3}
        if sys.version_info >= (3, 10):
            options["slots"] = rng.random() < 0.4
        name = self._name("Data")
        namespace = {"__module__": __name__}
        if self._after is not None and rng.random() < 0.3:
            namespace["__post_init__"] = self._after
        cls = dataclasses.make_dataclass(name, fields, namespace=namespace, **options)
        cls.__module__ = __name__
        if tag is not None:
            cls = model(tag=tag)(cls)
        elif self.own and rng.random() < 0.4:
            cls = model(unknown=rng.choice(["skip", "error"]), keys=rng.choice(["map", "array"]))(cls)
        return self._object(cls, kinds, defaults, None if self.own and tag is None and first is None else False, tag)

    def _attrs(self, depth):
        attrs = sys.modules.get("attrs")
        if attrs is None or depth > 2:
            return self._dataclass(depth)
        kinds = self._field_kinds(depth)
        fields = {name: sys.modules["attr"].ib(type=kind.annotation) for name, kind in kinds}
        name = self._name("Attrs")
        cls = attrs.make_class(name, fields, slots=self.rng.random() < 0.5, frozen=self.rng.random() < 0.3)
        cls.__module__ = __name__
        return self._object(cls, kinds, set())

    def _named_tuple(self, depth):
        kinds = self._field_kinds(depth)
        cls = NamedTuple(self._name("Named"), [(name, kind.annotation) for name, kind in kinds])
        return self._object(cls, kinds, set(), True, form=("array",))

    def _typed_dict(self, depth):
        kinds = self._field_kinds(depth)
        total = self.rng.random() < 0.6
        cls = TypedDict(self._name("Typed"), {name: kind.annotation for name, kind in kinds}, total=total)
        return self._object(cls, kinds, set() if total else {name for name, _ in kinds})

    def aliased(self):
        """A class with keys of its own and aliases."""
        kind = self.kind(2)
        fields = [
            ("first", Annotated[int, Key("N", aliases=["n", "number"])]),
            ("second", Annotated[Optional[kind.annotation], Key("второй")], dataclasses.field(default=None)),
        ]
        cls = dataclasses.make_dataclass(self._name("Aliased"), fields, namespace={"__module__": __name__})
        cls.__module__ = __name__

        def plain(rng):
            return Pairs([(rng.choice(["N", "n", "number"]), number(rng)), ("второй", kind.plain(rng))])

        return Kind(cls, plain, False, ("map",))


def _listed(kind):
    return Kind(List[kind.annotation], lambda rng: [kind.plain(rng) for _ in range(rng.randrange(3))])


def _pair(rng, table):
    tag = rng.choice(list(table))
    return [tag, table[tag].plain(rng)]


def _with_tag(rng, table):
    tag = rng.choice(list(table))
    pairs = table[tag].plain(rng)
    pairs.insert(0 if rng.random() < 0.7 else rng.randrange(len(pairs) + 1), ("kind", tag))
    return pairs


# --- damage --------------------------------------------------------------------

WRONG = [None, True, False, 0, 1, -1, 2.5, "x", b"x", "é" * 30, 2**53 + 1, 2**64 - 1, -(2**63), float("inf")]
WRONG += [ExtType(5, b"x"), Timestamp(1), Timestamp(2**40), "2024-01-01", "12", "true", b"\xff\xfe", ""]
RAW = [
    b"\xa2\xff\xfe",
    b"\xd9\x05ab",
    b"\xdd\xff\xff\xff\xff",
    b"\xdf\x00\x00\xff\xff",
    b"\xc6\x7f\xff\xff\xff",
    b"\xc1",
]
RAW += [
    b"\xd6\xff\x00",
    b"\xc7\x0c\xff" + b"\xff" * 12,
    b"\xa3\xed\xa0\x80",
    b"\xd2\x00\x00\x00\x01",
    b"\xda\x00\x01a",
    b"\xca\x7f\xc0\x00\x00",
]


def _containers(plain):
    """Every list and Pairs in a plain value, itself first."""
    found, pending = [], [plain]
    while pending:
        one = pending.pop()
        if isinstance(one, Pairs):
            found.append(one)
            pending.extend(value for _, value in one)
            pending.extend(key for key, _ in one)
        elif type(one) is list:
            found.append(one)
            pending.extend(one)
    return found


def damaged(rng, plain, raw=True):
    """A plain value with a part replaced, doubled, left out, moved or nested; raw: also by invalid MessagePack and
    exts, for which each library has its own class."""
    wrong = WRONG if raw else [one for one in WRONG if type(one) is not ExtType]
    containers = [one for one in _containers(plain) if one]
    if not containers:
        return rng.choice(wrong)
    where = rng.choice(containers)
    at = rng.randrange(len(where))
    change = rng.randrange(9)
    if change == 0:
        where.insert(at, where[rng.randrange(len(where))])  # a duplicate key
    elif change == 1:
        del where[at]
    elif change == 2:
        rng.shuffle(where)
    elif change == 3:
        other = rng.choice(containers)
        _put(where, at, _taken(other, rng.randrange(len(other))))
    elif change == 4:
        deep = _taken(where, at)
        for _ in range(rng.choice([1, 2, 40])):
            deep = [deep] if rng.random() < 0.7 else Pairs([(rng.choice(NAMES), deep)])
        _put(where, at, deep)
    elif change == 5 and raw:
        _put(where, at, Raw(rng.choice(RAW)))
    elif change == 6 and isinstance(where, Pairs):
        where.insert(at, (rng.choice(["unknown", "", 1, b"id", None]), rng.choice(wrong)))
    elif change == 7 and isinstance(where, Pairs):
        where.append(where.pop(at))  # a late key or tag
    else:
        _put(where, at, rng.choice(wrong))
    return plain


def as_old(plain, chosen):
    """The plain value as Python 2 wrote it: text, also in keys, as bin, and bytes that are UTF-8 as str, where
    chosen(text) says so."""
    if isinstance(plain, Pairs):
        return Pairs((as_old(key, chosen), as_old(value, chosen)) for key, value in plain)
    if type(plain) is list:
        return [as_old(one, chosen) for one in plain]
    if type(plain) not in (str, bytes) or not chosen(plain):
        return plain
    try:
        return plain.encode() if type(plain) is str else plain.decode()
    except UnicodeError:
        return plain


def mutated(rng, data):
    """The message with bytes changed, inserted or cut off."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2])):
        choice = rng.random()
        at = rng.randrange(len(data))
        if choice < 0.3:
            del data[at:]
            data = data or bytearray(b"\xc0")
        elif choice < 0.8:
            data[at] = rng.choice([rng.randrange(256), 0xC0, 0xC1, 0x80, 0x90, 0xA0, 0xDF, 0xDD, 0xDB, 0xFF, 0xD6])
        else:
            data[at:at] = bytes([rng.randrange(256)])
    return bytes(data)


def _taken(where, at):
    return _copied(where[at][1] if isinstance(where, Pairs) else where[at])


def _copied(plain):
    """A copy, so that no container contains itself."""
    if isinstance(plain, Pairs):
        return Pairs((_copied(key), _copied(value)) for key, value in plain)
    return [_copied(one) for one in plain] if type(plain) is list else plain


def _put(where, at, value):
    where[at] = (where[at][0], value) if isinstance(where, Pairs) else value


def nested(value, zones=True):
    """The value as nested tuples of type and content, for comparing results: NaN equals NaN, types count, sets
    have no order. zones: without it, equal moments of different zones are equal, since timestamps have none."""
    if dataclasses.is_dataclass(value) or hasattr(type(value), "__attrs_attrs__"):
        fields = getattr(value, "__dataclass_fields__", None)
        names = list(fields) if fields is not None else [one.name for one in type(value).__attrs_attrs__]
        return type(value), tuple((name, nested(getattr(value, name), zones)) for name in names)
    if hasattr(type(value), "__struct_fields__"):  # msgspec's
        return type(value), tuple((name, nested(getattr(value, name), zones)) for name in value.__struct_fields__)
    if isinstance(value, dict):
        return type(value), tuple(sorted(((nested(k, zones), nested(v, zones)) for k, v in value.items()), key=repr))
    if isinstance(value, (set, frozenset)):
        return type(value), tuple(sorted((nested(one, zones) for one in value), key=repr))
    if isinstance(value, (list, tuple, collections.deque)):
        return type(value), tuple(nested(one, zones) for one in value)
    if not zones and isinstance(value, datetime.datetime) and value.tzinfo is not None:
        value = (value - datetime.datetime(1970, 1, 1, tzinfo=UTC)) // datetime.timedelta(microseconds=1)
    if not zones and isinstance(value, datetime.time) and value.tzinfo is not None:
        value = (value.replace(tzinfo=None), value.utcoffset())
    return type(value), repr(value)


def facts(error):
    return [getattr(error, name, None) for name in ("name", "offset", "path", "expected", "got")]


def outcome(function, *arguments):
    """The result as nested(), or the facts of what was raised, the class's name first."""
    try:
        return nested(function(*arguments))
    except Exception as error:
        return type(error).__name__, str(error), facts(error), [facts(one) for one in getattr(error, "errors", ())]
