"""Article C: PHP's msgpack extension against serialize and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...measure.record import Record
from ...statistics import stats
from ...text.report_elements import Text
from .. import php_loops_page
from .conclusions import Conclusion, Finding, Said
from .figures import below, bytes_of, factors, multiples, noise, ns_of, percents, source_of
from .languages import CLOSE, FAILS, HOLDS, PART
from .points import Answer, Point

LOOPS = tuple(php_loops_page.LOOPS)
RIVALS = {"pecl": "php_pecl", "serialize": "php_serialize", "json": "php_json_article"}
MSGPACK = ("php_pecl", "php_hayapack")
OURS = "php_hayapack"
DETECT, MAPS = php_loops_page.POLICIES[:2]
ENCODE, DECODE = php_loops_page.FAIR.values()
SCALARS = ("int", "float", "string")
HALF = (0.4, 0.6)  # what passes as about half
CHEAP = 1.25  # times the time of writing all arrays as maps, the largest printed figure rounded up

QUESTION = {
    "en": "How fast and small is MessagePack in PHP beside serialize and JSON, and what does looking at the keys cost?",
    "ja": "PHP の MessagePack は serialize や JSON と比べてどれだけ速く小さいか。配列のキーを調べるのにいくらかかるか。",
}
LIMITS = {
    "en": f"“About half” is {percents(HALF)}; “cheap” at most {multiples([CHEAP])} times the time with all arrays as maps. "
    "Conclusions 1 to 3 are by the article's method, packing and unpacking together; the answers and the others by the fair "
    "method.",
    "ja": "結論 1〜3 は記事の方法(シリアライズとデシリアライズの合計)、答えとほかの結論は公平な方法による。"
    f"「およそ半分」は {percents(HALF)}、「軽い」は、すべて map とする場合の {multiples([CHEAP])} 倍以下をいう。",
}
LOST = {
    "en": "its table was a picture, which is lost: no figure is known",
    "ja": "表は画像で失われており、数値はわからない",
}
WHAT = {
    "en": ("The five loops:", "; ".join(f"{loop}, {said}" for loop, said in php_loops_page.LOOPS.items()) + "."),
    "ja": (
        "5 つのループ:",
        "int は整数 0〜9999、float は 0/23〜9999/23、string は 0〜9999 の数字をつなげて伸びる文字列、array は 0〜999 を加えて"
        "伸びるリスト、map は k0 => v0 から k999 => v999 までを加えて伸びる map。",
    ),
}


def more(record: Record, language: str) -> list:
    """What the loops pack."""
    label, said = WHAT[language]
    return [Text(said, label=label)]


def _loop(record: Record, loop: str, codec: str, task: str) -> float:
    return ns_of(record, f"c_{loop}", codec, task)


def _over(record: Record, loops: Iterable[str], codec: str, other: str, task: str) -> list[float]:
    """The codec's time as a multiple of another's, by loop."""
    return [_loop(record, loop, codec, task) / _loop(record, loop, other, task) for loop in loops]


def _of_rivals(record: Record, codec: str) -> dict[str, list[float]]:
    """As parts of the rivals' times, timed as in the article, packing and unpacking."""
    return {rival: _over(record, LOOPS, codec, RIVALS[rival], php_loops_page.BOTH) for rival in ("serialize", "json")}


def _slack(record: Record, task: str) -> float:
    return noise(record, [f"c_{loop}" for loop in LOOPS], task)


def _overall(record: Record, codec: str) -> Finding:
    found = _of_rivals(record, codec)
    means = [stats.geometric_mean(values) for values in found.values()]
    figures = {rival: percents(values) for rival, values in found.items()}
    figures.update({f"{rival}_factor": factors(values) for rival, values in found.items()})
    return Finding(below(means, slack=_slack(record, php_loops_page.BOTH)), figures)


def _exceptions(record: Record, codec: str) -> Finding:
    """The verdict is on "there is a slower one", not on "each is". Figures are how many times as fast it is."""
    found = {
        f"{rival}, {loop}": value
        for rival, values in _of_rivals(record, codec).items()
        for loop, value in zip(LOOPS, values)
    }
    slower = {what: value for what, value in found.items() if value > 1 + _slack(record, php_loops_page.BOTH)}
    worst = max(found, key=found.__getitem__)
    listed = "; ".join(f"{what} {factors([value])}" for what, value in (slower or {worst: found[worst]}).items())
    return Finding(HOLDS if slower else FAILS, {"worst": listed})


