"""Classes that the program replaces (freezegun, time-machine, mock.patch, subclasses) before, during and after
the first use: each case in a fresh process, since the state at the first use must not matter.
"""

import importlib.util
import os
import sys
from pathlib import Path

import alone
import pytest
from conftest import NATIVE_MISSING

import hayapack

pytestmark = [pytest.mark.package, pytest.mark.pure_is_long]

PACKAGE = Path(hayapack.__file__).resolve().parent

IMPORTS = "collections.abc, contextlib, datetime, decimal, enum, sys, types, unittest.mock, uuid"
#: Without a class in a global, because freezegun replaces those too.
SETUP = (
    f"import {IMPORTS}"
    + """
from unittest import mock
import hayapack
from hayapack import Timestamp, packb, unpackb

class Colour(enum.Enum):
    RED = "red"

REAL = {
    "datetime.datetime": datetime.datetime, "datetime.date": datetime.date, "datetime.time": datetime.time,
    "datetime.timedelta": datetime.timedelta, "datetime.timezone": datetime.timezone, "uuid.UUID": uuid.UUID,
    "decimal.Decimal": decimal.Decimal, "enum.Enum": enum.Enum, "collections.abc.Mapping": collections.abc.Mapping,
}
UTC = datetime.timezone.utc
MOMENT = datetime.datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)
STAMP = Timestamp(1767323045, 6000)
VALUES = [
    (MOMENT, STAMP), (MOMENT.replace(tzinfo=None), "2026-01-02T03:04:05.000006"), (MOMENT.date(), "2026-01-02"),
    (MOMENT.time(), "03:04:05.000006"), (uuid.UUID(int=5), str(uuid.UUID(int=5))),
    (decimal.Decimal("1.50"), "1.50"), (Colour.RED, "red"), (collections.UserDict(a=1), {"a": 1}),
]
SPAN = datetime.timedelta(hours=1)

def check():
    for value, plain in VALUES:
        assert unpackb(packb([value], extended=True)) == [plain], value
        assert unpackb(packb([value], extended=True, strict_types=True)) == [plain], value
    assert packb(MOMENT, datetime=True) == packb(STAMP) == packb(MOMENT, datetime=True, strict_types=True)
    for read in (unpackb(packb(STAMP), timestamp=3), STAMP.to_datetime()):
        assert type(read) is REAL["datetime.datetime"] and read == MOMENT, read
        assert read.tzinfo is UTC
    assert Timestamp.from_datetime(MOMENT) == STAMP
    for value, name in ((MOMENT, "datetime"), (VALUES[4][0], "extended"), (object(), "default")):
        try:
            packb([value])
        except hayapack.UnsupportedTypeError as error:
            assert name + "=" in str(error) and error.path == "$[0]", error
        else:
            raise AssertionError(value)
    dotnet = hayapack.TypeRegistry(dotnet=True)
    values = [MOMENT, MOMENT.replace(tzinfo=None), SPAN, VALUES[4][0], VALUES[5][0]]
    read = unpackb(packb(values, types=dotnet), types=dotnet)
    assert list(map(repr, read)) == list(map(repr, values)), read  # uuid's __eq__ uses the global UUID
    assert [type(value) for value in read] == [
        REAL[name] for name in ("datetime.datetime", "datetime.datetime", "datetime.timedelta", "uuid.UUID", "decimal.Decimal")
    ]
    registry = hayapack.TypeRegistry()
    registry.register(Colour, "Demo.Colour")
    assert unpackb(packb(Colour.RED, types=registry), types=registry) is Colour.RED

def replace(name, how):
    module, _, cls = name.rpartition(".")
    if how == "mock":
        return mock.patch(name)
    if how == "namesake":
        return mock.patch(name, type(cls, (), {}))
    return mock.patch(name, types.new_class("Sub" + cls, (REAL[name],)))
"""
)

ALL = """
@contextlib.contextmanager
def replaced(how):
    with contextlib.ExitStack() as stack:
        for name in REAL:
            if name == "datetime.timezone" and how == "subclass":
                continue  # a class that can't be derived from
            stack.enter_context(replace(name, how))
        yield
"""


CPYTHON = pytest.mark.skipif(
    sys.implementation.name != "cpython",
    reason="PyPy's datetime fails while its classes are replaced: it looks them up",
)


@pytest.fixture(params=["native", pytest.param("public API", marks=pytest.mark.long), "pure"])
def environment(request):
    if request.param != "pure" and NATIVE_MISSING:
        pytest.skip(f"hayapack._native can't be imported: {NATIVE_MISSING}")
    return {"native": {}, "public API": {"HAYAPACK_PUBLIC_API": "1"}, "pure": {"HAYAPACK_PUREPYTHON": "1"}}[
        request.param
    ]


