"""How each language says a verdict, and names codecs: the words of the articles' answers."""

from __future__ import annotations

from ...measure.record import Record

HOLDS, PART, FAILS, CLOSE = "holds", "holds in part", "does not hold", "cannot be told"

# How each language puts a verdict, and joins who it is about with the figures.
# past, today: before the verdicts; whose: one verdict of today; none, unmeasured: without a figure, then and today.
LANGUAGES: dict[str, dict[str, str]] = {
    "en": {
        "title": "The question, and what holds today",
        HOLDS: "holds", PART: "holds in part", FAILS: "does not hold", CLOSE: "is within the noise",
        "held " + HOLDS: "it held", "held " + PART: "it held in part", "held " + FAILS: "it did not hold",
        "held " + CLOSE: "it was a tie",
        "then": "Then {held}: {figures}.", "none": "Then: no figure was printed.", "unprinted": "Then: {why}.",
        "today": " Today: {found}.", "whose": "{verdict} for {who}: {figures}", "and": "; ", "names": " and ",
        "unmeasured": " Today: not measured in this run.", "answer": "not measured in this run",
        "count": "The {count} conclusions today:", "counted": "{found}.",
        "ours": "With hayapack otherwise:", "same": " With hayapack the same.",
        "each": "{verdict}: {what}", "what": "{brief} ({place})", "then what": ", ",
        "verdict " + HOLDS: "holds", "verdict " + PART: "in part", "verdict " + FAILS: "does not hold",
        "verdict " + CLOSE: "within the noise", "verdict unmeasured": "not measured",
        "defined": "“Holds”: in every case that the conclusion is about, by more than the noise; “holds in part”: in some "
        "of them; “does not hold”: in none. A range is that of these cases.",
        "rivals": "Today's fastest rivals, by the fair method:", "ran": "hayapack's time is 1: {found}.",
        "pace": "{who} {encode} to encode and {decode} to decode",
        "absent": "{names} did not run here: docs/results/python.md has their times.",
    },
    "ja": {
        "title": "日本語の要約",
        HOLDS: "成り立つ", PART: "一部だけ成り立つ", FAILS: "成り立たない", CLOSE: "測定誤差の範囲",
        "held " + HOLDS: "成り立った", "held " + PART: "一部だけ成り立った", "held " + FAILS: "成り立たなかった",
        "held " + CLOSE: "差がなかった",
        "then": "当時: {held}（{figures}）。", "none": "当時: 数値は印刷されていない。", "unprinted": "当時: {why}。",
        "today": "現在: {found}。", "whose": "{who} では{verdict}（{figures}）", "and": "、", "names": "、",
        "unmeasured": "現在: 今回は測定していない。", "answer": "今回は測定していない",
        "count": "記事の {count} 件の結論の現在:", "counted": "{found}。",
        "ours": "hayapack で異なるもの:", "same": "hayapack でも同じ。",
        "each": "{verdict}: {what}", "what": "{brief}（{place}）", "then what": "、",
        "verdict " + HOLDS: "成り立つ", "verdict " + PART: "一部だけ成り立つ", "verdict " + FAILS: "成り立たない",
        "verdict " + CLOSE: "測定誤差の範囲", "verdict unmeasured": "未測定",
        "defined": "「成り立つ」は対象のすべての場合に測定誤差を超えて、「一部だけ成り立つ」は一部の場合にだけ成り立つこと、"
        "「成り立たない」はどの場合にも成り立たないことをいう。範囲はそれらの場合の最小から最大まで。",
        "rivals": "現在もっとも速い競合（公平な方法）:", "ran": "hayapack の時間を 1 とすると、{found}。",
        "pace": "{who} はシリアライズ {encode}、デシリアライズ {decode}",
        "absent": "{names} はここでは動かなかった（時間は docs/results/python.md）。",
    },
    "zh": {
        "title": "中文摘要",
        HOLDS: "成立", PART: "部分成立", FAILS: "不成立", CLOSE: "在测量误差之内",
        "held " + HOLDS: "成立", "held " + PART: "部分成立", "held " + FAILS: "不成立", "held " + CLOSE: "没有差别",
        "then": "当时：{held}（{figures}）。", "none": "当时：没有给出数字。", "unprinted": "当时：{why}。",
        "today": "今天：{found}。", "whose": "对 {who} {verdict}（{figures}）", "and": "；", "names": " 和 ",
        "unmeasured": "今天：这次没有测量。", "answer": "这次没有测量",
        "count": "文章的 {count} 条结论，今天：", "counted": "{found}。",
        "ours": "用 hayapack 时不同的：", "same": "用 hayapack 也一样。",
        "each": "{verdict}：{what}", "what": "{brief}（{place}）", "then what": "、",
        "verdict " + HOLDS: "成立", "verdict " + PART: "部分成立", "verdict " + FAILS: "不成立",
        "verdict " + CLOSE: "在测量误差之内", "verdict unmeasured": "没有测量",
        "defined": "“成立”：在结论所涉及的每种情况下都成立，且超出测量误差；“部分成立”：只在其中一些情况下成立；“不成立”："
        "在任何情况下都不成立。区间是这些情况的最小值到最大值。",
        "rivals": "今天最快的对手（公平的方法）：", "ran": "以 hayapack 的时间为 1：{found}。",
        "pace": "{who} 编码 {encode}、解码 {decode}",
        "absent": "{names} 在这里没有运行，时间见 docs/results/python.md。",
    },
}  # fmt: skip

# Names of codecs that are words, not proper names, in sentences of each language; in English only where the tables' name
# cannot stand in a sentence.
NAMES: dict[str, dict[str, str]] = {
    "en": {
        "php_json_article": "PHP's json without flags, as the article calls it",
        "php_hayapack_detect": "hayapack's Msgpack object, which looks at the keys",
        "d_hayapack_typeless_lz4_block": "typeless + LZ4 block",
    },
    "ja": {
        "php_json": "PHP の json",
        "php_json_article": "PHP の json（記事と同じ呼び方）",
        "php_hayapack_detect": "hayapack の Msgpack オブジェクト（キーを調べる）",
        "msgpack_pure": "純 Python の msgpack",
        "hayapack_pure": "純 Python の hayapack",
        **{
            f"{key}{types}{lz4}": f"{who}{typed}{form}"
            for key, who, kinds in (
                ("dotnet_utf8json", "Utf8Json", {"_typeless": "（Typeless）", "_typeless_gzip": "（Typeless）+ gzip"}),
                ("dotnet_json", "System.Text.Json", {"_typeless": "（Typeless）"}),
                ("dotnet_messagepack", "MessagePack-CSharp", {"": "", "_typeless": "（Typeless）"}),
                ("dotnet_hayapack", "hayapack", {"": "", "_typeless": "（Typeless）"}),
                ("d_hayapack", "hayapack", {
                    "": "", "_typeless_root": "（最上位だけ型名つき）", "_typeless": "（すべて型名つき）",
                }),
            )
            for types, typed in kinds.items()
            for lz4, form in (("", ""), ("_lz4_block", " + LZ4（1 ブロック）"), ("_lz4_array", " + LZ4（ブロックの配列）"))
        },
    },
    "zh": {
        "record_hayapack_array": "hayapack（dataclass 写成数组）",
        "record_msgspec_array": "msgspec（Struct 写成数组）",
        "record_hayapack_float32": "hayapack（dataclass 写成数组，float32）",
    },
}  # fmt: skip


def named(record: Record, codec: str, language: str) -> str:
    return NAMES.get(language, {}).get(codec) or record.name(codec)
