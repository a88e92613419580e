"""Article D: JSON (Utf8Json) and MessagePack in C#, with type names, LZ4 and gzip."""

from __future__ import annotations

from collections.abc import Iterable

from ...statistics import judge, stats
from ...statistics.stats import Ratio
from ...statistics.summary import byte_size, duration
from ...text.model import Text
from .. import d_dotnet, published
from ..parts import is_ours
from . import (
    FAILS,
    FAIR,
    HOLDS,
    LANGUAGES,
    PART,
    Answer,
    Conclusion,
    Finding,
    NotMeasured,
    Said,
    below,
    bytes_of,
    fastest,
    multiples,
    named,
    noise,
    ns_of,
    percents,
    ratio_of,
    source_of,
    with_interval,
)

KEY, GRAPH = d_dotnet.KEY, "d_graph"
TASK = d_dotnet.ROUND
RECOMMENDED = "dotnet_hayapack_typeless_lz4_array"
AS_THEN = "dotnet_messagepack_typeless_lz4_block"  # the article's library, and its form of LZ4
GZIP = "dotnet_json_gzip"
UTF8JSON, OURS = "dotnet_utf8json", "dotnet_hayapack"
# Whose memory is said in the first paragraphs; the table has all.
REMEMBERED = (
    "dotnet_json",
    GZIP,
    "dotnet_memorypack",
    "dotnet_messagepack",
    OURS,
    AS_THEN,
    "dotnet_hayapack_typeless_lz4_block",
)

QUESTION = {
    "en": "Which format for a large object graph in C#: JSON (Utf8Json), with gzip, or MessagePack, with LZ4, typeless?",
    "ja": "C# の大きなオブジェクトグラフには JSON(Utf8Json)、gzip、MessagePack、LZ4、Typeless のどれがよいか。",
}


LIMITS: dict[str, str] = {}
WORDS = {
    "en": {
        "switch": "Utf8Json could not be had: JSON here is {json}. ",
        "smallest": "Smallest: {first}, {size}, {share} of JSON's bytes; of MessagePack, {ours}, {our_size}, {our_share}.",
        "fastest": "{what}: {first}, {time}{near}.",
        "write": "Fastest to write", "read": "Fastest to read",
        "near": "; within the noise of it: {count} of {all} others",
        "in": "In Python, on a graph of {size} as JSON:",
        "memory": "Memory in C#:",
        "allocated": "allocated by one write into a new array and one read, and collections of generations 0, 1 and 2: {found}. "
        "All codecs: table “{table}”.",
        "elsewhere": "Memory and collections were not measured for this graph in Python: docs/results/article-b.md has the peak "
        "memory of Python's codecs for its records.",
        "one": "{who} {size} ({collections})", "join": "; ",
        "samples": "Times of C# are medians of {samples} samples with their 95 % intervals in parentheses, also in the tables' "
        "Ratio; hayapack measured twice differed by {floors}. A difference within that, or {least}, is called noise.",
        "floor": "{floor} to {what}", "write_word": "write", "read_word": "read",
    },
    "ja": {
        "switch": "Utf8Json は入手できず、JSON は {json}。",
        "smallest": "最小は {first} の {size}(JSON の {share})、MessagePack では {ours} の {our_size}({our_share})。",
        "fastest": "{what}は {first} の {time}{near}。",
        "write": "最速のシリアライズ", "read": "最速のデシリアライズ",
        "near": "、ほかの {all} 件のうち {count} 件は測定誤差の範囲で同じ",
        "in": "Python では(JSON で {size} のグラフ):",
        "memory": "C# のメモリ:",
        "allocated": "新しい配列への 1 回の書き込みと 1 回の読み込みでの割り当てと、世代 0、1、2 のコレクション: {found}。"
        "すべては表「{table}」。",
        "elsewhere": "Python ではこのグラフのメモリとコレクションを測定していない。別のデータでの最大メモリは docs/results/article-b.md。",
        "one": "{who} {size}({collections})", "join": "、",
        "samples": "C# の時間は {samples} 回の中央値で、括弧内は 95 % 信頼区間(表の Ratio も同じ)。hayapack を 2 回測った差は "
        "{floors}。その差か {least} 以内は測定誤差とする。",
        "floor": "{what} {floor}", "write_word": "シリアライズ", "read_word": "デシリアライズ",
    },
}  # fmt: skip


def more(record: dict, language: str) -> list:
    """Memory and the noise in C#; the smallest and the fastest in Python."""
    found: list = []
    for part in (_memory, _noise, _python):
        try:
            found += part(record, language)
        except NotMeasured:
            continue
    return found


