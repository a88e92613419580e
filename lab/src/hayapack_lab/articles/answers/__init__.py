"""What each article asked and concluded, and whether it holds today: sentences made from a record.

A module for each article has
    QUESTION     language -> the article's question
    ANSWER       an `Answer`: today's, a point for each question that a reader may have
    CONCLUSIONS  its `Conclusion`s, in the article's order
    LIMITS       language -> what its verdicts mean by words such as "about half"; may be empty
    more(record, language) -> list    paragraphs between the answer and the conclusions, and tables after these
in English and in the language of the article's readers. A sentence is a template (`Said`) whose figures come from
the article's printed ones (`then`) or from a record (`today`); no sentence has a measured figure of its own.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Optional, TypeVar, Union

from ...measure.engine import task_name
from ...measure.record import Record, RecordedSource
from ...statistics import judge, stats
from ...statistics.stats import Ratio
from ...statistics.summary import DIRECTIONS, listed, times
from ...text.report_elements import Section, Text
from ...text.report_tables import is_ours, size_of
from .. import MODULES

Key, Found = TypeVar("Key"), TypeVar("Found")
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


IN_ONE_LINE = 4  # points of an answer, with the one that has no label
FAIR = {what: task_name(what) for what in DIRECTIONS}


class NotMeasured(LookupError):
    """A figure that the record does not have."""


def known(figure: Callable[[Key], Found], keys: Iterable[Key]) -> dict[Key, Found]:
    """The figure of each key, without those that were not measured."""
    found = {}
    for key in keys:
        try:
            found[key] = figure(key)
        except NotMeasured:
            continue
    return found


@dataclass(frozen=True)
class Finding:
    """Whether a conclusion holds, with the figures that say so."""

    verdict: str  # HOLDS, PART, FAILS or CLOSE
    figures: dict[str, str]  # of the template


@dataclass(frozen=True)
class Said:
    """A conclusion in one language."""

    claim: str  # what the article concluded
    figures: str  # template of the figures
    brief: str  # the conclusion in a few words
    then: str = ""  # of the article's own, if it has others
    unprinted: str = ""  # of the article, if it printed no figure: what is known of it


class Conclusion:
    """A conclusion of an article. today(record, codec) may raise NotMeasured.

    codecs: those on which it is tested; then: None if the article printed no figure; said: by language.
    """

    def __init__(
        self,
        key: str,
        codecs: tuple[str, ...],
        today: Callable[[Record, str], Finding],
        then: Optional[Finding] = None,
        **said: Said,
    ):
        self.key, self.codecs, self.today, self.then, self.said = key, codecs, today, then, said

    def found(self, record: Record) -> dict[str, Finding]:
        """The findings of today by codec, without those that were not measured."""
        return known(lambda codec: self.today(record, codec), self.codecs)

    def verdict(self, record: Record, ours: bool) -> Optional[str]:
        """Today's on hayapack's codecs, or on the others; None: not measured, or it is not about such a codec.

        A conclusion that is about hayapack's alone, which no other library can do, has that verdict for the others too.
        """
        alone = all(map(is_ours, self.codecs))
        verdicts = {
            one.verdict for codec, one in self.found(record).items() if is_ours(codec) is ours or (alone and not ours)
        }
        return verdicts.pop() if len(verdicts) == 1 else PART if verdicts else None

    def sentence(self, record: Record, language: str = "en") -> str:
        """Then and today."""
        words, said = LANGUAGES[language], self.said[language]
        then = words["unprinted"].format(why=said.unprinted) if said.unprinted else words["none"]
        if self.then:
            figures = (said.then or said.figures).format(**self.then.figures)
            then = words["then"].format(held=words["held " + self.then.verdict], figures=figures)
        whose: dict[tuple[str, str], list[str]] = {}  # (verdict, figures) -> names
        for codec, one in self.found(record).items():
            whose.setdefault((one.verdict, said.figures.format(**one.figures)), []).append(
                named(record, codec, language)
            )
        found = [
            words["whose"].format(who=words["names"].join(names), verdict=words[verdict], figures=figures)
            for (verdict, figures), names in whose.items()
        ]
        return then + (words["today"].format(found=words["and"].join(found)) if found else words["unmeasured"])


class Point:
    """The answer to one question. figures(record, language) fills the templates, or raises NotMeasured.

    said: by language, the words that a reader looks for, and the answer; templates.
    """

    def __init__(self, figures: Callable[[Record, str], dict[str, str]], **said: tuple[str, str]):
        self.figures, self.said = figures, said

    def text(self, record: Record, language: str) -> Text:
        figures = self.figures(record, language)
        label, said = (template.format(**figures) for template in self.said[language])
        return Text(said, "item" if label else "", label)


class Answer:
    """Today's answer, in the order of the questions that a reader may have. The first point may have no label."""

    def __init__(self, *points: Point):
        self.points = points

    def texts(self, record: Record, language: str = "en") -> list[Text]:
        """Without the points that were not measured."""
        found = known(lambda point: point.text(record, language), self.points)
        return [*found.values()] or [Text(LANGUAGES[language]["answer"])]

    def sentence(self, record: Record, language: str = "en") -> str:
        """The first points in one line."""
        shown = self.texts(record, language)[:IN_ONE_LINE]
        return " ".join(f"{text.label} {text.text}".lstrip() for text in shown)


