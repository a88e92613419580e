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

from ...measure.record import Record
from ...text.report_elements import Section, Text
from .. import MODULES
from .conclusions import count
from .languages import LANGUAGES


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
