"""The standard library's json, without spaces and without \\u escapes."""

import json

from . import Contract

NAME = "json"
FORMAT = "JSON"
PACKAGE = ""
LOSES = "tuple → list; keys → str; bytes and datetime refused"
CONTRACT = Contract(utf8="str, not bytes", reuse="JSONEncoder, JSONDecoder", takes="str keys")
TAKES_BYTES = False
EMITS = "str"


def load(needs):
    encoder = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)
    return encoder.encode, json.JSONDecoder().decode


def one_shot(needs):
    return json.dumps, json.loads
