"""What a pass hears: keys, cards and time, the host, the floor, and our own devices.

Everything that happened since the last pass becomes inputs here, in an order that shows: what went
wrong first, before a timer that would begin a hand; then the floor, keys and cards, the keeper's
answers, what people said. Rule of the file: it asks every part once and decides nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware.app.parts import Parts
    from firmware.app.recorder import Recorder
    from firmware.journal.segments import Journal


class Listening:
    """The ears of one table."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._link = parts.link
        self._faults = parts.faults
        self._supply = parts.caretaker.supply
        self._power_failing = parts.board.power_failing
        self._floor_key = parts.board.floor_key
        self._is_floor_key_down = False

    def is_spoken_to(self) -> bool:
        """Whether host, floor or one of ourselves has something to say in a quiet pass."""
        if self._link.listen() or self._parts.offered or self._faults.inputs:
            return True
        if self._power_failing.is_on() != self._supply.is_failing:
            return True
        return self._floor_key.is_on() != self._is_floor_key_down

    def has_news(self, inputs: list[tuple], recorder: Recorder, now_ms: int) -> bool:
        """Whether a look on a calm table found anything to be written down, or to be done."""
        parts = self._parts
        if inputs or parts.seats.ignored or parts.faults.inputs or parts.performers.is_waiting:
            return True
        return recorder.wants_sync(now_ms) or recorder.is_clock_due()

    def look(self, journal: Journal, now_ms: int, inputs: list[tuple]) -> None:
        """What comes by itself: keys, cards, time."""
        parts = self._parts
        is_wanted = parts.seats.is_sampling or parts.performers.has_unheard
        if parts.pace.wants_look(now_ms, is_wanted):
            seats, is_whole = parts.seats, parts.pace.is_whole
            seats.put_question(parts.table, self._is_floor_key_down, journal.seq, now_ms)
            has_news = seats.poll(now_ms, inputs, is_whole)
            if is_whole or parts.performers.has_unheard:
                has_news = parts.performers.poll(now_ms, inputs) or has_news
            parts.pace.looked(has_news)
            if parts.pace.is_own_time:
                parts.seats.screen.put_off(now_ms)
        parts.countdown.poll(now_ms, inputs)

    def poll(self, journal: Journal, now_ms: int, inputs: list[tuple], has_looked: bool) -> None:
        """Everything that happened since the last pass, as inputs. Keys first: people wait."""
        parts = self._parts
        parts.keeping.look_for_room(journal)
        if parts.faults.inputs:  # before a timer that would begin a hand
            inputs += parts.faults.inputs
            parts.faults.inputs = []
        is_floor_key_down = self._look_at_floor_key(inputs)
        parts.pairing.look(is_floor_key_down, now_ms)
        parts.link.is_floor_key_held = is_floor_key_down
        parts.caretaker.look(now_ms, is_floor_key_down, parts.performers.is_waiting)
        if not has_looked:
            self.look(journal, now_ms, inputs)
        parts.intake.step()
        parts.signatures.step()
        parts.orders.poll(inputs)
        if parts.link.has_heard:
            parts.link.poll(journal, now_ms)
        if parts.offered:
            inputs += parts.offered
            parts.offered = []
        if parts.faults.inputs:
            inputs += parts.faults.inputs
            parts.faults.inputs = []

    def _look_at_floor_key(self, inputs: list[tuple]) -> bool:
        """The floor key, turned: the floor has looked, what stopped may try again."""
        parts = self._parts
        is_down = parts.board.floor_key.is_on()
        if is_down and not self._is_floor_key_down:
            inputs += parts.floor.key_turned(parts.board.lid.is_on())
            parts.performers.look_again()
            parts.intake.test_again()
        self._is_floor_key_down = is_down
        return is_down
