"""What each article asked and concluded, and whether it holds today: sentences made from a record.

A module for each article has
    QUESTION     language -> the article's question
    ANSWER       an `Answer`: today's, in one line
    CONCLUSIONS  its `Conclusion`s, in the article's order
in English and in the language of the article's readers. A sentence is a template (`Said`) whose figures come from
the article's printed ones (`then`) or from a record (`today`); no sentence has a measured figure of its own.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Optional

from ...statistics import judge, stats
from ...statistics.summary import times
from ...text.model import Section, Text
from ..parts import name, size_of

HOLDS, PART, FAILS, CLOSE = "holds", "holds in part", "does not hold", "cannot be told"

# How each language puts a verdict, and joins who it is about with the figures.
# past, today: before the verdicts; whose: one verdict of today; none, unmeasured: without a figure, then and today.
LANGUAGES: dict[str, dict[str, str]] = {
    "en": {
        "title": "The question, and what holds today",
        HOLDS: "holds", PART: "holds in part", FAILS: "does not hold", CLOSE: "is within the noise",
        "held " + HOLDS: "it held", "held " + PART: "it held in part", "held " + FAILS: "it did not hold",
        "held " + CLOSE: "it was a tie",
        "then": "Then {held}: {figures}.", "none": "Then: no figure was printed.",
        "today": " Today: {found}.", "whose": "{verdict} for {who} ({figures})", "and": "; ", "names": " and ",
        "unmeasured": " Today: not measured in this run.", "answer": "not measured in this run",
    },
    "ja": {
        "title": "日本語の要約",
        HOLDS: "成り立つ", PART: "一部だけ成り立つ", FAILS: "成り立たない", CLOSE: "測定誤差の範囲",
        "held " + HOLDS: "成り立った", "held " + PART: "一部だけ成り立った", "held " + FAILS: "成り立たなかった",
        "held " + CLOSE: "差がなかった",
        "then": "当時: {held}（{figures}）。", "none": "当時: 数値は印刷されていない。",
        "today": "現在: {found}。", "whose": "{who} では{verdict}（{figures}）", "and": "、", "names": "、",
        "unmeasured": "現在: 今回は測定していない。", "answer": "今回は測定していない",
    },
    "zh": {
        "title": "中文摘要",
        HOLDS: "成立", PART: "部分成立", FAILS: "不成立", CLOSE: "在测量误差之内",
        "held " + HOLDS: "成立", "held " + PART: "部分成立", "held " + FAILS: "不成立", "held " + CLOSE: "没有差别",
        "then": "当时：{held}（{figures}）。", "none": "当时：没有给出数字。",
        "today": "今天：{found}。", "whose": "对 {who} {verdict}（{figures}）", "and": "；", "names": " 和 ",
        "unmeasured": "今天：这次没有测量。", "answer": "这次没有测量",
    },
}  # fmt: skip


class NotMeasured(LookupError):
    """A figure that the record does not have."""


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
    then: str = ""  # of the article's own, if it has others


@dataclass(frozen=True)
class Conclusion:
    """A conclusion of an article. today(record, codec) may raise NotMeasured."""

    key: str
    said: dict[str, Said]  # by language
    codecs: tuple[str, ...]  # those on which it is tested
    today: Callable[[dict, str], Finding]
    then: Optional[Finding] = None  # None: the article printed no figure

    def found(self, record: dict) -> dict[str, Finding]:
        """The findings of today by codec, without those that were not measured."""
        found = {}
        for codec in self.codecs:
            try:
                found[codec] = self.today(record, codec)
            except NotMeasured:
                continue
        return found

    def sentence(self, record: dict, language: str = "en") -> str:
        """Then and today."""
        words, said = LANGUAGES[language], self.said[language]
        then = words["none"]
        if self.then:
            figures = (said.then or said.figures).format(**self.then.figures)
            then = words["then"].format(held=words["held " + self.then.verdict], figures=figures)
        whose: dict[tuple[str, str], list[str]] = {}  # (verdict, figures) -> names
        for codec, one in self.found(record).items():
            whose.setdefault((one.verdict, said.figures.format(**one.figures)), []).append(name(record, codec))
        found = [
            words["whose"].format(who=words["names"].join(names), verdict=words[verdict], figures=figures)
            for (verdict, figures), names in whose.items()
        ]
        return then + (words["today"].format(found=words["and"].join(found)) if found else words["unmeasured"])


@dataclass(frozen=True)
class Answer:
    """Today's answer in one line. figures(record) fills the template, or raises NotMeasured."""

    figures: Callable[[dict], dict[str, str]]
    said: dict[str, str] = field(default_factory=dict)  # template by language

    def sentence(self, record: dict, language: str = "en") -> str:
        try:
            return self.said[language].format(**self.figures(record))
        except NotMeasured:
            return LANGUAGES[language]["answer"]


def of(key: str):
    """The module of an article."""
    return importlib.import_module(f"{__name__}.{key}")


def sections(record: dict, key: str) -> list[Section]:
    """The question, the answer and the conclusions of an article, a section for each language of its readers."""
    article = of(key)
    found = []
    for language, question in article.QUESTION.items():
        verdict = Text(f"{question} {article.ANSWER.sentence(record, language)}", "verdict")
        conclusions = [
            Text(one.sentence(record, language), label=f"{place}. {one.said[language].claim}")
            for place, one in enumerate(article.CONCLUSIONS, 1)
        ]
        title = LANGUAGES[language]["title"]
        found.append(Section(f"{key}-answer-{language}", title, [verdict, *conclusions], language=language))
    return found


# Figures of a record.


def source_of(record: dict, key: str) -> dict:
    for source in record["sources"]:
        if source["key"] == key:
            return source
    raise NotMeasured(key)


def ns_of(record: dict, key: str, codec: str, task: str, pick: Callable[[list[float]], float] = stats.median) -> float:
    """Nanoseconds of a message. pick: min for the least sample, as some articles printed it."""
    samples = judge.samples_of(source_of(record, key), codec, task)
    if not samples:
        raise NotMeasured(f"{key}, {codec}, {task}")
    return pick(samples)


def bytes_of(record: dict, key: str, codec: str, kind: str = "size") -> float:
    size = size_of(source_of(record, key), codec, kind)
    if size is None:
        raise NotMeasured(f"{key}, {codec}")
    return size


def noise(record: dict, keys: Iterable[str], task: str) -> float:
    """The largest noise floor of the task; 0 where hayapack was not measured twice."""
    return max((judge.floor(source_of(record, key), task) or 0.0 for key in keys), default=0.0)


def below(values: Iterable[float], limit: float = 1.0, slack: float = 0.0) -> str:
    """The verdict on "each value is below the limit". slack: part by which a value may differ without a verdict."""
    values = list(values)
    under = sum(value < limit / (1 + slack) for value in values)
    over = sum(value > limit * (1 + slack) for value in values)
    if under == len(values):
        return HOLDS
    if over == len(values):
        return FAILS
    return PART if under else CLOSE


def percents(values: Iterable[float]) -> str:
    """Parts as a range in per cent: 0.3–25 %, 20 %."""
    return _range((100 * value for value in values), _figure) + " %"


def multiples(values: Iterable[float]) -> str:
    """1.2–38"""
    return _range(values, times)


def _range(values: Iterable[float], show: Callable[[float], str]) -> str:
    values = list(values)
    ends = [show(min(values)), show(max(values))]
    return ends[0] if ends[0] == ends[1] else "–".join(ends)


def _figure(value: float) -> str:
    return f"{value:.1f}" if value < 1 else f"{value:.0f}"
