"""The type of `hayapack compare --type`: a class of the user's program, in the run and in its workers.

The environment variable HAYAPACK_LAB_TYPE has it as JSON: the folder to import from, and MODULE:NAME.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from functools import lru_cache
from typing import Any, get_origin

from .missing import NotAvailable

VARIABLE = "HAYAPACK_LAB_TYPE"


class WrongType(Exception):
    """The type can't be imported, is none that hayapack reads, or the data does not fit it; the text says which."""


def select(text: str, folder: str) -> Any:
    """Sets the type of this run and of the workers it starts. text: MODULE:NAME; folder: modules are also
    imported from there. Raises WrongType."""
    module, colon, name = text.partition(":")
    if not (module and colon and name):
        raise WrongType(f"{text!r} is not MODULE:NAME, such as shop:Order")
    os.environ[VARIABLE] = json.dumps([folder, module, name])
    selected.cache_clear()
    try:
        return selected()
    except Exception as error:  # the module may raise anything
        raise WrongType(f"{text}: {type(error).__name__}: {error}") from error


@lru_cache(maxsize=1)
def selected() -> Any:
    """The type. Raises NotAvailable if none was selected, and what the import raises."""
    if not os.environ.get(VARIABLE):
        raise NotAvailable("no type was given (--type)")
    folder, module, name = json.loads(os.environ[VARIABLE])
    if folder not in sys.path:
        sys.path.append(folder)  # last: a file of the program's must not replace an installed module
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def type_of(value: Any) -> Any:
    """The type of a message: of a list, a list of the selected type, unless that is a list itself."""
    kind = selected()
    return list[kind] if isinstance(value, list) and list not in (kind, get_origin(kind)) else kind


def to_object(message: Any) -> Any:
    """A plain message as an object, or as a list of objects. Raises WrongType."""
    import hayapack

    kinds = list(dict.fromkeys((selected(), type_of(message))))
    for kind in kinds:
        try:
            return hayapack.convert(message, kind, strict_map_key=False, **hooks("decoders"))
        except hayapack.ValidationError as error:
            if kind is kinds[-1]:  # the error of the list is the one that tells more
                raise WrongType(f"the data does not fit {name_of(kind)}: {error}") from error
        except (TypeError, ValueError) as error:
            raise WrongType(f"hayapack has no plan for {name_of(kind)}: {error}") from error


def to_plain(value: Any) -> Any:
    """The objects that `to_object` gives as plain values."""
    import hayapack

    return hayapack.to_plain(value, type_of(value), **hooks("encoders"))


def hooks(which: str) -> dict[str, Any]:
    """The "decoders" or "encoders" that hayapack needs for the selected type: those of a pydantic model."""
    kind = selected()
    if not hasattr(kind, "model_validate"):
        return {}
    return {which: {kind: kind.model_validate if which == "decoders" else lambda model: model.model_dump()}}


def name_of(kind: Any) -> str:
    return getattr(kind, "__name__", str(kind)) if kind is selected() else f"list[{name_of(selected())}]"
