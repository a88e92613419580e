"""msgpack's own pure Python fallback."""

from functools import partial

from .msgpack_c import CONTRACT, FORMAT, LOSES, PACKAGE, ext_type  # noqa: F401
from .msgpack_c import load as _load
from .msgpack_c import one_shot as _one_shot

NAME = "msgpack pure"
ENV = {"MSGPACK_PUREPYTHON": "1"}
load = partial(_load, pure=True)
one_shot = partial(_one_shot, pure=True)
