"""The standard library's json, without spaces and without \\u escapes."""

import json

NAME = "json"
FORMAT = "JSON"
PACKAGE = ""
LOSES = "tuple → list; keys → str; bytes and datetime refused"
EMITS = "str"


def load(needs):
    encoder = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)
    return encoder.encode, json.JSONDecoder().decode
