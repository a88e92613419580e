"""Types for values that no built-in type represents: ExtType, Timestamp, Fragment."""

from __future__ import annotations

from _operator import itemgetter

from ._errors import TimestampRangeError

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    import datetime
    from typing import Any, NamedTuple, NoReturn, Optional, Union

__all__ = ["ExtType", "Fragment", "Timestamp"]

_GIGA = 1_000_000_000
_INT64_MIN, _INT64_MAX = -(2**63), 2**63 - 1

#: What _calendar() returns, once it was called.
_calendars: list[tuple[Any, Any, Any]] = []


def _calendar() -> tuple[Any, Any, Any]:
    """datetime, timedelta, and 1970-01-01 in UTC. Not in globals of their own: see _errors/unimported_classes.py.

    datetime takes 2 ms to import, so it is imported when it is needed.
    """
    if not _calendars:
        from ._errors.unimported_classes import real_class

        datetime, timedelta, timezone = (real_class("datetime", name) for name in ("datetime", "timedelta", "timezone"))
        _calendars.append((datetime, timedelta, datetime(1970, 1, 1, tzinfo=timezone.utc)))
    return _calendars[0]


if TYPE_CHECKING:

    class _ExtFields(NamedTuple):
        code: int
        data: Any

else:

    class _ExtFields(tuple):
        """As collections.namedtuple would make it; importing collections takes 2 ms."""

        __slots__ = ()

        _fields = __match_args__ = ("code", "data")
        _field_defaults: dict[str, Any] = {}

        code = property(itemgetter(0), doc="From -128 to 127.")
        data = property(itemgetter(1), doc="The payload, bytes or a memoryview.")

        def __new__(cls, code: int, data: Any) -> Any:
            return tuple.__new__(cls, (code, data))

        @classmethod
        def _make(cls, iterable: Any) -> Any:
            made = tuple.__new__(cls, iterable)
            if len(made) != 2:
                raise TypeError(f"Expected 2 arguments, got {len(made)}")
            return made

        def _replace(self, **fields: Any) -> Any:
            made = self._make(map(fields.pop, self._fields, self))
            if fields:
                raise ValueError(f"Got unexpected field names: {list(fields)!r}")
            return made

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self))

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            return f"{self.__class__.__name__}(code={self[0]!r}, data={self[1]!r})"

        def __replace__(self, **fields: Any) -> Any:
            return self._replace(**fields)


class ExtType(_ExtFields):
    """An extension value: a code (-128 to 127) and its bytes, or a memoryview of them (zero_copy=True).

    Codes below zero are reserved by the MessagePack specification, which has assigned only -1
    (:class:`Timestamp`). msgpack refuses them; here they can be written and read.
    As with msgpack's, other attributes can be set: there are no ``__slots__``.
    """

    def __new__(cls, code: int, data: Union[bytes, memoryview]) -> ExtType:
        if not isinstance(code, int):
            raise TypeError("code must be int")
        if not isinstance(data, bytes) and not isinstance(data, memoryview):
            raise TypeError("data must be bytes or a memoryview")
        if not -128 <= code <= 127:
            raise ValueError("code must be -128~127" + (f", not {int(code)}" if abs(code) < 2**63 else ""))
        return super().__new__(cls, code, data)


