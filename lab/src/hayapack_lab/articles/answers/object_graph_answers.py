"""Article D: JSON (Utf8Json) and MessagePack in C#, with type names, LZ4 and gzip."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...measure.record import Record, RecordedSource
from ...statistics import judge, stats
from ...statistics.stats import Ratio
from ...text.number_formats import byte_size, duration
from ...text.report_elements import Text
from ...text.report_tables import is_ours
from .. import object_graph_csharp_page, published
from .conclusions import Conclusion, Finding, Said
from .figures import (
    FAIR,
    NotMeasured,
    below,
    bytes_of,
    known,
    multiples,
    noise,
    ns_of,
    percents,
    ratio_of,
    source_of,
    with_interval,
)
from .languages import FAILS, HOLDS, LANGUAGES, PART, named
from .points import Answer, Point, fastest

KEY, GRAPH = object_graph_csharp_page.KEY, "d_graph"
TASK = object_graph_csharp_page.ROUND
RECOMMENDED = "dotnet_hayapack_typeless_lz4_block"
AS_THEN = "dotnet_messagepack_typeless_lz4_block"  # the article's library; both have the article's form of LZ4
GZIP = "dotnet_json_gzip"
UTF8JSON, OURS = "dotnet_utf8json", "dotnet_hayapack"
PYTHON = {"json": "json_std", "ours": "hayapack_native", "typeless": "d_hayapack_typeless_lz4_block"}

QUESTION = {
    "en": "Which format for a large object graph in C#: JSON (Utf8Json), gzip, MessagePack, LZ4, typeless?",
    "ja": "C# の大きなオブジェクトグラフには JSON(Utf8Json)、gzip、MessagePack、LZ4、Typeless のどれがよいか。",
}


LIMITS: dict[str, str] = {}
WORDS = {
    "en": {
        "switch": " (Utf8Json is unavailable)",
        "fastest": "{first}{near}.", "near": "; within the noise of {samples} samples: {others}",
        "others": "{count} other forms of hayapack",
        "elsewhere": "In Python memory was not measured: docs/results/article-b.md has it for other values.",
        "samples": "Times of C# are medians of {samples} samples with their 95 % intervals in parentheses, also in the tables' "
        "Ratio; memory is of one write and one read, with the collections of generations 0, 1 and 2. hayapack measured twice differed by {floors}. A codec counts as slower only if the whole interval of the ratio is "
        "beyond that and beyond {least}: with so few samples, even a clearly longer median may be within the noise.",
        "floor": "{floor} to {what}", "write_word": "write", "read_word": "read",
    },
    "ja": {
        "switch": "（Utf8Json は入手できない）",
        "fastest": "{first}{near}。", "near": "、{samples} 回の測定では誤差の範囲: {others}",
        "others": "hayapack のほかの {count} 形式",
        "elsewhere": "Python のメモリは測定していない。別のデータでは docs/results/article-b.md。",
        "samples": "C# の時間は {samples} 回の中央値で、括弧内は 95 % 信頼区間(表の Ratio も同じ)。メモリはシリアライズとデシリアライズ 1 回ずつの割り当てで、括弧内は世代 0、1、2 のコレクション。hayapack を 2 回測った差は "
        "{floors}。区間全体でその差と {least} を超えて遅いものだけを遅いとするので、この回数では中央値がかなり長くても区別できないことがある。",
        "floor": "{what} {floor}", "write_word": "シリアライズ", "read_word": "デシリアライズ",
    },
}  # fmt: skip


def more(record: Record, language: str) -> list:
    """The noise in C#; the fastest rivals in Python."""
    found = known(lambda part: part(record, language), (_noise, _unmeasured, _rivals))
    return [text for texts in found.values() for text in texts]


def _noise(record: Record, language: str) -> list[Text]:
    words, source = WORDS[language], source_of(record, KEY)
    floors = {what: judge.floor(source, task) for what, task in zip(("write", "read"), FAIR.values())}
    if None in floors.values():
        raise NotMeasured(KEY)
    said = [
        words["floor"].format(floor=percents([floor or 0.0]), what=words[f"{what}_word"])
        for what, floor in floors.items()
    ]
    samples = max(len(judge.samples_of(source, codec, TASK)) for codec in source.cells)
    text = words["samples"].format(
        samples=samples, floors=LANGUAGES[language]["names"].join(said), least=percents([judge.LEAST_DIFFERENCE])
    )
    return [Text(text, "soft")]


def _unmeasured(record: Record, language: str) -> list[Text]:
    source_of(record, GRAPH)
    return [Text(WORDS[language]["elsewhere"], "soft")]


