"""Python and PHP read the LZ4 messages that the other writes. What is not compressed has the bytes of the vectors, which
each language writes and reads; .NET's codec is compared with liblz4 in dotnet/tests."""

import json
import random

import pytest
from php_tools import run

import hayapack
from hayapack import _fallback

ROWS = [
    {"id": n, "name": f"name {n % 50}", "text": "ü" * (n % 90), "list": [n / 7, None, True, -n]} for n in range(4000)
]
VALUES = {
    "one block": {"text": "x" * 100},
    "several blocks": {"rows": ROWS},
    "incompressible": [random.Random(1).getrandbits(800_000).to_bytes(100_000, "big").hex()],
}
FRAMINGS = ("block", "block-array")


class Php:
    """Packs and unpacks by the PHP module, with JSON between."""

    def __init__(self, command, folder):
        self.command, self.folder = command, folder

    def _run(self, code, data):
        (self.folder / "in").write_bytes(data)
        files = "$in = file_get_contents('%s/in'); $put = fn ($out) => file_put_contents('%s/out', $out);" % (
            (self.folder,) * 2
        )
        done = run(*self.command, "-d", "memory_limit=-1", "-r", files + code)
        assert done.returncode == 0, done.stdout.decode()
        return (self.folder / "out").read_bytes()

    def packb(self, value, lz4):
        code = "$put(msgpack_pack(json_decode($in, true), ['lz4' => '%s', 'throw' => true]));" % lz4
        return self._run(code, json.dumps(value).encode())

    def unpackb(self, data, lz4):
        code = "$put(json_encode(msgpack_unpack($in, null, ['lz4' => true, 'throw' => true]), JSON_PRESERVE_ZERO_FRACTION));"
        return json.loads(self._run(code, data))


@pytest.mark.parametrize("framing", FRAMINGS)
@pytest.mark.parametrize("name", VALUES)
def test_each_reads_what_the_others_write(name, framing, php_with_module, tmp_path):
    value = VALUES[name]
    ends = [hayapack, _fallback, Php(php_with_module, tmp_path)]
    for writer in ends:
        packed = writer.packb(value, lz4=framing)
        assert len(packed) < len(hayapack.packb(value)) or name == "incompressible"
        for reader in ends:
            assert reader.unpackb(packed, lz4=True) == value