def _memory(record: dict, language: str) -> list[Text]:
    words, source = WORDS[language], source_of(record, KEY)
    said = []
    for codec in REMEMBERED:
        allocated = d_dotnet.allocated(source, codec, TASK)
        if allocated is not None:
            collections = d_dotnet.collections(source, codec, TASK)
            size = byte_size(allocated)
            said.append(words["one"].format(who=named(record, codec, language), size=size, collections=collections))
    if not said:
        raise NotMeasured(KEY)
    table = d_dotnet.MEMORY_TITLE
    return [Text(words["allocated"].format(found=words["join"].join(said), table=table), label=words["memory"])]


def _noise(record: dict, language: str) -> list[Text]:
    words, source = WORDS[language], source_of(record, KEY)
    floors = {what: judge.floor(source, task) for what, task in zip(("write", "read"), FAIR.values())}
    if None in floors.values():
        raise NotMeasured(KEY)
    said = [
        words["floor"].format(floor=percents([floor or 0.0]), what=words[f"{what}_word"])
        for what, floor in floors.items()
    ]
    samples = max(len(judge.samples_of(source, codec, TASK)) for codec in source["cells"])
    text = words["samples"].format(
        samples=samples, floors=LANGUAGES[language]["names"].join(said), least=percents([judge.LEAST_DIFFERENCE])
    )
    return [Text(text, "soft")]


def _python(record: dict, language: str) -> list[Text]:
    source, json = source_of(record, GRAPH), "json_std"
    said = [
        _smallest(record, GRAPH, json, language),
        *_fastest(record, GRAPH, language),
        WORDS[language]["elsewhere"],
    ]
    label = WORDS[language]["in"].format(size=byte_size(bytes_of(record, GRAPH, json)))
    rivals = [codec for codec in ("orjson", "msgspec_msgpack") if codec in source["cells"]]
    return [
        Text((" " if language == "en" else "").join(said), label=label),
        *fastest(record, rivals, [GRAPH], "hayapack_native", language),
    ]


def _codecs(record: dict, key: str) -> list[str]:
    """Those that were measured, without twins."""
    cells = source_of(record, key)["cells"]
    found = [codec for codec, cell in cells.items() if cell["status"] == "ok" and codec not in judge.TWINS]
    if not found:
        raise NotMeasured(key)
    return found


def _smallest(record: dict, key: str, json: str, language: str) -> str:
    """The fewest bytes of all, and of hayapack's."""
    sizes = {codec: bytes_of(record, key, codec) for codec in _codecs(record, key)}
    ours = {codec: size for codec, size in sizes.items() if is_ours(codec)}
    if not ours or json not in sizes:
        raise NotMeasured(key)
    first, our = min(sizes, key=sizes.__getitem__), min(ours, key=ours.__getitem__)
    return WORDS[language]["smallest"].format(
        first=named(record, first, language),
        size=byte_size(sizes[first]),
        share=percents([sizes[first] / sizes[json]]),
        ours=named(record, our, language),
        our_size=byte_size(ours[our]),
        our_share=percents([ours[our] / sizes[json]]),
    )


def _fastest(record: dict, key: str, language: str) -> list[str]:
    """The least time to write and to read, and how many codecs cannot be told from it."""
    words, source, said = WORDS[language], source_of(record, key), []
    for what, task in zip(("write", "read"), FAIR.values()):
        timed = {codec: ns_of(record, key, codec, task) for codec in _codecs(record, key)}
        first = min(timed, key=timed.__getitem__)
        slack = _slack(record, key, task)
        near = [
            codec
            for codec in timed
            if codec != first and below([ratio_of(record, key, first, codec, task)], slack=slack) != HOLDS
        ]
        time = stats.ratio(judge.samples_of(source, first, task), [1.0] * stats.LEAST)
        text = words["near"].format(count=len(near), all=len(timed) - 1) if near else ""
        said.append(
            words["fastest"].format(
                what=words[what], first=named(record, first, language), time=with_interval(time, _times), near=text
            )
        )
    return said


def _times(values: Iterable[float]) -> str:
    return "–".join(dict.fromkeys(duration(value) for value in sorted(values)))


def _json(record: dict) -> str:
    """The JSON library that shares are of: the first that was measured."""
    for codec in d_dotnet.JSONS:
        try:
            ns_of(record, KEY, codec, TASK)
        except NotMeasured:
            continue
        return codec
    raise NotMeasured(KEY)


