"""PHP's serialize."""

from . import Contract

NAME = "serialize"
FORMAT = "PHP serialize"
PACKAGE = ""
LOSES = "closures refused; resources → 0"
RUNTIME = "php"
EXTENSION = ""
ENCODE = "serialize($value)"
DECODE = "unserialize($bytes)"
CONTRACT = Contract(utf8="not checked")
