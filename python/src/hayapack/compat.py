"""Programs that import msgpack by name."""

from __future__ import annotations

import sys

_SUBMODULES = {"exceptions": "exceptions", "ext": "ext", "fallback": "_fallback"}


def install_as_msgpack() -> None:
    """Make ``import msgpack``, in the whole process, mean hayapack from now on.

    Call it before the program's own imports: a module that has imported msgpack
    already keeps what it has. ``msgpack.version`` is then hayapack's version.
    """
    import importlib

    package = sys.modules[__package__]
    sys.modules["msgpack"] = package
    for name, ours in _SUBMODULES.items():
        module = importlib.import_module(f"{__package__}.{ours}")
        sys.modules[f"msgpack.{name}"] = module
        setattr(package, name, module)
