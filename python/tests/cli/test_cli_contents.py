"""What is not MessagePack is refused by every command, and what is MessagePack by none."""

from __future__ import annotations

import base64
import codecs
import io
import pickle
import random
import struct
import subprocess
import tarfile
import zipfile

import pytest
import vectors
from fuzzing import SETTINGS
from hypothesis import given
from hypothesis import strategies as st
from tool import COMMAND, environment, good, inside, run

from hayapack import packb
from hayapack.cli.input import contents

RECORD = {"id": 7, "name": "haya", "price": 2.5, "tags": ["a", None, True]}


def tar():
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as file:
        file.addfile(tarfile.TarInfo("name"), io.BytesIO())
    return out.getvalue()


def zip_of(*names):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name in names:
            file.writestr(name, "content")
    return out.getvalue()


def bson(elements):
    return struct.pack("<i", len(elements) + 5) + elements + b"\0"


def arrow_stream():
    """The beginning of a stream: a table of FlatBuffers with four fields at offset 16 of the message."""
    fields = struct.pack("<6H", 12, 24, 6, 5, 8, 12)
    message = struct.pack("<I", 16) + fields + struct.pack("<i", 12).ljust(104, b"\0")
    return b"\xff\xff\xff\xff" + struct.pack("<I", len(message)) + message


ELEMENTS = (
    b"\x10_id\0\x07\0\0\0" b"\x02name\0\x05\0\0\0haya\0" b"\x01price\0" + struct.pack("<d", 2.5)
    + b"\x04tags\0" + bson(b"\x020\0\x02\0\0\0a\0\x0a1\0\x082\0\x01")
)  # fmt: skip
GERMAN = "Grüße aus München, der schönen Stadt\nmit vielen Häusern und Straßen\n"
JAPANESE = "速いシリアライザです。\n文字列と数値\n"

FOREIGN = {
    "JSON in UTF-16, as PowerShell writes it": ('{"a": 1}\r\n'.encode("utf-16"), "JSON in UTF-16"),
    "a number in UTF-16": ("1\r\n".encode("utf-16"), "JSON in UTF-16"),
    "JSON in UTF-16, big endian": (codecs.BOM_UTF16_BE + '{"a": 1}'.encode("utf-16-be"), "JSON in UTF-16"),
    "text in UTF-16": (GERMAN.encode("utf-16"), "text in UTF-16"),
    "Japanese in UTF-16": ((JAPANESE * 2).encode("utf-16"), "text in UTF-16"),
    "JSON in UTF-32": ("[1, 2]".encode("utf-32"), "JSON in UTF-32"),
    "JSON in UTF-32, big endian": (codecs.BOM_UTF32_BE + "[1, 2]".encode("utf-32-be"), "JSON in UTF-32"),
    "JSON with a byte order mark": (codecs.BOM_UTF8 + b'{"a": 1}', "JSON"),
    "text with a byte order mark": (codecs.BOM_UTF8 + b"a;b\r\n", "text in UTF-8 with a byte order mark"),
    "a JSON text sequence": (b'\x1e{"a":1}\n\x1e{"b":2}\n', "a JSON text sequence"),
    ".npy": (b"\x93NUMPY\x01\0v\0{'descr': '<i8', 'fortran_order': False, 'shape': (10,), }", "NumPy's .npy"),
    **{f"pickle {n}": (pickle.dumps(RECORD, n), "a pickle") for n in range(2, 6)},
    **{f"large pickle {n}": (pickle.dumps([RECORD] * 5000, n), "a pickle") for n in range(2, 6)},
    **{f"pickle {n} of None": (pickle.dumps(None, n), "a pickle") for n in range(2, 6)},
    "pickle 5 of bytes": (pickle.dumps(bytes(100_000), 5), "a pickle"),
    "pickle 0": (pickle.dumps(RECORD, 0), "text"),
    "SQLite": (b"SQLite format 3\0" + bytes(84), "an SQLite database"),
    "Parquet": (b"PAR1\x15\x04\x15", "Parquet"),
    "Arrow": (b"ARROW1\0\0", "Arrow"),
    "an Arrow stream": (arrow_stream(), "an Arrow stream"),
    "Avro": (b"Obj\x01\x04\x14avro.codec", "Avro"),
    "BSON": (bson(ELEMENTS), "BSON"),
    "several of BSON": (bson(ELEMENTS) * 200, "BSON"),
    "large BSON": (bson(ELEMENTS * 500), "BSON"),
    "CBOR": (b"\xd9\xd9\xf7\xa1\x61a\x01", "CBOR"),
    "ELF": (b"\x7fELF\x02\x01\x01\0", "an ELF file"),
    "JSON": (b'{"a":1}\n', "JSON"),
    "the beginning of JSON": (b'[{"a"', "JSON"),
    "JPEG": (b"\xff\xd8\xff\xe0", "a JPEG image"),
    "GIF": (b"GIF89a", "a GIF image"),
    "PNG": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
    "PDF": (b"%PDF-1.7\n%\xe2\xe3", "PDF"),
    "ZIP": (zip_of("a"), "a ZIP archive"),
    "empty ZIP": (zip_of(), "a ZIP archive"),
    "tar": (tar(), "a tar archive"),
    "PHP": (b'a:1:{s:1:"a";i:1;}', "PHP's serialize()"),
    **{f"{text!r}": (text, "text") for text in (
        b"-1\n", b"3.5\n", b"42\n", b"no\n", '"速い", "text"\n'.encode(), b"a=1\n", b"a,b\n1,2\n", b"null\n", b'"a"\n', b"key: value\nother: [1]\n", b"HELLO, THIS IS TEXT",
        b'<?xml version="1.0"?><a b="c"/>', b"1,2,3\n4,5,6\n7,8,9\n", b"https://example.org/a?b=1",
        base64.b64encode(packb(RECORD)), packb(RECORD).hex().encode(), GERMAN.encode(), JAPANESE.encode(),
        "Привет, мир! Это текст.\n".encode(), "Καλημέρα κόσμε, κείμενο\n".encode(), "Zażółć gęślą jaźń\n".encode() * 40,
    )},
}  # fmt: skip


