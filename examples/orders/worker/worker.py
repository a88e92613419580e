"""Reads orders from the redis stream "orders" and answers with their totals.

An order is acknowledged in the transaction that stores its total, under the order's number:
an order that is read twice, after a crash or by two workers, has the same total again.
"""

import os
import sys
import time

import redis
from order import LIMITS, Refused, packed, total_of

import hayapack

STREAM, GROUP, TOTALS, ASIDE = "orders", "totals", "orders:totals", "orders:aside"
WORKER = sys.argv[1] if len(sys.argv) > 1 else "worker-1"
ABANDONED = 5000  # milliseconds after which an order that nobody acknowledged is read again
TRIES = 5  # then it is put aside: it may be what ends the worker


def answer(db, entry, message, tries=1):
    answered = db.pipeline(transaction=True).xack(STREAM, GROUP, entry)
    try:
        if tries > TRIES:
            raise Refused("too_many_tries", "$")
        total = total_of(message)
        answered.hset(TOTALS, total.order, packed(total)).execute()
        print(f"worker: order {total.order} is {total.cents / 100:.2f}", flush=True)
    except (hayapack.UnpackException, Refused) as error:
        offset = "" if error.offset is None else error.offset
        why = {"entry": entry, "error": error.name, "offset": offset, "path": error.path or "", "text": str(error)}
        answered.xadd(ASIDE, {**why, "message": message[: LIMITS["max_buffer_size"]]}, maxlen=1000).execute()
        print(f"worker: put aside {entry.decode()}: {error}", flush=True)


def work(db):
    try:
        db.xgroup_create(STREAM, GROUP, id="0", mkstream=True)
    except redis.ResponseError as error:
        if "BUSYGROUP" not in str(error):
            raise
    while True:
        # One at a time, so that an order which ends the worker counts tries for itself only.
        for entry, fields in db.xautoclaim(STREAM, GROUP, WORKER, ABANDONED, count=1)[1]:
            known = db.xpending_range(STREAM, GROUP, entry, entry, 1)
            answer(db, entry, fields.get(b"order", b""), known[0]["times_delivered"] if known else 1)
        for _, entries in db.xreadgroup(GROUP, WORKER, {STREAM: ">"}, count=10, block=1000):
            for entry, fields in entries:
                answer(db, entry, fields.get(b"order", b""))


if __name__ == "__main__":
    db = redis.Redis.from_url("redis://" + os.environ.get("REDIS", "127.0.0.1:6379"))
    while True:
        try:
            work(db)
        except (redis.ConnectionError, redis.TimeoutError):
            print("worker: no answer from redis, trying again", flush=True)
            time.sleep(1)
        except redis.ResponseError as error:
            if not str(error).startswith(("NOGROUP", "UNBLOCKED")):  # redis lost the stream: make it again
                raise
