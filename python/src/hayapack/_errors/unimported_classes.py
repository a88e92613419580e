"""Recognises classes of modules that hayapack does not import, such as datetime.datetime.

A program can replace a class while it runs: freezegun and mock.patch put a subclass or a MagicMock
in its place, freezegun also in every module that has the class as a global. So the name of a class
is looked up neither in its module nor in a global of ours. An object is recognised by the bases of
its type, which know their module and name whatever was replaced.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_module_of = type.__dict__["__module__"].__get__
_name_of = type.__dict__["__qualname__"].__get__
#: The MRO of a class, whatever its metaclass says.
mro = type.__dict__["__mro__"].__get__
_dict_of = type.__dict__["__dict__"].__get__

#: Classes whose instances have content that is no field of a dataclass derived from them.
_WITH_CONTENT = frozenset(
    [("builtins", name) for name in "int float str bytes bytearray list tuple dict set frozenset".split()]
    + [("datetime", name) for name in ("datetime", "date", "time")]
    + [("collections", "deque"), ("decimal", "Decimal"), ("numpy", "ndarray"), ("uuid", "UUID")]
)
#: The module that programs import, for the classes that CPython 3.12 and 3.13 define in Python.
_PUBLIC_MODULES = {"_pydatetime": "datetime"}


def is_class(kind: object) -> bool:
    """Whether it is a class: ``list[int]`` is none, although isinstance() takes it for one before CPython 3.11.
    Runs no user code."""
    return issubclass(type(kind), type)


def full_name(cls: type) -> tuple[str, str]:
    """The module, as programs import it, and the qualified name of a class. Runs no user code."""
    try:
        module = _module_of(cls)
    except AttributeError:  # a class without __module__
        module = ""
    return _PUBLIC_MODULES.get(module, module) if type(module) is str else "", _name_of(cls)


def names(cls: type) -> Iterator[tuple[str, str]]:
    """Those of the class and of its bases, in the order of the MRO. Runs no user code."""
    return map(full_name, mro(cls))


def is_a(cls: type, module: str, name: str) -> bool:
    """Whether cls is the class of that module and name, or derived from it. Runs no user code."""
    return (module, name) in names(cls)


def has_fields(cls: type) -> bool:
    """Whether cls is a dataclass, or derived from one. Runs no user code."""
    return any("__dataclass_fields__" in _dict_of(base) for base in mro(cls))


def content_base(cls: type) -> str:
    """The name of the base for which instances have content besides the fields of a dataclass, such
    as "list"; else "". Runs no user code."""
    return next((name[1] for name in names(cls) if name in _WITH_CONTENT), "")


def real_class(module: str, name: str) -> Any:
    """The class that ``module.name`` was before the program replaced it. Imports the module.

    ImportError: there is none, because the module was replaced before its first import.
    """
    __import__(module)
    # The module written in C, such as _datetime, is seldom patched.
    for home in ("_" + module.replace(".", "_"), module):
        # Not by getattr(): a module's __getattr__ may warn of a name, as numpy's of "bool" in versions 1.20 to 1.25.
        found = getattr(sys.modules.get(home), "__dict__", {}).get(name)
        if isinstance(found, type):  # the class, or one derived from it
            for base in mro(found):
                if full_name(base) == (module, name):
                    return base
    # The last one: before CPython 3.12 datetime.py defines all classes, and then imports those of _datetime.
    bases: list[type] = [object]
    last: Any = None
    for base in bases:  # grows
        subclasses: list[type] = type.__subclasses__(base)
        for cls in subclasses:
            its_name = full_name(cls)
            if its_name == (module, name):
                last = cls
            if its_name[0] == module:
                bases.append(cls)
    if last is None:
        raise ImportError(f"the class {module}.{name} was replaced before it was imported")
    return last
