"""igbinary, with its default ini settings."""

from . import Contract

NAME = "igbinary"
FORMAT = "igbinary"
PACKAGE = ""
LOSES = "closures refused; resources → null"
RUNTIME = "php"
EXTENSION = "igbinary.so"
ENCODE = "igbinary_serialize($value)"
DECODE = "igbinary_unserialize($bytes)"
CONTRACT = Contract(utf8="not checked")