def article_module(key: str):
    """The module of an article."""
    return importlib.import_module(f"{__name__}.{MODULES[key]}_answers")


def sections(record: Record, key: str) -> list[Section]:
    """The question, the answer and the conclusions of an article, a section for each language of its readers."""
    article = article_module(key)
    found = []
    for language, question in article.QUESTION.items():
        words = LANGUAGES[language]
        conclusions = [
            Text(one.sentence(record, language), label=f"{place}. {one.said[language].claim}")
            for place, one in enumerate(article.CONCLUSIONS, 1)
        ]
        defined = " ".join(filter(None, (words["defined"], article.LIMITS.get(language))))
        more = article.more(record, language)
        parts = [
            Text(question, "verdict"),
            *article.ANSWER.texts(record, language),
            *count(record, article.CONCLUSIONS, language),
            *(part for part in more if isinstance(part, Text)),
            *conclusions,
            Text(defined, "soft"),
            *(part for part in more if not isinstance(part, Text)),
        ]
        found.append(Section(f"{key}-answer-{language}", words["title"], parts, language=language))
    return found


def count(record: Record, conclusions: list[Conclusion], language: str = "en") -> list[Text]:
    """Which conclusions do not hold today, hold in part, or hold, in a few words each; then what differs with hayapack."""
    words = LANGUAGES[language]
    theirs = {place: one.verdict(record, False) for place, one in enumerate(conclusions, 1)}
    ours = {place: verdict for place, one in enumerate(conclusions, 1) if (verdict := one.verdict(record, True))}
    other = {place: verdict for place, verdict in ours.items() if verdict != theirs[place]}
    briefs = [one.said[language].brief for one in conclusions]
    said, differs = (words["counted"].format(found=_counted(found, briefs, words)) for found in (theirs, other))
    same = words["same"] if ours and not other else ""
    text = Text(said + same, "item", words["count"].format(count=len(conclusions)))
    return [text, Text(differs, "item", words["ours"])] if other else [text]


def _counted(verdicts: Mapping[int, Optional[str]], briefs: list[str], words: dict[str, str]) -> str:
    """What does not hold comes first: that is what readers ask."""
    said = []
    for verdict in (FAILS, PART, CLOSE, HOLDS, None):
        places = [place for place, found in verdicts.items() if found == verdict]
        if places:
            what = words["then what"].join(
                words["what"].format(brief=briefs[place - 1], place=place) for place in places
            )
            said.append(words["each"].format(verdict=words[f"verdict {verdict or 'unmeasured'}"], what=what))
    return words["and"].join(said)


def named(record: Record, codec: str, language: str) -> str:
    return NAMES.get(language, {}).get(codec) or record.name(codec)


def version(record: Record, codec: str) -> str:
    """The version alone, without the variant that follows it."""
    found = record.codec(codec).version
    if not found:
        raise NotMeasured(codec)
    return str(found).partition(" ")[0].rstrip(",")


