"""php-fpm behind nginx with redis, memcached and APCu: bad requests beside good ones, sessions, reloads.

    python3 production_tests.py MODULE [PART...]

MODULE is our msgpack.so, for the php-fpm of Debian's package. The parts are the functions named at the end; all by
default. HAYAPACK_SESSION_REQUESTS is the number of requests that count in the sessions of each store (default 1500).
The servers are in production_site.py, their pages in production_pages.php.

The last line counts the checks. Exit status 1: one failed.
"""

import collections
import contextlib
import functools
import itertools
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time

from production_site import WORKERS, Site, wait_for

STORES = ("files", "redis", "memcached")
HANDLERS = ("msgpack", "php", "php_serialize", "igbinary")


class Crowd:
    """Threads that take tasks, functions without arguments, from an iterator until there are no more or `stop()` is called.
    Leaving the context waits for them; by an exception, only for the tasks that run."""

    def __init__(self, tasks, threads=2 * WORKERS):
        self.tasks = iter(tasks)
        self.lock = threading.Lock()
        self.failures = []
        self.done = 0
        self.threads = [threading.Thread(target=self.work) for _ in range(threads)]

    def work(self):
        while True:
            with self.lock:
                task = next(self.tasks, None)
            if task is None:
                return
            wrong = task()
            with self.lock:
                self.done += 1
                if wrong:
                    self.failures.append(wrong)

    def stop(self):
        with self.lock:
            self.tasks = iter(())

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, kind, *_):
        if kind:
            self.stop()
        for thread in self.threads:
            thread.join()


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def __call__(self, right, what, more=""):
        self.passed += bool(right)
        self.failed += not right
        if not right:
            print(f"FAILED: {what}", str(more)[:600])

    def crowd(self, crowd, what):
        self(
            crowd.done and not crowd.failures,
            f"{what}: {len(crowd.failures)} of {crowd.done} requests",
            crowd.failures[:3],
        )


def array32(items, item):
    return b"\xdd" + items.to_bytes(4, "big") + item * items


#: Small messages whose values need several times memory_limit, by what decodes them. json: PHP's own function, with which
#: everything must be the same.
TOO_LARGE = {
    "untyped": array32(400_000, b"\x91\x90"),
    "typed": array32(300_000, b"\x80"),
    "map": b"\xdf" + (200_000).to_bytes(4, "big") + b"".join(b"\xa6%06d\x91\x01" % i for i in range(200_000)),
    "stream": array32(400_000, b"\x91\x90"),
    "json": b"[" + b",".join([b"[[]]"] * 400_000) + b"]",
}
GOOD = {
    "untyped": array32(50, b"\x82\xa1a\x01\xa1b\xc0"),
    "typed": array32(50, b"\x83\xa1a\x01\xa1d\xa4text\xa1e\xcb\x3f\xf8" + bytes(6)),
    "map": b"\xde\x00\x32" + b"".join(b"\xa2%02d\x92\x05\x06" % i for i in range(50)),
    "stream": b"\x92\x01\x81\xa1x\xc3" * 50,
    "json": json.dumps([[1]] * 50).encode(),
}


def damaged(message, chance):
    """The message, cut or with some bytes changed."""
    if chance.random() < 0.3:
        return message[: chance.randrange(len(message))]
    message = bytearray(message)
    for _ in range(chance.randrange(1, 4)):
        message[chance.randrange(len(message))] = chance.randrange(256)
    return bytes(message)


def good_request(site, way):
    def task():
        status, answer = site.ask("body", GOOD[way], **{"as": way})
        return None if status == 200 and answer["items"] == 50 else (way, status, answer)

    return task


def good_requests(site):
    """Without end, for a crowd."""
    return (good_request(site, way) for way in itertools.cycle(GOOD))


def nothing_left(site, check, what, workers):
    """php-fpm has the same workers, and no request has left a file."""
    check(site.workers() == workers, f"{what}: the workers are kept", (site.workers(), workers))
    left = [path.name for path in (site.folder / "tmp").iterdir()]
    check(not left, f"{what}: no temporary file is left", left)


def bad_requests(site, check):
    """Messages over memory_limit and damaged ones, beside good ones."""
    workers, chance = site.workers(), random.Random(2026)
    with Crowd(good_requests(site), 2) as good:
        for way, body in TOO_LARGE.items():
            for _ in range(3):
                before = len(site.read("shutdown.log").split())
                status, answer = site.ask("body", body, **{"as": way})
                check(status == 500, f"memory_limit, {way}: HTTP 500", (status, answer))
            wait_for(lambda b=before: len(site.read("shutdown.log").split()) > b, f"{way}: no shutdown function")
        asked = collections.Counter()
        for way, body in GOOD.items():
            for _ in range(200):
                sent = damaged(body, chance)
                status, answer = site.ask("body", sent, **{"as": way})
                asked[status] += 1
                check(status in (200, 400), f"damaged, {way}: HTTP 200 or 400", (status, answer, sent.hex()))
        check(asked[400] > 200, "most damaged bodies are refused", asked)
        good.stop()
    check.crowd(good, "good requests beside bad ones")
    nothing_left(site, check, "bad requests", workers)
    lines = site.read("shutdown.log").split()
    expected = good.done + 200 * len(GOOD) + 3 * len(TOO_LARGE)
    check(len(lines) == expected, "the shutdown function of each request ran", (len(lines), expected))


