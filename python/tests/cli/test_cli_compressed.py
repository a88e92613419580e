"""Compressed inputs: the modules that open zstd, and the memory that a small file can ask for."""

from __future__ import annotations

import argparse
import os
import random
import sys
import zlib

import pytest
from tool import good, inside, run, without

from hayapack import arrow_rows, packb
from hayapack.cli.input import compressed, inputs
from hayapack.cli.reading import Reading
from hayapack.cli.tables import table_files

DATA = packb({"a": 1}) * 3


def zstd_like_the_standard_library():
    """compression.zstd or backports.zstd, which has the same interface."""
    if sys.version_info >= (3, 14):
        return pytest.importorskip("compression.zstd")
    return pytest.importorskip("backports.zstd")


def test_zstd_without_the_package_zstandard(tmp_path):
    module = zstd_like_the_standard_library()
    path = without(tmp_path, "zstandard")
    two = module.compress(DATA) + module.compress(packb(5))
    assert good("count", stdin=two, PYTHONPATH=path) == b"4\n"
    good("convert", "-", "x.msgpack.zst", stdin=DATA, cwd=tmp_path, PYTHONPATH=path)
    assert module.decompress((tmp_path / "x.msgpack.zst").read_bytes()) == DATA
    assert good("count", "x.msgpack.zst", cwd=tmp_path, PYTHONPATH=path) == b"3\n"
    done = run("cat", stdin=two[:-3], PYTHONPATH=path)
    assert done.returncode == 1 and done.stderr.endswith(b": zstd: the compressed data is truncated\n")
    damaged = bytearray(module.compress(bytes(range(256)) * 9))
    damaged[7] ^= 255
    done = run("cat", stdin=bytes(damaged), PYTHONPATH=path)
    assert done.returncode == 1 and b": zstd: " in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.parametrize("kind", ["gzip", "xz", "bzip2", "zstd", "lz4"])
def test_the_pieces_of_a_bomb_are_small(kind):
    """16 MB of zeros from a few kilobytes; no piece has more than the limit of zstandard."""
    import bz2
    import gzip
    import lzma

    zeros = bytes(16 << 20)
    if kind in ("gzip", "xz", "bzip2"):
        packed = {"gzip": gzip, "xz": lzma, "bzip2": bz2}[kind].compress(zeros)
    elif kind == "zstd":
        packed = pytest.importorskip("zstandard").compress(zeros)
    else:
        packed = pytest.importorskip("lz4.frame").compress(zeros)
    assert compressed.kind_of(packed) == kind
    waiting = [packed]
    read = compressed.unpacked(kind, lambda size: waiting.pop() if waiting else b"")
    sizes, check = [], 0
    while True:
        piece = read(1)
        if not piece:
            break
        sizes.append(len(piece))
        check = zlib.crc32(piece, check)
    assert sum(sizes) == len(zeros) and check == zlib.crc32(zeros)
    assert max(sizes) <= (compressed.PIECE if kind != "zstd" else 64 << 20)


@pytest.mark.parametrize(
    "data", [b"\x1f\x8b\x08\xff", b"\x1f" + packb({8: -1, **{n: n for n in range(10)}}), b"BZh1\x01", b"BZ", b"\xfd7z"]
)
def test_messagepack_with_the_first_bytes_of_compression(data):
    assert compressed.kind_of(data) is None


NUMBERED = [packb({"n": n, "x": random.Random(n).randbytes(20)}) for n in range(9000)]


def damaged(kind, how):
    """NUMBERED as a compressed file that is cut, or has a wrong byte, and how many of the messages must be saved."""
    import bz2
    import gzip
    import lzma

    data = b"".join(NUMBERED)
    if kind in ("gzip", "xz", "bzip2"):
        packed = {"gzip": gzip, "xz": lzma, "bzip2": bz2}[kind].compress(data * (8 if kind == "bzip2" else 1))
    elif kind == "zstd":
        packed = pytest.importorskip("zstandard").compress(data)
    else:
        packed = pytest.importorskip("lz4.frame").compress(data)
    at = len(packed) * 2 // 3
    if how == "cut":
        return packed[:at]
    return packed[:at] + bytes([packed[at] ^ 255]) + packed[at + 1 :]


