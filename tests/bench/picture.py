"""Draws the README's picture from the last latency measurement: ``python -m tests.bench.picture``."""

from __future__ import annotations

from html import escape

from tests.bench.report import ROOT, recorded

PICTURE = ROOT / "assets" / "pictures" / "streaming.svg"
WIDTH, LEFT, BAR, ROW = 760, 200, 14, 48
OURS, THEIRS, TEXT, LINE = "#1f6feb", "#8b949e", "#57606a", "#d0d7de"


def main() -> None:
    """Write the SVG: for every text, how long a listener waits for the first sound."""
    figures = {figure.name: figure.value for figure in recorded("latency")}
    rows = []
    for name, value in figures.items():
        text, _, kind = name.partition(": ")
        if kind == "first audible sample":
            rows.append((text, value, value * figures[f"{text}: sooner than kokoro-onnx"]))
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(draw(rows), "utf-8")


def draw(rows: list[tuple[str, float, float]]) -> str:
    """Bars in milliseconds: text, this engine, the other one."""
    longest = max(theirs for _, _, theirs in rows)
    scale = (WIDTH - LEFT - 90) / longest
    height = 56 + ROW * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="Milliseconds until the first audible sound">',
        f'<text x="0" y="18" fill="{TEXT}" font-weight="bold">Milliseconds until the first audible sound, two CPU cores'
        "</text>",
        f'<rect x="{WIDTH - 290}" y="8" width="12" height="12" fill="{OURS}"/>'
        f'<text x="{WIDTH - 272}" y="18" fill="{TEXT}">Timbre Studio</text>',
        f'<rect x="{WIDTH - 160}" y="8" width="12" height="12" fill="{THEIRS}"/>'
        f'<text x="{WIDTH - 142}" y="18" fill="{TEXT}">kokoro-onnx</text>',
        f'<line x1="{LEFT}" y1="32" x2="{LEFT}" y2="{height - 12}" stroke="{LINE}"/>',
    ]
    for i, (name, ours, theirs) in enumerate(rows):
        top = 40 + ROW * i
        parts.append(f'<text x="{LEFT - 10}" y="{top + 19}" fill="{TEXT}" text-anchor="end">{escape(name)}</text>')
        for offset, value, colour in ((0, ours, OURS), (BAR + 2, theirs, THEIRS)):
            end = LEFT + value * scale
            parts.append(
                f'<rect x="{LEFT}" y="{top + offset}" width="{value * scale:.1f}" height="{BAR}" fill="{colour}"/>'
                f'<text x="{end + 6:.1f}" y="{top + offset + 11}" fill="{TEXT}">{value:.0f}</text>'
            )
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    main()