def _rivals(record: Record, language: str) -> list[Text]:
    source = source_of(record, GRAPH)
    rivals = [codec for codec in ("orjson", "msgspec_msgpack") if codec in source.cells]
    return fastest(record, rivals, [GRAPH], "hayapack_native", language)


def _codecs(record: Record, key: str) -> list[str]:
    """Those that were measured, without twins."""
    cells = source_of(record, key).cells
    found = [codec for codec, cell in cells.items() if cell.status == "ok" and codec not in judge.TWINS]
    if not found:
        raise NotMeasured(key)
    return found


def _smallest(record: Record, key: str, json: str, language: str) -> dict[str, str]:
    """The fewest bytes of all, and of hayapack's; sizes, and shares of JSON's."""
    sizes = {codec: bytes_of(record, key, codec) for codec in _codecs(record, key)}
    ours = {codec: size for codec, size in sizes.items() if is_ours(codec)}
    if not ours or json not in sizes:
        raise NotMeasured(key)
    first, our = min(sizes, key=sizes.__getitem__), min(ours, key=ours.__getitem__)
    return {
        "first": named(record, first, language),
        "size": byte_size(sizes[first]),
        "share": percents([sizes[first] / sizes[json]]),
        "ours": named(record, our, language),
        "our_size": byte_size(ours[our]),
        "our_share": percents([ours[our] / sizes[json]]),
        "json_size": byte_size(sizes[json]),
    }


def _fastest(record: Record, key: str, task: str, language: str) -> str:
    """The least time, and which codecs cannot be told from it: many forms of hayapack are only counted."""
    words, source = WORDS[language], source_of(record, key)
    timed = {codec: ns_of(record, key, codec, task) for codec in _codecs(record, key)}
    first = min(timed, key=timed.__getitem__)
    slack = _slack(record, key, task)
    near = [
        codec
        for codec in timed
        if codec != first and below([ratio_of(record, key, first, codec, task)], slack=slack) != HOLDS
    ]
    forms = [codec for codec in near if is_ours(codec) and not judge.OURS.get(codec)]
    others = forms if len(forms) > 1 else []
    said = [_timed(record, key, codec, task, language) for codec in near if codec not in others]
    if others:
        said.append(words["others"].format(count=len(others)))
    samples = min(len(judge.samples_of(source, codec, task)) for codec in [first, *near])
    joined = LANGUAGES[language]["names"].join(said)
    text = words["near"].format(samples=samples, others=joined) if said else ""
    return words["fastest"].format(first=_timed(record, key, first, task, language), near=text)


def _timed(record: Record, key: str, codec: str, task: str, language: str) -> str:
    """The codec's name and time, with its interval."""
    time = stats.ratio(judge.samples_of(source_of(record, key), codec, task), [1.0] * stats.LEAST)
    return f"{named(record, codec, language)} {with_interval(time, _times)}"


def _times(values: Iterable[float]) -> str:
    """A time, or a range of times."""
    return _joined(sorted(values), "–")


def _joined(values: Iterable[float], between: str) -> str:
    """Times in their order, equal ones once; the unit is said once if all have it."""
    shown = list(dict.fromkeys(map(duration, values)))
    units = {text.partition(" ")[2] for text in shown}
    return between.join([*(text.partition(" ")[0] if len(units) == 1 else text for text in shown[:-1]), shown[-1]])


def _json(record: Record) -> str:
    """The JSON library that shares are of: the first that was measured."""
    found = known(lambda codec: ns_of(record, KEY, codec, TASK), object_graph_csharp_page.JSONS)
    if not found:
        raise NotMeasured(KEY)
    return next(iter(found))


def _time(record: Record, codec: str, other: str) -> Ratio:
    return ratio_of(record, KEY, codec, other, TASK)


def _size(record: Record, codec: str, other: str) -> float:
    return bytes_of(record, KEY, codec, "post_size") / bytes_of(record, KEY, other, "post_size")


def _slack(record: Record, key: str = KEY, task: str = TASK) -> float:
    """As the verdicts of the page: two processes of one codec differ by up to 10 %, which one twin may not show."""
    return max(noise(record, [key], task), judge.LEAST_DIFFERENCE)


def _recommended(record: Record, codec: str) -> Finding:
    """Smaller and faster than JSON."""
    json = _json(record)
    time, size = _time(record, codec, json), _size(record, codec, json)
    verdicts = {below([time], slack=_slack(record)), below([size])}
    figures = {"time": with_interval(time, percents), "size": percents([size])}
    return Finding(verdicts.pop() if len(verdicts) == 1 else PART, figures)


