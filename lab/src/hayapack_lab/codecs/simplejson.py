"""simplejson, encoder and decoder reused, without spaces and without \\u escapes."""

from . import Contract

NAME = "simplejson"
FORMAT = "JSON"
PACKAGE = "simplejson"
LOSES = "tuple → list; keys → str; datetime refused; bytes → str"
CONTRACT = Contract(utf8="str, not bytes", reuse="JSONEncoder, JSONDecoder", takes="str keys")
TAKES_BYTES = False
EMITS = "str"


def load(needs):
    import simplejson

    encoder = simplejson.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)
    return encoder.encode, simplejson.JSONDecoder().decode


def one_shot(needs):
    import simplejson

    return simplejson.dumps, simplejson.loads
