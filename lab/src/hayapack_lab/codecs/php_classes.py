"""PHP objects with declared types: `MsgpackCodec`, constructors called by hand, Symfony's serializer and JsonStreamer.

"arrays": objects from and to the arrays of hayapack's `msgpack_unpack` and `msgpack_pack`. Their classes and helpers are in
workers/php/class_workloads.php and class_models.php.
"""

from . import Contract, PhpCodec

RECORDS = ("class_records", "class_record")


def _calls(name, before, workloads, encode, decode, wire="MessagePack", extension="hayapack", **more):
    contract = Contract("checked", reuse="the object that has the method", schema="classes", gives="objects")
    calls = {"before": before, "encode": encode, "decode": decode, "extension": extension}
    return PhpCodec(name, wire, "", "what the classes do not have", contract, workloads, **calls, **more)


def _codec(name, of, workloads, options=""):
    return _typed(name, f"list<{of}>", workloads, options)


def _typed(name, type_, workloads, options=""):
    before = f"$codec = new MsgpackCodec('{type_}'{options});"
    return _calls(f"MsgpackCodec{name}", before, workloads, "$codec->encode($value)", "$codec->decode($bytes)")


CODECS = {
    "php_codec": _codec("", "ClassRecord", RECORDS),
    "php_codec_array": _codec(", array form", "ClassRecord", RECORDS, ", ['keys' => 'array']"),
    "php_codec_constructor": _codec(", constructors", "ClassRecord", RECORDS, ", ['constructor' => true]"),
    "php_codec_dates": _codec(", dates", "DatedRecord", ("class_dates",)),
    "php_codec_open": _codec(", no constructors", "OpenRecord", ("class_open",)),
    "php_codec_maps": _codec(", list<map<string, int>>", "map<string, int>", ("class_maps",)),
    "php_codec_floats": _codec(", list<list<float>>", "list<float>", ("class_floats",)),
    "php_codec_arrays": _codec(", list<array>", "array", ("class_maps",)),
    "php_codec_texts": _typed(", map<string, string>", "map<string, string>", ("class_texts",)),
    "php_codec_series": _typed(", map<string, list<float>>", "map<string, list<float>>", ("class_series",)),
    "php_codec_orders": _codec(", orders", "ShopOrder", ("class_orders",)),
    "php_codec_features": _codec(", features", "GeoFeature", ("class_features",)),
    "php_codec_profiles": _codec(", profiles", "UserProfile", ("class_profiles",)),
    "php_untyped": _calls(
        "msgpack_pack(), msgpack_unpack()",
        "",
        ("class_maps", "class_floats", "class_texts", "class_series"),
        "msgpack_pack($value)",
        "msgpack_unpack($bytes)",
    ),
    "php_by_hand": _calls(
        "arrays, constructors by hand",
        "",
        RECORDS,
        "msgpack_pack(array_map(fields_by_hand(...), $value))",
        "array_map(by_hand(...), msgpack_unpack($bytes))",
    ),
    "php_symfony": _calls(
        "arrays, Symfony's ObjectNormalizer",
        "$serializer = symfony_serializer();",
        RECORDS,
        "msgpack_pack($serializer->normalize($value))",
        "$serializer->denormalize(msgpack_unpack($bytes), ClassRecord::class . '[]')",
        settings=("extension=ctype",),
        version="debian_version('php-symfony-serializer')",
    ),
    "php_json_streamer": _calls(
        "Symfony's JsonStreamer",
        "[$reader, $writer, $type] = json_streamer();",
        ("class_open",),
        # Without the option, a property that is null is not initialized in the object that is read.
        "(string) $writer->write($value, $type, ['include_null_properties' => true])",
        "$reader->read($bytes, $type)",
        wire="JSON",
        extension="",
        settings=("extension=ctype",),
        version="debian_version('php-symfony-json-streamer')",
    ),
}