def work(programs, environment):
    """Runs each, without one seeing what another has left: hayapack is imported by the programs."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("HAYAPACK_")}
    env.update(environment, PYTHONPATH=str(PACKAGE.parent))
    alone.succeed([("__main__", program) for program in programs], env, IMPORTS)


def works(program, environment):
    work([program], environment)


#: The replaced classes during the first use, between two, and after them.
ORDERS = [
    "with {0}: check()\ncheck()\n",
    "check()\nwith {0}: check()\ncheck()\n",
    "with {0}: check()\nwith {0}: check()\n",
]


@CPYTHON
@pytest.mark.parametrize("how", ["mock", "namesake", "subclass"])
def test_all_classes_replaced_at_once(how, environment):
    work([SETUP + ALL + order.format(f"replaced({how!r})") for order in ORDERS], environment)


@CPYTHON
def test_replaced_before_hayapack_is_imported(environment):
    """As in a test that imports the tested program inside of the patch."""
    late = SETUP.replace("import hayapack\nfrom hayapack import Timestamp, packb, unpackb\n", "")
    late = late.replace("STAMP = Timestamp(1767323045, 6000)\n", "").replace("STAMP", "None")
    late = late[: late.index("def check")] + late[late.index("def replace") :]
    program = late + ALL + "with replaced('mock'):\n    exec(%r)\n    check()\ncheck()\n" % (
        "import hayapack\nfrom hayapack import Timestamp, packb, unpackb\nSTAMP = Timestamp(1767323045, 6000)\n"
        "VALUES[0] = (MOMENT, STAMP)\n" + SETUP[SETUP.index("def check") : SETUP.index("def replace")]
    )  # fmt: skip
    works(program, environment)


@CPYTHON
def test_the_module_datetime_replaced(environment):
    works(SETUP + "with mock.patch.dict(sys.modules, datetime=mock.MagicMock()): assert unpackb(packb(STAMP), timestamp=3) == MOMENT\n"
          "assert packb(MOMENT, datetime=True) == packb(STAMP)\n", environment if "HAYAPACK_PUREPYTHON" not in environment else
          {**environment, "PYTHONWARNINGS": "ignore"})  # fmt: skip


def test_the_first_call_is_strict(environment):
    """strict_types asks for the very class, which the first call does not know yet."""
    work(
        [
            SETUP + f"value, plain = VALUES[{number}]\n"
            "assert unpackb(packb([value], extended=True, strict_types=True)) == [plain]\n"
            for number in range(8)
        ],
        environment,
    )


SUBCLASSES = """
class Moment(datetime.datetime): pass
class Id(uuid.UUID): pass
class Money(decimal.Decimal): pass
class Day(datetime.date): pass
class Many(set): pass
class Span(datetime.timedelta): pass
moment = Moment(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)
def check_subclasses():
    pairs = [(moment, STAMP), (Id(int=5), str(uuid.UUID(int=5))), (Money("1.50"), "1.50"), (Day(2026, 1, 2), "2026-01-02"), (Many([1]), [1])]
    assert packb(moment, datetime=True) == packb(STAMP)
    for value, plain in pairs:
        assert packb([value], extended=True) == packb([plain])
        seen = []
        assert packb([value], extended=True, strict_types=True, default=lambda o: seen.append(o)) == b"\\x91\\xc0"
        assert seen == [value]
        for options in ({"strict_types": True, "extended": True}, {"strict_types": True, "datetime": True}):
            try: packb([value], **options)
            except hayapack.UnsupportedTypeError as error: assert "strict_types=True" in str(error), error
            else: raise AssertionError(value)
    types = hayapack.TypeRegistry(dotnet=True)
    for plain, value in ((MOMENT, moment), (SPAN, Span(hours=1)), (uuid.UUID(int=5), Id(int=5)), (decimal.Decimal("1.5"), Money("1.5"))):
        assert packb(value, types=types) == packb(plain, types=types)
        try: packb(value, types=types, strict_types=True)
        except hayapack.UnsupportedTypeError: pass
        else: raise AssertionError(value)
check_subclasses()
check()
check_subclasses()
"""


def test_subclasses(environment):
    works(SETUP + SUBCLASSES, environment)


# --- packages that replace them --------------------------------------------------

NAMES = """
def fakes():
    now, today = datetime.datetime.now(UTC), datetime.date.today()
    assert now == MOMENT and today == MOMENT.date()
    assert packb(now, datetime=True) == packb(STAMP) and packb(now, extended=True) == packb(STAMP)
    assert packb(today, extended=True) == packb("2026-01-02")
    assert packb(now, types=hayapack.TypeRegistry(dotnet=True)) == packb(MOMENT, types=hayapack.TypeRegistry(dotnet=True))
    assert Timestamp.from_datetime(now) == STAMP
    assert Timestamp.from_datetime(datetime.datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)) == STAMP
