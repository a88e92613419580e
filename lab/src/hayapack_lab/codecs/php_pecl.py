"""PECL's msgpack, with its default ini settings."""

from . import Contract

NAME = "PECL msgpack"
FORMAT = "MessagePack"
PACKAGE = ""
LOSES = "closures refused; resources → null"
RUNTIME = "php"
EXTENSION = "msgpack.so"
ENCODE = "msgpack_pack($value)"
DECODE = "msgpack_unpack($bytes)"
CONTRACT = Contract(utf8="not checked")
