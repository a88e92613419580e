"""ujson, without \\u escapes."""

from functools import partial

from . import Contract

NAME = "ujson"
FORMAT = "JSON"
PACKAGE = "ujson"
LOSES = "tuple → list; keys → str; bytes and datetime refused"
CONTRACT = Contract(utf8="str, not bytes", takes="str keys")
TAKES_BYTES = False
EMITS = "str"


def load(needs):
    import ujson

    return partial(ujson.dumps, ensure_ascii=False, escape_forward_slashes=False), ujson.loads


def one_shot(needs):
    import ujson

    return ujson.dumps, ujson.loads
