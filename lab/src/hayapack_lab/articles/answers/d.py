"""Article D: JSON (Utf8Json) and MessagePack in C#, with type names, LZ4 and gzip."""

from __future__ import annotations

from . import Answer, Conclusion, NotMeasured, bytes_of, ns_of, percents

KEY = "d_dotnet"
TASK = "reference round trip gc on"
JSONS = ("dotnet_utf8json", "dotnet_json")  # the first that was measured is what shares are of
RECOMMENDED = "dotnet_hayapack_typeless_lz4_array"
GZIP = "dotnet_json_gzip"

QUESTION = {
    "en": "Which format for a large object graph in C#: JSON (Utf8Json), with gzip, or MessagePack, with LZ4, typeless?",
    "ja": "C# の大きなオブジェクトグラフには JSON(Utf8Json)、gzip、MessagePack、LZ4、Typeless のどれがよいか。",
}


def _answer(record: dict) -> dict[str, str]:
    for json in JSONS:
        try:
            whole, size = ns_of(record, KEY, json, TASK), bytes_of(record, KEY, json)
        except NotMeasured:
            continue
        found = {"json": record["codecs"][json]["name"]}
        for word, codec in (("ours", RECOMMENDED), ("gzip", GZIP)):
            found[f"{word}_time"] = percents([ns_of(record, KEY, codec, TASK) / whole])
            found[f"{word}_size"] = percents([bytes_of(record, KEY, codec) / size])
        return found
    raise NotMeasured(KEY)


ANSWER = Answer(
    _answer,
    {
        "en": "Of {json}'s time and bytes: hayapack typeless + LZ4 {ours_time} and {ours_size}, JSON + gzip {gzip_time} and "
        "{gzip_size}.",
        "ja": "{json} の時間とサイズに対して、hayapack の Typeless + LZ4 は {ours_time} と {ours_size}、JSON + gzip は "
        "{gzip_time} と {gzip_size}。",
    },
)
CONCLUSIONS: list[Conclusion] = []
