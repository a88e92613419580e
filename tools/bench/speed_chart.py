"""The chart of README.md as SVG, light and dark: the rows of its table "Speed", which document_figures.py computes.

The text of the pictures depends on the figures alone, so a test can draw them again."""

from html import escape

WIDTH, LABEL, FIGURE = 760, 150, 190  # of the picture, of the names of rows, of the figures behind the bars; pixels
BAR, GAP, GROUP, TOP = 15, 3, 16, 46  # height of a bar; between bars, and between rows; above the first row
#: (background, ink, soft ink, hayapack's bars, the others')
COLOURS = {
    "light": ("#ffffff", "#1f2328", "#59636e", "#0a7d63", "#b8c2cc"),
    "dark": ("#0d1117", "#e6edf3", "#9198a1", "#2fbf9b", "#454f5b"),
}
FONT = "font-family=\"-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif\""


def bars(rows):
    """(name of the row, [(name of the library, its time / hayapack's)]), hayapack first, the fastest rival next."""
    for row, ratios in rows:
        yield row, [("hayapack", 1.0), *sorted(ratios.items(), key=lambda item: item[1])]


def svg(rows, theme):
    """rows: [(name, {library: its time / hayapack's})]; theme: of COLOURS."""
    paper, ink, soft, ours, others = COLOURS[theme]
    groups = list(bars(rows))
    most = max(ratio for _, found in groups for _, ratio in found)
    scale = (WIDTH - LABEL - FIGURE) / most
    lines, y = [], TOP
    for name, found in groups:
        middle = y + (len(found) * (BAR + GAP) - GAP) / 2
        lines.append(
            f'<text x="{LABEL - 12}" y="{middle + 4:g}" text-anchor="end" fill="{ink}" font-size="13">{escape(name)}</text>'
        )
        for library, ratio in found:
            colour, weight = (ours, ' font-weight="600"') if library == "hayapack" else (others, "")
            lines.append(
                f'<rect x="{LABEL}" y="{y}" width="{ratio * scale:.1f}" height="{BAR}" rx="2" fill="{colour}"/>'
            )
            text = library if library == "hayapack" else f"{library} {ratio:.2f}×"
            at = LABEL + ratio * scale + 7
            lines.append(f'<text x="{at:.1f}" y="{y + 12}" fill="{soft}" font-size="12"{weight}>{escape(text)}</text>')
            y += BAR + GAP
        y += GROUP
    height = y - GROUP + 14
    title = "Time for one document, hayapack's = 1: shorter is faster"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
            f'role="img" aria-label="{title}" {FONT}>',
            f'<rect width="{WIDTH}" height="{height}" rx="6" fill="{paper}"/>',
            f'<text x="16" y="28" fill="{ink}" font-size="15" font-weight="600">{title}</text>',
            *lines,
            "</svg>",
            "",
        ]
    )
