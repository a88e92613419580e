"""Data with the structure of msgspec's published benchmarks: a tree of files, and a conda channel's repodata.json."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from random import Random
from string import ascii_letters

EXTRA = True
START, END = datetime(2018, 1, 1, tzinfo=timezone.utc), datetime(2023, 1, 1, tzinfo=timezone.utc)
PERMISSIONS = ("READ", "WRITE", "READ_WRITE")
PEOPLE = [f"{first}{last}" for first in ("jo", "mari", "tom", "ale", "ni") for last in ("a", "an", "ina", "o", "ette")]
WORDS = ("py", "data", "lib", "core", "tools", "flow", "net", "test", "graph", "io", "cloud", "parse")
LICENSES = ("MIT", "BSD-3-Clause", "Apache-2.0", "GPL-3.0-or-later", "LGPL-2.1-only")


def _moment(random: Random, after: datetime = START) -> datetime:
    return after + timedelta(seconds=random.randrange(int((END - after).total_seconds()) + 1))


def _node(random: Random, kind: str) -> dict:
    created = _moment(random)
    node = {
        "type": kind,
        "name": "".join(random.choices(ascii_letters, k=random.randint(4, 30))),
        "created_by": random.choice(PEOPLE),
        "created_at": created.isoformat(),
    }
    if kind == "directory":
        node["contents"] = []
    else:
        node.update(nbytes=random.randint(0, 1_000_000), permissions=random.choice(PERMISSIONS))
    if random.random() < 0.25:
        node.update(updated_by=random.choice(PEOPLE), updated_at=_moment(random, created).isoformat())
    return node


def _tree(random: Random, size: int) -> dict:
    """A directory of `size` nodes in all: one in five is a directory, and a directory has up to 30."""
    root = _node(random, "directory")
    empty, left = [root], size - 1
    while left:
        parent = empty.pop() if empty else root
        children = [
            _node(random, "directory" if random.random() > 0.8 else "file")
            for _ in range(min(left, random.randint(0, 30)))
        ]
        parent["contents"] += children
        empty += [child for child in children if child["type"] == "directory"]
        left -= len(children)
    return root


def _version(random: Random) -> str:
    return ".".join(str(random.randrange(30)) for _ in range(3))


def _package(random: Random, name: str, version: str, build: int) -> dict:
    package = {
        "build": random.choice(("py_", "pyhd8ed1ab_")) + str(build),
        "build_number": build,
        "depends": [
            f"{random.choice(WORDS)}-{random.choice(WORDS)} >={_version(random)}" for _ in range(random.randrange(8))
        ],
        "md5": f"{random.getrandbits(128):032x}",
        "name": name,
        "sha256": f"{random.getrandbits(256):064x}",
        "subdir": "noarch",
        "version": version,
    }
    if random.random() < 0.9:
        package["license"] = random.choice(LICENSES)
    package.update(
        noarch=random.choice(("python", "generic")),
        size=random.randint(3_000, 5_000_000),
        timestamp=int(_moment(random).timestamp()) * 1000,
    )
    return package


def _repodata(random: Random, size: int) -> dict:
    packages: dict[str, dict] = {}
    while len(packages) < size:
        name = "-".join(random.choices(WORDS, k=random.randint(1, 3)))
        package = _package(random, name, _version(random), random.randrange(3))
        packages[f"{name}-{package['version']}-{package['build']}.tar.bz2"] = package
    return {"repodata_version": 1, "info": {"subdir": "noarch"}, "packages": packages, "removed": []}


def _row(name, sentence, size, one):
    def make(seed, size):
        random = Random(seed)
        return [one(random, size) for _ in range(2)]

    return {"NAME": name, "SENTENCE": sentence, "SIZE": size, "make": make}


WORKLOADS = {
    "msgspec_files": _row("tree of 1000 files", "A tree of 1,000 files and directories.", 1000, _tree),
    "msgspec_repodata": _row(
        "conda repodata", "20,000 packages of a conda channel, as its repodata.json lists them.", 20_000, _repodata
    ),
}
