"""hayapack in PHP, refusing arrays that are neither lists nor maps with string keys."""

from . import Contract

NAME = "hayapack, strict"
FORMAT = "MessagePack"
PACKAGE = ""
LOSES = "closures refused, and arrays that are neither a list nor have only string keys"
RUNTIME = "php"
EXTENSION = "hayapack"
BEFORE = "$packer = new Msgpack; $packer->setopt(MSGPACK_ARRAY_POLICY, MSGPACK_ARRAYS_STRICT);"
ENCODE = "$packer->packer($value)"
DECODE = "msgpack_unpack($bytes)"
CONTRACT = Contract(utf8="not checked", reuse="a Msgpack object to pack")
