"""A table, live in a terminal: fed with lines, redrawn at most four times a second.

Keeps the state of the table, what is lit, how the cable is and the last sentences of the
transcript, and shows them on the terminal's second screen, so that the first one is left as it
was. Nothing runs by itself: whoever feeds it calls `tick` whenever there is time, and no thread
looks at the state while it changes. The rule of the file: a terminal that cannot show it is told
so before, and gets plain lines from somebody else.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from rich.live import Live
from rich.text import Text

from firmware.schema import messages as m
from host_tools.view import looks
from host_tools.view.onlooker import Lights
from host_tools.view.scene import HEIGHT_MIN, WIDTH_MIN, Scene
from host_tools.view.table_state import TableState
from host_tools.view.transcript import Transcript

if TYPE_CHECKING:
    from rich.console import Console

    from firmware.lines.parser import Line
    from host_tools.link.session import Event
    from host_tools.texts import Texts

REDRAW_SECONDS = 0.25
TOLD_MAX = 40
"""Sentences kept: more than a tall terminal shows."""

UNTOLD = frozenset({m.SEAT_TAKEN, m.SEAT_LEFT, m.SETTING_CHANGED, m.BUTTON_PLACED})
"""What the seats show anyway is not told below them once more."""

LINK_STATES = {
    "link.connected": "up",
    "link.restarted": "up",
    "link.back": "up",
    "link.lost": "down",
    "link.no_port": "down",
    "link.port_busy": "down",
    "link.silent": "silent",
    "link.astray": "astray",
    "link.follows": "up",
}


class LiveTable:
    """Use as a context: `with LiveTable(console, say) as view: view.take(line); view.tick()`.

    speed: how fast the table's clock runs, so that seconds count down between two lines; 0 when it
    runs as fast as it can. ascii_only: for terminals without box characters and suits; left out,
    the console's encoding decides. The same view may show one table after the other: `begin`
    starts with an empty one and keeps what was told.
    """

    def __init__(
        self,
        console: Console,
        say: Texts,
        *,
        ascii_only: bool | None = None,
        speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.console = console
        self.say = say
        self.speed = speed
        if ascii_only is None:
            ascii_only = not console.encoding.lower().startswith("utf")
        self.scene = Scene(say, looks.ASCII if ascii_only else looks.UNICODE)
        self._clock = clock
        self._drawn = clock() - REDRAW_SECONDS
        self._live = Live(console=console, screen=True, auto_refresh=False)
        self.told: deque[str] = deque(maxlen=TOLD_MAX)
        self.begin()

    @staticmethod
    def fits(console: Console) -> bool:
        """Whether there is a terminal, and large enough: else tell it in plain lines."""
        return (
            console.is_terminal
            and not console.is_dumb_terminal
            and console.width >= WIDTH_MIN
            and console.height >= HEIGHT_MIN
        )

    def begin(self) -> None:
        """An empty table: the next line is the first one of another log."""
        self.state = TableState()
        self.lights = Lights()
        self._transcript = Transcript(self.say)
        self._link = "none"
        self._heard = self._clock()
        self._is_new = True

    # --- what it is fed with ---------------------------------------------------------------------

    def take(self, line: Line) -> None:
        """The next stored line of the log."""
        self.state.take(line)
        self._heard = self._clock()
        if line.message[0] not in UNTOLD:
            self.told.extend(self._transcript.read(line.message))
        self._changed()

    def tell(self, event: Event) -> None:
        """What the host has to say of the cable, the chain or the witness."""
        if event.key in LINK_STATES:
            self.link_is(LINK_STATES[event.key])
        self.note(self.say(event.key, **event.values))

    def link_is(self, state: str) -> None:
        """How the line to the table is: none, up, down or silent."""
        self._link = state
        self._changed()

    def note(self, sentence: str) -> None:
        """A sentence for the lines below the table."""
        self.told.append(sentence)
        self._changed()

    def onlooker(self, change: dict[str, Any]) -> None:
        """What lit up or went dark, from the simulator's side channel."""
        self.lights.take(change)
        self._changed()

    def tick(self) -> None:
        """Draw when something changed, or a clock runs, and a quarter of a second has passed."""
        now = self._clock()
        is_due = self._is_new or (self.state.turn is not None and self.speed > 0)
        if is_due and now - self._drawn >= REDRAW_SECONDS:
            self._draw(now)

    def _changed(self) -> None:
        self._is_new = True
        self.tick()

    # --- the screen ------------------------------------------------------------------------------

    def lines(self, width: int, height: int) -> list[Text]:
        """The screen as it is now."""
        passed_ms = int((self._clock() - self._heard) * 1000 * self.speed)
        return self.scene.lines(
            self.state,
            width,
            height,
            lights=self.lights,
            link=self.say(f"live.link_{self._link}", seq=self.say.chips(self.state.record.lines)),
            told=self.told,
            now_ms=max(self.state.ms + passed_ms, self.lights.ms),
        )

    def _draw(self, now: float) -> None:
        self._drawn = now
        self._is_new = False
        rows = self.lines(self.console.width, self.console.height)
        self._live.update(Text("\n", no_wrap=True, overflow="crop").join(rows), refresh=True)

    def __enter__(self) -> LiveTable:
        self._live.start()
        self._draw(self._clock())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()
