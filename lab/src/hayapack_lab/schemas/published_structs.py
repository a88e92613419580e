"""The Structs of the workloads `msgspec_published`, as `published_dataclasses` and with the options of msgspec's benchmarks."""

from __future__ import annotations

from typing import Literal, Optional, Union

from msgspec import Struct


class File(Struct, omit_defaults=True, tag="file"):
    name: str
    created_by: str
    created_at: str
    nbytes: int
    permissions: Literal["READ", "WRITE", "READ_WRITE"]
    updated_by: Optional[str] = None
    updated_at: Optional[str] = None


class Directory(Struct, omit_defaults=True, tag="directory"):
    name: str
    created_by: str
    created_at: str
    contents: list[Union[File, Directory]]
    updated_by: Optional[str] = None
    updated_at: Optional[str] = None


class Package(Struct, gc=False, omit_defaults=True):
    build: str
    build_number: int
    depends: tuple[str, ...]
    md5: str
    name: str
    sha256: str
    subdir: str
    version: str
    license: str = ""
    noarch: Union[str, bool, None] = None
    size: int = 0
    timestamp: int = 0


class RepoData(Struct, gc=False):
    repodata_version: int
    info: dict
    packages: dict[str, Package]
    removed: tuple[str, ...]
