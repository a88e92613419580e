"""Celery's tasks and results in MessagePack; `celery -A celery_tasks worker` runs them.

The name and content type are those of kombu's own serializer, so messages that it wrote are read,
and it reads these. Values arrive as plain ones: tuples as lists, UUID and Decimal as str.
"""

import os
from functools import partial

from celery import Celery
from kombu.serialization import register

import hayapack

register(
    "msgpack",
    partial(hayapack.packb, extended=True),
    partial(hayapack.unpackb, timestamp=3, max_buffer_size=10_000_000),
    content_type="application/x-msgpack",
    content_encoding="binary",
)

redis = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")
app = Celery("shop", broker=redis, backend=redis)
app.conf.update(task_serializer="msgpack", result_serializer="msgpack", accept_content=["msgpack"])


@app.task
def total(order):
    """The order's number, time and sum."""
    return order["id"], order["at"], sum(line["price"] * line["count"] for line in order["lines"])
