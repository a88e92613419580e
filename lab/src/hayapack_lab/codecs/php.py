"""The codecs of PHP, rivals with their default ini settings.

A decode call without `allowed_classes` makes objects of any class that the bytes name and so runs
their __wakeup and __destruct: hayapack's and PECL's msgpack_unpack(), igbinary_unserialize() (which
has no such option) and unserialize() alike. The codecs named "no objects" are the safe form of a call.
"""

from dataclasses import replace

from . import Contract, PhpCodec

# With php_only an empty map would be decoded as an object, as by PECL.
PACKER = (
    'ini_set("msgpack.php_only", "0"); $packer = new Msgpack; $packer->setopt(MSGPACK_ARRAY_POLICY, MSGPACK_ARRAYS_%s);'
)
# Keeps 1.0 a float, and escapes only what JSON requires.
FLAGS = "JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES"
PACK, UNPACK = CALLS = ("msgpack_pack($value)", "msgpack_unpack($bytes)")
NO_OBJECTS = "['allowed_classes' => false]"
ANY_OBJECT = "makes any object"  # what bytes of somebody else do in such a call
NO_CLOSURES = "closures refused; resources → "


def _codec(name, wire, extension, loses, encode, decode, utf8="not checked", unsafe=ANY_OBJECT, **more):
    contract = Contract(utf8=utf8, reuse="a Msgpack object to pack" if "before" in more else "none", unsafe=unsafe)
    return PhpCodec(name, wire, "", loses, contract, extension=extension, encode=encode, decode=decode, **more)


def _policy(name, policy, refused=""):
    """The class Msgpack with a policy for arrays, packing; all read with msgpack_unpack()."""
    return _codec(
        f"hayapack: Msgpack object, {name}",
        "MessagePack",
        "hayapack",
        f"objects → lists of their values; resources → null; closures refused{refused}",
        "$packer->packer($value)",
        UNPACK,
        before=PACKER % policy,
    )


CODECS = {
    # The keys decide between list and map.
    "php_hayapack": _codec("hayapack", "MessagePack", "hayapack", NO_CLOSURES + "null", *CALLS),
    "php_hayapack_safe": _codec(
        "hayapack, no objects",
        "MessagePack",
        "hayapack",
        NO_CLOSURES + "null; objects are not made again",
        PACK,
        f"msgpack_unpack($bytes, options: {NO_OBJECTS})",
        unsafe="",
    ),  # fmt: skip
    # The three policies through the same calls: what they cost can be compared.
    "php_hayapack_detect": _policy("detect", "DETECT"),
    "php_hayapack_maps": _policy("all maps", "MAP"),
    "php_hayapack_strict": _policy("strict", "STRICT", "; arrays that are neither a list nor have only string keys"),
    "php_igbinary": _codec(
        "igbinary",
        "igbinary",
        "igbinary.so",
        NO_CLOSURES + "null",
        "igbinary_serialize($value)",
        "igbinary_unserialize($bytes)",
    ),  # fmt: skip
    "php_json": _codec(
        "json of PHP",
        "JSON",
        "",
        "objects → arrays; strings that are not UTF-8 refused",
        f"json_encode($value, {FLAGS})",
        "json_decode($bytes, true)",
        "checked",
        unsafe="",
    ),  # fmt: skip
    "php_json_article": _codec(
        "json of PHP, called as in the article",
        "JSON",
        "",
        "floats without a fraction → int; maps and objects → stdClass; strings that are not UTF-8 refused",
        "json_encode($value)",
        "json_decode($bytes)",
        "checked",
        unsafe="",
    ),  # fmt: skip
    "php_pecl": _codec("PECL msgpack", "MessagePack", "msgpack.so", NO_CLOSURES + "null", *CALLS),
    "php_serialize": _codec(
        "serialize", "PHP serialize", "", NO_CLOSURES + "0", "serialize($value)", "unserialize($bytes)"
    ),
    "php_serialize_safe": _codec(
        "serialize, no objects",
        "PHP serialize",
        "",
        NO_CLOSURES + "0; objects are not made again",
        "serialize($value)",
        f"unserialize($bytes, {NO_OBJECTS})",
        unsafe="",
    ),  # fmt: skip
}
CODECS["php_hayapack_again"] = replace(CODECS["php_hayapack"], name="hayapack again", twin_of="php_hayapack")
CODECS["php_hayapack_safe_again"] = replace(
    CODECS["php_hayapack_safe"], name="hayapack, no objects, again", twin_of="php_hayapack_safe"
)
