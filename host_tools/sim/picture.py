"""The README's picture: a simulated table, drawn at a good moment of a real hand.

Plays hands from a fixed seed with the real firmware, and the real host on a cable from it, looks
through the stored lines as the live view would, and draws the moment at which most is to be seen:
somebody's turn, open cards and backs, a board. Nothing is posed; the same source gives the same
picture. The rule of the file: what is drawn was shown by a table, and the picture asks nothing of
the network.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from firmware.schema import messages as m
from hal.sim.main import Simulation
from host_tools.link.pairing import PairingTalk
from host_tools.link.session import Event, HostSession
from host_tools.store import LineStore
from host_tools.texts import Texts
from host_tools.view.live import LiveTable
from host_tools.view.svg import drawing
from host_tools.witness.witness import Witness

if TYPE_CHECKING:
    from firmware.lines.parser import Line
    from host_tools.view.table_state import TableState

FILE = Path(__file__).parents[2] / "firmware" / "docs" / "pictures" / "table.svg"
SEED = b"picture"
SEATS = 6
STACK = 10_000
HANDS = 40
WIDTH = 100
HEIGHT = 30
SEEN_AFTER_MS = 150
"""By then every display has been written once, and nobody has pressed a key yet."""


class Evening:
    """Every line that a host stored of an evening, what it told, and everything that lit up."""

    def __init__(self, hands: int, folder: Path) -> None:
        self.lines: list[Line] = []
        self.events: list[Event] = []
        onlooker = folder / "onlooker.jsonl"
        self._table = Simulation(
            SEED,
            hands=hands,
            stacks=dict.fromkeys(range(1, SEATS + 1), STACK),
            settings={"language": "en"},
            pairing=("witness",),
            onlooker=str(onlooker),
        )
        store = LineStore(folder / "lines.sqlite3")
        try:
            self._play(store)
        finally:
            store.close()
        self.changes = [json.loads(change) for change in onlooker.read_text().splitlines()]

    def _play(self, store: LineStore) -> None:
        """Pair a witness with the table, then let both play to the evening's end."""
        talk = PairingTalk(m.ROLE_WITNESS)
        self._converse(talk, lambda: talk.paired is not None)
        paired = talk.paired
        witness = Witness(store, lambda _: paired.key if paired else None, draw=drawn)
        host = HostSession(store, self.lines.append, self.events.append, (witness,))
        self._converse(host, self._table.evening.is_over)

    def _converse(self, host: PairingTalk | HostSession, is_over: Callable[[], bool]) -> None:
        """Let table and host talk over a cable in virtual time."""
        cable, clock = self._table.table.cable.host, self._table.clock
        said = host.connect(clock.now_ms())
        while not is_over():
            said = said[cable.write(said) :]
            self._table.advance(self._table.one_pass())
            now_ms = clock.now_ms()
            said += host.receive(cable.read(), now_ms) + host.tick(now_ms)


def drawn(count: int) -> bytes:
    """The witness's numbers of a picture: the same every time, so no witness for real hands."""
    return sha256(SEED).digest()[:count]


def worth(state: TableState) -> int:
    """How much there is to see."""
    turn = state.turn
    if not state.is_playing or turn is None or turn.asked == "cut":
        return 0
    live = [seat for seat in state.seats.values() if seat.is_dealt_in and not seat.is_folded]
    shown = sum(1 for seat in live if seat.category)
    backs = sum(1 for seat in live if None in seat.cards)
    folded = sum(1 for seat in state.seats.values() if seat.is_folded)
    sights = (len(state.board) >= 3, 0 < folded <= 3, backs > 0, backs > 1, shown > 0, shown > 1)
    return sum(sights) * 10 + len(state.board)


def best_moment(lines: list[Line]) -> int:
    """How many lines to take until the best moment, the first of its kind."""
    view = LiveTable(Console(file=io.StringIO()), Texts("en"), speed=0)
    best, after = 0, 0
    for count, line in enumerate(lines, 1):
        view.state.take(line)
        if (value := worth(view.state)) > best:
            best, after = value, count
    return after


def draw(evening: Evening, count: int) -> str:
    """The table after `count` lines, with what was lit then, as SVG."""
    lines = evening.lines[:count]
    console = Console(file=io.StringIO())
    view = LiveTable(console, Texts("en"), ascii_only=False, speed=0, clock=lambda: 0.0)
    for event in evening.events[:1]:
        view.tell(event)
    for line in lines:
        view.take(line)
    for change in evening.changes:
        if change["ms"] <= lines[-1].ms + SEEN_AFTER_MS:
            view.lights.take(change)
    return drawing(view.lines(WIDTH, HEIGHT), "mazziere")


def main() -> int:
    """Make the picture."""
    with tempfile.TemporaryDirectory(prefix="mazziere-") as folder:
        evening = Evening(HANDS, Path(folder))
    after = best_moment(evening.lines)
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(draw(evening, after), encoding="utf-8")
    print(f"{FILE.name}: line {after} of {len(evening.lines)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