def _strings(record: Record, codec: str) -> Finding:
    """Whether JSON is farther behind serialize with strings than with anything else."""
    found = dict(zip(LOOPS, _over(record, LOOPS, codec, RIVALS["serialize"], php_loops_page.BOTH)))
    string = found.pop("string")
    figures = {"string": multiples([string]), "others": multiples(found.values())}
    return Finding(HOLDS if string > max(1.0, *found.values()) else FAILS, figures)


def _halves(record: Record, codec: str) -> Finding:
    parts = {}
    for loop in SCALARS:
        pack, unpack = (_loop(record, loop, codec, task) for task in (ENCODE, DECODE))
        parts[loop] = pack / (pack + unpack)
    near = sum(HALF[0] <= part <= HALF[1] for part in parts.values())
    verdict = HOLDS if near == len(parts) else PART if near else FAILS
    return Finding(verdict, {loop: percents([part]) for loop, part in parts.items()})


def _arrays(record: Record, codec: str) -> Finding:
    """Whether unpacking lists is farther behind packing than unpacking scalars is."""
    found = {
        loop: _loop(record, loop, codec, DECODE) / _loop(record, loop, codec, ENCODE) for loop in (*SCALARS, "array")
    }
    array = found.pop("array")
    slack = max(_slack(record, ENCODE), _slack(record, DECODE))
    most = max(found.values())
    verdict = HOLDS if array > most * (1 + slack) else CLOSE if array > most / (1 + slack) else FAILS
    return Finding(verdict, {"array": multiples([array]), "others": multiples(found.values())})


def _keys(record: Record, codec: str) -> Finding:
    found = dict(zip(LOOPS, _over(record, LOOPS, codec, MAPS, ENCODE)))
    return Finding(below(found.values(), CHEAP), _by_kind(found))


def _by_kind(found: dict[str, float]) -> dict[str, str]:
    return {
        "scalars": multiples(found[loop] for loop in SCALARS),
        "array": multiples([found["array"]]),
        "map": multiples([found["map"]]),
    }


def _keys_then() -> Finding:
    detect, maps = (
        php_loops_page.printed("pack_seconds")[f"php-msgpack ({kind})"] for kind in ("list detection", "all maps")
    )
    found = {loop: detect[loop] / maps[loop] for loop in LOOPS}
    return Finding(below(found.values(), CHEAP), _by_kind(found))


def _lists(record: Record, kind: str, codec: str, *tasks: str) -> dict[int, float]:
    """The codec's time as a multiple of that of writing all arrays as maps, by length."""
    return {
        length: sum(ns_of(record, php_loops_page.list_key(kind, length), codec, task) for task in tasks)
        / sum(ns_of(record, php_loops_page.list_key(kind, length), MAPS, task) for task in tasks)
        for length in php_loops_page.LENGTHS
    }


def _length(record: Record, codec: str) -> Finding:
    hashed, packed = (_lists(record, kind, codec, ENCODE) for kind in ("hashed", "packed"))
    least, most = php_loops_page.LENGTHS[1], php_loops_page.LENGTHS[-1]
    slack = _slack(record, ENCODE)
    verdict = below([hashed[least]], hashed[most], slack)
    figures = {
        "least": f"{least:,}", "most": f"{most:,}", "short": multiples([hashed[least]]), "long": multiples([hashed[most]]),
        "packed": multiples([packed[least], packed[most]]),
    }  # fmt: skip
    return Finding(verdict, figures)


def _pays(record: Record, codec: str) -> Finding:
    found = [part for kind in php_loops_page.KINDS for part in _lists(record, kind, codec, ENCODE, DECODE).values()]
    sizes = [
        bytes_of(record, key, codec) / bytes_of(record, key, MAPS)
        for key in (
            php_loops_page.list_key(kind, length) for kind in php_loops_page.KINDS for length in php_loops_page.LENGTHS
        )
    ]
    return Finding(below(found, slack=_slack(record, ENCODE)), {"time": percents(found), "bytes": percents(sizes)})


