"""The training table without its screen: a simulated table, a trainee who is its floor, and luck
that can be ordered.

Real firmware deals on its own time, players check and call by themselves or wait for keys, the
host follows as witness. The trainee turns the floor key, lays cards, mends, reports, decides; no
attendant does it for him. A cause that was chosen waits for its moment and strikes. The rule of
the file: the trainee has hands and a voice, no more; whatever the table does, it does by itself.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from firmware.core.by_hand_guards import face_people_are_asked_for, people_are_asked_for
from firmware.schema import messages as m
from hal.sim.main import CallStation
from host_tools.sim.cabled_table import CabledTable
from host_tools.sim.training_luck import Luck
from host_tools.view.live import UNTOLD
from host_tools.view.onlooker import Lights
from host_tools.view.procedure_state import Procedures
from host_tools.view.table_state import TableState
from host_tools.view.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from firmware.lines.parser import Line
    from host_tools.link.session import Event
    from host_tools.sim.training_causes import Cause
    from host_tools.store import LineStore
    from host_tools.texts import Texts

STACK = 10_000
THINK_MS = 1500
"""A player thinks so long: time enough to see whose turn it is."""
FLOOR_KEY_MS = 300
TOLD_MAX = 60


class TrainingTable:
    """seats: how many players. by: the trainee's name, for the log. rules, profile: of the house.
    on_change: called when something was told or has changed.
    """

    def __init__(
        self,
        say: Texts,
        store: LineStore,
        seed: bytes,
        *,
        seats: int = 6,
        by: str = "floor",
        rules: Mapping[str, str] | None = None,
        profile: str = "",
        draw: Callable[[int], bytes] | None = None,
    ) -> None:
        self.say = say
        self.by = by
        self.state = TableState()
        self.procedures = Procedures()
        self.lights = Lights()
        self.told: deque[str] = deque(maxlen=TOLD_MAX)
        self.is_by_hand = False
        self._transcript = Transcript(say)
        self.cabled = CabledTable(
            seed,
            store,
            self._take,
            self._tell,
            draw,
            stacks=dict.fromkeys(range(1, seats + 1), STACK),
            settings={"language": say.language, **(rules or {})},
            profile=profile,
            policy=CallStation(),
        )
        simulation = self.simulation = self.cabled.simulation
        simulation.attendant.is_away = True  # the trainee comes instead
        simulation.voice.after = _leave_it_to_the_trainee
        simulation.people.take_time(THINK_MS)
        self.luck = Luck(self.cabled, self.state, self.procedures)

    # --- time ------------------------------------------------------------------------------------

    def advance(self, ms: int, is_enough: Callable[[], bool] = lambda: False) -> None:
        """Let so much of the table's time pass; what is armed strikes at its moment."""

        def look() -> bool:
            self.luck.strike()
            return is_enough()

        self.cabled.advance(ms, look)
        self.cabled.look(self.lights)

    def until(self, is_enough: Callable[[], bool], ms_max: int = 600_000) -> bool:
        """Let time pass until something is so; whether it became so."""
        self.advance(ms_max, is_enough)
        return is_enough()

    def deal(self) -> bool:
        """Let the first hand be dealt to its first turn; whether it came so far."""
        return self.until(lambda: self.state.turn is not None and self.state.turn.asked == "act")

    def cause(self, cause: Cause) -> None:
        """Let this happen at its moment."""
        self.luck.order(cause)

    @property
    def now_ms(self) -> int:
        """The table's clock."""
        return self.cabled.now_ms

    @property
    def stopped_by(self) -> str:
        """What stopped the table for good, or empty."""
        return self.simulation.controller.stopped_by

    # --- what was said ---------------------------------------------------------------------------

    def _take(self, line: Line) -> None:
        message = line.message
        self.state.take(line)
        self.procedures.take(message)
        if message[0] not in UNTOLD:
            self.told.extend(self._transcript.read(message))
        self.luck.take(message)

    def _tell(self, event: Event) -> None:
        self.told.append(self.say(event.key, **event.values))

    # --- the trainee's hands ---------------------------------------------------------------------

    def play_by_hand(self, is_by_hand: bool) -> None:
        """Players wait for keys from now on, or play by themselves again."""
        self.is_by_hand = is_by_hand
        self.simulation.people.wait(is_by_hand)

    def let_play(self) -> None:
        """Whoever is asked something now answers it by himself."""
        self.simulation.people.go_on()

    def press(self, seat: int, keys: int, hold_ms: int) -> None:
        """Hold keys of a seat's panel (`KEY_FOLD` | …) for so long."""
        panel = self.simulation.table.panel(seat)
        panel.press(seat, keys)
        self.simulation.clock.after(hold_ms, lambda: panel.release(seat, keys))

    def turn_floor_key(self) -> None:
        """Turn the floor key and let it go."""
        line = self.simulation.table.floor_key
        line.put(True)
        self.simulation.clock.after(FLOOR_KEY_MS, lambda: line.put(False))

    def card_to_lay(self) -> int:
        """The place where a card is to be laid now, or 0."""
        hand = self.simulation.controller.table.hand
        token, place = (-1, 0) if hand is None else people_are_asked_for(hand)
        return place if token >= 0 else 0

    def lay_card(self) -> bool:
        """Lay the card where the table wants it; whether it wants one."""
        if not self.card_to_lay():
            return False
        self.simulation.attendant.lay_card()
        return True

    def face_to_enter(self) -> int | None:
        """The face, as it lies there, of the card that somebody is to enter; None for none."""
        hand = self.simulation.controller.table.hand
        token = -1 if hand is None else face_people_are_asked_for(hand)
        if hand is None or token not in hand.ledger.place:
            return None
        deck = self.simulation.table.machine.deck
        pile = deck.wells[hand.ledger.place[token]]
        if not pile:
            return None
        seat = hand.seat_of(token)
        which = hand.hole[seat].index(token) if seat else len(pile) - 1
        return deck.faces[pile[min(which, len(pile) - 1)]]

    def mend(self) -> None:
        """Free what sticks, repair what is broken, put cable and deck right."""
        self.luck.mend()
        self.simulation.attendant.mend()

    # --- the trainee's voice ---------------------------------------------------------------------

    def report(self, kind: str, seat: int | None = None, card: int | None = None) -> None:
        """Report an irregularity."""
        self._offer((m.IRREGULARITY_REPORTED, kind, self.by, seat, card))

    def decide(self, ruling: int, reason: str = "") -> None:
        """Decide from the closed list."""
        self._offer((m.FLOOR_RULED, ruling, self.by, reason or None))

    def enter_face(self, face: int) -> None:
        """Enter the face that the table asks for."""
        self._offer((m.FACE_TYPED, face, self.by))

    def _offer(self, message: tuple[Any, ...]) -> None:
        self.simulation.controller.offer(message)


def _leave_it_to_the_trainee(_say: Callable[[], None]) -> None:
    """A held hand goes on when the trainee has decided."""
