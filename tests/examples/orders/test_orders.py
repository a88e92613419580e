"""examples/orders and each row of its README's table, with real processes and a real browser."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest
import shop as processes
from shop import ORDERS, until

import hayapack

ROOT = ORDERS.parents[1]
sys.path.insert(0, str(ROOT / "lab/tests"))
import browser  # noqa: E402

PICTURES = ROOT / "build/examples-orders"
CUSTOMERS = ["山田 花子", "Zoë Müller", "<script>document.title = 'stolen'</script>", "O'Brien & Sons"]
ODD = 7_000_000  # the number of the orders that the tests write
CENTS = [2 * 1250, 2400, 3999, 6 * 450]


@pytest.fixture(scope="module")
def shop():
    PICTURES.mkdir(parents=True, exist_ok=True)
    try:
        started = processes.Shop(PICTURES / "run.log")
    except processes.NotRun as reason:
        pytest.skip(str(reason))
    yield started
    if started.process.poll() is None:
        started.process.terminate()
        started.process.wait(20)


def expected(order):
    """The customer and the total of an order, by its number."""
    return CUSTOMERS[order % 4], "%.2f" % (sum(CENTS[: 1 + order % 4]) / 100)


def totals(shop):
    """{order: cents}, read as plain values."""
    found = {}
    for order, message in shop.redis.hgetall("orders:totals").items():
        total = hayapack.unpackb(message, types=hayapack.TypeRegistry())
        assert total.name == "Shop.Total, Shop"
        assert total.value["Order"] == int(order)
        found[int(order)] = total.value["Cents"]
    return found


def written(shop):
    """The numbers of the valid orders in the stream, each read as a plain value."""
    messages = (fields[b"order"] for _, fields in shop.redis.xrange("orders") if b"order" in fields)
    orders = []
    for message in messages:
        try:
            order = hayapack.unpackb(message, lz4=True, types=hayapack.TypeRegistry())
        except hayapack.UnpackException:
            continue
        if isinstance(order, hayapack.Typed) and 0 < order.value["Id"] < ODD:
            orders.append(order.value["Id"])
    return orders


def settled(shop):
    """Every order that was written by now has its total."""
    orders = set(written(shop))
    return until(lambda: orders <= set(totals(shop)) and orders)


# In one expression, because the page is loaded again every two seconds.
SEEN = """({
    rows: [...document.querySelectorAll('#orders tr')].slice(1).map(
        row => [...row.cells].map(cell => cell.innerText.trim())),
    sum: document.querySelector('#sum').innerText,
    title: document.title,
    scripts: document.scripts.length,
    width: document.documentElement.scrollWidth,
})"""


@pytest.mark.skipif(browser.found() is None, reason="no browser was found (Debian: chromium)")
def test_page_in_a_browser(shop):
    until(lambda: len(totals(shop)) >= 5)
    with browser.Browser() as page:
        for width, dark in ((1200, False), (360, False), (360, True)):
            page.show(Address(shop.url), width=width, height=800, dark=dark)
            seen = page.run(SEEN)
            page.picture(PICTURES / ("page-%d%s.png" % (width, "-dark" if dark else "")))
            assert len(seen["rows"]) >= 5
            done = [row for row in seen["rows"] if row[3] != "…"]  # the newest may have no total yet
            assert len(done) >= len(seen["rows"]) - 1
            for number, customer, _, total in done:
                assert (customer, total) == expected(int(number))
            assert "2 × Green tea, 1 × 抹茶, 1 × Teapot <small>" in [row[2] for row in done]
            assert seen["sum"] == "%.2f" % sum(float(row[3]) for row in done)
            assert (seen["title"], seen["scripts"]) == ("Orders", 0)
            assert seen["width"] <= width
        assert not page.errors


def narrow(shop, name):
    """The page fits into a phone's width in this state, too."""
    if browser.found():
        with browser.Browser() as page:
            page.show(Address(shop.url), width=360, height=800)
            page.picture(PICTURES / (name + ".png"))
            assert page.run("document.documentElement.scrollWidth") <= 360


class Address:
    """A URL where Browser.show expects a path."""

    def __init__(self, url):
        self.url = url

    def as_uri(self):
        return self.url


