"""hayapack's pure Python fallback."""

from .hayapack_native import CONTRACT, FORMAT, LOSES, PACKAGE, NotAvailable, ext_type, one_shot  # noqa: F401
from .hayapack_native import load as _load

NAME = "hayapack pure"
ENV = {"HAYAPACK_PUREPYTHON": "1"}


def load(needs):
    import hayapack

    if hayapack.backend != "pure":
        raise NotAvailable("HAYAPACK_PUREPYTHON=1 did not select the fallback")
    return _load(needs, "pure")