@pytest.mark.parametrize("data, name", FOREIGN.values(), ids=FOREIGN)
def test_what_is_not_messagepack_is_recognized(data, name):
    assert contents.not_messagepack(data).name == name
    # The first bytes of a pipe decide.
    assert len(data) < 8192 or contents.not_messagepack(data[:8192]).name == name


@pytest.fixture(
    params=[
        "JSON in UTF-16, as PowerShell writes it",
        "a JSON text sequence",
        "pickle 4",
        ".npy",
        "BSON",
        "b'-1\\n'",
        "CBOR",
    ]
)
def foreign(request, tmp_path):
    data, name = FOREIGN[request.param]
    path = tmp_path / "data"
    path.write_bytes(data)
    return path, name


READERS = [["cat"], ["inspect"], ["stats"], ["get", "$"], ["count"], ["head"], ["split"], ["validate"]]


def test_every_command_refuses_what_is_not_messagepack(foreign, tmp_path, monkeypatch):
    path, name = foreign
    monkeypatch.chdir(tmp_path)
    for command, *more in READERS:
        status, out, err = inside(command, str(path), *more)
        assert (status, out.replace(b"0\n", b"")) == (1, b""), command
        assert err.startswith(f"hayapack: {path}: this is {name}, not MessagePack") and err.count("\n") == 1, err
        assert "--from msgpack reads it anyway" in err
    assert list(tmp_path.iterdir()) == [path]


def test_convert_diff_and_compare_refuse_it_or_read_it_as_json(foreign, tmp_path):
    pytest.importorskip("hayapack_lab")
    path, name = foreign
    out = tmp_path / "out.msgpack"
    is_json = contents.of(path.read_bytes()) == "json"
    for arguments in (["convert", path, out], ["diff", path, path], ["compare", path]):
        if is_json and arguments[0] == "compare":
            continue
        status, _, err = inside(*map(str, arguments))
        if is_json:
            assert (status, err) == (0, "") or "JSON" in err or "line" in err, arguments
        else:
            assert status == 1 and f": this is {name}, not MessagePack" in err, arguments
    assert out.exists() <= is_json


def test_a_process_refuses_a_pipe_and_says_what_to_do():
    for data, advice in [
        ("{}\r\n".encode("utf-16"), b"`hayapack convert` converts it"),
        (b'\x1e{"a":1}\n', b"tr -d"),
        (pickle.dumps(RECORD), b"python -m pickletools"),
        (FOREIGN[".npy"][0], b"numpy.load"),
        (bson(ELEMENTS), b"bsondump"),
    ]:
        done = run("cat", stdin=data)
        assert (done.returncode, done.stdout) == (1, b"") and advice in done.stderr, done


def test_the_advice_for_json_text_sequences_works():
    assert good("convert", stdin=FOREIGN["a JSON text sequence"][0].replace(b"\x1e", b"")) == packb({"a": 1}) + packb(
        {"b": 2}
    )


def test_an_option_reads_it_all_the_same(foreign):
    path, _ = foreign
    for command in ("count", "cat", "convert"):
        assert "not MessagePack" not in inside(command, "--from", "msgpack", str(path))[2]


# --- what must not be refused ------------------------------------------------------------

