"""The lab's files are replaced only when they are complete."""

import os

import pytest

from hayapack_lab.data import atomic


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path):
    path = tmp_path / "out.html"
    atomic.write(path, "é")
    path.chmod(0o640)
    atomic.write(path, b"new")
    assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_after_an_error_the_old_file_is_there(tmp_path, monkeypatch):
    path = tmp_path / "out.html"
    path.write_text("old")

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(KeyboardInterrupt):
        atomic.write(path, "new")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
