"""Random types with values of them, for tests that write values and read them again.

generated_types.py makes messages for a type; here are the values that a program has, also those that no message of
that module gives: fields that are no parameters, values equal to a default, Decimals and moments near the ends of
their ranges, entries that a class keeps. Everything is drawn from one random.Random.
"""

import collections
import dataclasses
import datetime
import decimal
import enum
import itertools
import pathlib
import sys
import uuid
from typing import (
    Annotated,
    Any,
    Deque,
    Dict,
    FrozenSet,
    List,
    Literal,
    Mapping,
    NamedTuple,
    NewType,
    Optional,
    Sequence,
    Set,
    Tuple,
    Union,
)

try:
    from typing_extensions import TypedDict
except ImportError:
    from typing import TypedDict
try:
    import attr
except ImportError:
    attr = None
try:
    import msgspec
except ImportError:
    msgspec = None

from hayapack import UNSET, ExtType, Key, Limit, Tags, Timestamp, UnsetType, model

UTC = datetime.timezone.utc
DATES = [datetime.date.min, datetime.date.max, datetime.date(2000, 2, 29)]
INFINITE, NAN = float("inf"), float("nan")
_numbers = itertools.count()
NAMES = ["id", "name", "a", "b2", "created_at", "ключ", "x" * 17, "x" * 42, "value"]


class Kind:
    """A type and a function that makes a value of it. hashable: the values are; wire: the MessagePack types of their
    messages, for unions."""

    def __init__(self, annotation, value, hashable=False, wire=()):
        self.annotation = annotation
        self.value = value
        self.hashable = hashable
        self.wire = wire


class Color(enum.Enum):
    RED = 1
    BLUE = "b"
    NONE = None
    HALF = 0.5
    RAW = b"r"
    YES = True


class Level(enum.IntEnum):
    LOW = -1
    HIGH = 2**63


class Mode(enum.Flag):
    R = 1
    W = 2


UserId = NewType("UserId", int)


def number(rng):
    return rng.choice([rng.randrange(-40, 300), rng.randrange(-(2**63), 2**64), rng.randrange(2**32), -(2**63), 2**70])


def text(rng):
    return rng.choice(["", "a", "ключ", "x" * 33, "\x00", "🚀", "\ud800"]) + str(rng.randrange(50))


def zone(rng):
    minutes = rng.choice([0, 330, -720, 840, 5.5, -0.25])
    return datetime.timezone(datetime.timedelta(minutes=minutes))


def moment(rng):
    day = rng.choice([datetime.datetime.min, datetime.datetime.max, datetime.datetime(1970, 1, 1), None])
    if day is None:
        seconds = rng.randrange(3652059 * 86400)
        day = datetime.datetime.min + datetime.timedelta(0, seconds, rng.choice([0, 7]))
    return day if rng.random() < 0.5 else day.replace(tzinfo=zone(rng))


def clock(rng):
    found = rng.choice([datetime.time.min, datetime.time.max, datetime.time(1, 2, 3), datetime.time(1, 2, 3, 40)])
    return found if rng.random() < 0.5 else found.replace(tzinfo=zone(rng))


def span(rng):
    delta = datetime.timedelta
    found = rng.choice([delta.min, delta.max, delta(0), delta(1), -delta(0, 1, 1), delta.resolution, None])
    return delta(rng.randrange(-9, 9), rng.randrange(86400), rng.randrange(10**6)) if found is None else found


def digits(rng):
    few = f"{rng.randrange(-(10**9), 10**9)}E{rng.randrange(-400, 400)}"
    long = "7" * rng.choice([999, 1000, 1001, 4301, 20000])
    point = rng.randrange(-3, 1500)
    edge = f"-1E{rng.choice(['-', '+'])}{rng.choice([999999, 1000000, decimal.MAX_EMAX // 10])}"
    payload = "NaN" + "7" * rng.randrange(25)
    other = rng.choice(["0", "-0.00", "Infinity", "-Infinity", "sNaN", payload, "-" + payload])
    return decimal.Decimal(rng.choice([few, long, f"{long}E-{abs(point)}", edge, other]))


