"""ujson, without \\u escapes."""

from functools import partial

NAME = "ujson"
FORMAT = "JSON"
PACKAGE = "ujson"
LOSES = "tuple → list; keys → str; bytes and datetime refused"
EMITS = "str"


def load(needs):
    import ujson

    return partial(ujson.dumps, ensure_ascii=False, escape_forward_slashes=False), ujson.loads
