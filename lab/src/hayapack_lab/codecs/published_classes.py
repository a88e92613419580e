"""The workloads `msgspec_published` as objects: hayapack's dataclasses, msgspec's Structs and dataclasses.

msgspec has no unions of dataclasses, which the tree of files needs, and writes the defaults of dataclasses.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

from . import PythonCodec
from .own_classes import hayapack_coders, msgspec_coders, of_objects


def _files(classes: ModuleType, node: dict) -> Any:
    fields = {key: value for key, value in node.items() if key != "type"}
    if "contents" not in node:
        return classes.File(**fields)
    return classes.Directory(**{**fields, "contents": [_files(classes, child) for child in node["contents"]]})


def _repodata(classes: ModuleType, value: dict) -> Any:
    packages = {
        name: classes.Package(**{**package, "depends": tuple(package["depends"])})
        for name, package in value["packages"].items()
    }
    return classes.RepoData(**{**value, "packages": packages, "removed": tuple(value["removed"])})


# For each workload, the class of a message and what makes one. The objects of all codecs have the same strings, made
# in the same order: how they lie in memory decides the time of large messages. (`hayapack.convert` copies strings.)
_ROOTS = {"msgspec_files": ("Directory", _files), "msgspec_repodata": ("RepoData", _repodata)}


def _codec(name: str, package: str, coder: Callable, classes: str, workload: str) -> PythonCodec:
    kind = "Structs" if classes == "published_structs" else "dataclasses"
    root, make = _ROOTS[workload]

    def imported() -> ModuleType:
        return importlib.import_module(f"..schemas.{classes}", __package__)

    def unwrap(value: Any) -> Any:
        if kind == "Structs":
            from msgspec import to_builtins

            return _lists(to_builtins(value))
        from hayapack import to_plain

        return to_plain(value, getattr(imported(), root))

    return of_objects(
        name,
        package,
        kind,
        workloads=(workload,),
        load=lambda needs: coder(getattr(imported(), root)),
        wrap=lambda value: make(imported(), value),
        unwrap=unwrap,
    )


def _lists(value: Any) -> Any:
    """With lists instead of tuples."""
    if isinstance(value, dict):
        return {key: _lists(item) for key, item in value.items()}
    return [_lists(item) for item in value] if isinstance(value, (list, tuple)) else value


_HAYAPACK = partial(_codec, package="hayapack", coder=hayapack_coders, classes="published_dataclasses")
_MSGSPEC = partial(_codec, package="msgspec", coder=msgspec_coders, classes="published_structs")
CODECS = {
    "files_hayapack": _HAYAPACK("hayapack, dataclasses of files", workload="msgspec_files"),
    "files_struct": _MSGSPEC("msgspec, Structs of files", workload="msgspec_files"),
    "repodata_hayapack": _HAYAPACK("hayapack, dataclasses of repodata", workload="msgspec_repodata"),
    "repodata_struct": _MSGSPEC("msgspec, Structs of repodata", workload="msgspec_repodata"),
    "repodata_msgspec": _MSGSPEC(
        "msgspec, dataclasses of repodata", classes="published_dataclasses", workload="msgspec_repodata"
    ),
}
