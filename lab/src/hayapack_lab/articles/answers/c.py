"""Article C: PHP's msgpack extension against serialize and JSON."""

from __future__ import annotations

from . import Answer, Conclusion, bytes_of, multiples, ns_of

LOOPS = ("int", "float", "string", "array", "map")
RIVALS = {"pecl": "php_pecl", "serialize": "php_serialize", "json": "php_json"}
OURS = "php_hayapack"

QUESTION = {
    "en": "How fast and how small is MessagePack in PHP beside serialize and JSON, and what does looking at the keys cost?",
    "ja": "PHP の MessagePack は serialize や JSON と比べてどれだけ速く小さいか。配列のキーを調べるのにいくらかかるか。",
}


def _answer(record: dict) -> dict[str, str]:
    found = {}
    for rival, codec in RIVALS.items():
        for op, task in (("pack", "encode gc on"), ("unpack", "decode gc on")):
            parts = [ns_of(record, f"c_{loop}", codec, task) / ns_of(record, f"c_{loop}", OURS, task) for loop in LOOPS]
            found[f"{rival}_{op}"] = multiples(parts)
        sizes = [bytes_of(record, f"c_{loop}", codec) / bytes_of(record, f"c_{loop}", OURS) for loop in LOOPS]
        found[f"{rival}_size"] = multiples(sizes)
    return found


ANSWER = Answer(
    _answer,
    {
        "en": "In times of hayapack's packing, unpacking and bytes: serialize {serialize_pack}, {serialize_unpack}, "
        "{serialize_size}; JSON {json_pack}, {json_unpack}, {json_size}; PECL msgpack {pecl_pack}, {pecl_unpack}, {pecl_size}.",
        "ja": "hayapack のシリアライズ、デシリアライズ、サイズを 1 とすると、serialize {serialize_pack}、{serialize_unpack}、"
        "{serialize_size}、JSON {json_pack}、{json_unpack}、{json_size}、PECL msgpack {pecl_pack}、{pecl_unpack}、{pecl_size}。",
    },
)
CONCLUSIONS: list[Conclusion] = []
