"""An article's record beside others of the same article, which other Pythons measured.

`record.beside` has these records; the file of a record has none.
"""

from __future__ import annotations

from typing import Optional

from ..measure.record import Record
from ..statistics import judge
from ..text.report_elements import Cell, Column, Section, Table, Text, texts
from ..text.report_tables import DASH, codecs_of, ratio_text, words
from . import answers
from .answers.conclusions import Finding
from .answers.languages import LANGUAGES

TITLE = "With other versions of Python"
CAPTION = (
    "Each run's own rivals, in the versions that this Python has: compare within a column. A ratio is the codec's "
    "time divided by hayapack's in the same run."
)
LEFT_OUT = "not measured"


def section(record: Record) -> Optional[Section]:
    """The conclusions, versions and ratios of each run; None without another record."""
    records = record.runs
    if len(records) == 1:
        return None
    keys = record.articles
    parts: list = [Text(CAPTION, "soft")]
    parts += [_conclusions(records, key) for key in keys]
    parts += [_versions(records), _ratios(records)]
    return Section("pythons", TITLE, parts)


def _title(record: Record) -> str:
    return f"{record.machine.python}, {record.started[:10]}"


def _columns(records: list[Record]) -> list[Column]:
    return texts(*map(_title, records))


def _conclusions(records: list[Record], key: str) -> Table:
    """Each conclusion's verdict and figures in each run."""
    rows = []
    for place, one in enumerate(answers.article_module(key).CONCLUSIONS, 1):
        found = [one.found(record) for record in records]
        for codec in one.codecs:
            who = next((record.name(codec) for record, at in zip(records, found) if codec in at), None)
            if who:
                cells = [_verdict(at.get(codec), one.said["en"].figures) for at in found]
                rows.append([Cell(f"{place}. {one.said['en'].claim}"), Cell(who), *cells])
    columns = [*texts("conclusion", "codec"), *_columns(records)]
    return Table(f"pythons-{key}", "The conclusions in each run", columns, rows)


def _verdict(found: Optional[Finding], template: str) -> Cell:
    if found is None:
        return Cell(LEFT_OUT, "", mark="soft")
    return Cell(f"{LANGUAGES['en'][found.verdict]}: {template.format(**found.figures)}")


def _versions(records: list[Record]) -> Table:
    rows = []
    for codec in _codecs(records):
        cells = [Cell(record.codec(codec).version or LEFT_OUT) for record in records]
        rows.append([Cell(_name(records, codec)), *cells])
    return Table("pythons-versions", "Versions", [*texts("codec"), *_columns(records)], rows)


def _codecs(records: list[Record]) -> list[str]:
    return codecs_of([source for record in records for source in record.sources])


def _name(records: list[Record], codec: str) -> str:
    return next(record.name(codec) for record in records if codec in record.codecs)


def _ratios(records: list[Record]) -> Table:
    """The ratio to hayapack of each codec in each task that two runs have."""
    judged: list[dict[tuple[str, str, str], judge.Judged]] = [
        {
            (source.key, task, one.codec): one
            for source in record.sources
            for task in source.tasks
            for one in judge.judge(source, task)
        }
        for record in records
    ]
    data = {source.key: source.name for record in records for source in record.sources}
    shared = [key for key in judged[0] if any(key in other for other in judged[1:])]
    rows = []
    for key in shared:
        source, task, codec = key
        if all(at[key].ratio is None for at in judged if key in at):
            continue  # hayapack itself
        way, collector = words(task)
        cells = [
            Cell(ratio_text(at[key]), at[key].ratio.value) if key in at and at[key].ratio else DASH for at in judged
        ]
        rows.append([Cell(_name(records, codec)), Cell(data[source]), Cell(f"{way}, collector {collector}"), *cells])
    columns = [*texts("codec", "data", "method"), *(Column(_title(record)) for record in records)]
    return Table("pythons-ratios", "Each codec's time / hayapack's", columns, rows, wide=True)
