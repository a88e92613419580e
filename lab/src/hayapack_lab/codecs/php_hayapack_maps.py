"""hayapack in PHP, every array as a map, as the article first measured.

With php_only an empty map would be decoded as an object, as by PECL.
"""

from . import Contract

NAME = "hayapack, all maps"
FORMAT = "MessagePack"
PACKAGE = ""
LOSES = "objects → lists of their values; resources → null"
RUNTIME = "php"
EXTENSION = "hayapack"
BEFORE = """
    ini_set("msgpack.php_only", "0");
    $packer = new Msgpack;
    $packer->setopt(MSGPACK_ARRAY_POLICY, MSGPACK_ARRAYS_MAP);
"""
ENCODE = "$packer->packer($value)"
DECODE = "msgpack_unpack($bytes)"
CONTRACT = Contract(utf8="not checked", reuse="a Msgpack object to pack")
