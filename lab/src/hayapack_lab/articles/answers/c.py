"""Article C: PHP's msgpack extension against serialize and JSON."""

from __future__ import annotations

from collections.abc import Iterable

from ...statistics import stats
from ...text.model import Text
from .. import c
from . import (
    CLOSE,
    FAILS,
    HOLDS,
    PART,
    Answer,
    Conclusion,
    Finding,
    Said,
    below,
    bytes_of,
    factors,
    multiples,
    noise,
    ns_of,
    percents,
)

LOOPS = tuple(c.LOOPS)
RIVALS = {"pecl": "php_pecl", "serialize": "php_serialize", "json": "php_json_article"}
MSGPACK = ("php_pecl", "php_hayapack")
OURS = "php_hayapack"
DETECT, MAPS = c.POLICIES[:2]
ENCODE, DECODE = c.FAIR.values()
SCALARS = ("int", "float", "string")
HALF = (0.4, 0.6)  # what passes as about half
CHEAP = 1.25  # times the time of writing all arrays as maps, the largest printed figure rounded up

QUESTION = {
    "en": "How fast and how small is MessagePack in PHP beside serialize and JSON, and what does looking at the keys cost?",
    "ja": "PHP の MessagePack は serialize や JSON と比べてどれだけ速く小さいか。配列のキーを調べるのにいくらかかるか。",
}
LIMITS = {
    "en": f"“About half” is {percents(HALF)}; “cheap” at most {multiples([CHEAP])} times the time with all arrays as maps.",
    "ja": f"「およそ半分」は {percents(HALF)}、「軽い」は、すべて map とする場合の {multiples([CHEAP])} 倍以下をいう。",
}
LOST = {
    "en": "its table was a picture, which is lost: no figure is known",
    "ja": "表は画像で失われており、数値はわからない",
}
WHAT = {
    "en": ("The five loops:", "; ".join(f"{loop}, {said}" for loop, said in c.LOOPS.items()) + "."),
    "ja": (
        "5 つのループ:",
        "int は整数 0〜9999、float は 0/23〜9999/23、string は 0〜9999 の数字をつなげて伸びる文字列、array は 0〜999 を加えて"
        "伸びるリスト、map は k0 => v0 から k999 => v999 までを加えて伸びる map。",
    ),
}


def more(record: dict, language: str) -> list:
    """What the loops pack."""
    label, said = WHAT[language]
    return [Text(said, label=label)]


def _loop(record: dict, loop: str, codec: str, task: str) -> float:
    return ns_of(record, f"c_{loop}", codec, task)


def _over(record: dict, loops: Iterable[str], codec: str, other: str, task: str) -> list[float]:
    """The codec's time as a multiple of another's, by loop."""
    return [_loop(record, loop, codec, task) / _loop(record, loop, other, task) for loop in loops]


def _of_rivals(record: dict, codec: str) -> dict[str, list[float]]:
    """As parts of the rivals' times, timed as in the article, packing and unpacking."""
    return {rival: _over(record, LOOPS, codec, RIVALS[rival], c.BOTH) for rival in ("serialize", "json")}


def _slack(record: dict, task: str) -> float:
    return noise(record, [f"c_{loop}" for loop in LOOPS], task)


def _overall(record: dict, codec: str) -> Finding:
    found = _of_rivals(record, codec)
    means = [stats.geometric_mean(values) for values in found.values()]
    figures = {rival: percents(values) for rival, values in found.items()}
    figures.update({f"{rival}_factor": factors(values) for rival, values in found.items()})
    return Finding(below(means, slack=_slack(record, c.BOTH)), figures)


def _exceptions(record: dict, codec: str) -> Finding:
    """The verdict is on "there is a slower one", not on "each is"."""
    found = {
        f"{rival}, {loop}": value
        for rival, values in _of_rivals(record, codec).items()
        for loop, value in zip(LOOPS, values)
    }
    slower = {what: value for what, value in found.items() if value > 1 + _slack(record, c.BOTH)}
    worst = max(found, key=found.__getitem__)
    listed = "; ".join(f"{what} {multiples([value])}" for what, value in (slower or {worst: found[worst]}).items())
    return Finding(HOLDS if slower else FAILS, {"worst": listed})


def _strings(record: dict, codec: str) -> Finding:
    """Whether JSON is farther behind serialize with strings than with anything else."""
    found = dict(zip(LOOPS, _over(record, LOOPS, codec, RIVALS["serialize"], c.BOTH)))
    string = found.pop("string")
    figures = {"string": multiples([string]), "others": multiples(found.values())}
    return Finding(HOLDS if string > max(1.0, *found.values()) else FAILS, figures)