TEXT = "the quick brown fox jumps over the lazy dog\n" * 3
MESSAGEPACK = {
    "a str8 whose header and text are UTF-8": packb(TEXT + "x" * 40),
    "such a str, cut": packb(TEXT + "x" * 40)[:90],
    "such a bin": packb((TEXT + "x" * 40).encode()),
    "bool and str": b"".join(packb(True) + packb("the name is: hello\n") for _ in range(20)),
    "uint8": b"".join(map(packb, [150, 165, 172, 120, 118, 140] * 10)),
    "heart rates": bytes(random.Random(1).choices(range(58, 105), k=500)),
    "letters and signs": b"MFfGUIZRR_KdAYeA_LS?ZUL=c@CbP",
    "91, 91 and integers": b"[[e?KAaF:[UK<RT@AH>]Vd:f=]Y=SV[]`XY_D?UWe:<_LRDBCAO>",
    "degrees Fahrenheit": bytes(random.Random(2).choices(range(32, 85), k=500)),
    "percentages": bytes(range(101)) * 3,
    "0 to 127": bytes(range(128)),
    "from -1 down": bytes(range(255, 223, -1)),
    "-1, -2 and positive integers": b"\xff\xfe" + bytes(random.Random(3).choices(range(128), k=400)),
    "-1 four times, then zeros": b"\xff" * 4 + bytes(60),
    "zeros": bytes(200),
    "5 and zeros, an empty document in BSON": b"\x05\0\0\0\0",
    "an empty map and 4": b"\x80\x04",
    "an empty map, 2 and 46": b"\x80\x02.",
    "an empty map, 4 and arrays of 5": b"\x80\x04" + packb([1, 2, 3, 4, 5]) * 9,
    "31 and a map of 11": b"\x1f" + packb({n: str(n) for n in range(11)}),
    "40 and a str": b"\x28" + packb("x" * 21),
    "B, Z, h and integers": b"BZh" + bytes(range(40)),
    "PK and integers": b"PK" + bytes(range(3, 40, 2)),
    "digits without a newline": b"1234567890123456",
    "a few small integers": b"hello",
    "two": b"1\n",
    **{f"{data!r}": data for data in (
        b"1", b"12", b"[", b"{", b"\x7b\x01", packb({"a": "[1]"}), b" \x00", b"!\"#$%&'()*+,-.", b"word\x00", bytes(range(60, 75)),
    )},
    "a newline": b"\n",
    "ShaDa": packb(1) + packb(1_700_000_000) + packb(9) + packb({"a": "text"}),
    "typed": b"\xc7\x04\x64\xa1N\x01\xc0"[:7],
}  # fmt: skip


@pytest.mark.parametrize("data", MESSAGEPACK.values(), ids=MESSAGEPACK)
def test_messagepack_is_not_refused(data):
    assert contents.not_messagepack(data) is None


def test_no_vector_is_refused():
    rows = [fields for kind in ("valid", "lz4", "typeless", "stream") for _, fields in vectors.rows(kind)]
    for fields in rows:
        data = vectors.parse_bytes(fields[1])
        assert contents.not_messagepack(data) is None, fields[0]
    assert len(rows) > 400


leaves = (
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.integers(-32, 127) | st.integers(32, 126) | st.floats()
    | st.text() | st.text(st.characters(max_codepoint=126)) | st.binary()
)  # fmt: skip
values = leaves | st.lists(leaves, max_size=6) | st.dictionaries(st.text() | st.integers(-32, 200), leaves, max_size=6)


@SETTINGS
@given(st.lists(values, min_size=1, max_size=20))
def test_no_stream_is_refused(found):
    data = b"".join(map(packb, found))
    refused = contents.not_messagepack(data)
    # A stream of printable integers that ends with 10, or begins with those of JSON, is the same as text.
    assert refused is None or all(byte < 128 for byte in data), (refused, data)


# --- live input ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "first", [b"\x01", b"\x1f", b"\x28", b"\x04", b"B", b"BZ", b"\xfd", b"\xff", b"\xff\xfe", b"\x80\x04", b"\x93NU"]
)
def test_recognition_does_not_wait_for_more_of_a_pipe(first):
    process = subprocess.Popen(
        [*COMMAND, "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    process.stdin.write(first + b"\x01\xc0" if first == b"\x93NU" else first)
    process.stdin.flush()
    assert process.stdout.readline()  # while the pipe is open
    process.stdin.close()
    assert process.stderr.read() == b"" and process.wait(timeout=60) == 0
    process.stdout.close()
    process.stderr.close()


def test_the_first_two_bytes_of_gzip_may_come_alone():
    import gzip

    data = gzip.compress(packb(RECORD))
    process = subprocess.Popen(
        [*COMMAND, "count"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(), bufsize=0
    )
    for piece in (data[:2], data[2:3], data[3:]):
        process.stdin.write(piece)
    process.stdin.close()
    assert (process.stdout.read(), process.wait(timeout=60)) == (b"1\n", 0)
    process.stdout.close()
