"""The points of today's answer to an article's question."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...measure.record import Record
from ...statistics import judge
from ...text.number_formats import listed
from ...text.report_elements import Text
from .figures import FAIR, known, multiples
from .languages import LANGUAGES, named

IN_ONE_LINE = 4  # points of an answer, with the one that has no label


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