def _halves(record: dict, codec: str) -> Finding:
    parts = {}
    for loop in SCALARS:
        pack, unpack = (_loop(record, loop, codec, task) for task in (ENCODE, DECODE))
        parts[loop] = pack / (pack + unpack)
    near = sum(HALF[0] <= part <= HALF[1] for part in parts.values())
    verdict = HOLDS if near == len(parts) else PART if near else FAILS
    return Finding(verdict, {loop: percents([part]) for loop, part in parts.items()})


def _arrays(record: dict, codec: str) -> Finding:
    """Whether unpacking lists is farther behind packing than unpacking scalars is."""
    found = {
        loop: _loop(record, loop, codec, DECODE) / _loop(record, loop, codec, ENCODE) for loop in (*SCALARS, "array")
    }
    array = found.pop("array")
    slack = max(_slack(record, ENCODE), _slack(record, DECODE))
    most = max(found.values())
    verdict = HOLDS if array > most * (1 + slack) else CLOSE if array > most / (1 + slack) else FAILS
    return Finding(verdict, {"array": multiples([array]), "others": multiples(found.values())})


def _keys(record: dict, codec: str) -> Finding:
    found = dict(zip(LOOPS, _over(record, LOOPS, codec, MAPS, ENCODE)))
    return Finding(below(found.values(), CHEAP), _by_kind(found))


def _by_kind(found: dict[str, float]) -> dict[str, str]:
    return {
        "scalars": multiples(found[loop] for loop in SCALARS),
        "array": multiples([found["array"]]),
        "map": multiples([found["map"]]),
    }


def _keys_then() -> Finding:
    detect, maps = (c.printed("pack_seconds")[f"php-msgpack ({kind})"] for kind in ("list detection", "all maps"))
    found = {loop: detect[loop] / maps[loop] for loop in LOOPS}
    return Finding(below(found.values(), CHEAP), _by_kind(found))


def _lists(record: dict, kind: str, codec: str, *tasks: str) -> dict[int, float]:
    """The codec's time as a multiple of that of writing all arrays as maps, by length."""
    return {
        length: sum(ns_of(record, c.list_key(kind, length), codec, task) for task in tasks)
        / sum(ns_of(record, c.list_key(kind, length), MAPS, task) for task in tasks)
        for length in c.LENGTHS
    }


def _length(record: dict, codec: str) -> Finding:
    hashed, packed = (_lists(record, kind, codec, ENCODE) for kind in ("hashed", "packed"))
    least, most = c.LENGTHS[1], c.LENGTHS[-1]
    slack = _slack(record, ENCODE)
    verdict = below([hashed[least]], hashed[most], slack)
    figures = {
        "least": f"{least:,}", "most": f"{most:,}", "short": multiples([hashed[least]]), "long": multiples([hashed[most]]),
        "packed": multiples([packed[least], packed[most]]),
    }  # fmt: skip
    return Finding(verdict, figures)


def _pays(record: dict, codec: str) -> Finding:
    found = [part for kind in c.KINDS for part in _lists(record, kind, codec, ENCODE, DECODE).values()]
    sizes = [
        bytes_of(record, key, codec) / bytes_of(record, key, MAPS)
        for key in (c.list_key(kind, length) for kind in c.KINDS for length in c.LENGTHS)
    ]
    return Finding(below(found, slack=_slack(record, ENCODE)), {"time": percents(found), "bytes": percents(sizes)})


def _pays_then() -> Finding:
    detect, maps = (c.printed("total_bytes")[f"php-msgpack ({kind})"] for kind in ("list detection", "all maps"))
    return Finding(HOLDS, {"bytes": percents([detect["array"] / maps["array"]])})


def _answer(record: dict, language: str) -> dict[str, str]:
    found = {}
    for rival, codec in RIVALS.items():
        for op, task in (("pack", ENCODE), ("unpack", DECODE)):
            found[f"{rival}_{op}"] = multiples(_over(record, LOOPS, codec, OURS, task))
        sizes = [bytes_of(record, f"c_{loop}", codec) / bytes_of(record, f"c_{loop}", OURS) for loop in LOOPS]
        found[f"{rival}_size"] = multiples(sizes)
    found["keys"] = multiples(part for kind in c.KINDS for part in _lists(record, kind, DETECT, ENCODE).values())
    return found


