"""examples/python with the real frameworks: Django, Celery, FastAPI."""

import datetime
import http.client
import sys
import uuid
from pathlib import Path

import pytest
from servers import free_port, listens, process, wait_for

import hayapack

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "python"
TYPE = "application/vnd.msgpack"
NOON = datetime.datetime(2026, 1, 2, 12, tzinfo=datetime.timezone.utc)


@pytest.fixture
def examples(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))


# --- Django ---------------------------------------------------------------------


def backends():
    return ["django_redis.cache.RedisCache", "django.core.cache.backends.redis.RedisCache"]


@pytest.fixture(params=backends())
def django_cache(request, redis_port, examples):
    django = pytest.importorskip("django")
    own = request.param.startswith("django.")
    if own and django.VERSION < (4, 0):
        pytest.skip(f"Django {django.__version__} has no RedisCache of its own")
    pytest.importorskip("redis")
    if not own:
        pytest.importorskip("django_redis")
    from django.conf import settings

    if not settings.configured:
        settings.configure()
    from django.utils.module_loading import import_string

    option = "serializer" if own else "SERIALIZER"
    location = f"redis://127.0.0.1:{redis_port}/1"
    options = {"OPTIONS": {option: "django_cache.MessagePackSerializer"}, "KEY_PREFIX": request.param}
    cache = import_string(request.param)(location, options)
    cache.clear()
    return cache


def test_django_keeps_values(django_cache):
    value = {"name": "速水", "at": NOON, "rows": [1, 2.5, None, True, b"\x00"], "1": {"2": []}}
    for key, one in {"value": value, "int": 7, "big": 2**63, "text": "7", "float": 1.5, "false": False}.items():
        django_cache.set(key, one)
        found = django_cache.get(key)
        assert (found, type(found)) == (one, type(one)), key
    assert django_cache.get("none", "absent") == "absent"
    assert django_cache.incr("int", 3) == 10 and django_cache.get("int") == 10
    django_cache.set_many({"a": 1, "b": [2]})
    assert django_cache.get_many(["a", "b", "c"]) == {"a": 1, "b": [2]}


def test_django_gives_plain_values(django_cache):
    django_cache.set("value", {"tuple": (1, 2), "set": {3}, "id": uuid.UUID(int=0)})
    plain = {"tuple": [1, 2], "set": [3], "id": "00000000-0000-0000-0000-000000000000"}
    assert django_cache.get("value") == plain


def test_django_ignores_entries_of_other_serializers(django_cache, redis_port, caplog):
    import pickle

    import redis

    key = django_cache.make_key("foreign")
    for data in (pickle.dumps({"a": 1}), b"\x93\x01", b"\xc1", b"", b"12x"):
        redis.Redis(port=redis_port, db=1).set(key, data)
        caplog.clear()
        assert django_cache.get("foreign") is None, data
        assert "cache entry ignored" in caplog.text, data


# --- Celery ---------------------------------------------------------------------


# Celery and kombu call a deprecated function of importlib.
pytestmark = pytest.mark.filterwarnings("ignore:SelectableGroups")


@pytest.fixture(scope="module")
def celery_app(redis_port, tmp_path_factory):
    pytest.importorskip("celery")
    pytest.importorskip("redis")
    folder = tmp_path_factory.mktemp("celery")
    url = f"redis://127.0.0.1:{redis_port}/2"
    patch = pytest.MonkeyPatch()
    patch.setenv("REDIS_URL", url)
    patch.syspath_prepend(str(EXAMPLES))
    import celery_tasks

    worker = [sys.executable, "-m", "celery", "-A", "celery_tasks", "worker", "--pool=solo", "--loglevel=INFO"]
    log = folder / "worker.log"
    # Python's -m puts the working directory, where the tasks are, before all other folders.
    with process([*worker, "--without-gossip", "--without-mingle"], EXAMPLES, log, REDIS_URL=url) as child:
        wait_for(child, log, lambda: " ready." in log.read_text(errors="replace"))
        yield celery_tasks, url, log
    celery_tasks.app.close()
    patch.undo()


