"""Calls in several threads that begin together."""

import threading
from concurrent.futures import ThreadPoolExecutor


def at_once(function, count=4):
    """The results of function(number), each in a thread of its own; the first exception is raised."""
    barrier = threading.Barrier(count)

    def begin(number):
        barrier.wait(30)
        return function(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(begin, range(count)))
