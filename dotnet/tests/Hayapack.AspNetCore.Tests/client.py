"""A client of the test server: client.py ADDRESS BACKEND. Prints how many requests it made."""

import json
import sys
import urllib.error
import urllib.request

import hayapack

ADDRESS, BACKEND = sys.argv[1:]
requests = 0


def post(path, body, accept="application/msgpack", kind="application/msgpack"):
    global requests
    requests += 1
    request = urllib.request.Request(
        ADDRESS + path, data=body, headers={"Content-Type": kind, "Accept": accept}, method="POST"
    )
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.headers.get_content_type(), response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get_content_type(), error.read()


def main():
    order = {"Id": 12, "Customer": "Zo\u00eb \U0001f600", "Lines": [{"Name": "pen", "Count": i} for i in range(20)]}
    for path, added in (("/orders", "minimal"), ("/mvc/orders", "mvc")):
        for kind in ("application/msgpack", "application/x-msgpack"):
            status, returned, body = post(path, hayapack.packb(order), accept=kind, kind=kind)
            assert (status, returned) == (200, kind), (status, returned, body)
            read = hayapack.unpackb(body)
            assert read == dict(order, Lines=order["Lines"] + [{"Name": added, "Count": 20}]), read
        message = hayapack.packb(dict(order, Id="text"))
        status, returned, body = post(path, message)
        details = hayapack.unpackb(body)
        assert (status, returned) == (400, "application/problem+msgpack"), (status, returned, body)
        status, returned, body = post(path, message, accept="application/json")
        assert (status, returned) == (400, "application/problem+json"), (status, returned, body)
        assert json.loads(body) == dict(details, traceId=json.loads(body)["traceId"]), (details, body)
        assert details["error"] == "unexpected_type" and details["path"] == "$.Id", details
        assert message[details["offset"] :] == message[4:], details
        status, _, body = post(path, message[:-3])
        assert status == 400 and hayapack.unpackb(body)["error"] in ("truncated", "unexpected_type"), body

    numbers = b"".join(hayapack.packb(i) for i in range(1000))
    assert hayapack.unpackb(post("/sum", numbers)[2]) == 499500
    with urllib.request.urlopen(ADDRESS + "/many") as response:
        assert list(hayapack.Unpacker(response)) == list(range(1000))
    large = dict(order, Customer="ab" * 10000)
    try:
        packed = hayapack.packb(large, lz4="block")
    except (ImportError, ModuleNotFoundError) as error:
        print("%s, %d requests; not run: LZ4 (%s)" % (BACKEND, requests, str(error).split(":")[0]))
        return
    status, _, body = post("/orders", packed)
    assert status == 200 and len(body) < 5000, (status, len(body))
    assert hayapack.unpackb(body, lz4=True)["Customer"] == large["Customer"]
    print("%s, %d requests, LZ4 too" % (BACKEND, requests))


main()