def _time(record: dict, codec: str, other: str) -> Ratio:
    return ratio_of(record, KEY, codec, other, TASK)


def _size(record: dict, codec: str, other: str) -> float:
    return bytes_of(record, KEY, codec, "post_size") / bytes_of(record, KEY, other, "post_size")


def _slack(record: dict, key: str = KEY, task: str = TASK) -> float:
    """As the verdicts of the page: two processes of one codec differ by up to 10 %, which one twin may not show."""
    return max(noise(record, [key], task), judge.LEAST_DIFFERENCE)


def _recommended(record: dict, codec: str) -> Finding:
    """Smaller and faster than JSON."""
    json = _json(record)
    time, size = _time(record, codec, json), _size(record, codec, json)
    verdicts = {below([time], slack=_slack(record)), below([size])}
    figures = {"time": with_interval(time, percents), "size": percents([size])}
    return Finding(verdicts.pop() if len(verdicts) == 1 else PART, figures)


def _faster(record: dict, codec: str) -> Finding:
    """Typed and typeless. codec: the typed one."""
    json = _json(record)
    found = {"typed": _time(record, codec, json), "typeless": _time(record, f"{codec}_typeless", json)}
    figures = {key: with_interval(part, percents) for key, part in found.items()}
    return Finding(below(found.values(), slack=_slack(record)), figures)


def _compressed(record: dict, codec: str) -> Finding:
    """Compressed JSON beside typeless + LZ4: smaller, but slower."""
    others = {
        who: other
        for who, other in (("MessagePack-CSharp", AS_THEN), ("hayapack", RECOMMENDED))
        if _known(record, other)
    }
    if not others:
        raise NotMeasured(KEY)
    times = {who: _time(record, codec, other) for who, other in others.items()}
    sizes = [_size(record, codec, other) for other in others.values()]
    said = ", ".join(f"{who} {with_interval(time, multiples)}" for who, time in times.items())
    figures = {"time": said, "size": percents(sizes)}
    return Finding(_smaller_but_slower(list(times.values()), sizes, _slack(record)), figures)


def _smaller_but_slower(times: list, sizes: list[float], slack: float = 0.0) -> str:
    """Each time and each size counts."""
    found = [below([time], slack=slack) == FAILS for time in times] + [part < 1 for part in sizes]
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


def _answer(record: dict, language: str) -> dict[str, str]:
    json = _json(record)
    words, found = WORDS[language], {"json": record["codecs"][json]["name"]}
    found["switch"] = "" if json == UTF8JSON else words["switch"].format(json=found["json"])
    found["smallest"] = _smallest(record, KEY, json, language)
    found["fastest"] = (" " if language == "en" else "").join(_fastest(record, KEY, language))
    for word, codec in (("ours", RECOMMENDED), ("theirs", AS_THEN), ("gzip", GZIP)):
        found[f"{word}_time"] = with_interval(_time(record, codec, json), percents)
        found[f"{word}_size"] = percents([_size(record, codec, json)])
    return found


ANSWER = Answer(
    _answer,
    {
        "en": "{switch}{smallest} {fastest} One write and one read with typeless + LZ4 take, of {json}'s time and bytes, "
        "{ours_time} and {ours_size} with hayapack, {theirs_time} and {theirs_size} with MessagePack-CSharp; JSON + gzip takes "
        "{gzip_time} and {gzip_size}.",
        "ja": "{switch}{smallest}{fastest}Typeless + LZ4 で 1 回ずつシリアライズとデシリアライズをする時間とサイズは、{json} に対して "
        "hayapack {ours_time} と {ours_size}、MessagePack-CSharp {theirs_time} と {theirs_size}、JSON + gzip "
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
                "{size} of the bytes of typeless MessagePack + LZ4; its time over that of typeless MessagePack + LZ4: {time}",
                "{size} of the bytes of typeless MessagePack + LZ4, at {time} times its time",
            ),
            "ja": Said(
                "JSON を gzip で圧縮するとより小さくなるが、性能が足りないことがある。",
                "MessagePack + LZ4 の Typeless に対してサイズは {size}、時間の倍率は {time}",
                "MessagePack + LZ4 の Typeless に対してサイズは {size}、時間は {time} 倍",
            ),
        },
        ("dotnet_utf8json_gzip", GZIP, "dotnet_json_brotli", "dotnet_json_zstd"),
        _compressed,
        _then_compressed(),
    ),
]
