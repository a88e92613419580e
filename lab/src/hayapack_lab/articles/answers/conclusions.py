"""A conclusion of an article, what the article and a record say of it, and which conclusions hold today."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Optional

from ...measure.record import Record
from ...text.report_elements import Text
from ...text.report_tables import is_ours
from .figures import known
from .languages import CLOSE, FAILS, HOLDS, LANGUAGES, PART, named


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
