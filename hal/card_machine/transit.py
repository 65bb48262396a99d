"""From the slot to the mouth: the finger pushes, the path takes over, and a mouth says it fell in.

A card that the entry beam has seen has left its slot; from then on it is driven until a mouth or
nothing has sensed it. One that sticks is backed once and driven on once, and then lies where it
lies. What did not come at all is asked after: did the finger stall, is its motor dead, did it run
free, or did a blind beam miss a card that left? Rule of the file: a card is where it was sensed
last, and a beam that contradicts what others saw is named, not believed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.amps import SETTLED_MS
from hal.card_machine.hands import CLEAR, IN_PATH
from hal.card_machine.passage import Passage
from hal.card_machine.places import mouth_at
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import EJECTOR, FULL_SPEED
from hal.ports import (
    EV_LANDED,
    EV_LEFT,
    EV_RETRIED,
    FAILED_JAM,
    FAILED_MOTOR,
    FAILED_NOTHING,
    FAILED_SENSOR,
    SENSOR_ENTRY,
    SENSOR_EXIT,
    STAGE_EJECTOR,
    STAGE_PATH,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.hands import Hands
    from hal.card_machine.mouths import Mouths
    from hal.card_machine.reading import Reading

# Milliseconds from the finger's start, or of a card's way behind the entry beam.
BEAM_MS = 25  # the entry beam is dark
GRIP_MS = 15  # from there until the rollers hold the card
FINGER_MS = BEAM_MS + GRIP_MS
_COMES_MS = const(60)
_JUDGED_MS = const(110)  # the finger's current alone, its start over
_EXIT_MS = const(172)  # 112 to the exit beam, and half of it
_MOUTH_FROM_MS = const(124)  # the launch rollers have the card: looking may take its time
_LANDS_MS = const(176)  # 138 to the mouth, 25 there
_LANDS_LATE_MS = const(60)  # a mouth that is dark is waited for
_TWO_LONG_MS = const(300)  # two cards nose to tail are dark for 240
_BACK_MS = const(60)


class Transit:
    """One card's way from a slot to the mouth before which the arm stands.

    landed: the mouth that sensed it, 0 for none. has_hung: it fell back into its slot.
    """

    def __init__(self, hands: Hands, slot: int, mouth: int, mouths: Mouths) -> None:
        self.passage = Passage(hands.workings)
        self.mouths = mouths
        self.has_hung = False
        self._hands = hands
        self._slot = slot
        self._mouth = mouth
        self._is_backed = False

    # --- out of the slot -------------------------------------------------------------------------

    def leave(self, *, is_told: bool = True) -> Iterator[None]:
        """Push the card out; it has left on return. `Trouble` where none came."""
        hands, passage = self._hands, self.passage
        began_ms = hands.now()
        hands.workings.drive(EJECTOR, FULL_SPEED)
        passage.drive()
        while passage.dark_ms < 0:
            yield
            passage.look()
            if not is_told:
                self.mouths.look(self._mouth)  # the card before may fall only now
            if passage.dark_ms < 0 and hands.now() >= began_ms + _COMES_MS:
                yield from self._ask_after(began_ms, is_told)
        hands.carousel.held[self._slot] = 0
        if is_told:
            hands.tell(EV_LEFT, self._slot)
        hands.path_is(IN_PATH, self._slot, self._mouth)
        while hands.now() < passage.dark_ms + GRIP_MS:
            yield
            passage.look()
            if not is_told:
                self.mouths.look(self._mouth)
        hands.workings.drive(EJECTOR, 0)

    def _ask_after(self, began_ms: int, is_told: bool) -> Iterator[None]:
        """No card came to the entry beam: why? Raises in any case."""
        hands, passage = self._hands, self.passage
        passage.hold()
        yield from hands.until(began_ms + _JUDGED_MS)
        if hands.amps.is_dead():
            hands.path_is(CLEAR)
        hands.amps.judge(STAGE_EJECTOR)  # a card that stuck may stand out of its slot: PUSHED
        hands.workings.drive(EJECTOR, 0)
        passage.drive()
        until_ms = hands.now() + _LANDS_MS
        while hands.now() < until_ms and not self.mouths.landed:
            yield
            self.mouths.look()
        if not self.mouths.landed and hands.senses.is_held(mouth_at(self._mouth)):
            hands.path_is(CLEAR)
            raise Trouble(FAILED_NOTHING, STAGE_EJECTOR)
        hands.carousel.held[self._slot] = 0
        if is_told:
            hands.tell(EV_LEFT, self._slot)
        if self.mouths.landed:
            hands.path_is(CLEAR)
            if is_told:
                hands.tell(EV_LANDED, self.mouths.landed)
        raise Trouble(FAILED_SENSOR, SENSOR_ENTRY)

    # --- through the path ------------------------------------------------------------------------

    def fly(self, reading: Reading | None = None) -> Iterator[None]:
        """Drive it on until a mouth has sensed it, or nothing will. `Trouble` where it sticks."""
        passage = self.passage
        while not self._is_over():
            yield
            passage.look()
            if reading is not None:
                reading.step()
            if passage.is_driven():
                if passage.way_ms() >= _MOUTH_FROM_MS or passage.is_reversed:
                    self.mouths.look()
                if self.sticks():
                    yield from self.back()

    def back(self) -> Iterator[None]:
        """Back a card that sticks, and drive it on; once, `Trouble` the second time."""
        hands, passage = self._hands, self.passage
        if self._is_backed:
            raise Trouble(FAILED_JAM, STAGE_PATH)
        self._is_backed = True
        hands.tell(EV_RETRIED, STAGE_PATH, 2)
        passage.back()
        yield from hands.until(hands.now() + _BACK_MS)
        passage.hold()
        yield
        hands.amps.forget()
        passage.drive()

    def _is_over(self) -> bool:
        passage = self.passage
        way_ms = passage.way_ms()
        if passage.is_at_entry() or not passage.has_entered_whole():
            return False
        if self.mouths.landed:
            return True
        if way_ms < _LANDS_MS or not passage.is_driven():
            return False
        is_late = way_ms >= _LANDS_MS + _LANDS_LATE_MS
        if passage.exit_ms < 0:
            self.has_hung = self._hands.senses.is_held(mouth_at(self._mouth))
            if self.has_hung:
                self._hands.carousel.held[self._slot] = 1
            return self.has_hung or is_late
        return is_late or not self.mouths.is_dark()

    def sticks(self) -> bool:
        """Whether it does not come on; asked every pass. `Trouble` of a dead motor."""
        hands, passage = self._hands, self.passage
        if passage.driven_ms() < SETTLED_MS:
            return False
        if hands.amps.is_stalled():
            return True
        if self.mouths.landed:
            return False
        if hands.amps.is_dead():
            raise Trouble(FAILED_MOTOR, STAGE_PATH)
        way_ms = passage.way_ms()
        if way_ms >= _EXIT_MS and passage.exit_ms < 0 and passage.is_at_entry():
            return True
        return way_ms >= _TWO_LONG_MS and passage.is_at_entry()

    # --- afterwards ------------------------------------------------------------------------------

    def contradictions(self) -> None:
        """`Trouble` of the exit beam where it did not see what the others did."""
        if self.mouths.landed and self.passage.exit_ms < 0:
            raise Trouble(FAILED_SENSOR, SENSOR_EXIT)
        if self.passage.is_exit_stuck():
            raise Trouble(FAILED_SENSOR, SENSOR_EXIT)
