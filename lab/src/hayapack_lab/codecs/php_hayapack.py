"""hayapack in PHP, its two functions; the keys decide between list and map."""

from . import Contract

NAME = "hayapack"
FORMAT = "MessagePack"
PACKAGE = ""
LOSES = "closures refused; resources → null"
RUNTIME = "php"
EXTENSION = "hayapack"
ENCODE = "msgpack_pack($value)"
DECODE = "msgpack_unpack($bytes)"
CONTRACT = Contract(utf8="not checked")
