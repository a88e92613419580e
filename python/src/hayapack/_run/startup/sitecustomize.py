"""Python runs this at startup if this folder is on PYTHONPATH. If HAYAPACK_AS_MSGPACK is set, it
makes ``import msgpack`` mean hayapack before any of the program's own imports.

It also runs the sitecustomize that this one hides, if there is one.
"""

import os
import sys

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_VARIABLE = "HAYAPACK_AS_MSGPACK"


def _install(value):
    # Import the package that this folder belongs to, even if it is not installed in this Python.
    home = os.path.dirname(os.path.dirname(os.path.dirname(_FOLDER)))
    sys.path.append(home)
    try:
        from hayapack.compat import install_from_environment

        install_from_environment(value)
    except Exception as error:  # Python must start even so
        sys.stderr.write(f"hayapack: {_VARIABLE}={value} has no effect: {error}\n")
    finally:
        sys.path.remove(home)


def _run_hidden():
    """Runs the sitecustomize that Python would have found without this folder."""
    from importlib import machinery, util

    sys.path[:] = [place for place in sys.path if os.path.abspath(place) != _FOLDER]
    spec = machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is not None and spec.loader is not None:
        module = util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


if os.environ.get(_VARIABLE):
    _install(os.environ[_VARIABLE])
_run_hidden()