def fastest(record: Record, rivals: Iterable[str], keys: Iterable[str], ours: str, language: str) -> list[Text]:
    """Libraries that the article did not know, by the fair method, and which of them did not run."""
    words, sources = LANGUAGES[language], [source for source in record.sources if source.key in set(keys)]
    paces: list[str] = []
    absent: list[str] = []
    for rival in rivals:
        found = {
            way: [ratio.value for source in sources if (ratio := judge.ratio_of(source, rival, ours, task))]
            for way, task in FAIR.items()
        }
        if all(found.values()):
            shown = {way: multiples(ratios) for way, ratios in found.items()}
            paces.append(words["pace"].format(who=named(record, rival, language), **shown))
        else:
            absent.append(named(record, rival, language))
    joined = listed(absent) if language == "en" and absent else "、".join(absent)
    said = [words["ran"].format(found=words["and"].join(paces))] if paces else []
    said += [words["absent"].format(names=joined)] if absent else []
    return [Text((" " if language == "en" else "").join(said), label=words["rivals"])] if said else []


# Figures of a record.


def source_of(record: Record, key: str) -> RecordedSource:
    for source in record.sources:
        if source.key == key:
            return source
    raise NotMeasured(key)


def ns_of(
    record: Record, key: str, codec: str, task: str, pick: Callable[[list[float]], float] = stats.median
) -> float:
    """Nanoseconds of a message. pick: min for the least sample, as some articles printed it."""
    samples = judge.samples_of(source_of(record, key), codec, task)
    if not samples:
        raise NotMeasured(f"{key}, {codec}, {task}")
    return pick(samples)


def bytes_of(record: Record, key: str, codec: str, kind: str = "size") -> float:
    size = size_of(source_of(record, key), codec, kind)
    if size is None:
        raise NotMeasured(f"{key}, {codec}")
    return size


def noise(record: Record, keys: Iterable[str], task: str) -> float:
    """The largest noise floor of the task; 0 where hayapack was not measured twice."""
    return max((judge.floor(source_of(record, key), task) or 0.0 for key in keys), default=0.0)


def below(values: Iterable[Union[float, Ratio]], limit: float = 1.0, slack: float = 0.0) -> str:
    """The verdict on "each value is below the limit". slack: part by which a value may differ without a verdict.

    Of a ratio with an interval, the whole interval has to be below.
    """
    bounds = [_bounds(value) for value in values]
    under = sum(high < limit / (1 + slack) for _, high in bounds)
    over = sum(low > limit * (1 + slack) for low, _ in bounds)
    if under == len(bounds):
        return HOLDS
    if over == len(bounds):
        return FAILS
    return PART if under else CLOSE


def _bounds(value: Union[float, Ratio]) -> tuple[float, float]:
    if not isinstance(value, Ratio):
        return value, value
    return (value.value if value.low is None else value.low), (value.value if value.high is None else value.high)


def ratio_of(record: Record, key: str, codec: str, other: str, task: str) -> Ratio:
    """The codec's time / the other's, with its interval."""
    found = judge.ratio_of(source_of(record, key), codec, other, task)
    if found is None:
        raise NotMeasured(f"{key}, {codec}, {other}, {task}")
    return found


def with_interval(ratio: Ratio, show: Callable[[Iterable[float]], str]) -> str:
    """The ratio, and its interval in parentheses. show: `percents`, `multiples`"""
    low, high = _bounds(ratio)
    value, interval = show([ratio.value]), show([low, high])
    return value if value == interval else f"{value} ({interval})"


def percents(values: Iterable[float]) -> str:
    """Parts as a range in per cent: 0.3–25 %, 20 %."""
    return _range((100 * value for value in values), _figure) + " %"


def multiples(values: Iterable[float]) -> str:
    """1.2–38"""
    return _range(values, times)


def factors(shares: Iterable[float]) -> str:
    """Parts of another's time as how many times as fast: 0.5 and 0.25 are 2.00–4.00."""
    return multiples(1 / share for share in shares)


def _range(values: Iterable[float], show: Callable[[float], str]) -> str:
    values = list(values)
    ends = [show(min(values)), show(max(values))]
    return ends[0] if ends[0] == ends[1] else "–".join(ends)


def _figure(value: float) -> str:
    return f"{value:.1f}" if value < 1 else f"{value:.0f}"