def both(): check(); fakes()
"""


def _needs(package):
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"the package {package} is not installed")


@pytest.mark.parametrize(
    "package, frozen",
    [
        ("freezegun", "import freezegun\ndef frozen(): return freezegun.freeze_time(MOMENT)\n"),
        ("time_machine", "import time_machine\ndef frozen(): return time_machine.travel(MOMENT, tick=False)\n"),
    ],
)
def test_frozen_clocks(package, frozen, environment):
    _needs(package)
    orders = [order.format("frozen()").replace(": check()", ": both()") for order in ORDERS]
    work([SETUP + NAMES + frozen + order for order in orders], environment)


PANDAS = """
import pandas
def check_pandas():
    for text, tz, stamp in (
        ("2026-01-02T03:04:05.000006789", "UTC", Timestamp(1767323045, 6789)),
        ("1969-12-31T23:59:59.999999999", "UTC", Timestamp(-1, 999999999)),
        ("1960-01-01T09:00:00.000000001", "Asia/Tokyo", Timestamp(-315619200, 1)),
        (pandas.Timestamp.max, "UTC", Timestamp.from_unix_nano(2**63 - 1)),
    ):
        value = pandas.Timestamp(text).tz_localize(tz)
        for options in ({"datetime": True}, {"extended": True}, {"datetime": True, "extended": True}):
            assert packb(value, **options) == packb(stamp), (value, options)
    naive = pandas.Timestamp("2026-01-02T03:04:05.000006789")
    assert packb(naive, extended=True) == packb(naive.isoformat())
    assert Timestamp.from_datetime(naive).nanoseconds == 6789
    assert packb([pandas.NaT], extended=True) == packb([pandas.NaT], extended=True, datetime=True) == b"\\x91\\xc0"
    try: packb([pandas.NaT], datetime=True)
    except hayapack.NaiveDatetimeError as error: assert "extended=True packs all" in str(error)
    else: raise AssertionError
    if hasattr(pandas.Timestamp, "unit"):
        import numpy
        late = pandas.Timestamp(numpy.datetime64("20000-01-01", "s")).tz_localize("UTC")
        assert packb(late, datetime=True) == packb(Timestamp(568971820800))
    types = hayapack.TypeRegistry(dotnet=True)
    exact = pandas.Timestamp("2026-01-02T03:04:05.000006700", tz="UTC")
    assert packb(exact, types=types)[-1] == (packb(MOMENT, types=types)[-1] + 7) % 256
check_pandas()
check()
check_pandas()
"""

PENDULUM = """
import pendulum
def check_pendulum():
    for moment in (pendulum.datetime(2026, 1, 2, 3, 4, 5, 6), pendulum.datetime(2026, 1, 2, 4, 4, 5, 6, tz="Europe/Paris")):
        assert packb(moment, datetime=True) == packb(moment, extended=True) == packb(STAMP)
        assert packb(moment, types=types) == packb(MOMENT, types=types)
    before = pendulum.datetime(1960, 1, 1, 1, 2, 3, 5, tz="Europe/Paris")
    assert packb(before, datetime=True) == packb(Timestamp(-315619077, 5000)) == packb(before, extended=True)
    assert packb(pendulum.date(2026, 1, 2), extended=True) == packb("2026-01-02")
    assert packb(pendulum.duration(days=-1, seconds=5), types=types) == packb(datetime.timedelta(days=-1, seconds=5), types=types)
types = hayapack.TypeRegistry(dotnet=True)
check_pendulum()
check()
with pendulum.travel_to(pendulum.datetime(2026, 1, 2), freeze=True) if %s else contextlib.nullcontext(): check_pendulum(); check()
"""


def test_pandas(environment):
    _needs("pandas")
    works(SETUP + PANDAS, environment)


def test_pendulum(environment):
    _needs("pendulum")
    works(SETUP + PENDULUM % (importlib.util.find_spec("time_machine") is not None), environment)


NUMPY = """
import numpy
values = [(numpy.int64(5), 5), (numpy.datetime64("2026-01-02", "D"), Timestamp(1767312000)), (numpy.bool_(True), True),
          (numpy.datetime64("NaT"), None), (numpy.array([1, 2]), [1, 2]), (numpy.longdouble(0.5), 0.5)]
def check_numpy():
    for value, plain in values:
        assert unpackb(packb([value], extended=True)) == [plain]
def mocked():
    stack = contextlib.ExitStack()
    for name in ("ndarray", "generic", "integer", "floating", "bool_", "datetime64", "timedelta64", "isnat", "datetime_data"):
        stack.enter_context(mock.patch("numpy." + name))
    return stack
with mocked(): check_numpy()
check_numpy()
with mock.patch.dict(sys.modules, numpy=mock.MagicMock()): check_numpy()
"""


def test_numpy(environment):
    _needs("numpy")
    works(SETUP + NUMPY, environment)