def test_messages_are_typed_and_compressed(shop):
    until(lambda: len(written(shop)) >= 5)
    message = shop.redis.xrange("orders", count=2)[1][1][b"order"]
    assert message[0] == 0x92 and 98 in (message[2], message[3])  # an array that begins with ext 98
    order = hayapack.unpackb(message, lz4=True, types=hayapack.TypeRegistry())
    assert order.name == "Shop.Order, Shop"
    assert order.value["Lines"][0] == {"Article": "Green tea", "Quantity": 2, "Cents": 1250}


def test_service_dies(shop):
    """the service dies while writing"""
    before = settled(shop)
    shop.kill("Service.dll")
    until(lambda: len(written(shop)) > len(before))
    orders = written(shop)
    assert len(set(orders)) == len(orders)
    assert before < set(orders)
    assert shop.redis.xlen("orders:aside") == 0


def test_worker_dies(shop):
    """the worker is killed between reading and acknowledging"""
    settled(shop)
    first = shop.part("worker.py")
    line = processes.Line(shop.port, b"XACK")
    os.kill(first, signal.SIGSTOP)  # so that the second worker reads the next order
    second = processes.worker(line.port, "worker-2")
    try:
        assert line.stopped.wait(20)
    finally:
        second.kill()
        second.wait()
        os.kill(first, signal.SIGCONT)
    # It has several if more were written while it started: the first one is that which it did not acknowledge.
    pending = shop.redis.xpending_range("orders", "totals", "-", "+", 9, "worker-2")[0]
    ((_, fields),) = shop.redis.xrange("orders", pending["message_id"], pending["message_id"])
    order = hayapack.unpackb(fields[b"order"], lz4=True, types=hayapack.TypeRegistry()).value["Id"]
    assert order not in totals(shop)
    until(lambda: order in totals(shop))
    until(lambda: shop.redis.xpending("orders", "totals")["pending"] == 0)
    found = totals(shop)
    assert {number: "%.2f" % (cents / 100) for number, cents in found.items()} == {
        number: expected(number)[1] for number in found
    }


def test_message_ends_every_worker(shop):
    """a message ends every worker that reads it"""
    settled(shop)
    worker = shop.part("worker.py")
    os.kill(worker, signal.SIGSTOP)
    try:
        until(lambda: shop.redis.info("clients")["blocked_clients"] == 0)  # its last command has been answered
        entry = shop.redis.xadd("orders", {"order": packed(order())})
        assert entry in dict(shop.redis.xreadgroup("totals", "dead", {"orders": ">"})[0][1])
        shop.redis.xclaim("orders", "totals", "dead", 0, [entry], idle=6000, retrycount=5)
    finally:
        os.kill(worker, signal.SIGCONT)
    (why,) = until(lambda: [fields for _, fields in shop.redis.xrange("orders:aside") if fields[b"entry"] == entry])
    assert why[b"error"] == b"too_many_tries"
    settled(shop)  # also the orders that "dead" read and never acknowledged
    assert str(ODD).encode() not in shop.redis.hkeys("orders:totals")


def order(**members):
    """An order of the tests, to be packed."""
    whole = {"Id": ODD, "Customer": "x", "Lines": [{"Article": "tea", "Quantity": 1, "Cents": 5}]}
    return hayapack.Typed("Shop.Order, Shop", {**whole, **members})


def packed(value, **options):
    return hayapack.packb(value, types=hayapack.TypeRegistry(), **options)


UTF8 = packed(order(Customer="x" * 60), lz4=None).replace(b"x" * 60, b"\xff" * 60)
BAD = [
    # message, error, offset, path
    (b"", "truncated", "0", "$"),
    (b"\x92\x01\xc1", "reserved_byte", "2", "$[1]"),
    (packed(order())[:-3], "truncated", None, None),
    (UTF8, "invalid_utf8", None, "$.Customer"),
    (packed(hayapack.Fragment(UTF8), lz4="block-array"), "invalid_utf8", None, "$.Customer"),
    (packed({"Id": 1}), "wrong_shape", "", "$"),
    (packed(hayapack.Typed("Shop.Refund, Shop", {"Id": ODD})), "wrong_shape", "", "$"),
    (packed(hayapack.Typed("Shop.Order, Shop", {"Id": ODD})), "invalid_typed", "0", "$"),
    (packed(order(Lines=[1])), "wrong_shape", "", "$.Lines[0]"),
    (packed(order(Lines=[{"Quantity": "2", "Cents": 5}])), "wrong_shape", "", "$.Lines[0].Quantity"),
    (packed(order(Id=-1)), "wrong_shape", "", "$.Id"),
]
LARGE = [
    (packed(b"\0" * (2 << 20), lz4="block-array"), "lz4_limit", "3", "$[0]"),
    (packed(os.urandom(100_000)), "size_limit", "0", "$"),
]


