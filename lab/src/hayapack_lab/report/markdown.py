"""A report as Markdown: sections, tables that are not wide, pictures."""

from __future__ import annotations

import re

from ..text.report_elements import Cell, Chart, Column, Report, Section, Table, Text

SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#])")
BOLD = ("ours", "best")


def text(report: Report, pictures: dict[str, str]) -> str:
    """The whole document. `pictures`: chart key -> path for the link."""
    blocks = [f"# {_escape(report.title)}"]
    for section in report.sections:
        blocks += _section(section, pictures)
    blocks += [_escape(line) for line in report.foot]
    return "\n\n".join(blocks) + "\n"


def _section(section: Section, pictures: dict[str, str]) -> list[str]:
    blocks = [f"## {_escape(section.title)}"] if section.title else []
    for part in section.parts:
        if isinstance(part, Text):
            said = _escape(part.text)
            label = f"**{_escape(part.label)}** " if part.label else ""
            if part.mark == "item":
                line = f"- {label}{said}"
                listed = blocks and blocks[-1].startswith("- ")
                blocks[-1:] = [f"{blocks[-1]}\n{line}"] if listed else [*blocks[-1:], line]
            else:
                blocks.append(f"**{said}**" if part.mark == "verdict" else label + said)
        elif isinstance(part, Table) and not part.wide and part.rows:
            blocks += _table(part, titled=part.title != section.title)
        elif isinstance(part, Chart) and part.key in pictures:
            blocks.append(f"![{_escape(part.title)}]({pictures[part.key]})")
            if part.caption:
                blocks.append(_escape(part.caption))
    return blocks


def _table(table: Table, titled: bool) -> list[str]:
    lines = [
        _line([_escape(column.title) for column in table.columns]),
        _line([_rule(column) for column in table.columns]),
        *(_line([_cell(cell) for cell in row]) for row in table.rows),
    ]
    blocks = [f"### {_escape(table.title)}"] if titled else []
    if table.caption:
        blocks.append(_escape(table.caption))
    return [*blocks, "\n".join(lines)]


def _line(fields: list[str]) -> str:
    return f"| {' | '.join(fields)} |"


def _rule(column: Column) -> str:
    return "---:" if column.numeric else "---"


def _cell(cell: Cell) -> str:
    said = _escape(cell.text)
    return f"**{said}**" if said and cell.mark in BOLD else said


def _escape(said: str) -> str:
    return SPECIAL.sub(r"\\\1", " ".join(said.split()))