@pytest.mark.parametrize("kind, how", [
    ("gzip", "cut"), ("gzip", "wrong"), ("zstd", "cut"), ("lz4", "cut"), ("xz", "cut"), ("xz", "wrong"),
    *(pytest.param("bzip2", how, marks=pytest.mark.long) for how in ("cut", "wrong")),
])  # fmt: skip
def test_what_is_before_the_damage_is_saved(kind, how, tmp_path):
    source, target = tmp_path / "x.packed", tmp_path / "y.msgpack"
    source.write_bytes(damaged(kind, how))
    target.write_bytes(b"\x01")
    status, _, err = inside("convert", "--keep-going", str(source), str(target))
    assert status == 1 and err.startswith(f"hayapack: {source}: {kind}: ")
    assert err.splitlines()[0].endswith("; what follows is left out")
    # A wrong byte in deflate's data is found by what it does to later ones: these are other messages.
    assert len(os.path.commonprefix([target.read_bytes(), b"".join(NUMBERED) * 8])) > 100_000


@pytest.mark.parametrize(
    "command", [["cat"], ["validate"], ["stats"], ["inspect"], ["get", "$.n", "--all"], ["diff", "whole.msgpack"]]
)
def test_every_command_keeps_going_up_to_the_damage(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.gz").write_bytes(damaged("gzip", "cut"))
    (tmp_path / "whole.msgpack").write_bytes(b"".join(NUMBERED))
    name, *more = command
    status, out, err = inside(name, "--keep-going", "x.gz", *more)
    assert status == 1 and "x.gz: gzip: the compressed data is truncated; what follows is left out\n" in err
    assert "\nhayapack: x.gz (decompressed): byte " in err and "left out " in err.splitlines()[1]
    assert bool(out) == (name != "validate")


def test_a_table_has_the_rows_before_the_damage(tmp_path, capsys):
    (tmp_path / "x.gz").write_bytes(damaged("gzip", "cut"))
    how, source = Reading(keep_going=True), inputs.open_input(str(tmp_path / "x.gz"))
    how.begin(source)
    options = argparse.Namespace(errors="raise", schema=None, columns=None, rows="maps")
    made = b"".join(arrow_rows(table_files.reader(table_files.InputSource(source), options, how, whole=True), "maps"))
    source.close()
    assert len(made) > 100_000 and b"".join(NUMBERED).startswith(made) and how.status == 1
    assert "gzip: the compressed data is truncated; what follows is left out" in capsys.readouterr().err


def test_the_stored_size_is_told(tmp_path, monkeypatch):
    import gzip
    import json

    monkeypatch.chdir(tmp_path)
    packed = gzip.compress(DATA * 100)
    (tmp_path / "x.bin").write_bytes(packed)
    told = f"300 messages, 1200 bytes (gzip: {len(packed)} bytes)"
    assert good("validate", "x.bin", cwd=tmp_path).decode() == f"x.bin: valid: {told}\n"
    assert good("stats", "x.bin", cwd=tmp_path).decode().startswith(f"{told}, 900 values\n")
    assert good("inspect", stdin=packed).decode().endswith(f"\n{told}\n")
    facts = json.loads(good("stats", "--json", "x.bin", cwd=tmp_path))
    assert (facts["compression"], facts["compressed"], facts["bytes"]) == ("gzip", len(packed), 1200)


def test_what_is_left_out_is_not_counted_as_a_message():
    import json

    data = DATA + b"\x81\xa1a\xa1\xff" + DATA + b"\xc1" + DATA * 4
    assert run("stats", "--keep-going", stdin=data).stdout.startswith(b"18 messages, 2 left out, 78 bytes, 54 values\n")
    assert run("inspect", "--keep-going", stdin=data).stdout.endswith(b"\n18 messages, 2 left out, 78 bytes\n")
    facts = json.loads(run("stats", "--keep-going", "--json", stdin=data).stdout)
    assert (facts["messages"], facts["left_out"]) == (18, 2)