def put_aside(shop, rows):
    """Writes the messages to the stream, and compares what the worker says of them."""
    last = (shop.redis.xrevrange("orders:aside", count=1) or [(b"0",)])[0][0].decode()
    entries = [shop.redis.xadd("orders", {"order": message}) for message, *_ in rows]
    after = len(written(shop))
    found = until(lambda: [r for r in [shop.redis.xrange("orders:aside", "(" + last)] if len(r) == len(rows)])[0]
    for (message, *why), entry, (_, fields) in zip(rows, entries, found):
        said = [fields[name].decode() for name in (b"error", b"offset", b"path")]
        assert fields[b"entry"] == entry
        assert fields[b"message"] == message[: 64 << 10]
        assert [one if two is not None else None for one, two in zip(said, why)] == why
    until(lambda: len(written(shop)) > after)
    settled(shop)
    until(lambda: shop.redis.xpending("orders", "totals")["pending"] == 0)
    status, page = shop.page()
    assert status == 200
    for _, fields in found[-5:]:
        assert "<li>Entry %s: " % fields[b"entry"].decode() in page
    for _, fields in found:
        entry, name, offset, path = (fields[key].decode() for key in (b"entry", b"error", b"offset", b"path"))
        said = "%s at byte %s, %s" % (name, offset, path) if offset else "wrong_shape"
        if path in ("$", "$.Customer") or offset:  # of the lines, the page shows what it can
            assert "Entry %s is no order: %s" % (entry, said) in page  # PHP says the same as Python
    assert "Stack trace" not in page


def test_bad_messages(shop):
    """a message is not valid, or no order"""
    put_aside(shop, BAD)
    narrow(shop, "aside")


def test_large_messages(shop):
    """a message is too large, or a decompression bomb"""
    put_aside(shop, LARGE)


def test_bad_total(shop):
    """a total in redis is not valid"""
    number = str(max(settled(shop)))
    message = shop.redis.hget("orders:totals", number)
    shop.redis.hset("orders:totals", number, b"\xc1")
    status, page = shop.page()
    shop.redis.hset("orders:totals", number, message)
    assert status == 200
    assert page.count(">unreadable") == 1 and "reserved_byte at byte 0" in page
    assert "Stack trace" not in page


def test_redis_dies(shop):
    """redis goes away and comes back"""
    before = settled(shop)
    shop.kill("redis-server")
    status, page = until(lambda: [answer for answer in [shop.page()] if answer[0] == 503])[0]
    assert "The orders cannot be read at present." in page
    assert not re.search(r"Exception|Stack trace|\.php|Connection refused", page)
    until(lambda: shop.page()[0] == 200)
    until(lambda: set(written(shop)) > before)
    assert before < settled(shop)


def test_redis_comes_back_empty(shop):
    """redis comes back without its data"""
    shop.redis.flushall()
    until(lambda: 1 in totals(shop))
    assert shop.page()[0] == 200


def test_page_dies(shop):
    """the page's server dies"""
    shop.kill("index.php")
    until(lambda: shop.page()[0] == 200)


def test_control_c_ends_all(shop):
    """Ctrl-C"""
    assert ends(shop, lambda: os.killpg(shop.process.pid, signal.SIGINT)) == 0


def test_terminating_run_ends_all(shop, tmp_path):
    another = processes.Shop(tmp_path / "run.log")
    try:
        assert ends(another, another.process.terminate) == 0
    finally:
        another.process.terminate()


def ends(shop, stop):
    """The exit status of run.sh after a signal; no process and no file of it is left."""
    parts = shop.parts()
    folder = Path(shop.redis.config_get("dir")["dir"])
    assert len(parts) >= 8 and folder.is_dir()  # each part and what starts it again
    stop()
    status = shop.process.wait(120)
    until(lambda: not [part for part in parts if processes.command_of(part)], 30)
    assert not folder.exists()
    return status


def test_each_row_of_the_table_has_a_test():
    text = (ORDERS / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| .+ \| .+ \|$", text, re.MULTILINE)
    tested = {test.__doc__ for name, test in globals().items() if name.startswith("test_") and test.__doc__}
    assert set(rows) - {"failure"} - {"---"} == tested
    assert len(re.sub(r"^\|.*", "", text, flags=re.MULTILINE).split()) <= 300