def _faster(record: Record, codec: str) -> Finding:
    """Typed and typeless. codec: the typed one."""
    json = _json(record)
    found = {"typed": _time(record, codec, json), "typeless": _time(record, f"{codec}_typeless", json)}
    figures = {key: with_interval(part, percents) for key, part in found.items()}
    return Finding(below(found.values(), slack=_slack(record)), figures)


def _compressed(record: Record, codec: str) -> Finding:
    """Compressed JSON beside typeless + LZ4: smaller, but slower."""
    others = {"MessagePack-CSharp": AS_THEN, "hayapack": RECOMMENDED}
    times = known(lambda who: _time(record, codec, others[who]), others)
    if not times:
        raise NotMeasured(KEY)
    sizes = [_size(record, codec, others[who]) for who in times]
    said = ", ".join(f"{who} {with_interval(time, multiples)}" for who, time in times.items())
    figures = {"time": said, "size": percents(sizes)}
    return Finding(_smaller_but_slower(list(times.values()), sizes, _slack(record)), figures)


def _smaller_but_slower(times: list, sizes: list[float], slack: float = 0.0) -> str:
    """Each time and each size counts."""
    found = [below([time], slack=slack) == FAILS for time in times] + [part < 1 for part in sizes]
    return HOLDS if all(found) else PART if any(found) else FAILS


def _printed(method: str, column: str, of: str = object_graph_csharp_page.JSON_THEN) -> float:
    """The printed figure of a row as a multiple of another's."""
    figures = published.figures("object_graph", "method")
    return (figures[method][column] or 0.0) / (figures[of][column] or 1.0)


def _then_compressed() -> Finding:
    method = "Utf8JsonWithTypeGz"
    time, size = (_printed(method, column, object_graph_csharp_page.RECOMMENDED) for column in ("mean_ms", "bytes"))
    return Finding(_smaller_but_slower([time], [size]), {"time": multiples([time]), "size": percents([size])})


def _lead(record: Record, language: str) -> dict[str, str]:
    json = _json(record)
    switch = "" if json == UTF8JSON else WORDS[language]["switch"]
    return {"json": named(record, json, language), "switch": switch, "size": byte_size(bytes_of(record, KEY, json))}


def _sized(record: Record, language: str) -> dict[str, str]:
    json = _json(record)
    return {
        **_smallest(record, KEY, json, language),
        "gzip": byte_size(bytes_of(record, KEY, GZIP)),
        "gzip_size": percents([_size(record, GZIP, json)]),
        "gzip_time": with_interval(_time(record, GZIP, json), percents),
    }


def _first(task: str) -> Callable[[Record, str], dict[str, str]]:
    return lambda record, language: {"said": _fastest(record, KEY, task, language)}


def _typeless(record: Record, language: str) -> dict[str, str]:
    json, found = _json(record), {}
    for word, codec in (("ours", RECOMMENDED), ("theirs", AS_THEN)):
        found[f"{word}_time"] = with_interval(_time(record, codec, json), percents)
        found[f"{word}_size"] = percents([_size(record, codec, json)])
    return found


def _collections(source: RecordedSource, codec: str) -> str:
    return object_graph_csharp_page.collections(source, codec, TASK).replace(" ", "")


def _memory(record: Record, language: str) -> dict[str, str]:
    """What one write and one read allocate: the least, the most, hayapack's."""
    source = source_of(record, KEY)
    sizes = {
        codec: size
        for codec in _codecs(record, KEY)
        if (size := object_graph_csharp_page.allocated(source, codec, TASK)) is not None
    }
    if OURS not in sizes:
        raise NotMeasured(KEY)
    chosen = {"least": min(sizes, key=sizes.__getitem__), "most": max(sizes, key=sizes.__getitem__), "ours": OURS}
    said = {
        which: f"{named(record, codec, language)} {byte_size(sizes[codec])} ({_collections(source, codec)})"
        for which, codec in chosen.items()
    }
    return {**said, "count": str(len(sizes)), "table": object_graph_csharp_page.MEMORY_TITLE}


def _python(record: Record, language: str) -> dict[str, str]:
    """Sizes; medians to write and to read of json, hayapack, typeless + LZ4 and whatever is the fastest, in this order."""
    times = {codec: [ns_of(record, GRAPH, codec, task) for task in FAIR.values()] for codec in _codecs(record, GRAPH)}
    if not set(PYTHON.values()) <= set(times):
        raise NotMeasured(GRAPH)
    fastest = (min(times, key=lambda codec: times[codec][place]) for place in range(len(FAIR)))
    said = [
        f"{named(record, codec, language)} {_joined(times[codec], ', ')}"
        for codec in sorted({*PYTHON.values(), *fastest}, key=times.__getitem__)
    ]
    return {**_smallest(record, GRAPH, PYTHON["json"], language), "each": LANGUAGES[language]["and"].join(said)}


