"""Article D: JSON (Utf8Json) and MessagePack in C#, with type names, LZ4 and gzip."""

from __future__ import annotations

from .. import d_dotnet, published
from . import (
    FAILS,
    HOLDS,
    PART,
    Answer,
    Conclusion,
    Finding,
    NotMeasured,
    Said,
    below,
    bytes_of,
    multiples,
    noise,
    ns_of,
    percents,
)

KEY = d_dotnet.KEY
TASK = d_dotnet.ROUND
RECOMMENDED = "dotnet_hayapack_typeless_lz4_array"
AS_THEN = "dotnet_messagepack_typeless_lz4_block"  # the article's library, and its form of LZ4
GZIP = "dotnet_json_gzip"

QUESTION = {
    "en": "Which format for a large object graph in C#: JSON (Utf8Json), with gzip, or MessagePack, with LZ4, typeless?",
    "ja": "C# の大きなオブジェクトグラフには JSON(Utf8Json)、gzip、MessagePack、LZ4、Typeless のどれがよいか。",
}


def _json(record: dict) -> str:
    """The JSON library that shares are of: the first that was measured."""
    for codec in d_dotnet.JSONS:
        try:
            ns_of(record, KEY, codec, TASK)
        except NotMeasured:
            continue
        return codec
    raise NotMeasured(KEY)


def _time(record: dict, codec: str, other: str) -> float:
    return ns_of(record, KEY, codec, TASK) / ns_of(record, KEY, other, TASK)


def _size(record: dict, codec: str, other: str) -> float:
    return bytes_of(record, KEY, codec, "post_size") / bytes_of(record, KEY, other, "post_size")


def _slack(record: dict) -> float:
    return noise(record, [KEY], TASK)


def _recommended(record: dict, codec: str) -> Finding:
    """Smaller and faster than JSON."""
    json = _json(record)
    time, size = _time(record, codec, json), _size(record, codec, json)
    verdicts = {below([time], slack=_slack(record)), below([size])}
    figures = {"time": percents([time]), "size": percents([size])}
    return Finding(verdicts.pop() if len(verdicts) == 1 else PART, figures)


def _faster(record: dict, codec: str) -> Finding:
    """Typed and typeless. codec: the typed one."""
    json = _json(record)
    found = {"typed": _time(record, codec, json), "typeless": _time(record, f"{codec}_typeless", json)}
    return Finding(below(found.values(), slack=_slack(record)), {key: percents([part]) for key, part in found.items()})


def _compressed(record: dict, codec: str) -> Finding:
    """Compressed JSON beside typeless + LZ4: smaller, but slower."""
    others = [other for other in (AS_THEN, RECOMMENDED) if _known(record, other)]
    if not others:
        raise NotMeasured(KEY)
    times, sizes = [_time(record, codec, other) for other in others], [_size(record, codec, other) for other in others]
    return Finding(_smaller_but_slower(times, sizes), {"time": multiples(times), "size": percents(sizes)})


def _smaller_but_slower(times: list[float], sizes: list[float]) -> str:
    found = [*(part > 1 for part in times), *(part < 1 for part in sizes)]
    return HOLDS if all(found) else PART if any(found) else FAILS


def _known(record: dict, codec: str) -> bool:
    try:
        return bool(ns_of(record, KEY, codec, TASK))
    except NotMeasured:
        return False


def _printed(method: str, column: str, of: str = d_dotnet.JSON_THEN) -> float:
    """The printed figure of a row as a multiple of another's."""
    figures = published.figures("d", "method")
    return (figures[method][column] or 0.0) / (figures[of][column] or 1.0)


def _then_compressed() -> Finding:
    method = "Utf8JsonWithTypeGz"
    time, size = (_printed(method, column, d_dotnet.RECOMMENDED) for column in ("mean_ms", "bytes"))
    return Finding(_smaller_but_slower([time], [size]), {"time": multiples([time]), "size": percents([size])})


def _answer(record: dict) -> dict[str, str]:
    json = _json(record)
    found = {"json": record["codecs"][json]["name"]}
    for word, codec in (("ours", RECOMMENDED), ("gzip", GZIP)):
        found[f"{word}_time"] = percents([_time(record, codec, json)])
        found[f"{word}_size"] = percents([_size(record, codec, json)])
    return found


ANSWER = Answer(
    _answer,
    {
        "en": "Of {json}'s time and bytes: hayapack typeless + LZ4 {ours_time} and {ours_size}, JSON + gzip {gzip_time} and "
        "{gzip_size}.",
        "ja": "{json} の時間とサイズに対して、hayapack の Typeless + LZ4 は {ours_time} と {ours_size}、JSON + gzip は "
        "{gzip_time} と {gzip_size}。",
    },
)
CONCLUSIONS = [
    Conclusion(
        "recommended",
        {
            "en": Said("Use typeless MessagePack + LZ4.", "{time} of JSON's time and {size} of its bytes"),
            "ja": Said(
                "Typeless の MessagePack を LZ4 と組み合わせるのがよい。", "JSON の時間の {time}、サイズの {size}"
            ),
        },
        (AS_THEN, "dotnet_messagepack_typeless_lz4_array", RECOMMENDED),
        _recommended,
        Finding(
            HOLDS,
            {
                key: percents([_printed(d_dotnet.RECOMMENDED, column)])
                for key, column in (("time", "mean_ms"), ("size", "bytes"))
            },
        ),
    ),
    Conclusion(
        "performance",
        {
            "en": Said("In performance MessagePack is ahead.", "{typed} of JSON's time typed, {typeless} typeless"),
            "ja": Said(
                "パフォーマンスの面では MessagePack が有利。", "JSON の時間の {typed}（型あり）、{typeless}（Typeless）"
            ),
        },
        ("dotnet_messagepack", "dotnet_hayapack"),
        _faster,
        Finding(
            HOLDS,
            {
                key: percents([_printed(method, "mean_ms")])
                for key, method in (("typed", "MessagePackWithType"), ("typeless", "MessagePackTypeless"))
            },
        ),
    ),
    Conclusion(
        "gzip",
        {
            "en": Said(
                "JSON + gzip is smaller, but its performance may not be acceptable.",
                "{size} of the bytes of typeless MessagePack + LZ4, at {time} times its time",
            ),
            "ja": Said(
                "JSON を gzip で圧縮するとより小さくなるが、性能が足りないことがある。",
                "MessagePack + LZ4 の Typeless に対してサイズは {size}、時間は {time} 倍",
            ),
        },
        ("dotnet_utf8json_gzip", GZIP, "dotnet_json_brotli", "dotnet_json_zstd"),
        _compressed,
        _then_compressed(),
    ),
]