def _pays_then() -> Finding:
    detect, maps = (
        php_loops_page.printed("total_bytes")[f"php-msgpack ({kind})"] for kind in ("list detection", "all maps")
    )
    return Finding(HOLDS, {"bytes": percents([detect["array"] / maps["array"]])})


def _paces(codec: str) -> Callable[[Record, str], dict[str, str]]:
    """How many times as fast as the rivals, by the fair method, packing and unpacking apart."""

    def figures(record: Record, language: str) -> dict[str, str]:
        return {
            f"{rival}_{op}": factors(_over(record, LOOPS, codec, RIVALS[rival], task))
            for rival in ("serialize", "json")
            for op, task in (("pack", ENCODE), ("unpack", DECODE))
        }

    return figures


def _cost(record: Record, language: str) -> dict[str, str]:
    """Of looking at the keys of a list."""
    return {
        "keys": multiples(
            part for kind in php_loops_page.KINDS for part in _lists(record, kind, DETECT, ENCODE).values()
        )
    }


def _sizes(record: Record, language: str) -> dict[str, str]:
    """Of the loop of lists, and of all loops as multiples of MessagePack's."""
    found = {}
    for who, codec in (("ours", OURS), *RIVALS.items()):
        sizes = [bytes_of(record, f"c_{loop}", codec) / bytes_of(record, f"c_{loop}", OURS) for loop in LOOPS]
        found.update({who: f"{bytes_of(record, 'c_array', codec):,.0f}", f"{who}_all": multiples(sizes)})
    return found


def _no_figure(record: Record, language: str) -> dict[str, str]:
    source_of(record, "c_array")
    return {}


