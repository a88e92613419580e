"""PHP's JSON, with the options to keep 1.0 a float and to escape only what JSON requires."""

from . import Contract

NAME = "json of PHP"
FORMAT = "JSON"
PACKAGE = ""
LOSES = "objects → arrays; strings that are not UTF-8 refused"
RUNTIME = "php"
EXTENSION = ""
FLAGS = "JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES"
ENCODE = f"json_encode($value, {FLAGS})"
DECODE = "json_decode($bytes, true)"
CONTRACT = Contract(utf8="checked")
