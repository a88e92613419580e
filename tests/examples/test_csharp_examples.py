"""examples/csharp as processes: the minimal API and SignalR's hub."""

import http.client
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from servers import free_port, listens, process, wait_for

import hayapack

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "csharp"
TYPE = "application/msgpack"
NOT_RUN = 77  # as in tools/lib.sh
BUILD = """
. tools/lib.sh
need_dotnet
dotnet --list-runtimes | grep -q '^Microsoft.AspNetCore.App 1[0-9]' || not_run "the ASP.NET Core runtime 10 was not found"
dotnet_restore examples/csharp/$1 build/logs/example-$1.log
logged build/logs/example-$1.log one_at_a_time dotnet build examples/csharp/$1 --no-restore -c Release
"""


def built(name):
    """The command that runs the example."""
    if not shutil.which("dotnet"):
        pytest.skip("dotnet was not found (the .NET 10 SDK)")
    done = subprocess.run(
        ["bash", "-c", BUILD, "bash", name], cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    if done.returncode == NOT_RUN:
        pytest.skip(done.stdout.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr
    return ["dotnet", EXAMPLES / name / "bin" / "Release" / "net10.0" / (name + ".dll")]


@pytest.fixture(scope="module")
def web_port(tmp_path_factory):
    command = built("WebApi")
    folder = tmp_path_factory.mktemp("web")
    port, log = free_port(), folder / "server.log"
    with process(command, folder, log, ASPNETCORE_URLS=f"http://127.0.0.1:{port}") as child:
        wait_for(child, log, listens(port))
        yield port


def post(port, body, content_type=TYPE, accept=TYPE):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/total", body, {"Content-Type": content_type, "Accept": accept})
    response = connection.getresponse()
    data = response.read()
    connection.close()
    return response.status, response.getheader("Content-Type", "").partition(";")[0], data


def test_web_api_negotiates(web_port):
    order = {"Id": 7, "Prices": [1.5, 2.0]}
    packed, text = hayapack.packb(order), json.dumps({"id": 7, "prices": [1.5, 2.0]}).encode()
    status, answered, data = post(web_port, packed)
    assert (status, answered, hayapack.unpackb(data)) == (200, TYPE, {"Id": 7, "Sum": 3.5})
    status, answered, data = post(web_port, packed, accept="application/json")
    assert (status, answered, json.loads(data)) == (200, "application/json", {"id": 7, "sum": 3.5})
    status, answered, data = post(web_port, text, "application/json")
    assert (status, answered, hayapack.unpackb(data)) == (200, TYPE, {"Id": 7, "Sum": 3.5})


def test_web_api_refuses(web_port):
    status, answered, data = post(web_port, hayapack.packb({"Id": 7, "Prices": [1.5]})[:-2])
    problem = hayapack.unpackb(data)
    assert (status, answered) == (400, "application/problem+msgpack")
    assert (problem["error"], problem["path"]) == ("truncated", "$.Prices[0]"), problem
    status, _, data = post(web_port, hayapack.packb({"Id": "x"}), accept="application/json")
    assert (status, json.loads(data)["path"]) == (400, "$.Id")
    assert post(web_port, b"<order/>", "text/xml")[0] == 415


def test_chat(tmp_path):
    command = built("Chat")
    log = tmp_path / "chat.log"
    settings = {"ASPNETCORE_URLS": "http://127.0.0.1:0", "Logging__LogLevel__Default": "Warning"}
    with process(command, tmp_path, log, **settings) as child:
        assert child.wait(120) == 0, log.read_text()
    assert sorted(log.read_text().splitlines()) == ["haya: 速い", "lines so far: 1"]
