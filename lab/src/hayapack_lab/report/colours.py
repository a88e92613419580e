"""The colours of charts, on the page and in pictures.

hayapack has one strong colour of its own. The others differ in lightness as well as in hue, so
that colour-blind readers can distinguish them, also in grey; each has a lighter counterpart for
the page's dark mode.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..text.report_elements import Chart


@dataclass(frozen=True)
class Colour:
    light: str  # on a white page
    dark: str  # on a black one


OURS = (
    Colour("#d1480f", "#ff7a3d"),
    Colour("#eda27d", "#a85a36"),
    Colour("#8f2f06", "#ffc2a3"),
    Colour("#f7cfba", "#7d452b"),
)
OTHERS = (
    Colour("#0b63a5", "#4da3e8"),
    Colour("#1f9e77", "#35cf9f"),
    Colour("#8a3f97", "#d08be0"),
    Colour("#5fb8e6", "#b4e2fb"),
    Colour("#56616c", "#c3ccd5"),
    Colour("#a5a02c", "#dbd65a"),
    Colour("#332e8c", "#8f8af5"),
    Colour("#a3adb8", "#74818d"),
    Colour("#0f5c4b", "#1f8f78"),
    Colour("#d59ac6", "#8a5a80"),
)
INK = Colour("#1c2024", "#e6eaee")
SOFT = Colour("#56606b", "#9fabb7")
LINE = Colour("#dde2e7", "#333c45")
#: All colours of charts.
ALL = (*OURS, *OTHERS, INK, SOFT, LINE)


class Palette:
    """Gives a name the same colour in every chart of a report, if possible."""

    def __init__(self) -> None:
        self._known: dict[str, Colour] = {}  # in the order of first appearance

    def assign(self, chart: Chart) -> list[Colour]:
        """A colour for each series; all different while there are enough."""
        given: dict[str, Colour] = {}
        names = [series.name for series in chart.series if not series.ours and not series.hollow]
        senior = {name: place for place, name in enumerate(self._known)}
        for name in sorted(names, key=lambda name: senior.get(name, len(senior))):
            given[name] = self._pick(name, list(given.values()))
            self._known.setdefault(name, given[name])
        ours = iter(OURS * len(chart.series))
        return [next(ours) if s.ours else SOFT if s.hollow else given[s.name] for s in chart.series]

    def _pick(self, name: str, taken: list[Colour]) -> Colour:
        """The name's colour if it is free, else the next free one."""
        first = OTHERS.index(self._known[name]) if name in self._known else len(self._known)
        order = [OTHERS[(first + step) % len(OTHERS)] for step in range(len(OTHERS))]
        return next((colour for colour in order if colour not in taken), order[0])
