"""hayapack's compiled back end a second time, in a process of its own.

What its times differ from the first one's is noise: no verdict goes below it.
"""

from .hayapack_native import *  # noqa: F403

NAME = "hayapack, again"
TWIN_OF = "hayapack_native"
