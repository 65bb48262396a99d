"""Seven-segment digits as they glow, three characters wide and three lines high.

A display of the table has eight digits: two of seconds or state, six of words and amounts, each
with a point to its right. Drawn from the segments that are lit, so that what cannot be read on the
table cannot be read here. The rule of the file: a dark segment is seen as dark, never left out,
and a point that is lit is a character as well as a colour.
"""

from __future__ import annotations

from rich.text import Text

from host_tools.view import looks

LINES = 3
DIGIT_WIDTH = 4
GROUND = "#2b0f0d"
LIT = f"bold #ff6a55 on {GROUND}"
DARK = f"#4a211d on {GROUND}"
POINT = f"bold #ffd0c8 on {GROUND}"

# Bits 0..6 are segments a..g, bit 7 is the point: the line and column where each is drawn.
_A, _B, _C, _D, _E, _F, _G = (1 << bit for bit in range(7))
_CELLS = (
    ((0, " "), (_A, "_"), (0, " ")),
    ((_F, "|"), (_G, "_"), (_B, "|")),
    ((_E, "|"), (_D, "_"), (_C, "|")),
)
_POINT = 0x80


def glowing(segments: bytes, *, is_blinking: bool = False) -> list[Text]:
    """`LINES` lines of DIGIT_WIDTH characters a digit; segments: a byte a digit, left to right."""
    lines = [Text() for _ in range(LINES)]
    for lit in segments:
        for line, cells in zip(lines, _CELLS, strict=True):
            for bit, stroke in cells:
                is_lit = bool(lit & bit)
                line.append(stroke if is_lit else " ", LIT if is_lit else DARK)
        has_point = bool(lit & _POINT)
        for line in lines[:-1]:
            line.append(" ", DARK)
        lines[-1].append("." if has_point else " ", POINT if has_point else DARK)
    if is_blinking:
        for line in lines:
            line.stylize("blink")
    return lines


def lamp(is_lit: bool, glyphs: looks.Glyphs) -> Text:
    """A seat's lamp."""
    if is_lit:
        return Text(glyphs.lamp_lit, looks.TURN)
    return Text(glyphs.lamp_dark, looks.SOFT)