SCALARS = [
    Kind(int, number, True, ("int",)),
    Kind(UserId, number, True, ("int",)),
    Kind(float, lambda rng: rng.choice([rng.random(), 1.0, -0.0, 1e300, INFINITE, NAN]), True, ("float", "int")),
    Kind(bool, lambda rng: rng.random() < 0.5, True, ("bool",)),
    Kind(str, text, True, ("str",)),
    Kind(bytes, lambda rng: bytes(rng.randrange(40)), True, ("bin",)),
    Kind(bytearray, lambda rng: bytearray(rng.randrange(40)), False, ("bin",)),
    Kind(type(None), lambda rng: None, True),
    Kind(datetime.datetime, moment, True, ("str", "timestamp")),
    Kind(datetime.date, lambda rng: rng.choice(DATES), True, ("str",)),
    Kind(datetime.time, clock, True, ("str",)),
    Kind(datetime.timedelta, span, True, ("str",)),
    Kind(uuid.UUID, lambda rng: uuid.UUID(int=rng.getrandbits(128)), True, ("str",)),
    Kind(decimal.Decimal, digits, False, ("str",)),  # sNaN has no hash
    Kind(pathlib.PurePosixPath, lambda rng: pathlib.PurePosixPath("a", text(rng).replace("\0", "")), True, ("str",)),
    Kind(Color, lambda rng: rng.choice(list(Color)), True),
    Kind(Level, lambda rng: rng.choice(list(Level)), True, ("int",)),
    Kind(Mode, lambda rng: rng.choice([Mode.R, Mode.W, Mode.R | Mode.W, Mode(0)]), True, ("int",)),
    Kind(Literal["a", 1, None, b"x", True], lambda rng: rng.choice(["a", 1, None, b"x", True]), True),
    Kind(Timestamp, lambda rng: Timestamp(rng.randrange(-(2**63), 2**63), rng.randrange(10**9)), True, ("timestamp",)),
    Kind(ExtType, lambda rng: ExtType(rng.randrange(-128, 128), b"x" * rng.randrange(20)), True, ("ext",)),
    Kind(Any, lambda rng: rng.choice([None, 1, "x", [1, [2.5]], {"k": [b"b", True]}, 2.5])),
    Kind(Annotated[int, Limit(ge=-5)], lambda rng: rng.randrange(-5, 50), True, ("int",)),
    Kind(Annotated[str, Limit(max_len=3)], lambda rng: "é" * rng.randrange(4), True, ("str",)),
]


