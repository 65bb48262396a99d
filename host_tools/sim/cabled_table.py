"""A simulated table and a host on its cable, in one process and on the table's own time.

The host is the real one: it asks for the lines, stores them, and is the table's witness, paired
before the first hand as `firmware/docs/pairing.md` tells. Whoever holds this lets time pass and
sees every line once, after it was stored. The rule of the file: host and table meet on the cable
and nowhere else.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m
from hal.sim.main import Simulation
from host_tools.link.pairing import PairingTalk
from host_tools.link.session import Event, HostSession
from host_tools.store import LineStore
from host_tools.view.onlooker import Lit
from host_tools.witness.witness import Witness

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.view.onlooker import Lights

PAIRING_MS_MAX = 120_000
"""A table is paired within seconds of its own time; one that is not, never will be."""


WORKING_MEMORY = Path("/dev/shm")
"""Where the system keeps files in working memory, if it does."""


@contextmanager
def passing_store() -> Iterator[LineStore]:
    """A store for lines that are nobody's record: gone afterwards, waiting for no disk."""
    at = str(WORKING_MEMORY) if WORKING_MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="mazziere-", dir=at) as folder:
        store = LineStore(Path(folder) / "lines.sqlite3")
        try:
            yield store
        finally:
            store.close()


class CabledTable:
    """Table and host. `options` are `Simulation`'s; `draw` gives the witness's random bytes."""

    def __init__(
        self,
        seed: bytes,
        store: LineStore,
        on_line: Callable[[Line], None],
        tell: Callable[[Event], None],
        draw: Callable[[int], bytes] | None = None,
        **options: Any,
    ) -> None:
        self.simulation = Simulation(seed, pairing=("witness",), **options)
        self.is_plugged = True
        talk = PairingTalk(m.ROLE_WITNESS)
        self._talk: PairingTalk | HostSession = talk
        self._unsaid = talk.connect(self.now_ms)
        until_ms = self.now_ms + PAIRING_MS_MAX
        while talk.paired is None and self.now_ms < until_ms:
            self._pass(until_ms)
        paired = talk.paired
        drawing = {} if draw is None else {"draw": draw}
        witness = Witness(store, lambda _: paired.key if paired else None, **drawing)
        self.session = HostSession(store, on_line, tell, (witness,))
        self._talk = self.session
        self._unsaid = self.session.connect(self.now_ms)

    @property
    def now_ms(self) -> int:
        """The table's clock."""
        return self.simulation.clock.now_ms()

    def advance(self, ms: int, is_enough: Callable[[], bool] = lambda: False) -> None:
        """Let so much of the table's time pass, or less when it is enough or the table stops."""
        until_ms = self.now_ms + ms
        while self.now_ms < until_ms and not is_enough() and not self.simulation.is_over():
            self._pass(until_ms)

    def unplug(self) -> None:
        """The cable falls out."""
        if self.is_plugged:
            self.is_plugged = False
            self.simulation.table.cable.unplug()
            self.session.tell(Event("training.unplugged"))

    def plug(self) -> None:
        """The cable is put in again."""
        if not self.is_plugged:
            self.simulation.table.cable.plug()
            self.is_plugged = True
            self._unsaid = self.session.connect(self.now_ms)

    def look(self, lights: Lights) -> None:
        """See what lamps and displays show now."""
        table = self.simulation.table
        lights.ms = self.now_ms
        for seat, display in enumerate(table.seat_displays, 1):
            lights.seats[seat] = _lit(display, table.panel(seat).is_lit(seat))
        lights.centre = _lit(table.centre_displays[0], False)

    def _pass(self, until_ms: int) -> None:
        """One pass of the firmware, an exchange on the cable, and time until the next."""
        simulation = self.simulation
        wait_ms = simulation.one_pass()
        if self.is_plugged:
            self._exchange()
        simulation.advance(min(wait_ms, max(until_ms - self.now_ms, 0)))

    def _exchange(self) -> None:
        cable, now_ms = self.simulation.table.cable.host, self.now_ms
        self._unsaid += self._talk.receive(cable.read(), now_ms) + self._talk.tick(now_ms)
        self._unsaid = self._unsaid[cable.write(self._unsaid) :]


def _lit(display: Any, lamp: bool) -> Lit:
    points = frozenset(digit for digit, is_lit in enumerate(display.points(), 1) if is_lit)
    return Lit(lamp, display.text(), points, display.is_blinking, display.segments)