def test_celery_runs_tasks(celery_app):
    tasks, *_ = celery_app
    order = {"id": uuid.UUID(int=5), "at": NOON, "lines": [{"price": 1.5, "count": 2}, {"price": 4, "count": 1}]}
    assert tasks.total.delay(order).get(timeout=60) == [str(order["id"]), NOON, 7.0]


def test_celery_goes_on_after_a_message_that_is_not_messagepack(celery_app):
    import base64
    import json

    import redis

    tasks, url, log = celery_app
    queue = redis.Redis.from_url(url)
    # A body of another shape, such as an empty map, ends the worker of Celery 5.2 with any serializer.
    for body in (b"\x93\x01", b"\xc1"):
        message = {
            "body": base64.b64encode(body).decode(),
            "content-encoding": "binary",
            "content-type": "application/x-msgpack",
            "headers": {"lang": "py", "task": "celery_tasks.total", "id": str(uuid.uuid4())},
            "properties": {
                "body_encoding": "base64",
                "delivery_tag": str(uuid.uuid4()),
                "delivery_info": {"exchange": "", "routing_key": "celery"},
            },
        }
        queue.lpush("celery", json.dumps(message))
    assert tasks.total.delay({"id": 1, "at": None, "lines": []}).get(timeout=60) == [1, None, 0]
    assert "truncated" in log.read_text(errors="replace")


def test_celery_reads_and_writes_what_kombus_own_serializer_does(celery_app):
    msgpack = pytest.importorskip("msgpack")
    from kombu.serialization import dumps, loads

    value = {"id": 1, "lines": [{"price": 1.5, "data": b"\x00"}]}
    content_type, encoding, data = dumps(value, serializer="msgpack")
    assert (content_type, encoding) == ("application/x-msgpack", "binary")
    assert data == msgpack.packb(value)
    assert loads(msgpack.packb(value), content_type, encoding, accept={content_type}) == value


# --- FastAPI --------------------------------------------------------------------


@pytest.fixture(scope="module")
def fastapi_port(tmp_path_factory):
    pytest.importorskip("fastapi")
    pytest.importorskip("uvicorn")
    port = free_port()
    log = tmp_path_factory.mktemp("fastapi") / "server.log"
    command = [sys.executable, "-m", "uvicorn", "fastapi_app:app", "--host", "127.0.0.1", "--port", port]
    with process(command, EXAMPLES, log) as child:
        wait_for(child, log, listens(port))
        yield port


def post(port, body, content_type=TYPE):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": content_type} if content_type else {}
    connection.request("POST", "/total", body, headers)
    response = connection.getresponse()
    data = response.read()
    connection.close()
    return response.status, response.getheader("Content-Type"), data


def test_fastapi_answers_in_messagepack(fastapi_port):
    body = hayapack.packb({"id": 7, "prices": [1.5, 2]})
    for content_type in (TYPE, TYPE.upper() + "; charset=x"):
        status, answered, data = post(fastapi_port, body, content_type)
        assert (status, answered) == (200, TYPE)
        assert hayapack.unpackb(data) == {"id": 7, "total": 3.5}


@pytest.mark.parametrize(
    "body, content_type, status, said",
    ids=lambda value: str(value)[:20],
    argvalues=[
        (b"\x82\xa2id\x07\xa6prices\x92\x01", TYPE, 400, b"truncated"),
        (b"\x80\xc0", TYPE, 400, b"byte 1"),
        (b"\x91" * 33 + b"\xc0", TYPE, 400, b"32"),
        (b"", TYPE, 400, b""),
        (hayapack.packb({"id": "x", "prices": []}), TYPE, 422, b"id"),
        (hayapack.packb({"id": 7}), TYPE, 422, b"prices"),
        (hayapack.packb([1]), TYPE, 422, b""),
        (hayapack.packb(None), TYPE, 422, b""),
        (b'{"id": 7}', "application/json", 415, b"application/vnd.msgpack"),
        (b"\x80", None, 415, b"application/vnd.msgpack"),
        (b"\xc6\x00\x10\x00\x00" + b"x" * 1_048_576, TYPE, 413, b"1000000"),
    ],
)
def test_fastapi_refuses(fastapi_port, body, content_type, status, said):
    found, _, data = post(fastapi_port, body, content_type)
    assert (found, said in data) == (status, True), data
