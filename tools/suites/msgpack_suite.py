"""Runs msgpack's own tests with hayapack in place of msgpack.

    python msgpack_suite.py FOLDER_OF_TESTS [PYTEST OPTIONS...]

The excluded tests are listed in msgpack-suite-excluded.tsv in this folder, each with the reason
and the versions of msgpack that have it. A test that is listed for this version but does not exist
is an error, so the list stays correct.
"""

import csv
import datetime
import os
import sys
from pathlib import Path

import pytest

EXCLUDED = Path(__file__).with_name("msgpack-suite-excluded.tsv")
OWN_OPTIONS = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-o", "addopts="]


class HayapackInstead:
    """pytest plugin: excludes the listed tests, and prints them."""

    def __init__(self, excluded):
        self.excluded = excluded
        self.unseen = set(excluded)

    def pytest_collection_modifyitems(self, config, items):
        kept, dropped = [], []
        for item in items:
            key = "%s::%s" % (item.path.name, item.name)
            self.unseen.discard(key)
            (dropped if key in self.excluded else kept).append(item)
        items[:] = kept
        config.hook.pytest_deselected(items=dropped)
        for item in dropped:
            key = "%s::%s" % (item.path.name, item.name)
            print("left out: %s: %s" % (key, self.excluded[key]))


def read_excluded(backend, version):
    """{test: reason} for this back end and this (major, minor) of msgpack."""
    with open(EXCLUDED, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))
    major_minor = ".".join(version.split(".")[:2])
    return {
        row["test"]: row["reason"]
        for row in rows
        if row["back end"] in ("both", backend) and major_minor in row["versions"].split(",")
    }


def main():
    folder = Path(sys.argv[1]).resolve()
    # The checkout's folders must not shadow the installed package.
    sys.path[:] = [path for path in sys.path if Path(path or os.curdir).resolve() != Path(__file__).resolve().parent]
    import hayapack

    hayapack.install_as_msgpack()
    import msgpack.ext

    # A private name imported by the tests of msgpack 1.0.
    msgpack.ext._utc = datetime.timezone.utc
    expected = "pure" if os.environ.get("HAYAPACK_PUREPYTHON") == "1" else "native"
    if hayapack.backend != expected:
        print("error: the %s back end was requested but %s is in use" % (expected, hayapack.backend))
        return 1
    plugin = HayapackInstead(read_excluded(expected, (folder.parent / "version").read_text()))
    files = sorted(str(path) for path in folder.glob("*test_*.py"))
    status = pytest.main(OWN_OPTIONS + ["--rootdir", str(folder)] + files + sys.argv[2:], plugins=[plugin])
    if plugin.unseen:
        print("error: excluded, but not in the suite: %s" % ", ".join(sorted(plugin.unseen)))
        return 1
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