ANSWER = Answer(
    _answer,
    {
        "en": "As multiples of hayapack's in five loops: time to pack, serialize {serialize_pack}, JSON {json_pack}, PECL "
        "msgpack {pecl_pack}; time to unpack, serialize {serialize_unpack}, JSON {json_unpack}, PECL msgpack {pecl_unpack}; "
        "bytes, serialize {serialize_size}, JSON {json_size}, PECL msgpack {pecl_size}. Packing a list with a look at its keys "
        "takes {keys} times as long as packing it as a map without one.",
        "ja": "5 つのループで hayapack を 1 とすると、シリアライズの時間は serialize {serialize_pack}、JSON {json_pack}、PECL "
        "msgpack {pecl_pack}、デシリアライズの時間は serialize {serialize_unpack}、JSON {json_unpack}、PECL msgpack "
        "{pecl_unpack}、サイズは serialize {serialize_size}、JSON {json_size}、PECL msgpack {pecl_size}。"
        "キーを調べてリストをシリアライズする時間は、調べずに map とする場合の {keys} 倍。",
    },
)
CONCLUSIONS = [
    Conclusion(
        "overall",
        {
            "en": Said(
                "On the whole MessagePack is faster than serialize and JSON.",
                "packing and unpacking, {serialize_factor} times as fast as serialize and unserialize and {json_factor} times as "
                "fast as JSON, that is {serialize} and {json} of their time",
                unprinted=LOST["en"],
            ),
            "ja": Said(
                "全体的に MessagePack は serialize や JSON より速い。",
                "シリアライズとデシリアライズの合計で serialize の {serialize_factor} 倍、JSON の {json_factor} 倍の速さ、時間では "
                "{serialize} と {json}",
                unprinted=LOST["ja"],
            ),
        },
        MSGPACK,
        _overall,
    ),
    Conclusion(
        "exceptions",
        {
            "en": Said(
                "With some types JSON or serialize is faster.",
                "its time as a multiple of the other's, at worst: {worst}",
                unprinted=LOST["en"],
            ),
            "ja": Said(
                "JSON か serialize が勝つ型もある。",
                "相手の時間に対する倍率は、最悪のループで {worst}",
                unprinted=LOST["ja"],
            ),
        },
        MSGPACK,
        _exceptions,
    ),
    Conclusion(
        "strings",
        {
            "en": Said(
                "JSON is extremely slow with strings, serialize does well there.",
                "JSON takes {string} times serialize's time with strings, {others} times with the other types",
                unprinted=LOST["en"],
            ),
            "ja": Said(
                "文字列では JSON が際立って遅いが、serialize は良好である。",
                "JSON の時間は serialize に対して文字列で {string} 倍、ほかの型で {others} 倍",
                unprinted=LOST["ja"],
            ),
        },
        ("php_json_article",),
        _strings,
    ),
    Conclusion(
        "halves",
        {
            "en": Said(
                "With int, float and string, packing takes about half of the time.",
                "int {int}, float {float}, string {string} of packing and unpacking",
            ),
            "ja": Said(
                "int、float、string ではシリアライズは全体のおよそ半分の時間である。",
                "シリアライズとデシリアライズの合計に対して int {int}、float {float}、string {string}",
            ),
        },
        MSGPACK,
        _halves,
    ),
    Conclusion(
        "arrays",
        {
            "en": Said(
                "Unpacking arrays takes unusually long.",
                "unpacking takes {array} times packing with lists, {others} times with int, float and string",
            ),
            "ja": Said(
                "リストのデシリアライズはほかの型より目立って遅い。",
                "デシリアライズの時間はシリアライズに対してリストで {array} 倍、int、float、string で {others} 倍",
            ),
        },
        MSGPACK,
        _arrays,
    ),
    Conclusion(
        "keys",
        {
            "en": Said(
                "Looking at the keys, to tell a list from a map, is cheap.",
                "packing with it, as a multiple of the time of packing every array as a map: lists {array}, maps {map}, int, float "
                "and string {scalars}",
            ),
            "ja": Said(
                "リストか map かをキーから見分ける処理は軽い。",
                "シリアライズの時間は、すべて map とする場合に対してリストで {array} 倍、map で {map} 倍、int、float、string で {scalars} 倍",
            ),
        },
        (DETECT,),
        _keys,
        _keys_then(),
    ),
    Conclusion(
        "length",
        {
            "en": Said(
                "The longer the array, the more looking at the keys costs.",
                "where PHP keeps a list's keys, packing it takes {short} times as long as packing it as a map with {least} entries "
                "and {long} times with {most}; where PHP keeps none, in a packed array, {packed} times",
            ),
            "ja": Said(
                "配列を長くすればキーを調べる分だけ少し遅くなる。",
                "PHP がキーを持つリストでは、map とする場合に対して {least} 要素で {short} 倍、{most} 要素で {long} 倍、"
                "キーを持たない packed array では {packed} 倍",
            ),
        },
        (DETECT,),
        _length,
    ),
    Conclusion(
        "pays",
        {
            "en": Said(
                "With unpacking and the size counted, looking at the keys pays off.",
                "packing and unpacking lists takes {time} of the time of maps, and {bytes} of the bytes",
                "{bytes} of the bytes with lists; of the time with unpacking it was a guess",
            ),
            "ja": Said(
                "デシリアライズとデータサイズも含めると、あらかじめキーを調べた方が得になる。",
                "リストのシリアライズとデシリアライズは map とする場合の時間の {time}、サイズの {bytes}",
                "リストのサイズの {bytes}、デシリアライズも含めた時間は予想だけ",
            ),
        },
        (DETECT,),
        _pays,
        _pays_then(),
    ),
]
