"""JSON that turns every float into an int."""

import json

NAME = "lossy"
FORMAT = "JSON"
PACKAGE = ""
LOSES = "float → int"


def load(needs):
    return json.dumps, json.JSONDecoder(parse_float=lambda text: int(float(text))).decode
