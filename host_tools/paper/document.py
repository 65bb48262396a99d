"""A report as a document: for the screen as HTML, for the file as PDF, with the same content.

A document is sections of a heading, sentences, a table and figures, in the order in which they are
read. HTML is one page that needs nothing else; PDF is A4, set line by line, with each figure under
its section. The rule of the file: both say exactly the same.
"""

from __future__ import annotations

import html
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.paper.figures import as_pixels, as_png, figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Rows = list[tuple[str, ...]]

_A4 = (8.27, 11.69)
_LINES_A_PAGE = 62
_LINE_CHARS = 96
_CELL_CHARS = 46
_LEFT, _BOTTOM, _WIDTH, _HEIGHT = 0.09, 0.07, 0.84, 0.87  # of a page, for what is set on it


@dataclass
class Section:
    """A heading, sentences, a table (first row its head) and pictures."""

    title: str
    sentences: list[str] = field(default_factory=list)
    table: Rows = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)


# --- HTML ----------------------------------------------------------------------------------------

_STYLE = """
body{font:15px/1.45 Georgia,serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c}
h1,h2{font-weight:600}table{border-collapse:collapse;font:13px/1.35 monospace;margin:1rem 0}
td,th{border-bottom:1px solid #bbb;padding:.15rem .7rem .15rem 0;text-align:left}
img{max-width:100%}.fail{color:#a33327}
"""


def as_html(language: str, made: Iterable[Section]) -> str:
    """One page that needs nothing else."""
    body: list[str] = []
    for at, section in enumerate(made):
        level = "h1" if at == 0 else "h2"
        body.append(f"<{level}>{html.escape(section.title)}</{level}>")
        body += [f"<p>{html.escape(sentence)}</p>" for sentence in section.sentences]
        if section.table:
            head, *rows = section.table
            body.append("<table><tr>" + _cells("th", head) + "</tr>")
            body += [f"<tr>{_cells('td', row)}</tr>" for row in rows]
            body.append("</table>")
        for one in section.figures:
            title = html.escape(section.title)
            body.append(f'<p><img alt="{title}" src="{as_png(one)}"></p>')
    title = "Mazziere"
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}'
        f"</title><style>{_STYLE}</style></head><body>{''.join(body)}</body></html>\n"
    )


def _cells(tag: str, row: tuple[str, ...]) -> str:
    return "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row)


# --- PDF -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of text, or a figure as high as `lines` of them."""

    text: str = ""
    is_title: bool = False
    drawn: Figure | None = None
    lines: int = 1


def as_pdf(path: Path, made: Iterable[Section], creator: str) -> None:
    """The same document on A4 pages; `creator`: the command that wrote it."""
    from matplotlib.backends.backend_pdf import PdfPages

    with PdfPages(path, metadata={"Title": "Mazziere", "Creator": creator}) as pdf:
        for number, page in enumerate(_pages(_set(made)), 1):
            pdf.savefig(_page(page, number), dpi=150)


def _set(made: Iterable[Section]) -> list[list[_Line]]:
    """What has to stay together on a page: a heading with what follows it, a line, a figure."""
    blocks: list[list[_Line]] = []
    for section in made:
        heading = [_Line(), _Line(section.title, is_title=True)]
        lines = [
            _Line(part)
            for sentence in section.sentences
            for part in textwrap.wrap(sentence, _LINE_CHARS)
        ]
        rows = [_Line(line) for line in _aligned(section.table)]
        if lines and rows:
            rows.insert(0, _Line())
        content = [[line] for line in lines + rows] + [[_figure(one)] for one in section.figures]
        if content:
            heading += content.pop(0)
        blocks.append(heading)
        blocks += content
    return blocks


def _figure(one: Figure) -> _Line:
    """A figure, scaled to the width of the text."""
    wide, high = one.get_size_inches()
    inches = _A4[0] * _WIDTH * high / wide
    return _Line(drawn=one, lines=int(inches / (_A4[1] * _HEIGHT / _LINES_A_PAGE)) + 1)


def _pages(blocks: list[list[_Line]]) -> list[list[_Line]]:
    pages: list[list[_Line]] = [[]]
    left = _LINES_A_PAGE
    for block in blocks:
        height = sum(line.lines for line in block)
        if height > left and pages[-1]:
            pages.append([])
            left = _LINES_A_PAGE
        pages[-1] += block
        left -= height
    return pages


def _aligned(table: Rows) -> list[str]:
    if not table:
        return []
    columns = range(len(table[0]))
    widths = [min(_CELL_CHARS, max(len(row[column]) for row in table)) for column in columns]
    lines: list[str] = []
    for row in table:
        cells = [textwrap.wrap(cell, _CELL_CHARS) or [""] for cell in row]
        for step in range(max(len(cell) for cell in cells)):
            parts = [cell[step] if step < len(cell) else "" for cell in cells]
            joined = "  ".join(p.ljust(w) for p, w in zip(parts, widths, strict=True))
            lines.append(joined.rstrip())
    return lines


def _page(lines: list[_Line], number: int) -> Figure:
    made, axes = figure(size=_A4)
    made.set_layout_engine("none")
    axes.set_position((_LEFT, _BOTTOM, _WIDTH, _HEIGHT))
    axes.axis("off")
    at = 0
    for line in lines:
        if line.drawn is not None:
            height = _HEIGHT * line.lines / _LINES_A_PAGE
            bottom = _BOTTOM + _HEIGHT * (1 - at / _LINES_A_PAGE) - height
            place = made.add_axes((_LEFT, bottom, _WIDTH, height))
            place.axis("off")
            place.imshow(as_pixels(line.drawn), aspect="equal")
            place.set_anchor("NW")
        else:
            axes.text(
                0.0, 1 - at / _LINES_A_PAGE, line.text, transform=axes.transAxes, va="top",
                family="DejaVu Sans Mono", fontsize=10.5 if line.is_title else 7.4,
                fontweight="bold" if line.is_title else "normal", parse_math=False,
            )  # fmt: skip
        at += line.lines
    made.text(0.5, 0.035, f"Mazziere, {number}", ha="center", fontsize=7.4)
    return made
