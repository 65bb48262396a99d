"""Luck that was ordered: causes wait for their moments and strike.

Keeps what was ordered and how far the hand is, and when a moment has come touches cards, card
machine and devices as the row says: a card strays, somebody takes cards out, a part stops
answering, a machine contradicts itself. The rule of the file: it touches the table where the world
does, and gives the core no input that a machine could not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m
from firmware.schema.rulings import STEP_FINISH_BETTING
from hal.sim.main import BESIDE, PLACE_ASIDE, Breakdowns
from host_tools.view.table_state import SEAT_PLACES

if TYPE_CHECKING:
    from host_tools.sim.cabled_table import CabledTable
    from host_tools.sim.training_causes import Cause, Moment
    from host_tools.view.procedure_state import Procedures
    from host_tools.view.table_state import TableState


class Luck:
    """armed: what waits, with the number of its next stroke."""

    def __init__(self, cabled: CabledTable, state: TableState, procedures: Procedures) -> None:
        self.armed: list[tuple[Cause, int]] = []
        self.breakdowns = Breakdowns(cabled.simulation.table)
        self._cabled = cabled
        self._state = state
        self._procedures = procedures
        self._sent = self._acted = self._street_sent = 0

    def take(self, message: tuple[Any, ...]) -> None:
        """Go on by one message: how far the deal and the betting are."""
        kind = message[0]
        if kind in (m.HAND_STARTED, m.RESHUFFLE_STARTED):
            self._sent = self._acted = self._street_sent = 0
        elif kind == m.CARD_LEFT:
            if self._state.machine.place in SEAT_PLACES:
                self._sent += 1
            else:
                self._street_sent += 1
        elif kind == m.BOARD_DEALT:
            self._acted = self._street_sent = 0
        elif kind == m.ACTION_TAKEN:
            self._acted += 1

    def mend(self) -> None:
        """Devices work again, the cable is in."""
        self.breakdowns.mend()
        self._cabled.plug()

    def order(self, cause: Cause) -> None:
        """Let this happen at its moment; the same cause twice waits once."""
        if all(waiting is not cause for waiting, _ in self.armed):
            self.armed.append((cause, 0))

    def strike(self) -> None:
        """Let happen what has come to its moment; called after every pass."""
        for waiting in list(self.armed):
            cause, at = waiting
            when, happening = cause.strikes[at]
            if self._is_time(when) and self._happen(happening):
                self.armed.remove(waiting)
                if at + 1 < len(cause.strikes):
                    self.armed.append((cause, at + 1))

    def _is_time(self, when: Moment) -> bool:
        state, turn = self._state, self._state.turn
        if when.phase == "any":
            return True
        if not state.is_playing or state.trouble.held:
            return False
        if when.phase == "repair":
            now = self._procedures.now
            if now is None or now.is_over or now.asked is not None:
                return False
            return now.step == STEP_FINISH_BETTING
        if when.phase == "deal":
            return bool(state.order.cut >= 0 and self._sent == when.sent and not state.board)
        if when.phase == "board":
            is_sent = self._street_sent == when.sent and turn is None and self._acted > 0
            return is_sent and when.street in (-1, state.street + 1)
        is_asked = turn is not None and turn.asked == "act"
        return is_asked and when.street in (-1, state.street) and self._acted >= when.acted

    def _happen(self, happening: str) -> bool:
        """Whether it could happen now; else it waits on."""
        word, _, what = happening.partition(" ")
        if word == "card":
            return self._card(what)
        if word == "draw":
            return self._draw()
        if word == "input":
            return self._contradict(what)
        if what == "cable":
            self._cabled.unplug()
        else:
            seats = sorted(self._state.seats) or [1]
            self.breakdowns.strike(what, seats[0])
        return True

    def _card(self, what: str) -> bool:
        fields = self._fields()
        if any("{" + name + "}" in what and not value for name, value in fields.items()):
            return False
        self._cabled.simulation.table.machine.happen(what.format(**fields))
        return True

    def _fields(self) -> dict[str, str]:
        """What the braces of a happening stand for now; empty where there is no such thing."""
        state = self._state
        ring = [number for number, seat in sorted(state.seats.items()) if seat.is_dealt_in]
        after = [number for number in ring if number > state.button]
        order = after + [number for number in ring if number <= state.button]
        empty = [number for number in range(1, 11) if number not in state.seats]
        seen = [card for card in state.board if card is not None]
        deck = self._cabled.simulation.table.machine.deck
        # The reader knows the faces of hole cards too: one that is in the carousel yet is news.
        unseen = sorted(deck.faces[card] for card in deck.slots if card in range(len(deck.faces)))
        last = state.machine.place
        return {
            "first": str(order[0]) if order else "",
            "other": str(order[2 % len(order)]) if len(order) > 1 else "",
            "empty": str(empty[-1]) if empty else "",
            "last": m.PLACE_WORDS[last] if last in SEAT_PLACES else "",
            "seen": m.CARD_WORDS[seen[0]] if seen else "",
            "unseen": m.CARD_WORDS[unseen[-1]] if unseen else "",
        }

    def _draw(self) -> bool:
        """Somebody takes every card out of the carousel: which is next, only the table knows."""
        machine = self._cabled.simulation.table.machine
        deck = machine.deck
        full = [slot for slot, card in enumerate(deck.slots) if card in range(len(deck.faces))]
        for slot in full:
            machine.draw(slot, PLACE_ASIDE)
            machine.carry(PLACE_ASIDE, BESIDE)
        return bool(full)

    def _contradict(self, what: str) -> bool:
        """Something that only a machine gone wrong would tell."""
        hand = self._cabled.simulation.controller.table.hand
        if hand is None or not hand.ledger.place:
            return False
        ledger = hand.ledger
        token = min(ledger.place)
        unasked = [slot for slot in range(54) if not ledger.is_out(ledger.token_of(slot))]
        if what == "face_read":
            face = next(card for card in range(52) if ledger.token_with(card) < 0)
            message = (m.FACE_READ, token, face)
        else:
            slot = token & 63 if what.endswith("again") else unasked[0]
            message = (m.CARD_LEFT, ledger.next_k, slot)
        self._cabled.simulation.controller.offer(message)
        return True
