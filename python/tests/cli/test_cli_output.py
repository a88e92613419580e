"""The state of output files after errors: full disks, closed streams, signals."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys

import pytest
from tool import COMMAND, PATIENCE, environment, good, run, until_all_is_read

from hayapack import packb

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files and signals")
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full and /proc")
OLD = b'"what was there"\n'


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "out.json"
    path.write_bytes(OLD)
    return path


def only(path, content=OLD):
    """The file has this content, and its folder has no other files."""
    assert path.read_bytes() == content
    assert [found.name for found in path.parent.iterdir()] == [path.name]


# --- files are replaced when they are complete -----------------------------------------


@pytest.mark.parametrize("data", [b"\x93\x01", b"\xc1", b"\x01\xa1\xff", b"\x01\x02"])
def test_convert_leaves_the_old_file_when_it_fails(data, old):
    done = run("convert", "--from", "msgpack", "-", str(old), stdin=data)
    assert done.returncode in (1, 2) and done.stderr.count(b"\n") == 1
    only(old)


def test_convert_leaves_no_file_when_it_fails(tmp_path):
    assert run("convert", "-", "out.jsonl.gz", stdin=b"\x01\xc1", cwd=tmp_path).returncode == 1
    assert list(tmp_path.iterdir()) == []


@linux
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_old_file(number, old):
    process = subprocess.Popen(
        [*COMMAND, "convert", "--to", "jsonl", "-", str(old)], stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
        # A background job may ignore it.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )  # fmt: skip
    process.stdin.write(packb([1]) * 1000)
    process.stdin.flush()
    until_all_is_read(process)
    assert len(list(old.parent.iterdir())) == 2  # the unfinished file is in the same folder
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (128 + number, b"")
    only(old)


@posix
def test_the_mode_of_the_old_file_and_links_are_kept(tmp_path):
    (tmp_path / "real.json").write_bytes(OLD)
    (tmp_path / "real.json").chmod(0o640)
    (tmp_path / "link.json").symlink_to("real.json")
    good("convert", "-", "link.json", stdin=packb(5), cwd=tmp_path)
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"5\n"
    assert stat.S_IMODE((tmp_path / "real.json").stat().st_mode) == 0o640
    good("convert", "-", "new.json", stdin=packb(5), cwd=tmp_path)
    assert stat.S_IMODE((tmp_path / "new.json").stat().st_mode) == 0o666 & ~_umask()


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


@posix
def test_a_device_is_written_to():
    assert good("convert", "--to", "json", "-", "/dev/null", stdin=packb(5)) == b""
    assert good("convert", "--to", "json", "-", "/dev/stdout", stdin=packb(5)) == b"5\n"


@posix
def test_where_nothing_can_be_written(tmp_path):
    done = run("convert", "-", "no/out.json", stdin=packb(5), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"hayapack: no/out.json: No such file or directory\n")
    done = run("convert", "--to", "json", "-", ".", stdin=packb(5), cwd=tmp_path)
    assert done.returncode == 1 and b".: Is a directory" in done.stderr


def test_split_leaves_whole_files_only(tmp_path):
    done = run("split", "-n", "2", "-", "part-", stdin=packb([1]) * 5 + b"\x93\x01", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout == b"part-000001.msgpack\npart-000002.msgpack\npart-000003.msgpack\n"
    assert [(tmp_path / name).read_bytes() for name in done.stdout.decode().split()] == [
        packb([1]) * 2, packb([1]) * 2, packb([1])
    ]  # fmt: skip
    assert len(list(tmp_path.iterdir())) == 3
    done = run("split", "-", "big-", stdin=packb([0] * 9_000_000)[:-1], cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, b"")
    assert not list(tmp_path.glob("*big*"))


def test_split_never_overwrites(tmp_path):
    (tmp_path / "x000002.msgpack").write_bytes(OLD)
    done = run("split", stdin=packb(1) + packb(2), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, b"x000001.msgpack\n")
    assert done.stderr == b"hayapack: x000002.msgpack: File exists\n"
    assert (tmp_path / "x000002.msgpack").read_bytes() == OLD
    assert len(list(tmp_path.iterdir())) == 2


# --- suffixes ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["x.orc", "foo.yaml", "a.msgpack.7z", "b.JSONN", "c.txt.gz"])
def test_an_unknown_suffix_is_refused(name, tmp_path):
    done = run("convert", "-", name, stdin=packb(5), cwd=tmp_path)
    assert done.returncode == 2 and list(tmp_path.iterdir()) == []
    assert b"is not known: name the format, --to json|jsonl|msgpack" in done.stderr and b".msgpack" in done.stderr
    good("convert", "-", name, "--to", "json", stdin=packb(5), cwd=tmp_path)


@pytest.mark.parametrize("name", ["out", "out.gz", "folder.d/out"])
def test_a_file_without_a_suffix_needs_the_format(name, tmp_path):
    (tmp_path / "folder.d").mkdir()
    done = run("convert", "-", name, stdin=packb(5), cwd=tmp_path)
    assert done.returncode == 2 and not (tmp_path / name).exists()
    assert f"{name}: no suffix names the format: name the format, --to json|jsonl".encode() in done.stderr
    good("convert", "-", name, "--to", "json", stdin=packb(5), cwd=tmp_path)
    assert good("convert", "-", "/dev/stdout", stdin=packb(5), cwd=tmp_path) == b"5\n"


@pytest.mark.parametrize(
    "suffix", [".msgpack", ".msgpk", ".mpack", ".mpk", ".mp", ".mmtf", ".MPK", ".msgpack.gz", ".mmtf.gz", ".shada"]
)
def test_known_suffixes(suffix, tmp_path):
    good("convert", "-", f"a{suffix}", stdin=b"[1,2]", cwd=tmp_path)
    good("convert", f"a{suffix}", "a.json", cwd=tmp_path)
    assert (tmp_path / "a.json").read_bytes() == b"[1,2]\n"


@pytest.mark.parametrize("suffix", ["xz", "bz2"])
def test_xz_and_bzip2_are_written_and_read(suffix, tmp_path):
    good("convert", "-", f"a.msgpack.{suffix}", stdin=b"[1,2]", cwd=tmp_path)
    assert len((tmp_path / f"a.msgpack.{suffix}").read_bytes()) > 20
    assert good("cat", f"a.msgpack.{suffix}", cwd=tmp_path) == b"[1,2]\n"


# --- standard streams --------------------------------------------------------------------

COMMANDS = [
    ["cat"], ["convert"], ["inspect"], ["get", "$"], ["stats"], ["stats", "--json"], ["validate"], ["head"],
    ["head", "--raw"], ["count"], ["split", "-", "y"], ["completion", "bash"], ["--version"],
]  # fmt: skip
STREAMS = ["stdin", "stdout", "stderr"]
UNBUFFERED = {"PYTHONUNBUFFERED": "1"}  # in a process of its own


@linux
@pytest.mark.parametrize(
    ("command", "unbuffered"),
    [
        *((command, {}) for command in COMMANDS),
        *((command, UNBUFFERED) for command in (["cat"], ["head", "--raw"], ["--version"])),
    ],
)
def test_a_full_device_is_one_line(command, unbuffered, tmp_path):
    with open("/dev/full", "wb") as full:
        done = run(*command, stdin=packb([1, "x" * 10]) * 10, stdout=full, cwd=tmp_path, **unbuffered)
    assert (done.returncode, done.stderr) == (1, b"hayapack: standard output: No space left on device\n")


@linux
def test_diff_to_a_full_device(tmp_path):
    (tmp_path / "a").write_bytes(packb(1))
    (tmp_path / "b").write_bytes(packb(2))
    with open("/dev/full", "wb") as full:
        done = run("diff", "a", "b", stdout=full, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"hayapack: standard output: No space left on device\n")


@posix
@pytest.mark.parametrize(
    ("command", "closed"),
    [*((command, [closed]) for command in COMMANDS[:-1] for closed in STREAMS), (["cat"], STREAMS)],
)
def test_closed_streams(command, closed, tmp_path):
    done = run(*command, cwd=tmp_path, **{"stdin": packb([1]), **dict.fromkeys(closed)})
    assert b"Traceback" not in (done.stderr or b"")
    if command[0] == "completion":
        return
    if closed == ["stdin"]:
        assert (done.returncode, done.stderr) == (1, b"hayapack: standard input: it is closed\n")
    elif closed == ["stdout"]:
        assert done.returncode == 1 and done.stderr == b"hayapack: standard output: Bad file descriptor\n"
    elif closed == ["stderr"]:
        assert done.returncode == 0 and done.stdout
    else:
        assert done.returncode == 1


@linux
@pytest.mark.parametrize("unbuffered", [{}, UNBUFFERED])
@pytest.mark.parametrize(("command", "status"), [(["cat"], {1}), (["cat", "no.mp"], {1}), (["cat", "--no"], {1, 2})])
def test_errors_to_a_full_device(command, status, unbuffered, tmp_path):
    with open("/dev/full", "wb") as full:
        done = run(*command, stdin=b"\xc1", stderr=full, cwd=tmp_path, **unbuffered)
    assert done.returncode in status  # argparse of some versions ends with 2 although it could not say why
