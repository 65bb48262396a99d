"""A table's parts as widgets of a full-screen program: the whole table, one seat's panel, the
procedure.

They are handed what there is to show and draw it with the same code as every other view; they ask
nobody, keep no clock and change nothing at a table. The rule of the file: a widget that is shown
the same twice does not draw again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from host_tools.view import looks
from host_tools.view.scene import Scene
from host_tools.view.segments import glowing, lamp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host_tools.texts import Texts
    from host_tools.view.looks import Glyphs
    from host_tools.view.onlooker import Lights, Lit
    from host_tools.view.table_state import TableState

DIGITS_DARK = bytes(8)
KEY_NAMES = (
    ("f", "FOLD", 1), ("c", "CALL", 2), ("r", "RAISE", 3), ("↑", "UP", 0), ("↓", "DOWN", 0),
)  # fmt: skip
"""Key of the keyboard, name on the panel, digit whose point says that it is legal (0: none)."""


class TableFace(Widget):
    """The whole table, as `Scene` draws it."""

    def __init__(
        self, say: Texts, glyphs: Glyphs = looks.UNICODE, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.scene = Scene(say, glyphs)
        self._shown: list[Text] = []
        self._fits = self.size
        self._what: tuple[TableState, Lights | None, str, tuple[str, ...], int] | None = None
        self._is_grey = False

    def show(
        self,
        state: TableState,
        lights: Lights | None = None,
        link: str = "",
        told: Sequence[str] = (),
        now_ms: int = 0,
        *,
        is_grey: bool = False,
    ) -> None:
        """The table as it is now (`Scene.lines` has the arguments); grey: as it was."""
        self._what = (state, lights, link, tuple(told), max(now_ms, state.ms))
        self._is_grey = is_grey
        lines = self._lines()
        if self._fits != self.size or len(lines) != len(self._shown):
            self._shown, self._fits = lines, self.size
            self.refresh()
            return
        changed = [y for y, line in enumerate(lines) if line != self._shown[y]]
        self._shown = lines
        if changed:
            self.refresh(*[Region(0, y, self.size.width, 1) for y in changed])

    def render_line(self, y: int) -> Strip:
        """One line; all are drawn anew only where the room has changed."""
        if self._fits != self.size:
            self._shown, self._fits = self._lines(), self.size
        ground = self.rich_style
        if y >= len(self._shown):
            return Strip.blank(self.size.width, ground)
        line, console = self._shown[y], self.app.console
        # rich leaves the style of a whole line to whoever prints it, when nothing else is in it
        style = ground + console.get_style(line.style, default="")
        strip = Strip(line.render(console)).apply_style(style)
        return strip.adjust_cell_length(self.size.width, ground)

    def _lines(self) -> list[Text]:
        if self._what is None or not self.size.width:
            return []
        state, lights, link, told, now_ms = self._what
        lines = self.scene.lines(
            state,
            self.size.width,
            self.size.height,
            lights=lights,
            link=link,
            told=told,
            now_ms=now_ms,
        )
        return [looks.greyed(line) for line in lines] if self._is_grey else lines


class SeatFace(Static):
    """One seat's panel as the hardware shows it: lamp, eight digits, the keys; `C` and the rest
    are legal where the display's point says so.
    """

    def __init__(
        self, say: Texts, glyphs: Glyphs = looks.UNICODE, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.say = say
        self.glyphs = glyphs
        self._shown: tuple[int, str, Lit | None, Lit | None] | None = None

    def show(self, seat: int, player: str, lit: Lit | None, centre: Lit | None) -> None:
        """This seat's panel, and below it the display in the middle of the table."""
        if (seat, player, lit, centre) == self._shown:
            return
        self._shown = (seat, player, lit, centre)
        is_lit = lit is not None and lit.lamp
        title = Text.assemble(
            lamp(is_lit, self.glyphs),
            " ",
            (self.say("live.seat", seat=seat), "bold"),
            f" {player}",
        )
        keys = Text("  ").join([self._key(*row, lit) for row in KEY_NAMES])
        parts = [title, *self._digits(lit), keys]
        if centre is not None:
            parts += [Text(self.say("training.centre"), looks.SOFT), *self._digits(centre)]
        self.update(Group(*parts))

    def _key(self, key: str, name: str, point: int, lit: Lit | None) -> Text:
        is_legal = lit is not None and lit.lamp and (not point or point in lit.points)
        return Text.assemble((key, "reverse" if is_legal else looks.SOFT), " ",
                             (name, "bold" if is_legal else looks.SOFT))  # fmt: skip

    def _digits(self, lit: Lit | None) -> list[Text]:
        if lit is None:
            return glowing(DIGITS_DARK)
        return glowing(lit.segments or DIGITS_DARK, is_blinking=lit.blinks)


class Paragraphs(VerticalScroll):
    """Text that may be longer than there is room: it wraps, and scrolls."""

    def __init__(self, *, id: str | None = None) -> None:
        self._text = Static()
        super().__init__(self._text, id=id)
        self._shown: list[Text] = []

    def show(self, paragraphs: list[Text]) -> None:
        """These paragraphs, from the first one."""
        if paragraphs != self._shown:
            self._shown = paragraphs
            self._text.update(Group(*paragraphs))

    @property
    def plain(self) -> str:
        """What is shown, without its looks."""
        return "\n".join(text.plain for text in self._shown)
