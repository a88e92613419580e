"""Threads that wait for an object, forks meanwhile, and signals in long calls."""

import gc
import os
import signal
import sys
import threading
import time

import pytest

import hayapack

pytestmark = pytest.mark.pure_is_long

LONG = 60  # seconds; a limit that is reached only if the test fails


class BusyFile:
    """A file whose read() blocks until `end` is set."""

    def __init__(self, data=b"\x01"):
        self.entered, self.end = threading.Event(), threading.Event()
        self.data = data

    def read(self, n):
        self.entered.set()
        assert self.end.wait(LONG)
        data, self.data = self.data, b""
        return data


@pytest.fixture
def busy(backend):
    """An Unpacker in another thread's read(), that thread, and the file."""
    file = BusyFile()
    unpacker = backend.Unpacker(file)
    thread = threading.Thread(target=unpacker.unpack)
    thread.start()
    assert file.entered.wait(LONG)
    yield unpacker, file
    file.end.set()
    thread.join(LONG)


def test_waiting_takes_no_time(backend, busy):
    """A waiting thread takes no processor time while another one works."""
    if not hasattr(time, "pthread_getcpuclockid"):
        pytest.skip("the system has no clocks of threads")
    unpacker, file = busy
    started = threading.Event()

    def wait():
        started.set()
        with pytest.raises(hayapack.OutOfData):
            unpacker.unpack()

    waiter = threading.Thread(target=wait)
    waiter.start()
    assert started.wait(LONG)
    clock = time.pthread_getcpuclockid(waiter.ident)

    def work(seconds):
        begin = time.thread_time()
        while time.thread_time() - begin < seconds:
            time.sleep(0)

    work(0.05)  # until it waits
    before = time.clock_gettime(clock)
    work(0.2)
    used = time.clock_gettime(clock) - before
    file.end.set()
    waiter.join(LONG)
    assert used < 0.05


def test_many_wait(backend, busy):
    unpacker, file = busy
    file.data = bytes(range(1, 100))
    found = []

    def take():
        for _ in range(10):
            try:
                found.append(unpacker.unpack())
            except hayapack.OutOfData:
                pass

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    file.end.set()
    for thread in threads:
        thread.join(LONG)
        assert not thread.is_alive()
    assert sorted(found) == list(range(2, 82))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_fork_while_another_thread_is_at_work(backend, busy):
    """In the child that thread does not exist."""
    unpacker, file = busy
    waiter = threading.Thread(target=unpacker.skip)
    waiter.start()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(LONG)
            file.end.set()
            file.data = b"\x05\x06"
            if unpacker.unpack() == 5 and unpacker.unpack() == 6:
                status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    file.data = b"\x01\x02"
    file.end.set()
    waiter.join(LONG)
    assert not waiter.is_alive()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_fork_in_a_hook(backend):
    """In the child the call continues, and calls from the hook still raise RuntimeError."""
    statuses = []

    def hook(value):
        child = os.fork()
        if child == 0:
            try:
                unpacker.feed(b"")
            except RuntimeError:
                os._exit(0)
            os._exit(1)
        statuses.append(os.waitpid(child, 0)[1])
        return value

    unpacker = backend.Unpacker(object_hook=hook)
    unpacker.feed(b"\x80")
    assert unpacker.unpack() == {} and statuses == [0]


# --- signals ------------------------------------------------------------------


class Stop(Exception):
    pass


def interrupted(call):
    """Whether a signal in the middle of call(hook) interrupts it there.

    The call uses its hook, which is written in C, at its beginning and at its end; it was
    interrupted in the middle if the hook was called exactly once. The system decides when the
    signal arrives, so several times are tried.
    """

    fired = []

    def handler(number, frame):
        fired.append(number)
        raise Stop

    before = signal.signal(signal.SIGALRM, handler)
    # CPython runs signal handlers inside the collector's callbacks too, and drops what they
    # raise there. Hypothesis installs such a callback.
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()
    try:
        for attempt in range(60):
            reached = []
            fired.clear()
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.001 * (1 + attempt % 20))
                call(reached.append)
                # Not pause(): a signal just before it would leave it waiting forever.
                while not fired:
                    time.sleep(0.001)
            except Stop:
                pass
            if len(reached) == 1:
                return True
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.callbacks[:] = callbacks


def message(format_byte, items, hook):
    """The message [[], items, []], or one with maps at the ends, and the hook called for the ends."""
    end = b"\x90" if hook == "list_hook" else b"\x80"
    count = len(items) // (1 + (format_byte == b"\xdf"))
    return b"\x93" + end + format_byte + count.to_bytes(4, "big") + b"".join(items) + end, hook


N = 1_000_000
MESSAGES = {
    "lists": message(b"\xdd", [b"\x91\x01"] * N, "object_hook"),
    "maps": message(b"\xdd", [b"\x81\xa1a\x01"] * N, "list_hook"),
    "numbers": message(b"\xdd", [b"\xce\x01\x02\x03\x04"] * (4 * N), "object_hook"),
    "texts": message(b"\xdd", [b"\xa5h\xc3\xa9lo"] * N, "object_hook"),
    "map": message(b"\xdf", [b"\xce%b" % i.to_bytes(4, "big") for i in range(2 * N)], "object_hook"),
}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers")
@pytest.mark.skipif(sys.implementation.name != "cpython", reason="about a call in C")
@pytest.mark.parametrize("use_list", [True, False])
@pytest.mark.parametrize("name", list(MESSAGES))
def test_signals_in_unpackb(backend, name, use_list):
    message, name = MESSAGES[name]
    options = {"use_list": use_list, "strict_map_key": False}
    assert interrupted(lambda hook: backend.unpackb(message, **options, **{name: hook}))


Foreign = type("Foreign", (), {})
VALUES = {
    "lists": [[1]] * (2 * N),
    "maps": [{"a": 1}] * N,
    "numbers": [1.5] * (16 * N),
    "texts": ["héllo"] * (4 * N),
}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers")
@pytest.mark.skipif(sys.implementation.name != "cpython", reason="about a call in C")
@pytest.mark.parametrize("name", list(VALUES))
def test_signals_in_packb(backend, name):
    value = [Foreign(), VALUES[name], Foreign()]
    assert interrupted(lambda hook: backend.packb(value, default=hook))
