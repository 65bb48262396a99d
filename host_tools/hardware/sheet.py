"""A drawing sheet in SVG: outlines, cards, centre lines, dimensions with arrows, labels.

Points are given in millimetres of the part, height upwards, and land on the sheet by the view's
scale and origin. Rule of the file: it draws what it is given and knows no part.
"""

from __future__ import annotations

import html
from math import atan2, cos, degrees, hypot, pi, radians, sin

_STYLE = (
    "text{font:11px sans-serif;fill:#222}.t{font-size:15px;font-weight:bold}.n{font-size:10px}"
    "path,circle,line,polygon{fill:none;stroke:#222;stroke-width:1.2}"
    ".thin{stroke:#888;stroke-width:.6}.axis{stroke:#888;stroke-width:.7;stroke-dasharray:9 3 2 3}"
    ".hidden{stroke-width:.8;stroke-dasharray:4 3}.card{stroke:#b02020;stroke-width:2}"
    ".face{fill:#f6e3e3;stroke:#b02020;stroke-width:1.4}.light{stroke:#d08000;stroke-width:1.3}"
    ".solid{fill:#dfe6ee}.dim{stroke:#225588;stroke-width:.8}.arrow{fill:#225588;stroke:none}"
    ".d{fill:#225588;font-size:10px}"
)
_ARROW = 6.0
Point = tuple[float, float]


def polar(radius: float, angle: float) -> Point:
    """A point by radius and degrees."""
    return radius * cos(radians(angle)), radius * sin(radians(angle))


class Sheet:
    """One picture of `width` by `height` pixels; `at` sets scale and origin of what comes."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._size = width, height
        self._items: list[str] = []
        self._scale, self._origin = 1.0, (0.0, 0.0)
        self._write(16, 24, title, "t")

    def at(self, x: float, y: float, scale: float) -> None:
        """From here on (0, 0) lies at these pixels and a millimetre is `scale` of them."""
        self._origin, self._scale = (x, y), scale

    def _px(self, point: Point) -> Point:
        return (
            self._origin[0] + point[0] * self._scale,
            self._origin[1] - point[1] * self._scale,
        )

    def line(self, *points: Point, kind: str = "", closed: bool = False) -> None:
        """A line through points."""
        told = " L".join(f"{x:.1f} {y:.1f}" for x, y in map(self._px, points))
        self._items.append(f'<path class="{kind}" d="M{told}{" Z" if closed else ""}"/>')

    def box(self, x: float, y: float, width: float, height: float, kind: str = "") -> None:
        """A rectangle from its lower left corner."""
        corners = (x, y), (x + width, y), (x + width, y + height), (x, y + height)
        self.line(*corners, kind=kind, closed=True)

    def circle(self, centre: Point, radius: float, kind: str = "") -> None:
        """A circle."""
        x, y = self._px(centre)
        size = radius * self._scale
        self._items.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}"/>')

    def arc(self, radius: float, start: float, end: float, kind: str = "") -> None:
        """An arc around the origin, in degrees, counted from the right, upwards."""
        (ax, ay), (bx, by) = self._px(polar(radius, start)), self._px(polar(radius, end))
        size, is_large = radius * self._scale, int(abs(end - start) > 180)
        sweep = int(end < start)
        self._items.append(
            f'<path class="{kind}" d="M{ax:.1f} {ay:.1f} A{size:.1f} {size:.1f} 0 '
            f'{is_large} {sweep} {bx:.1f} {by:.1f}"/>'
        )

    def _write(self, x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> None:
        at = f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">'
        self._items.append(at + html.escape(text) + "</text>")

    def text(self, point: Point, text: str, kind: str = "", anchor: str = "middle") -> None:
        """A label at a point of the part."""
        x, y = self._px(point)
        self._write(x, y + 4, text, kind, anchor)

    def note(self, x: float, y: float, text: str) -> None:
        """A line of text at pixels."""
        self._write(x, y, text)

    def leader(self, point: Point, dx: float, dy: float, text: str) -> None:
        """A label some pixels beside a point, joined to it by a thin line."""
        x, y = self._px(point)
        self._items.append(
            f'<line class="thin" x1="{x:.1f}" y1="{y:.1f}" x2="{x + dx:.1f}" y2="{y + dy:.1f}"/>'
        )
        anchor = "start" if dx >= 0 else "end"
        self._write(x + dx + (3 if dx >= 0 else -3), y + dy + (4 if dy else 0), text, "", anchor)

    def _arrow(self, tip: Point, angle: float) -> None:
        points = [tip]
        points += [
            (tip[0] - _ARROW * cos(angle + turn), tip[1] - _ARROW * sin(angle + turn))
            for turn in (0.3, -0.3)
        ]
        told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._items.append(f'<polygon class="arrow" points="{told}"/>')

    def dim(self, one: Point, other: Point, away: float, text: str) -> None:
        """A dimension between two points, its line `away` pixels to the left of the way."""
        a, b = self._px(one), self._px(other)
        angle = atan2(b[1] - a[1], b[0] - a[0])
        ox, oy = away * sin(angle), -away * cos(angle)
        c, d = (a[0] + ox, a[1] + oy), (b[0] + ox, b[1] + oy)
        for start, end in ((a, c), (b, d)):
            self._items.append(
                f'<line class="thin" x1="{start[0]:.1f}" y1="{start[1]:.1f}" '
                f'x2="{end[0]:.1f}" y2="{end[1]:.1f}"/>'
            )
        is_short = hypot(d[0] - c[0], d[1] - c[1]) < 3 * _ARROW
        reach = 12 if is_short else 0
        along = cos(angle), sin(angle)
        self._items.append(
            f'<line class="dim" x1="{c[0] - reach * along[0]:.1f}" '
            f'y1="{c[1] - reach * along[1]:.1f}" x2="{d[0] + reach * along[0]:.1f}" '
            f'y2="{d[1] + reach * along[1]:.1f}"/>'
        )
        self._arrow(c, angle if is_short else angle + pi)
        self._arrow(d, angle + pi if is_short else angle)
        self._dim_text(c, d, angle, is_short, text)

    def _dim_text(self, c: Point, d: Point, angle: float, is_short: bool, text: str) -> None:
        turn = degrees(angle)
        turn = turn - 180 if turn > 90.5 else turn + 180 if turn <= -90.5 else turn
        x, y = (c[0] + d[0]) / 2, (c[1] + d[1]) / 2
        anchor = "middle"
        if is_short:
            x, y = d[0] + 16 * cos(angle), d[1] + 16 * sin(angle)
            turn, anchor = 0.0, "start" if cos(angle) > -0.1 else "end"
            self._write(x, y + 4, text, "d", anchor)
            return
        self._items.append(
            f'<text class="d" text-anchor="{anchor}" transform="translate({x:.1f} {y:.1f}) '
            f'rotate({turn:.1f})" y="-3">{html.escape(text)}</text>'
        )

    def svg(self) -> str:
        """The whole picture."""
        width, height = self._size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}"><style>{_STYLE}</style>'
            f'<rect width="{width}" height="{height}" fill="#fff"/>'
        )
        return "\n".join([head, *self._items, "</svg>", ""])
