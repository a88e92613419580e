"""A WSGI server whose threads pack and unpack at the same time, and clients that check each answer.

    python -m hayapack run wsgi_threads.py [--clients N] [--requests N]

Needs the package waitress. The application imports msgpack; the launcher puts hayapack in its place. Each client sends
messages one after the other over its own connection: records of different keys, and some that are damaged.

The last line counts the answers that were checked. Exit status 1: one was wrong.
"""

import argparse
import http.client
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import msgpack
import waitress.server

THREADS = 8
DAMAGED = (b"\xc1", b"\x93\x01", b"\xa3a\xffb", b"\x01\x02")
STAMP = msgpack.Timestamp(1, 5)


def default(o):
    if isinstance(o, set):
        return sorted(o)
    raise TypeError(f"not expected: {o!r}")


#: One for all threads, as many programs have it.
packer = msgpack.Packer(default=default)


def application(environ, start_response):
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    try:
        value = msgpack.unpackb(body)
    except ValueError as error:
        start_response("400 Bad Request", [("Content-Type", "text/plain")])
        return [type(error).__name__.encode()]
    answer = {"keys": set(value), "value": value, "time": STAMP}
    start_response("200 OK", [("Content-Type", "application/msgpack")])
    return [packer.pack(answer)]


def client(number, port, requests):
    """Returns the number of answers checked; AssertionError: one is wrong."""
    chance = random.Random(number)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for i in range(requests):
        damaged = i % 10 == 9
        value = {
            f"key{chance.randrange(300)}": [i, chance.random(), "ü" * chance.randrange(9)]
            for _ in range(chance.randrange(1, 30))
        }
        connection.request("POST", "/", chance.choice(DAMAGED) if damaged else msgpack.packb(value))
        response = connection.getresponse()
        body = response.read()
        if damaged:
            assert response.status == 400, (response.status, body)
            continue
        answer = msgpack.unpackb(body)
        assert response.status == 200 and answer["value"] == value, (response.status, answer, value)
        assert answer["keys"] == sorted(value) and answer["time"] == STAMP, answer
    connection.close()
    return requests


def main():
    parser = argparse.ArgumentParser(description="A WSGI server whose threads pack and unpack at the same time.")
    parser.add_argument("--clients", type=int, default=THREADS)
    parser.add_argument("--requests", type=int, default=500, help="of each client")
    given = parser.parse_args()
    server = waitress.server.create_server(application, host="127.0.0.1", port=0, threads=THREADS)
    threading.Thread(target=server.run, daemon=True).start()
    with ThreadPoolExecutor(given.clients) as pool:
        jobs = [pool.submit(client, number, server.effective_port, given.requests) for number in range(given.clients)]
        checked = sum(job.result() for job in jobs)
    gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    module = msgpack.__name__ if not hasattr(msgpack, "_hayapack") else "hayapack"
    print(f"{module}, GIL {'on' if gil else 'off'}: {checked} checks of answers passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