ANSWER = Answer(
    Point(_lead, en=("", "JSON is {json}{switch}, {size}:"), ja=("", "JSON は {json} で {size}{switch}:")),
    Point(
        _sized,
        en=(
            "Smallest:",
            "{first} {size}, {share} of JSON's; JSON + gzip {gzip}, {gzip_size}, in {gzip_time} of its time; of MessagePack {ours} "
            "{our_size}, {our_share}.",
        ),
        ja=(
            "最小:",
            "{first} の {size}(JSON の {share})、JSON + gzip は {gzip}({gzip_size})で時間は JSON の {gzip_time}、MessagePack では "
            "{ours} の {our_size}({our_share})。",
        ),
    ),
    Point(
        _first(object_graph_csharp_page.WRITE), en=("Fastest to write:", "{said}"), ja=("最速のシリアライズ:", "{said}")
    ),
    Point(
        _first(object_graph_csharp_page.READ), en=("Fastest to read:", "{said}"), ja=("最速のデシリアライズ:", "{said}")
    ),
    Point(
        _typeless,
        en=(
            "Typeless + LZ4 block, write and read:",
            "hayapack {ours_time} of JSON's time, {ours_size} of its bytes; MessagePack-CSharp {theirs_time}, {theirs_size}.",
        ),
        ja=(
            "Typeless + LZ4（1 ブロック）のシリアライズとデシリアライズ:",
            "JSON に対して時間とサイズは hayapack {ours_time} と {ours_size}、MessagePack-CSharp {theirs_time} と {theirs_size}。",
        ),
    ),
    Point(
        _memory,
        en=("Memory (collections):", "least {least}, most {most}, {ours}; all {count}: “{table}”."),
        ja=("メモリ(コレクション):", "最小 {least}、最大 {most}、{ours}。{count} 件すべては「{table}」。"),
    ),
    Point(
        _python,
        en=("Python (JSON {json_size}):", "smallest {first} {size}, {ours} {our_size}; write, read: {each}."),
        ja=(
            "Python では(JSON で {json_size}):",
            "最小 {first} {size}、MessagePack では {ours} {our_size}。シリアライズとデシリアライズは {each}。",
        ),
    ),
)
CONCLUSIONS = [
    Conclusion(
        "recommended",
        (AS_THEN, "dotnet_messagepack_typeless_lz4_array", RECOMMENDED, "dotnet_hayapack_typeless_lz4_array"),
        _recommended,
        Finding(
            HOLDS,
            {
                key: percents([_printed(object_graph_csharp_page.RECOMMENDED, column)])
                for key, column in (("time", "mean_ms"), ("size", "bytes"))
            },
        ),
        en=Said(
            "Use typeless MessagePack + LZ4.", "{time} of JSON's time and {size} of its bytes", "use typeless + LZ4"
        ),
        ja=Said(
            "Typeless の MessagePack を LZ4 と組み合わせるのがよい。",
            "JSON の時間の {time}、サイズの {size}",
            "Typeless + LZ4 がよい",
        ),
    ),
    Conclusion(
        "performance",
        ("dotnet_messagepack", "dotnet_hayapack"),
        _faster,
        Finding(
            HOLDS,
            {
                key: percents([_printed(method, "mean_ms")])
                for key, method in (("typed", "MessagePackWithType"), ("typeless", "MessagePackTypeless"))
            },
        ),
        en=Said(
            "In performance MessagePack is ahead.",
            "{typed} of JSON's time typed, {typeless} typeless",
            "MessagePack ahead in performance",
        ),
        ja=Said(
            "パフォーマンスの面では MessagePack が有利。",
            "JSON の時間の {typed}（型あり）、{typeless}（Typeless）",
            "性能は MessagePack が有利",
        ),
    ),
    Conclusion(
        "gzip",
        ("dotnet_utf8json_gzip", GZIP, "dotnet_json_brotli", "dotnet_json_zstd"),
        _compressed,
        _then_compressed(),
        en=Said(
            "JSON + gzip is smaller, but its performance may not be acceptable.",
            "{size} of the bytes of typeless MessagePack + LZ4; its time over that of typeless MessagePack + LZ4: {time}",
            "JSON + gzip smaller but slow",
            "{size} of the bytes of typeless MessagePack + LZ4, at {time} times its time",
        ),
        ja=Said(
            "JSON を gzip で圧縮するとより小さくなるが、性能が足りないことがある。",
            "MessagePack + LZ4 の Typeless に対してサイズは {size}、時間の倍率は {time}",
            "JSON + gzip は小さいが遅い",
            "MessagePack + LZ4 の Typeless に対してサイズは {size}、時間は {time} 倍",
        ),
    ),
]
