"""The Structs of the workloads `msgspec_published`: `published_dataclasses` with the options of msgspec's benchmarks."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, Literal, Optional, Union  # noqa: F401  # in the annotations

from msgspec import defstruct

from . import published_dataclasses as plain


def _struct(cls: type, **options: Any) -> type:
    made = [(one.name, one.type, *([] if one.default is MISSING else [one.default])) for one in fields(cls)]
    return defstruct(cls.__name__, made, module=__name__, **options)


File = _struct(plain.File, omit_defaults=True, tag="file")
Directory = _struct(plain.Directory, omit_defaults=True, tag="directory")
Package = _struct(plain.Package, gc=False, omit_defaults=True)
RepoData = _struct(plain.RepoData, gc=False)