class Timestamp:
    """A point in time, as MessagePack's timestamp type (ext -1) represents it.

    ``seconds`` since 1970-01-01T00:00:00Z, a signed 64-bit number, and ``nanoseconds``,
    0 to 999,999,999, which always count forward. Timestamps can't be changed; they can
    be compared and hashed.
    """

    __slots__ = ("nanoseconds", "seconds")

    seconds: int
    nanoseconds: int

    def __init__(self, seconds: int, nanoseconds: int = 0) -> None:
        if not isinstance(seconds, int):
            raise TypeError("seconds must be an integer")
        if not isinstance(nanoseconds, int):
            raise TypeError("nanoseconds must be an integer")
        if not 0 <= nanoseconds < _GIGA:
            raise ValueError("nanoseconds must be between 0 and 999999999")
        if not _INT64_MIN <= seconds <= _INT64_MAX:
            raise TimestampRangeError("seconds must fit in a signed 64-bit integer")
        _set_seconds(self, seconds)
        _set_nanoseconds(self, nanoseconds)

    def __setattr__(self, attribute: str, value: Any) -> NoReturn:
        raise AttributeError(f"a Timestamp can't be changed (attribute {attribute!r})")

    def __delattr__(self, attribute: str) -> NoReturn:
        raise AttributeError(f"a Timestamp can't be changed (attribute {attribute!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        return (self.__class__, (self.seconds, self.nanoseconds))

    def __setstate__(self, state: Any) -> None:
        """Accepts the state of a Timestamp that msgpack pickled: no arguments, and two slots."""
        if hasattr(self, "seconds"):
            raise AttributeError("a Timestamp can't be changed")
        _, slots = state
        Timestamp.__init__(self, slots["seconds"], slots["nanoseconds"])

    def __repr__(self) -> str:
        return f"Timestamp(seconds={self.seconds}, nanoseconds={self.nanoseconds})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not self.__class__:
            return False
        return self.seconds == other.seconds and self.nanoseconds == other.nanoseconds

    def __hash__(self) -> int:
        return hash((self.seconds, self.nanoseconds))

    def __lt__(self, other: Timestamp) -> bool:
        if not isinstance(other, Timestamp):
            return NotImplemented
        return (self.seconds, self.nanoseconds) < (other.seconds, other.nanoseconds)

    def __le__(self, other: Timestamp) -> bool:
        if not isinstance(other, Timestamp):
            return NotImplemented
        return (self.seconds, self.nanoseconds) <= (other.seconds, other.nanoseconds)

    @staticmethod
    def from_bytes(b: Union[bytes, bytearray, memoryview]) -> Timestamp:
        """Read the payload of an ext -1: 4, 8 or 12 bytes."""
        if len(b) == 4:
            return Timestamp(int.from_bytes(b, "big"))
        if len(b) == 8:
            packed = int.from_bytes(b, "big")
            return Timestamp(packed & 0x3_FFFF_FFFF, packed >> 34)
        if len(b) == 12:
            return Timestamp(int.from_bytes(b[4:], "big", signed=True), int.from_bytes(b[:4], "big"))
        raise ValueError(f"a timestamp has 4, 8 or 12 bytes, not {len(b)}")

    def to_bytes(self) -> bytes:
        """The payload of an ext -1, in the shortest of the three forms that fits."""
        seconds, nanoseconds = self.seconds, self.nanoseconds
        if seconds >> 34:  # true for negative seconds too
            return int.to_bytes(nanoseconds, 4, "big") + int.to_bytes(seconds, 8, "big", signed=True)
        if nanoseconds or seconds >> 32:
            return int.to_bytes(nanoseconds << 34 | seconds, 8, "big")
        return int.to_bytes(seconds, 4, "big")

    @staticmethod
    def from_unix(unix_sec: float) -> Timestamp:
        """From seconds since 1970, int or float."""
        seconds = int(unix_sec // 1)
        nanoseconds = int((unix_sec % 1) * _GIGA)
        if nanoseconds >= _GIGA:  # for a tiny negative float the remainder is rounded up to 1.0
            seconds, nanoseconds = seconds + 1, 0
        return Timestamp(seconds, nanoseconds)

    def to_unix(self) -> float:
        """Seconds since 1970 as a float, precise to about a microsecond."""
        return self.seconds + self.nanoseconds / 1e9

    @staticmethod
    def from_unix_nano(unix_ns: int) -> Timestamp:
        """From nanoseconds since 1970."""
        return Timestamp(*divmod(unix_ns, _GIGA))

    def to_unix_nano(self) -> int:
        """Nanoseconds since 1970, exact."""
        return self.seconds * _GIGA + self.nanoseconds

    def to_datetime(self) -> datetime.datetime:
        """A datetime in UTC, to the microsecond: further digits are cut off.

        Raises TimestampRangeError outside the years 1 to 9999.
        """
        _, timedelta, epoch = _calendar()
        try:
            return epoch + timedelta(seconds=self.seconds, microseconds=self.nanoseconds // 1000)  # type: ignore[no-any-return]
        except OverflowError:
            raise TimestampRangeError(f"{self!r} is outside the years 1 to 9999") from None

    @staticmethod
    def from_datetime(dt: datetime.datetime) -> Timestamp:
        """From a datetime, exactly; without a UTC offset it is taken as local time.

        A subclass with a ``nanosecond`` attribute (pandas) keeps its nanoseconds.
        """
        stamp = Timestamp._from_aware(dt)
        if stamp is not None:
            return stamp
        if hasattr(dt, "nanosecond"):  # pandas' astimezone() does not know the local time zone
            cls = _calendar()[0]
            whole = cls(dt.year, dt.month, dt.day, dt.hour, dt.minute, dt.second, dt.microsecond, fold=dt.fold)
            return Timestamp.from_unix_nano(Timestamp.from_datetime(whole).to_unix_nano() + dt.nanosecond)
        return Timestamp.from_datetime(dt.astimezone())

    @staticmethod
    def _from_aware(dt: datetime.datetime) -> Optional[Timestamp]:
        """None: it has no UTC offset, so it is no point in time."""
        if dt.tzinfo is None or dt.utcoffset() is None:
            return None
        cls, _, epoch = _calendar()
        if type(dt) is not cls and hasattr(dt, "nanosecond"):
            delta, nanosecond = dt - epoch, dt.nanosecond  # pandas' operator, which knows years above 9999
        else:
            # A subclass's operator may return something else: pendulum's parts of times before 1970 are negative.
            delta, nanosecond = cls.__sub__(dt, epoch), 0
        return Timestamp(delta.days * 86400 + delta.seconds, delta.microseconds * 1000 + nanosecond)


_set_seconds = Timestamp.__dict__["seconds"].__set__
_set_nanoseconds = Timestamp.__dict__["nanoseconds"].__set__


class Fragment:
    """Bytes that are packed already; written unchanged in place of a value.

    ``check``: check that the data is exactly one complete message (bounds and depth, not the UTF-8
    of strings), and raise the error of :func:`unpackb` if it is not. Leave it on for data that
    this program did not pack itself.
    """

    __slots__ = ("data",)

    data: bytes

    def __init__(self, data: Union[bytes, bytearray, memoryview], *, check: bool = True) -> None:
        if type(data) is not bytes:
            data = memoryview(data).tobytes()  # bytes(1) would be one zero byte
        if check:
            from ._core.first_error import check_structure

            check_structure(data)
        self.data = data

    def __repr__(self) -> str:
        return f"Fragment({self.data!r})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not self.__class__:
            return False
        return self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore_fragment, (self.__class__, self.data))


def _restore_fragment(cls: type[Fragment], data: bytes) -> Fragment:
    return cls(data, check=False)
