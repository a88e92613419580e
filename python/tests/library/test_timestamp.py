"""Timestamp: its three encodings, its range, its conversions."""

import copy
import datetime
import pickle

import pytest

import hayapack
from hayapack import Timestamp

UTC = datetime.timezone.utc
MIN, MAX = -(2**63), 2**63 - 1
LAST = 999_999_999


@pytest.mark.parametrize(
    "seconds, nanoseconds, size",
    [
        (0, 0, 4), (2**32 - 1, 0, 4), (2**32, 0, 8), (0, 1, 8), (2**34 - 1, LAST, 8),
        (2**34, 0, 12), (-1, 0, 12), (-1, LAST, 12), (MIN, 0, 12), (MAX, LAST, 12),
    ],
)  # fmt: skip
def test_round_trip(backend, seconds, nanoseconds, size):
    stamp = Timestamp(seconds, nanoseconds)
    payload = stamp.to_bytes()
    assert len(payload) == size
    assert Timestamp.from_bytes(payload) == stamp
    packed = backend.packb(stamp)
    assert packed == {4: b"\xd6\xff", 8: b"\xd7\xff", 12: b"\xc7\x0c\xff"}[size] + payload
    assert backend.unpackb(packed) == stamp
    assert backend.unpackb(packed, timestamp=2) == seconds * 10**9 + nanoseconds
    assert backend.unpackb(packed, timestamp=1) == seconds + nanoseconds / 1e9


def test_longer_forms_than_needed(backend):
    assert backend.unpackb(b"\xc7\x04\xff\0\0\0\x05") == Timestamp(5)
    assert backend.unpackb(b"\xc8\0\x08\xff" + b"\0" * 7 + b"\x05") == Timestamp(5)
    assert backend.unpackb(b"\xc7\x0c\xff" + b"\0" * 11 + b"\x05") == Timestamp(5)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 7, 9, 11, 13, 16])
def test_wrong_length(backend, size):
    for mode in range(4):
        with pytest.raises(hayapack.InvalidTimestampError):
            backend.unpackb(b"\xc7" + bytes([size]) + b"\xff" + b"\0" * size, timestamp=mode)


def test_too_many_nanoseconds(backend):
    just = (LAST << 34).to_bytes(8, "big")
    over = ((LAST + 1) << 34).to_bytes(8, "big")
    assert backend.unpackb(b"\xd7\xff" + just) == Timestamp(0, LAST)
    for data in (b"\xd7\xff" + over, b"\xc7\x0c\xff" + (LAST + 1).to_bytes(4, "big") + b"\0" * 8):
        for mode in range(4):
            with pytest.raises(hayapack.InvalidTimestampError):
                backend.unpackb(data, timestamp=mode)


def test_datetimes(backend):
    for dt in (
        datetime.datetime.min.replace(tzinfo=UTC),
        datetime.datetime.max.replace(tzinfo=UTC),
        datetime.datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
        datetime.datetime(2020, 1, 2, 3, 4, 5, 6, tzinfo=datetime.timezone(datetime.timedelta(hours=-5))),
    ):
        packed = backend.packb(dt, datetime=True)
        assert packed == backend.packb(Timestamp.from_datetime(dt))
        assert backend.unpackb(packed, timestamp=3) == dt
        assert backend.unpackb(packed, timestamp=3).tzinfo is UTC


def test_nanoseconds_are_cut_off_in_datetimes(backend):
    packed = backend.packb(Timestamp(1, 1999))
    assert backend.unpackb(packed, timestamp=3).microsecond == 1
    packed = backend.packb(Timestamp(-1, LAST))
    assert backend.unpackb(packed, timestamp=3).microsecond == 999999


@pytest.mark.parametrize("seconds", [MIN, MAX, 253402300800, -62135596801, 2**40 * 86400])
def test_beyond_datetimes(backend, seconds):
    packed = backend.packb(["x", Timestamp(seconds)])
    with pytest.raises(hayapack.TimestampRangeError) as info:
        backend.unpackb(packed, timestamp=3)
    error = info.value
    assert isinstance(error, OverflowError)
    assert isinstance(error, ValueError)
    assert (error.name, error.offset, error.path) == ("timestamp_range", 3, "$[1]")
    with pytest.raises(hayapack.TimestampRangeError):
        Timestamp(seconds).to_datetime()


def test_naive_datetimes(backend):
    naive = datetime.datetime(2020, 1, 2)
    with pytest.raises(ValueError, match="where tzinfo=None"):
        backend.packb(naive, datetime=True)
    with pytest.raises(TypeError):
        backend.packb(naive)
    assert backend.packb(naive, datetime=True, default=lambda o: None) == b"\xc0"


class StampedDatetime(datetime.datetime):
    """Like pandas.Timestamp."""

    nanosecond = 7


def test_datetime_with_nanoseconds(backend):
    dt = StampedDatetime(1970, 1, 1, 0, 0, 0, 5, tzinfo=UTC)
    assert backend.unpackb(backend.packb(dt, extended=True)) == Timestamp(0, 5007)
    assert backend.unpackb(backend.packb(dt, datetime=True)) == Timestamp(0, 5007)
    for options in ({"datetime": True}, {"extended": True}):
        with pytest.raises(hayapack.UnsupportedTypeError, match="strict_types=True only datetime.datetime itself"):
            backend.packb(dt, strict_types=True, **options)


def test_constructor():
    for wrong in ((1.5,), ("1",), (0, 0.5), (0, "1")):
        with pytest.raises(TypeError):
            Timestamp(*wrong)
    for wrong in ((0, -1), (0, 10**9), (MAX + 1,), (MIN - 1,)):
        with pytest.raises(ValueError):
            Timestamp(*wrong)


def test_can_not_be_changed():
    stamp = Timestamp(1, 2)
    for change in (
        lambda: setattr(stamp, "seconds", 5),
        lambda: delattr(stamp, "seconds"),
        lambda: setattr(stamp, "other", 5),
    ):
        with pytest.raises(AttributeError):
            change()
    assert stamp == Timestamp(1, 2)


def test_compares_and_copies():
    stamps = [Timestamp(MIN), Timestamp(-1, LAST), Timestamp(0), Timestamp(0, 1), Timestamp(1)]
    assert sorted(reversed(stamps)) == stamps
    assert Timestamp(0) <= Timestamp(0) < Timestamp(0, 1) and Timestamp(1) > Timestamp(0)
    assert Timestamp(5) != 5 and Timestamp(5) == Timestamp(5, 0)
    assert len({Timestamp(5), Timestamp(5), Timestamp(6)}) == 2
    with pytest.raises(TypeError):
        Timestamp(5) < 5  # noqa: B015
    for again in (
        pickle.loads(pickle.dumps(stamps[1])),
        copy.copy(stamps[1]),
        copy.deepcopy(stamps[1]),
    ):
        assert again == stamps[1]
    assert repr(stamps[1]) == "Timestamp(seconds=-1, nanoseconds=999999999)"


def test_unix():
    assert Timestamp.from_unix(-2.3) == Timestamp(-3, 700000000)
    assert Timestamp.from_unix(-1e-20) == Timestamp(0)
    assert Timestamp.from_unix(5) == Timestamp(5)
    assert Timestamp.from_unix_nano(-1) == Timestamp(-1, LAST)
    assert Timestamp(-1, LAST).to_unix_nano() == -1
    assert Timestamp(1, 500000000).to_unix() == 1.5
