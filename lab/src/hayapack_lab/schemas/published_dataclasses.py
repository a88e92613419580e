"""The dataclasses of the workloads `msgspec_published`. Fields with a default come last, as Python 3.9 needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Union

from hayapack import model


@model(tag=("type", "file"), omit_defaults=True)
@dataclass
class File:
    name: str
    created_by: str
    created_at: str
    nbytes: int
    permissions: Literal["READ", "WRITE", "READ_WRITE"]
    updated_by: Optional[str] = None
    updated_at: Optional[str] = None


@model(tag=("type", "directory"), omit_defaults=True)
@dataclass
class Directory:
    name: str
    created_by: str
    created_at: str
    contents: list[Union[File, Directory]]
    updated_by: Optional[str] = None
    updated_at: Optional[str] = None


@model(omit_defaults=True)
@dataclass
class Package:
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


@dataclass
class RepoData:
    repodata_version: int
    info: dict
    packages: dict[str, Package]
    removed: tuple[str, ...]
