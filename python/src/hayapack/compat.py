"""Lets programs that import msgpack by name use hayapack."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

#: The release of msgpack whose names, options and defaults hayapack matches.
MSGPACK_VERSION = (1, 2, 4)

#: Modules of msgpack, and the modules of hayapack that replace them.
_SUBMODULES = {"exceptions": "exceptions", "ext": "ext", "fallback": "_fallback"}
#: What has the compiled back end: the module of msgpack 1.x, and the two of releases before 0.6.
_COMPILED = ("_cmsgpack", "_packer", "_unpacker")

#: Names that the package imports on first use with the pure back end; the module has them from the beginning.
_COMMON = {"Packer", "Unpacker", "dumps", "loads", "packb", "unpackb"}

#: Names that msgpack does not have, or that get another value in the module.
_OWN_NAMES = {"backend", "install_as_msgpack", "version"}


def install_as_msgpack(version: tuple[int, ...] = MSGPACK_VERSION) -> None:
    """Make ``import msgpack`` mean hayapack in the whole process from now on.

    Programs then import a separate module, whose attribute ``version`` is the argument: by default
    the msgpack release that hayapack matches; give another for a program that requires certain
    versions. ``hayapack.version`` does not change, and assigning to ``msgpack.Packer`` and the
    like does not change hayapack.

    Call it before the program's own imports. A module that imported msgpack earlier keeps using
    it, and a RuntimeWarning names that module. ``python -m hayapack run PROGRAM``
    does this for a program and its child processes.
    """
    version = tuple(version)
    if not version or not all(isinstance(part, int) for part in version):
        raise TypeError("version must be a tuple of integers")
    replaced = sys.modules.get("msgpack")
    if replaced is not None and hasattr(replaced, "_hayapack"):
        _set_version(replaced, version)
        return
    late = _holders() if replaced is not None else []
    for name in [name for name in sys.modules if name == "msgpack" or name.startswith("msgpack.")]:
        del sys.modules[name]
    sys.modules["msgpack"] = _stand_in(version)
    if late:
        _warn(late)


def install_from_environment(value: str) -> None:
    """Applies HAYAPACK_AS_MSGPACK: "1", or the version to show, such as "1.1.2"."""
    if value in ("", "0"):
        return
    if "." in value:
        install_as_msgpack(tuple(int(part) for part in value.split(".")))
    else:
        install_as_msgpack()


def _stand_in(version: tuple[int, ...]) -> ModuleType:
    """Makes a new module msgpack and puts its submodules into sys.modules."""
    import importlib
    import importlib.machinery
    from types import ModuleType

    package = sys.modules[__package__]
    module = ModuleType("msgpack", "hayapack, imported under the name msgpack.")
    module.__package__ = "msgpack"
    module.__path__ = []  # makes it a package, without files
    # For importlib.util.find_spec("msgpack"), by which programs check whether it is installed; without a file some take
    # it for a namespace package, that is, an empty folder.
    module.__spec__ = importlib.machinery.ModuleSpec("msgpack", None, origin=package.__file__, is_package=True)
    module.__file__ = package.__file__
    space: Any = module.__dict__
    space["_hayapack"] = package
    space["__getattr__"] = _later(module, package)
    names = [name for name in package.__all__ if name not in _OWN_NAMES]
    space["__all__"] = names
    space.update({name: getattr(package, name) for name in names if name in vars(package) or name in _COMMON})
    _set_version(module, version)
    places = {name: importlib.import_module(f"{__package__}.{ours}") for name, ours in _SUBMODULES.items()}
    if package.backend == "native":
        places.update(dict.fromkeys(_COMPILED, importlib.import_module(f"{__package__}._native")))
    for name, place in places.items():
        sys.modules[f"msgpack.{name}"] = place
        space[name] = place
    return module


def _later(module: ModuleType, package: ModuleType) -> Any:
    """The module's __getattr__, for the names that hayapack imports on first use."""

    def __getattr__(name: str) -> Any:
        if name not in module.__all__:
            raise AttributeError(f"module 'msgpack' has no attribute {name!r}")
        return getattr(package, name)

    return __getattr__


def _set_version(module: Any, version: tuple[int, ...]) -> None:
    module.version = version
    module.__version__ = ".".join(map(str, version))


def _holders() -> list[str]:
    """Modules that refer to msgpack or something in it, such as "kombu.serialization (packb,
    unpackb)"."""
    found = []
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in ("msgpack", __package__) or type(module) is not type(sys):
            continue
        held = [key for key, value in list(vars(module).items()) if _is_of_msgpack(value)]
        if held:
            found.append(f"{name} ({', '.join(sorted(held))})")
    return found


def _is_of_msgpack(value: object) -> bool:
    """Whether value is msgpack, a module, class or function of it, or a subclass of one of its
    classes.

    Attributes of other objects are not read: some are proxies on which that has side effects.
    """
    kind = type(value)
    if kind is type(sys):
        return _names_msgpack(value.__name__)
    if isinstance(kind, type) and issubclass(kind, type):
        return any(_names_msgpack(base.__module__) for base in type.mro(value))  # type: ignore[arg-type]
    if kind is type(_is_of_msgpack) or kind is type(len) or kind.__name__ == "cython_function_or_method":
        return _names_msgpack(getattr(value, "__module__", None))
    return False


def _names_msgpack(name: object) -> bool:
    return isinstance(name, str) and (name == "msgpack" or name.startswith("msgpack."))


def _warn(late: list[str]) -> None:
    import warnings

    warnings.warn(
        f"install_as_msgpack() came too late for modules that keep msgpack: {'; '.join(late)}."
        " Call it before they are imported, or start the program with"
        " `python -m hayapack run`",
        RuntimeWarning,
        stacklevel=3,
    )
