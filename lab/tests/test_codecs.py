import os
import re
import subprocess
import sys

import pytest

from hayapack_lab import codecs
from hayapack_lab.codecs import dotnet
from hayapack_lab.measure.worker_process import Refused, WorkerProcess

EVERY = [key for key in codecs.keys() if not key.startswith("t_")]
OWN = [key for key in codecs.general() if not key.startswith("t_")]
# A value that every codec supports.
PLAIN = {"text": "é", "list": [1, -2.5, None, True, {"k": []}], "int": 2**20}
MESSAGEPACK = [key for key in OWN if codecs.get(key).format == "MessagePack"]


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """A function that sends one value through a codec's worker."""
    import pickle

    workers = {}
    path = tmp_path_factory.mktemp("values") / "value.pickle"

    def send(codec, value, needs=()):
        path.write_bytes(pickle.dumps([value]))
        if codec not in workers:
            workers[codec] = WorkerProcess(codec, None)
        worker = workers[codec]
        try:
            return worker.ask("use", 60, source={"pickle": str(path)}, needs=needs, fresh=False)
        except Refused as error:
            if error.kind == "missing":
                pytest.skip(f"{codec}: {error}")
            raise

    yield send
    for worker in workers.values():
        worker.close()


@pytest.mark.parametrize("codec", EVERY)
def test_a_competitor_file_is_complete_and_loads_nothing_by_itself(codec):
    module = codecs.get(codec)
    assert module.name and module.format and module.loses
    assert isinstance(module.package, str) and isinstance(module.contract, codecs.Contract)
    if module.runtime == "php":
        assert "$value" in module.encode and "$bytes" in module.decode
    elif module.runtime == "dotnet":
        assert module.codec and module.workloads == (() if codec in dotnet.BENCH else ("d_graph",))
    else:
        assert callable(module.load)


def test_calls_that_do_more_than_make_values_are_unsafe_in_every_language():
    unsafe = {key: codecs.get(key).contract.unsafe for key in EVERY if codecs.get(key).contract.unsafe}
    assert unsafe["pickle_std"] == unsafe["pickle_0"] == "runs code" and unsafe["marshal_std"]
    assert {key for key in unsafe if codecs.get(key).runtime == "python"} == {"pickle_std", "pickle_0", "marshal_std"}
    typeless = {key for key in EVERY if codecs.get(key).runtime == "dotnet" and "messagepack_typeless" in key}
    assert {key for key in unsafe if codecs.get(key).runtime == "dotnet"} == typeless != set()


def test_names_are_unique():
    names = [(codecs.get(key).runtime, codecs.get(key).name) for key in EVERY]
    assert len(set(names)) == len(names)


INVALID = {"MessagePack": b"\xa1\xff", "CBOR": b"\x61\xff", "JSON": b'"\xff"'}
CHECKED = [key for key in OWN if codecs.get(key).contract.utf8 == "checked" and codecs.get(key).format in INVALID]


@pytest.mark.long
@pytest.mark.parametrize("codec", CHECKED)
def test_text_is_checked_where_the_contract_says_so(codec):
    """In a separate process, since the environment selects some back ends."""
    data = INVALID[codecs.get(codec).format]
    code = (
        f"from hayapack_lab import codecs\nmodule = codecs.get({codec!r})\n"
        "try: decode = module.load(frozenset())[1]\n"
        "except (ImportError, codecs.NotAvailable) as error: print('missing:', error)\n"
        "else:\n"
        f"    try: print('accepted:', decode({data!r}))\n"
        "    except Exception as error: print('refused:', error)"
    )
    environment = dict(os.environ, **codecs.get(codec).env)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    verdict, _, said = done.stdout.partition(": ")
    if verdict == "missing":
        pytest.skip(said.strip())
    assert verdict == "refused" and re.search("(?i)utf|decod", said)


@pytest.mark.parametrize("codec", OWN)
def test_plain_data_comes_back_unchanged(codec, ask):
    assert ask(codec, PLAIN)["losses"] == []


@pytest.mark.parametrize("codec", MESSAGEPACK)
def test_messagepack_codecs_keep_int_keys_bytes_datetimes_and_extensions(codec, ask):
    from datetime import datetime, timezone

    from hayapack_lab.data.values import Ext

    moment = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
    value = {1: b"x", "when": moment, "ext": Ext(5, b"12345")}
    assert ask(codec, value, ["keys", "datetime", "ext"])["losses"] == []


@pytest.mark.parametrize("codec", OWN)
def test_a_tuple_is_lost_where_the_file_says_so(codec, ask):
    says = "tuple → list" in codecs.get(codec).loses
    lost = ask(codec, {"t": (1, 2)})["losses"]
    assert bool(lost) == says, lost


@pytest.mark.parametrize("codec", OWN)
def test_bytes_are_refused_or_changed_where_the_file_says_so(codec, ask):
    says = "bytes" in codecs.get(codec).loses
    try:
        lost = bool(ask(codec, {"b": b"x"})["losses"])
    except Refused:
        lost = True
    assert lost == says


@pytest.mark.long
@pytest.mark.parametrize("codec", OWN)
def test_a_worker_runs_with_the_environment_of_its_file(codec):
    assert all(isinstance(value, str) for value in codecs.get(codec).env.values())
    assert os.environ.get("HAYAPACK_PUBLIC_API", "") == ""