def apcu_entry(site, check):
    """A callback of apcu_entry() beyond memory_limit leaves APCu's lock free."""
    workers = site.workers()
    for way, body in TOO_LARGE.items():
        status, answer = site.ask("entry", body, key=f"key {way}", **{"as": way})
        check(status == 500, f"apcu_entry, {way}: HTTP 500", (status, answer))

    def task():
        status, answer = site.ask("apcu")
        return None if status == 200 and answer["entry"] == 5 and answer["stored"] else (status, answer)

    with Crowd(itertools.repeat(task, 20 * WORKERS)) as crowd:
        pass
    check.crowd(crowd, "APCu afterwards")
    status, answer = site.ask("entry", GOOD["typed"], key="key typed", **{"as": "typed"})
    check(status == 200 and answer["items"] == 50, "apcu_entry for the same key", (status, answer))
    nothing_left(site, check, "apcu_entry", workers)


def session_locks(site, check):
    """A request beyond memory_limit releases the session's lock, and the session is kept."""
    workers = site.workers()
    for store in STORES:
        for way, body in TOO_LARGE.items():
            session = {"store": store, "id": f"lock{way}"}
            counts = [site.ask("count", **session)[1]["count"] for _ in range(2)]
            status, _ = site.ask("session-body", body, **session, **{"as": way})
            check(status == 500, f"session in {store}, {way}: HTTP 500", status)
            status, answer = site.ask("count", **session)
            right = status == 200 and answer["whole"] and answer["count"] in (3, 4)
            check(counts == [1, 2] and right, f"session in {store}, {way}: the next request", (counts, status, answer))
    nothing_left(site, check, "session locks", workers)


def sessions(site, check):
    """Concurrent requests count in each store's sessions: none is lost."""
    requests = int(os.environ.get("HAYAPACK_SESSION_REQUESTS", "1500"))
    names = [f"user{i}" for i in range(3 * WORKERS)]
    for store in STORES:

        def task(name, store=store):
            status, answer = site.ask("count", store=store, id=name)
            return None if status == 200 and answer["whole"] and not answer["warnings"] else (name, status, answer)

        # Four requests in a row, in as many threads, are for the same session.
        tasks = (functools.partial(task, names[i // 4 % len(names)]) for i in range(requests))
        with Crowd(tasks) as crowd:
            pass
        check.crowd(crowd, f"sessions in {store}")
        counted = sum((site.ask("count", store=store, id=name)[1]["count"] or 0) - 1 for name in names)
        check(counted == requests, f"sessions in {store}: no lost update", f"{counted} of {requests}")
        print(f"    sessions in {store}: {counted} requests counted of {requests}")


def handlers(site, check):
    """The handler of sessions changes between requests: PHP's own failure, and the site goes on."""
    workers = site.workers()
    for store in STORES:
        for old, new in itertools.permutations(HANDLERS, 2):
            session = {"store": store, "id": f"{old}-{new}".replace("_", "-")}
            what = f"session in {store}, from {old} to {new}"
            written = [site.ask("count", handler=old, **session)[1]["count"] for _ in range(2)]
            status, answer = site.ask("count", handler=new, **session)
            if "msgpack" in (old, new):
                check(status == 200 and answer["count"] == 1, f"{what}: a new session", (status, answer))
            if new == "msgpack":
                said = any("Failed to decode session object" in warning for warning in answer["warnings"] or ())
                check(said and not answer["started"], f"{what}: PHP's own failure", answer)
            after = [site.ask("count", handler=new, **session) for _ in range(2)]
            counts = [answer["count"] for status, answer in after if status == 200 and answer["whole"]]
            check(
                written == [1, 2] and len(counts) == 2 and counts[1] == counts[0] + 1,
                f"{what}: the next requests",
                after,
            )
    nothing_left(site, check, "handlers", workers)


def reloads(site, check):
    """php-fpm reloads while requests run: each is answered."""
    names = itertools.cycle(f"reload{i}" for i in range(WORKERS))

    def count(name):
        status, answer = site.ask("count", store="files", id=name)
        return None if status == 200 and answer["whole"] else (name, status, answer)

    counted = itertools.count()

    def mixed():
        for good in good_requests(site):
            yield good
            next(counted)
            yield functools.partial(count, next(names))

    with Crowd(mixed()) as crowd:
        for _ in range(4):
            site.reload()
            status, answer = site.ask("body", TOO_LARGE["untyped"], **{"as": "untyped"})
            check(status == 500, "memory_limit between reloads: HTTP 500", (status, answer))
        crowd.stop()
    check.crowd(crowd, "requests during reloads")
    total = sum((site.ask("count", store="files", id=f"reload{i}")[1]["count"] or 0) - 1 for i in range(WORKERS))
    check(total == next(counted), "reloads: no lost update", total)
    print(f"    reloads: {crowd.done} requests answered")


PARTS = (bad_requests, apcu_entry, session_locks, sessions, handlers, reloads)


def interrupted(*_):
    raise KeyboardInterrupt


def main():
    module, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    signal.signal(signal.SIGTERM, interrupted)
    check = Checks()
    with contextlib.ExitStack() as stack:
        site = Site(module, stack.enter_context(tempfile.TemporaryDirectory()), stack)
        for part in PARTS:
            if not wanted or part.__name__ in wanted:
                start = time.monotonic()
                part(site, check)
                print(f"    {part.__name__}: {time.monotonic() - start:.1f} s", flush=True)
        ended = [
            line
            for line in site.read("fpm.log").splitlines()
            if "exited on signal" in line or "exited with code" in line
        ]
        ended = [line for line in ended if "exited with code 0" not in line]
        check(not ended, "no worker ended", ended)
        check("[error]" not in site.read("nginx.log"), "nginx saw no failure", site.read("nginx.log"))
        total = next(site.requests)
    print(f"production: {total} requests, {check.passed} checks passed, {check.failed} failed")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