_PACES = {
    "en": "packs {serialize_pack} times as fast as serialize, {json_pack} as JSON; unpacks {serialize_unpack} and {json_unpack} "
    "times.",
    "ja": "シリアライズは serialize の {serialize_pack} 倍、JSON の {json_pack} 倍、デシリアライズは unserialize の {serialize_unpack} 倍、"
    "JSON の {json_unpack} 倍の速さ。",
}
ANSWER = Answer(
    Point(
        _no_figure,
        en=("", "Five loops, by the fair method (the article's comparison is lost):"),
        ja=("", "5 つのループの最小から最大まで、公平な方法による（記事の比較の表は失われている）:"),
    ),
    *(
        Point(_paces(codec), en=(f"{who}:", _PACES["en"]), ja=(f"{who}:", _PACES["ja"]))
        for who, codec in (("hayapack", OURS), ("PECL msgpack", RIVALS["pecl"]))
    ),
    Point(
        _cost,
        en=("Looking at the keys:", "packing a list takes {keys} times as long as packing it as a map."),
        ja=("キーを調べる費用:", "リストのシリアライズの時間は、調べずに map とする場合の {keys} 倍。"),
    ),
    Point(
        _sizes,
        en=(
            "Bytes:",
            "lists: MessagePack {ours}, JSON {json}, serialize {serialize}; all loops: JSON {json_all} and serialize {serialize_all} "
            "times MessagePack's.",
        ),
        ja=(
            "サイズ:",
            "リストのループは MessagePack {ours}、JSON {json}、serialize {serialize}。すべてのループでは MessagePack に対して JSON "
            "{json_all} 倍、serialize {serialize_all} 倍。",
        ),
    ),
)
CONCLUSIONS = [
    Conclusion(
        "overall",
        MSGPACK,
        _overall,
        en=Said(
            "On the whole MessagePack is faster than serialize and JSON.",
            "packing and unpacking, {serialize_factor} times as fast as serialize and unserialize and {json_factor} times as "
            "fast as JSON, that is {serialize} and {json} of their time",
            "faster than serialize and JSON",
            unprinted=LOST["en"],
        ),
        ja=Said(
            "全体的に MessagePack は serialize や JSON より速い。",
            "シリアライズとデシリアライズの合計で serialize の {serialize_factor} 倍、JSON の {json_factor} 倍の速さ、時間では "
            "{serialize} と {json}",
            "serialize や JSON より速い",
            unprinted=LOST["ja"],
        ),
    ),
    Conclusion(
        "exceptions",
        MSGPACK,
        _exceptions,
        en=Said(
            "With some types JSON or serialize is faster.",
            "times as fast as the other, at worst: {worst}",
            "JSON or serialize faster somewhere, both ways together",
            unprinted=LOST["en"],
        ),
        ja=Said(
            "JSON か serialize が勝つ型もある。",
            "相手の何倍速いかは、最悪のループで {worst}",
            "シリアライズとデシリアライズの合計で JSON か serialize が勝つ型もある",
            unprinted=LOST["ja"],
        ),
    ),
    Conclusion(
        "strings",
        ("php_json_article",),
        _strings,
        en=Said(
            "JSON is extremely slow with strings, serialize does well there.",
            "JSON takes {string} times serialize's time with strings, {others} times with the other types",
            "JSON very slow with strings",
            unprinted=LOST["en"],
        ),
        ja=Said(
            "文字列では JSON が際立って遅いが、serialize は良好である。",
            "JSON の時間は serialize に対して文字列で {string} 倍、ほかの型で {others} 倍",
            "文字列では JSON が際立って遅い",
            unprinted=LOST["ja"],
        ),
    ),
    Conclusion(
        "halves",
        MSGPACK,
        _halves,
        en=Said(
            "With int, float and string, packing takes about half of the time.",
            "int {int}, float {float}, string {string} of packing and unpacking",
            "packing half of the time",
        ),
        ja=Said(
            "int、float、string ではシリアライズは全体のおよそ半分の時間である。",
            "シリアライズとデシリアライズの合計に対して int {int}、float {float}、string {string}",
            "シリアライズは半分の時間",
        ),
    ),
    Conclusion(
        "arrays",
        MSGPACK,
        _arrays,
        en=Said(
            "Unpacking arrays takes unusually long.",
            "unpacking takes {array} times packing with lists, {others} times with int, float and string",
            "unpacking arrays slow",
        ),
        ja=Said(
            "リストのデシリアライズはほかの型より目立って遅い。",
            "デシリアライズの時間はシリアライズに対してリストで {array} 倍、int、float、string で {others} 倍",
            "リストのデシリアライズは遅い",
        ),
    ),
    Conclusion(
        "keys",
        (DETECT,),
        _keys,
        _keys_then(),
        en=Said(
            "Looking at the keys, to tell a list from a map, is cheap.",
            "packing with it, as a multiple of the time of packing every array as a map: lists {array}, maps {map}, int, float "
            "and string {scalars}",
            "looking at the keys cheap",
        ),
        ja=Said(
            "リストか map かをキーから見分ける処理は軽い。",
            "シリアライズの時間は、すべて map とする場合に対してリストで {array} 倍、map で {map} 倍、int、float、string で {scalars} 倍",
            "キーを調べる処理は軽い",
        ),
    ),
    Conclusion(
        "length",
        (DETECT,),
        _length,
        en=Said(
            "The longer the array, the more looking at the keys costs.",
            "where PHP keeps a list's keys, packing it takes {short} times as long as packing it as a map with {least} entries "
            "and {long} times with {most}; where PHP keeps none, in a packed array, {packed} times",
            "its cost grows with the array",
        ),
        ja=Said(
            "配列を長くすればキーを調べる分だけ少し遅くなる。",
            "PHP がキーを持つリストでは、map とする場合に対して {least} 要素で {short} 倍、{most} 要素で {long} 倍、"
            "キーを持たない packed array では {packed} 倍",
            "長い配列ほど遅くなる",
        ),
    ),
    Conclusion(
        "pays",
        (DETECT,),
        _pays,
        _pays_then(),
        en=Said(
            "With unpacking and the size counted, looking at the keys pays off.",
            "packing and unpacking lists takes {time} of the time of maps, and {bytes} of the bytes",
            "looking at the keys pays off",
            "{bytes} of the bytes with lists; of the time with unpacking it was a guess",
        ),
        ja=Said(
            "デシリアライズとデータサイズも含めると、あらかじめキーを調べた方が得になる。",
            "リストのシリアライズとデシリアライズは map とする場合の時間の {time}、サイズの {bytes}",
            "調べた方が得になる",
            "リストのサイズの {bytes}、デシリアライズも含めた時間は予想だけ",
        ),
    ),
]
