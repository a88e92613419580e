"""orjson; it has no object to reuse."""

from functools import partial

from . import Contract

NAME = "orjson"
FORMAT = "JSON"
PACKAGE = "orjson"
LOSES = "tuple → list; keys and datetime → str; nan → null; bytes refused"
CONTRACT = Contract(utf8="checked", takes="str keys")
TAKES_BYTES = False


def load(needs):
    import orjson

    if "keys" in needs:
        return partial(orjson.dumps, option=orjson.OPT_NON_STR_KEYS), orjson.loads
    return orjson.dumps, orjson.loads
