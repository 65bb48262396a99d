"""Lines of a terminal as a drawing, for documents.

Draws the characters of a screen on a dark ground: backgrounds as rectangles, frames and card backs
as shapes, words as text in whatever monospaced font the reader has. Shapes are drawn because fonts
disagree about how high a line is, and a frame with gaps is no frame. The rule of the file: the
drawing stands alone, nothing in it is fetched from anywhere.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from rich.color import Color
    from rich.style import Style

CELL = 8.4
LINE = 18
SIZE = 14
MARGIN = 14
BAR = 30
FONTS = "'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace"
GROUND = (18, 21, 24)
INK = (222, 226, 230)
FRAME = (58, 64, 70)

Rgb = tuple[int, int, int]

# Frames: where a character's strokes go from its middle: left, right, up, down.
STROKES = {
    "─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╯": "lu", "╰": "ru",
    "━": "lr", "┃": "ud", "┏": "rd", "┓": "ld", "┛": "lu", "┗": "ru",
}  # fmt: skip
HEAVY = "━┃┏┓┛┗"
ROUND = "╭╮╯╰"
LEVEL = "─━"
SHADE = "░"


def drawing(rows: Sequence[Text], title: str) -> str:
    """An SVG of `rows`, all as wide as the first."""
    console = Console(file=io.StringIO(), color_system="truecolor", force_terminal=True)
    width = rows[0].cell_len * CELL + 2 * MARGIN
    height = len(rows) * LINE + BAR + MARGIN
    shapes: list[str] = []
    words: list[str] = []
    for number, row in enumerate(rows):
        column, top = 0, BAR + number * LINE
        for segment in Text().append_text(row).render(console):
            for run in _runs(segment.text):
                _draw(run, segment.style, MARGIN + column * CELL, top, shapes, words)
                column += len(run)
    middle = f'x="{_n(width / 2)}" y="{BAR - 10}" text-anchor="middle"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {height}" '
            f'font-family="{FONTS}" font-size="{SIZE}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{_n(width)}" height="{height}" rx="10" fill="{_hex(GROUND)}"/>',
            *(
                f'<circle cx="{MARGIN + 6 + 18 * dot}" cy="16" r="5" fill="{_hex(FRAME)}"/>'
                for dot in range(3)
            ),
            f'<text {middle} fill="{_hex(_mixed(INK, GROUND))}">{escape(title)}</text>',
            '<g shape-rendering="crispEdges">',
            *(shape for shape in shapes if shape.startswith("<rect")),
            "</g>",
            '<g fill="none">',
            *(shape for shape in shapes if not shape.startswith("<rect")),
            "</g>",
            *words,
            "</svg>",
            "",
        ]
    )


def _runs(text: str) -> list[str]:
    """The text in pieces: blanks, words, level lines, corners one by one."""
    runs: list[str] = []
    kinds: list[str] = []
    for character in text:
        kind = (
            "frame" if character in STROKES else "shade" if character == SHADE else
            "blank" if character == " " else "word"
        )  # fmt: skip
        is_same = bool(runs) and kinds[-1] == kind
        if is_same and (kind != "frame" or (character == runs[-1][0] and character in LEVEL)):
            runs[-1] += character
        else:
            runs.append(character)
            kinds.append(kind)
    return runs


def _draw(
    run: str, style: Style | None, left: float, top: int, shapes: list[str], words: list[str]
) -> None:
    ink, ground = _colours(style)
    wide = len(run) * CELL
    if ground != GROUND:
        shapes.append(
            f'<rect x="{_n(left)}" y="{top}" width="{_n(wide)}" height="{LINE}" '
            f'fill="{_hex(ground)}"/>'
        )
    if run[0] == SHADE:
        shapes.append(_shade(len(run), left, top, ink))
    elif run[0] in STROKES:
        shapes.append(_strokes(run, left, top, ink))
    elif run.strip():
        words.append(_word(run, style, left, top, ink))
    if style is not None and style.underline:
        under = f"M{_n(left + 1)} {top + LINE - 2}H{_n(left + wide - 1)}"
        shapes.append(f'<path d="{under}" stroke="{_hex(ink)}" stroke-width="1.5"/>')


def _word(run: str, style: Style | None, left: float, top: int, ink: Rgb) -> str:
    weight = ' font-weight="bold"' if style is not None and style.bold else ""
    slant = ' font-style="italic"' if style is not None and style.italic else ""
    return (
        f'<text x="{_n(left)}" y="{top + LINE - 5}" fill="{_hex(ink)}"{weight}{slant} '
        f'textLength="{_n(len(run) * CELL)}" lengthAdjust="spacingAndGlyphs">{escape(run)}</text>'
    )


def _strokes(run: str, left: float, top: int, ink: Rgb) -> str:
    character, right = run[0], left + len(run) * CELL
    x, y, r = left + CELL / 2, top + LINE / 2, CELL / 2
    ends = {"l": (left, y), "r": (right, y), "u": (x, float(top)), "d": (x, float(top + LINE))}
    first, second = (ends[way] for way in STROKES[character])
    bend = ""
    if character in ROUND:
        turn = y + r if "d" in STROKES[character] else y - r
        bend = f"Q{_n(x)} {_n(y)} {_n(x)} {_n(turn)}"
    elif STROKES[character] not in {"lr", "ud"}:
        bend = f"L{_n(x)} {_n(y)}"
    path = f"M{_n(first[0])} {_n(first[1])}{bend}L{_n(second[0])} {_n(second[1])}"
    wide = 2.6 if character in HEAVY else 1.3
    return f'<path d="{path}" stroke="{_hex(ink)}" stroke-width="{wide}"/>'


def _shade(count: int, left: float, top: int, ink: Rgb) -> str:
    """A lattice over `count` characters, the same in every line, so that lines join."""
    dots = [
        f"M{_n(left + at * CELL / 2 + CELL / 4 - 1)} {top + row}h2"
        for row in (3, 9, 15)
        for at in range(2 * count)
    ]
    return f'<path d="{"".join(dots)}" stroke="{_hex(ink)}" stroke-width="2" opacity="0.55"/>'


def _colours(style: Style | None) -> tuple[Rgb, Rgb]:
    if style is None:
        return INK, GROUND
    ink, ground = _rgb(style.color, INK), _rgb(style.bgcolor, GROUND)
    if style.reverse:
        ink, ground = ground, ink
    return (_mixed(ink, ground) if style.dim else ink), ground


def _rgb(color: Color | None, default: Rgb) -> Rgb:
    if color is None or color.is_default:
        return default
    red, green, blue = color.get_truecolor()
    return red, green, blue


def _mixed(ink: Rgb, ground: Rgb) -> Rgb:
    red, green, blue = ((a + b) // 2 for a, b in zip(ink, ground, strict=True))
    return red, green, blue


def _hex(rgb: Rgb) -> str:
    return "#" + bytes(rgb).hex()


def _n(value: float) -> str:
    """A number as short as it goes."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
