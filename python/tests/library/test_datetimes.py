"""Datetimes and Timestamps against datetime's own arithmetic, on both back ends."""

import datetime
import random

import pytest
from conftest import FREE_THREADED

import hayapack
from hayapack import ExtType, Timestamp, TypeRegistry

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)
FIRST, LAST = -62135596800, 253402300799  # seconds: the years 1 to 9999
MICRO = datetime.timedelta(microseconds=1)


def stamp_of(dt):
    """The Timestamp for a datetime, computed with integers only."""
    microseconds = (dt - EPOCH) // MICRO
    return Timestamp(microseconds // 10**6, microseconds % 10**6 * 1000)


def check(backend, dt):
    payload = stamp_of(dt).to_bytes()
    packed = backend.packb(dt, datetime=True)
    assert packed == {4: b"\xd6\xff", 8: b"\xd7\xff", 12: b"\xc7\x0c\xff"}[len(payload)] + payload
    again = backend.unpackb(packed, timestamp=3)
    assert type(again) is datetime.datetime
    assert (again, again.tzinfo, again.fold) == (dt, UTC, 0)
    assert again.replace(tzinfo=None) == dt.astimezone(UTC).replace(tzinfo=None)
    assert backend.unpackb(packed) == stamp_of(dt)


@pytest.mark.parametrize(
    "year",
    [1, 2, 4, 99, 100, 400, 1582, 1600, 1899, 1900, 1904, 1969, 1970, 1972]
    + [1999, 2000, 2001, 2024, 2038, 2100, 2106, 2400, 2514, 9600, 9996, 9999],
)
def test_every_month_of_a_year(backend, year):
    for month in range(1, 13):
        last = 31 if month == 12 else (datetime.date(year, month + 1, 1) - datetime.timedelta(days=1)).day
        for day in (1, 2, 28, last):
            for clock in ((0, 0, 0, 0), (12, 34, 56, 789012), (23, 59, 59, 999999)):
                check(backend, datetime.datetime(year, month, day, *clock, tzinfo=UTC))


@pytest.mark.long
def test_every_day_of_an_era(backend):
    """401 years: the ends of four centuries differ."""
    days = [
        datetime.datetime(1999, 12, 31, 23, 59, 59, 1, tzinfo=UTC) + datetime.timedelta(days=n)
        for n in range(146097 + 366)
    ]
    packed = backend.packb(days, datetime=True)
    assert packed == backend.packb([stamp_of(day) for day in days])
    assert backend.unpackb(packed, timestamp=3) == days


@pytest.mark.parametrize("seconds", [0, -1, 1, 2**31, 2**32 - 1, 2**32, 2**34 - 1, 2**34, FIRST, LAST])
def test_boundaries(backend, seconds):
    for microseconds in (0, 1, 999999):
        check(backend, EPOCH + datetime.timedelta(seconds=seconds, microseconds=microseconds))
    for nanoseconds in (0, 1, 999, 1000, 1999, 999999000, 999999999):
        stamp = Timestamp(seconds, nanoseconds)
        packed = backend.packb(stamp)
        assert backend.unpackb(packed) == stamp
        assert backend.unpackb(packed, timestamp=3) == stamp.to_datetime()
        assert backend.unpackb(packed, timestamp=3).microsecond == nanoseconds // 1000


@pytest.mark.parametrize("seconds", [FIRST - 1, LAST + 1, -(2**63), 2**63 - 1])
def test_one_second_beyond(backend, seconds):
    for nanoseconds in (0, 999999999):
        packed = backend.packb({"at": Timestamp(seconds, nanoseconds)})
        with pytest.raises(hayapack.TimestampRangeError) as info:
            backend.unpackb(packed, timestamp=3)
        assert (info.value.offset, info.value.path) == (4, "$.at")


def test_random_moments(backend):
    chance = random.Random(7)
    for _ in range(3000):
        offset = datetime.timedelta(seconds=chance.randint(FIRST, LAST), microseconds=chance.randrange(10**6))
        check(backend, EPOCH + offset)


def test_the_three_lengths_in_every_head(backend):
    moment = datetime.datetime(1970, 1, 1, 0, 0, 5, tzinfo=UTC)
    for n, payload in ((4, b"\0\0\0\5"), (8, b"\0" * 7 + b"\5"), (12, b"\0" * 11 + b"\5")):
        headers = [b"\xc7" + bytes([n]), b"\xc8\0" + bytes([n]), b"\xc9\0\0\0" + bytes([n])]
        headers += {4: [b"\xd6"], 8: [b"\xd7"], 12: []}[n]
        for header in headers:
            data = header + b"\xff" + payload
            got = [backend.unpackb(data, timestamp=form) for form in range(4)]
            assert got == [Timestamp(5), 5.0, 5 * 10**9, moment]
            assert [type(o) for o in got] == [Timestamp, float, int, datetime.datetime]


@pytest.mark.parametrize(
    "seconds",
    [-(2**63), -9223372038, -9223372037, -9223372036, -9223372035, -2, -1, 0]
    + [2**53 + 1, 9223372035, 9223372036, 9223372037, 2**63 - 1],
)
def test_numbers(backend, seconds):
    for nanoseconds in (0, 1, 123456789, 999999999):
        packed = backend.packb(Timestamp(seconds, nanoseconds))
        assert backend.unpackb(packed, timestamp=1) == seconds + nanoseconds / 1e9
        assert backend.unpackb(packed, timestamp=2) == seconds * 10**9 + nanoseconds


def zone(**offset):
    return datetime.timezone(datetime.timedelta(**offset))


OFFSETS = [{}, {"hours": 1}, {"hours": -5}, {"microseconds": 1}, {"microseconds": -1}, {"hours": 5, "minutes": 45},
           {"hours": 23, "minutes": 59, "seconds": 59, "microseconds": 999999},
           {"hours": -23, "minutes": -59, "seconds": -59, "microseconds": -999999}]  # fmt: skip


@pytest.mark.parametrize("offset", OFFSETS, ids=str)
def test_fixed_zones(backend, offset):
    for naive in (datetime.datetime.min, datetime.datetime.max, datetime.datetime(1970, 1, 1),
                  datetime.datetime(2024, 2, 29, 23, 59, 59, 999999)):  # fmt: skip
        dt = naive.replace(tzinfo=zone(**offset))
        assert backend.packb(dt, datetime=True) == backend.packb(stamp_of(dt))


class Folded(datetime.tzinfo):
    """A time zone whose offset is the fold, in hours."""

    def utcoffset(self, dt):
        return datetime.timedelta(hours=dt.fold)


class Offset(datetime.tzinfo):
    def __init__(self, offset):
        self.offset = offset

    def utcoffset(self, dt):
        if isinstance(self.offset, Exception):
            raise self.offset
        return self.offset


class LongTime(datetime.timedelta):
    pass


def test_fold(backend):
    for fold in (0, 1):
        dt = datetime.datetime(1970, 1, 1, 3, fold=fold, tzinfo=Folded())
        assert backend.packb(dt, datetime=True) == backend.packb(Timestamp(10800 - 3600 * fold))
        utc = datetime.datetime(1970, 1, 1, 3, fold=fold, tzinfo=UTC)
        assert backend.packb(utc, datetime=True) == backend.packb(Timestamp(10800))


def test_odd_offsets(both):
    """Errors are those of datetime."""
    day = datetime.timedelta(days=1)
    for offset, expected in (
        (LongTime(hours=1), Timestamp(-3600)), (day, ValueError), (-day, ValueError), (3, TypeError),
        (day - MICRO, Timestamp(-86400, 1000)), (MICRO - day, Timestamp(86399, 999999000)),
        (LookupError("no"), LookupError), (day * 10**6, ValueError),
    ):  # fmt: skip
        dt = [datetime.datetime(1970, 1, 1, tzinfo=Offset(offset))]
        if isinstance(expected, Timestamp):
            for backend in both:
                assert backend.packb(dt, datetime=True) == backend.packb([expected])
        else:
            texts = []
            for backend in both:
                with pytest.raises(expected) as info:
                    backend.packb(dt, datetime=True)
                assert type(info.value) is expected
                texts.append(str(info.value))
            assert texts[0] == texts[1]


def test_zones_without_an_offset(both):
    """Python calls such a datetime naive: with extended=True it is a str, as others without an offset."""
    naive = datetime.datetime(2026, 1, 2, tzinfo=Offset(None))
    texts = []
    for backend in both:
        with pytest.raises(hayapack.NaiveDatetimeError) as info:
            backend.packb({"at": [1, naive]}, datetime=True)
        error = info.value
        assert (error.name, error.path, error.offset) == ("unsupported_type", "$.at[1]", 6)
        texts.append(str(error))
        assert backend.packb(naive, datetime=True, default=lambda o: None) == b"\xc0"
        for options in ({"extended": True}, {"extended": True, "datetime": True}):
            assert backend.packb(naive, **options) == backend.packb("2026-01-02T00:00:00")
    assert texts[0] == texts[1] and "utcoffset() is None" in texts[0]
    local = datetime.datetime(2026, 1, 2)
    assert Timestamp.from_datetime(naive) == Timestamp.from_datetime(local)


def test_a_zone_that_changes_what_is_packed(backend):
    class Emptying(datetime.tzinfo):
        def utcoffset(self, dt):
            outer.clear()
            return datetime.timedelta(0)

    outer = [[[datetime.datetime(1970, 1, 1, tzinfo=Emptying())]]]
    assert backend.packb([outer[0][0][0]], datetime=True) == b"\x91\xd6\xff\0\0\0\0"
    outer = [[[datetime.datetime(1970, 1, 1, tzinfo=Emptying())]], 1]
    try:
        backend.packb(outer, datetime=True)
    except (RuntimeError, ValueError):
        pass
    assert outer == []


def test_where_a_datetime_may_stand(backend):
    at = datetime.datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
    stamp = stamp_of(at)
    for value, plain in ((at, stamp), ({at: at}, {stamp: stamp}), ([at, [at] * 500], [stamp, [stamp] * 500])):
        packed = backend.packb(value, datetime=True)
        assert packed == backend.packb(plain)
        assert packed == backend.packb(plain, default=lambda o: None, strict_types=True)
        if not isinstance(value, dict):
            assert packed == backend.packb(value, default=stamp_of)
    packed = backend.packb({at: [at]}, datetime=True)
    assert backend.unpackb(packed, timestamp=3, strict_map_key=False, use_list=False) == {at: (at,)}
    with pytest.raises(hayapack.InvalidKeyError):
        backend.unpackb(packed, timestamp=3)


def test_a_registry_comes_first(backend):
    types = TypeRegistry()
    types.register(datetime.datetime, "Moment", write=lambda o: 5, read=lambda n: "made")
    types.register(Timestamp, "Stamp", write=lambda o: 6, read=lambda n: "made too")
    values = [EPOCH, Timestamp(1)]
    assert backend.unpackb(backend.packb(values, types=types, datetime=True), types=types) == ["made", "made too"]
    assert backend.packb(values, types=TypeRegistry(), datetime=True) == backend.packb(values, datetime=True)


def test_other_codes_are_no_timestamps(backend):
    for code in (-2, 0, 1, 127):
        data = b"\xd6" + bytes([code & 255]) + b"\0\0\0\5"
        assert backend.unpackb(data, timestamp=3) == ExtType(code, b"\0\0\0\5")


def test_made_timestamps_are_whole(backend):
    """They are created without calling __init__."""
    for stamp in backend.unpackb(backend.packb([Timestamp(1, 2), Timestamp(-(2**63), 999999999)])):
        assert type(stamp) is Timestamp
        assert (type(stamp.seconds), type(stamp.nanoseconds)) == (int, int)
        assert Timestamp(stamp.seconds, stamp.nanoseconds) == stamp and hash(stamp) == hash(eval(repr(stamp)))


def test_unfinished_timestamps(both):
    texts = []
    for backend in both:
        stamp = Timestamp.__new__(Timestamp)
        with pytest.raises(AttributeError) as info:
            backend.packb(stamp)
        texts.append(str(info.value))
    assert texts[0] == texts[1]


def test_zoneinfo_in_a_list(backend):
    """utcoffset() of an exact ZoneInfo is called without Python code around it; that of a derived class is not."""
    zoneinfo = pytest.importorskip("zoneinfo")
    try:
        berlin = zoneinfo.ZoneInfo("Europe/Berlin")
    except zoneinfo.ZoneInfoNotFoundError:
        pytest.skip("no time zones")

    class Own(zoneinfo.ZoneInfo):
        def utcoffset(self, moment):
            return datetime.timedelta(hours=1)

    class Wrong(zoneinfo.ZoneInfo):
        def utcoffset(self, moment):
            raise KeyError("zone")

    start = datetime.datetime(2026, 3, 28, 12, 0, 0, 5)
    naive = [start + datetime.timedelta(minutes=7 * i, seconds=86400 * (i % 200)) for i in range(400)]
    zones = [berlin, Own("Europe/Berlin"), datetime.timezone.utc, None, zoneinfo.ZoneInfo("UTC")]
    for zone in zones:
        moments = [one.replace(tzinfo=zone, fold=i % 2) for i, one in enumerate(naive)]
        found = hayapack.unpackb(backend.packb(moments, extended=True), timestamp=3)
        if zone is None:
            assert found == [one.isoformat() for one in naive]
        else:
            expected = [
                (one.replace(tzinfo=None) - one.utcoffset()).replace(tzinfo=datetime.timezone.utc) for one in moments
            ]
            assert found == expected
    with pytest.raises(KeyError, match="zone"):
        backend.packb([naive[0].replace(tzinfo=berlin), naive[0].replace(tzinfo=Wrong("Europe/Berlin"))], extended=True)


def moments(n):
    first = datetime.datetime(2024, 2, 28, 23, 59, tzinfo=UTC)
    return [first + datetime.timedelta(seconds=i * 7919, microseconds=i) for i in range(n)]


@pytest.mark.parametrize("container", [list, tuple])
def test_many_times_in_a_row(backend, container):
    times = moments(3000)
    mixed = [
        *times[:5],
        Timestamp(1, 2),
        *times[5:2000],
        datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=9))),
        7,
        *times[2000:],
    ]
    for values in (times, mixed, times[:1], mixed[:6]):
        packed = backend.packb(container(values), datetime=True)
        assert packed == header(len(values)) + b"".join(backend.packb(value, datetime=True) for value in values)


def header(n):
    return bytes([0x90 | n]) if n < 16 else b"\xdc" + n.to_bytes(2, "big")


def test_a_hook_that_changes_the_list_of_times(backend):
    times = [object(), *moments(50)]
    replaced = moments(60)[10:]
    reads_on = backend.name == "native" and not FREE_THREADED  # else a copy of the list is packed
    expected = replaced if reads_on else times[1:]

    def replace(_):
        times[1:] = replaced
        return None

    assert backend.packb(times, datetime=True, default=replace) == backend.packb([None, *expected], datetime=True)

    if backend.name == "native" and FREE_THREADED:
        return

    def shrink(_):
        times[:] = times[:3]
        return None

    with pytest.raises(hayapack.exceptions.MutatedError):
        backend.packb(times, datetime=True, default=shrink)
