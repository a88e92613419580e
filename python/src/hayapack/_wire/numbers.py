"""A format byte and a number -> bytes, by the faster method for this Python."""

import sys

TYPE_CHECKING = False  # see hayapack/__init__.py

#: PyPy is fastest with plain loops and its own bytes builder; CPython with work done in C: lists
#: of parts, caches, one call for a whole list.
PYPY = sys.implementation.name == "pypy"

if TYPE_CHECKING or PYPY:
    from .numbers_pypy import *  # noqa: F403
else:
    from .numbers_cpython import *  # noqa: F403
