"""What is not MessagePack is refused by every command, and what is MessagePack by none."""

from __future__ import annotations

import pickle
import subprocess

import pytest
import vectors
from contents_samples import ELEMENTS, FOREIGN, MESSAGEPACK, RECORD, bson
from fuzzing import SETTINGS
from hypothesis import given
from hypothesis import strategies as st
from tool import COMMAND, environment, good, inside, run

from hayapack import packb
from hayapack.cli.input import detect_format


@pytest.mark.parametrize("data, name", FOREIGN.values(), ids=FOREIGN)
def test_what_is_not_messagepack_is_recognized(data, name):
    assert detect_format.not_messagepack(data).name == name
    # The first bytes of a pipe decide.
    assert len(data) < 8192 or detect_format.not_messagepack(data[:8192]).name == name


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
    is_json = detect_format.format_of(path.read_bytes()) == "json"
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


@pytest.mark.parametrize("data", [b"82 a1 61 01\n", b"82 a1 61 01 82 A1\n" * 400, b"82a1610182a1610182a16101\n"])
def test_hexadecimal_digits_are_not_called_json(data):
    said = b"this is text, not MessagePack: if it is MessagePack in base64 or hexadecimal digits, decode it first"
    for command in ("cat", "convert"):
        done = run(command, stdin=data)
        assert (done.returncode, done.stdout) == (1, b"") and said in done.stderr


@pytest.mark.parametrize("data", [b"12\n34\n56\n78\n90\n12\n", b"123456789012345678901234\n", b"12345678901234567e1\n"])
def test_numbers_are_not_called_hexadecimal(data):
    assert "reads it if it is JSON" in detect_format.not_messagepack(data).advice


def test_an_option_reads_it_all_the_same(foreign):
    path, _ = foreign
    for command in ("count", "cat", "convert"):
        assert "not MessagePack" not in inside(command, "--from", "msgpack", str(path))[2]


# --- what must not be refused ------------------------------------------------------------


@pytest.mark.parametrize("data", MESSAGEPACK.values(), ids=MESSAGEPACK)
def test_messagepack_is_not_refused(data):
    assert detect_format.not_messagepack(data) is None


def test_no_vector_is_refused():
    rows = [fields for kind in ("valid", "lz4", "typeless", "stream") for _, fields in vectors.rows(kind)]
    for fields in rows:
        data = vectors.parse_bytes(fields[1])
        assert detect_format.not_messagepack(data) is None, fields[0]
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
    refused = detect_format.not_messagepack(data)
    # A stream of printable integers that ends with 10, or begins with those of JSON, is the same as text.
    assert refused is None or all(byte < 128 for byte in data), (refused, data)


# --- live input ----------------------------------------------------------------------------


@pytest.mark.long
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