class Source:
    """Makes types."""

    def __init__(self, rng):
        self.rng = rng

    def kind(self, depth=0):
        choice = self.rng.random()
        if depth > 2 or choice < 0.4:
            return self.rng.choice(SCALARS)
        if choice < 0.75:
            return self.fields(depth)
        return getattr(self, self.rng.choice(["items", "mapping", "optional", "union", "fixed", "tagged"]))(depth)

    def scalar(self):
        return self.rng.choice([one for one in SCALARS if one.hashable])

    def items(self, depth):
        rng = self.rng
        kinds = (List, Sequence, Set, FrozenSet, Deque, None)
        makers = (list, list, set, frozenset, collections.deque, tuple)
        which = rng.randrange(len(kinds))
        item = self.scalar() if which in (2, 3) else self.kind(depth + 1)
        annotation = Tuple[item.annotation, ...] if kinds[which] is None else kinds[which][item.annotation]
        make = makers[which]
        return Kind(
            annotation,
            lambda rng: make(item.value(rng) for _ in range(rng.choice([0, 1, 2, 17]) if depth < 2 else 1)),
            item.hashable and make in (tuple, frozenset),
            ("array",),
        )

    def fixed(self, depth):
        kinds = [self.kind(depth + 1) for _ in range(self.rng.randrange(1, 4))]
        return Kind(
            Tuple[tuple(one.annotation for one in kinds)],
            lambda rng: tuple(one.value(rng) for one in kinds),
            all(one.hashable for one in kinds),
            ("array",),
        )

    def mapping(self, depth):
        key, item = self.scalar(), self.kind(depth + 1)
        base = self.rng.choice([Dict, Mapping])
        return Kind(
            base[key.annotation, item.annotation],
            lambda rng: {key.value(rng): item.value(rng) for _ in range(rng.choice([0, 1, 3]))},
            False,
            ("map",),
        )

    def optional(self, depth):
        item = self.kind(depth + 1)
        return Kind(
            Optional[item.annotation],
            lambda rng: None if rng.random() < 0.4 else item.value(rng),
            item.hashable,
        )

    def union(self, depth):
        rng = self.rng
        used, kinds = set(), []
        for _ in range(rng.randrange(2, 5)):
            one = self.kind(depth + 1)
            if one.wire and not set(one.wire) & used:
                used |= set(one.wire) | ({"array", "map"} if {"array", "map"} & set(one.wire) else set())
                kinds.append(one)
        if len(kinds) < 2:
            return self.optional(depth)
        return Kind(
            Union[tuple(one.annotation for one in kinds)], lambda rng: rng.choice(kinds).value(rng), False, tuple(used)
        )

    def tagged(self, depth):
        """Classes told apart by tags in the map, in pairs, or by their own keys."""
        rng = self.rng
        way = rng.randrange(4)
        made = [
            self._dataclass(depth, f"only{i}", tag=("type", rng.choice([f"t{i}", i])) if way == 0 else None)
            for i in range(rng.randrange(2, 4))
        ]
        union = Union[tuple(one.annotation for one in made)]
        if way in (0, 3):
            return Kind(union, lambda rng: rng.choice(made).value(rng), False, ("map",))
        tags = {(f"t{i}" if i & 1 else i): one.annotation for i, one in enumerate(made[:2])}
        default = made[2].annotation if len(made) > 2 else None
        annotation = Annotated[union, Tags(tags, key=None if way == 1 else "kind", default=default)]
        return Kind(annotation, lambda rng: rng.choice(made).value(rng), False, ("array" if way == 1 else "map",))

    # --- classes

    def fields(self, depth):
        ways = ["_dataclass", "_dataclass", "_attrs", "_named_tuple", "_typed_dict", "_struct", "_recursive"]
        return getattr(self, self.rng.choice(ways))(depth)

    def _field_kinds(self, depth):
        return [(name, self.kind(depth + 1)) for name in self.rng.sample(NAMES, self.rng.randrange(1, 6))]

    def _options(self):
        rng = self.rng
        options = {}
        if rng.random() < 0.6:
            options = {
                "keys": rng.choice([None, "map", "array"]),
                "rename": rng.choice([None, None, "camel", "upper", {"id": "a-b"}]),
                "unknown": rng.choice([None, "error"]),
                "omit_none": rng.choice([None, True]),
                "omit_defaults": rng.choice([None, True]),
            }
        return options

    def _dataclass(self, depth, first=None, tag=None, make=None):
        rng = self.rng
        kinds = self._field_kinds(depth)
        if first is not None:
            kinds.insert(0, (first, SCALARS[0]))
        numbered = first is None and rng.random() < 0.15
        parameters, others, fields, values = [], [], [], {}
        for index, (name, kind) in enumerate(kinds):
            annotation, value, options = kind.annotation, kind.value, {}
            choice = 0 if name == first else rng.random()
            if choice > 0.85:
                options["init"] = False
            if choice > 0.6:
                way = rng.randrange(4)
                if way == 0:
                    annotation, options["default"], value = Optional[annotation], None, _or(None, value)
                elif way == 1:
                    annotation, options["default_factory"], value = List[annotation], list, _listed(value)
                elif way == 2:
                    annotation, options["default"], value = Union[annotation, UnsetType], UNSET, _or(UNSET, value)
                else:
                    annotation, options["default"], value = Union[int, None], 5, lambda rng: rng.choice([5, None, 6])
            if numbered:
                annotation = Annotated[annotation, Key(2 * index)]
            elif choice > 0.5 and rng.random() < 0.5:
                annotation = Annotated[annotation, Key(f"key {index}", aliases=[f"alias {index}"])]
            (others if options.get("init") is False else parameters).append(name)
            values[name] = value
            fields.append((name, annotation, options))
        fields.sort(key=lambda field: "default" in field[2] or "default_factory" in field[2])
        options = self._options()
        if first is None and rng.random() < 0.1:
            options["unknown"] = "keep"
            fields.append(("extra", Dict[str, Any], {"default_factory": dict}))
            parameters.append("extra")
            values["extra"] = lambda rng: rng.choice([{}, {"other": 1}, {"x" * 40: [None], "": 2}])
        if tag is not None:
            options["tag"] = tag
        cls = (make or self._make_dataclass)(fields)
        cls = model(**options)(cls) if options else cls
        return Kind(cls, lambda rng: _instance(rng, cls, parameters, others, values), False, ("map",))

    def _name(self, what):
        return f"{what}{next(_numbers)}"

    def _make_dataclass(self, fields):
        rng = self.rng
        options = {"frozen": rng.random() < 0.3, "eq": True}
        if sys.version_info >= (3, 10):
            options["slots"] = rng.random() < 0.4
        namespace = {"__module__": __name__}
        way = rng.random()
        if way < 0.15:
            namespace["__post_init__"] = lambda self: None
        declared = [(name, kind, dataclasses.field(**given)) for name, kind, given in fields]
        cls = dataclasses.make_dataclass(self._name("Data"), declared, namespace=namespace, **options)
        if way > 0.9:  # it has to be called
            made = cls.__init__
            cls.__init__ = lambda self, *args, **named: made(self, *args, **named)
        return cls

    def _attrs(self, depth):
        return self._dataclass(depth, make=self._make_attrs if attr is not None else None)

    def _make_attrs(self, fields):
        rng = self.rng
        declared = {}
        for name, kind, given in fields:
            options = {"factory" if key == "default_factory" else key: value for key, value in given.items()}
            if rng.random() < 0.1:
                options["validator"] = lambda obj, field, value: None
            declared[name] = attr.ib(type=kind, **options)
        return attr.make_class(self._name("Attrs"), declared, slots=rng.random() < 0.5, frozen=rng.random() < 0.3)

    def _struct(self, depth):
        if msgspec is None:
            return self._dataclass(depth)
        kinds = self._field_kinds(depth)
        array = self.rng.random() < 0.3
        cls = msgspec.defstruct(
            self._name("Struct"), [(name, one.annotation) for name, one in kinds], module=__name__, array_like=array
        )
        return Kind(cls, lambda rng: cls(**{name: one.value(rng) for name, one in kinds}), False, ("map",))

    def _named_tuple(self, depth):
        kinds = self._field_kinds(depth)
        cls = NamedTuple(self._name("Named"), [(name, one.annotation) for name, one in kinds])
        return Kind(cls, lambda rng: cls(*[one.value(rng) for _, one in kinds]), False, ("array",))

    def _typed_dict(self, depth):
        rng = self.rng
        kinds = self._field_kinds(depth)
        total = rng.random() < 0.6
        cls = TypedDict(self._name("Typed"), {name: one.annotation for name, one in kinds}, total=total)
        options = self._options()
        options.pop("keys", None)
        cls = model(**options)(cls) if options else cls
        return Kind(
            cls,
            lambda rng: {name: one.value(rng) for name, one in kinds if total or rng.random() < 0.6},
            False,
            ("map",),
        )

    def _recursive(self, depth):
        """A class with the names of its types among its fields, in quotes, and a field of its own type."""
        own = {"date": datetime.date, "Decimal": decimal.Decimal, "UUID": uuid.UUID}
        name = self.rng.choice(list(own))
        label = self._name("Node")
        annotations = {name: f"Optional[{name}]", "next": f"Optional[{label}]"}
        namespace = {"__module__": __name__, "__annotations__": annotations, name: None, "next": None}
        cls = dataclasses.dataclass(type(label, (), namespace))
        globals().update(own)
        value = next(one.value for one in SCALARS if one.annotation is own[name])
        return Kind(cls, lambda rng: cls(value(rng), cls(None, cls(value(rng)))), False, ("map",))


def _or(other, value):
    return lambda rng: other if rng.random() < 0.5 else value(rng)


def _listed(value):
    return lambda rng: [value(rng) for _ in range(rng.randrange(3))]


def _instance(rng, cls, parameters, others, values):
    obj = cls(**{name: values[name](rng) for name in parameters})
    for name in others:
        if not hasattr(obj, name) or rng.random() < 0.8:
            object.__setattr__(obj, name, values[name](rng))
    return obj
