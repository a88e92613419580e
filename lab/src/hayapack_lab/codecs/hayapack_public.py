"""hayapack's native back end, using only CPython's public API."""

from .hayapack_native import CONTRACT, FORMAT, LOSES, PACKAGE, ext_type, load  # noqa: F401

NAME = "hayapack public API"
ENV = {"HAYAPACK_PUREPYTHON": "", "MSGPACK_PUREPYTHON": "", "HAYAPACK_PUBLIC_API": "1"}
