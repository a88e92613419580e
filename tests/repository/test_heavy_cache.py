"""tools/setup/heavy.sh: what is kept for all checkouts is complete, bounded, and not needed."""

import os
import subprocess
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"


@pytest.fixture
def heavy(tmp_path):
    """A function that runs heavy.sh with a cache of the test's own; the status."""

    def run(*arguments, script="setup/heavy.sh", **environment):
        return subprocess.run(command(script, *arguments), env=variables(tmp_path, **environment)).returncode

    run.folder = tmp_path / "cache/hayapack/heavy"
    return run


def command(script, *arguments):
    return ["bash", str(TOOLS / script), *map(str, arguments)]


def variables(tmp_path, **more):
    return dict(os.environ, XDG_CACHE_HOME=str(tmp_path / "cache"), **more)


def made(folder, text="text", size=0):
    folder.mkdir()
    (folder / "program").write_text(text + "x" * size)
    (folder / "program").chmod(0o755)
    (folder / "link").symlink_to("program")
    return folder


def test_an_entry_comes_back_whole(heavy, tmp_path):
    assert heavy("get", "key-1", tmp_path / "back") == 1
    assert not (tmp_path / "back").exists()
    assert heavy("put", "key-1", made(tmp_path / "one")) == 0
    made(tmp_path / "back", "what was there before")
    assert heavy("get", "key-1", tmp_path / "back") == 0
    assert (tmp_path / "back/program").read_text() == "text"
    assert os.access(str(tmp_path / "back/program"), os.X_OK)
    assert os.readlink(str(tmp_path / "back/link")) == "program"
    assert heavy("get", "key-2", tmp_path / "other") == 1  # another version or other options


def test_a_newer_entry_replaces_the_old_one(heavy, tmp_path):
    heavy("put", "key", made(tmp_path / "one"))
    heavy("put", "key", made(tmp_path / "two", "newer"))
    heavy("get", "key", tmp_path / "back")
    assert (tmp_path / "back/program").read_text() == "newer"
    assert sorted(path.name for path in heavy.folder.iterdir()) == ["key", "key.lock", "key.used"]


def test_the_oldest_go_when_it_is_too_large(heavy, tmp_path):
    folder = made(tmp_path / "one", size=600_000)
    for key, used in (("a", 1000), ("b", 3000), ("c", 2000)):
        heavy("put", key, folder)
        os.utime(str(heavy.folder / (key + ".used")), (used, used))
    heavy("get", "a", tmp_path / "back")  # used now
    heavy("put", "d", folder, HAYAPACK_HEAVY_MB="2")
    # Four times 600 kB are more than 2 MB, three are not.
    assert sorted(path.name for path in heavy.folder.iterdir() if path.is_dir()) == ["a", "b", "d"]


def test_an_entry_that_is_copied_is_not_deleted(heavy, tmp_path):
    folder = made(tmp_path / "one", size=1_500_000)
    heavy("put", "a", folder)
    holder = subprocess.Popen(
        ["flock", "--shared", str(heavy.folder / "a.lock"), "sh", "-c", "echo held; read line"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout.readline() == b"held\n"
    heavy("put", "b", folder, HAYAPACK_HEAVY_MB="1")
    assert (heavy.folder / "a/program").exists()
    holder.communicate(b"\n")
    heavy("put", "b", folder, HAYAPACK_HEAVY_MB="1")
    assert not (heavy.folder / "a").exists()


def test_two_runs_at_the_same_time_leave_a_whole_entry(heavy, tmp_path):
    folders = [made(tmp_path / name, name * 1000) for name in "pqrs"]
    runs = [subprocess.Popen(command("setup/heavy.sh", "put", "key", one), env=variables(tmp_path)) for one in folders]
    assert [run.wait() for run in runs] == [0] * 4
    assert heavy("get", "key", tmp_path / "back") == 0
    assert (tmp_path / "back/program").read_text() in {name * 1000 for name in "pqrs"}
    assert sorted(path.name for path in heavy.folder.iterdir()) == ["key", "key.lock", "key.used"]


def test_a_copy_that_fails_is_not_an_entry(heavy, tmp_path):
    assert heavy("put", "key", tmp_path / "not there") == 0  # the run goes on without it
    assert list(heavy.folder.iterdir()) == []


def test_it_works_without_a_cache(heavy, tmp_path):
    (tmp_path / "cache").write_text("a file: no folder can be made in it")
    assert heavy("put", "key", made(tmp_path / "one")) == 0
    assert heavy("get", "key", tmp_path / "back") == 1
    (tmp_path / "cache").unlink()
    assert heavy("put", "key", tmp_path / "one", HAYAPACK_HEAVY_MB="0") == 0
    assert not heavy.folder.exists()


def test_clean_empties_it_when_told(heavy, tmp_path):
    heavy("put", "key", made(tmp_path / "one"))
    assert heavy("heavy", script="clean.sh") == 0
    assert not heavy.folder.exists()
