"""The seven sensor boards: fourteen banks of seven inputs, and what each input looks at.

A beam and a fork pull their input low while light comes through, a reflective sensor while a card
throws it back; what is dark, unlit, broken or not fitted is high. Which plug looks at what is the
plan of hardware/rev_a/generated/sensors.md, and a test compares them. Rule of the file: it returns
levels; what they mean is the program's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_machine.workings import BANK_BITS, BANKS
from hal.sim.deck import NO_CARD

if TYPE_CHECKING:
    from hal.sim.deck import Deck
    from hal.sim.workings.drum import Arm, Drum
    from hal.sim.workings.faults import Faults
    from hal.sim.workings.path import Path

SLOT, MOUTH, LIES, DRUM_HOME, ARM_HOME, ARM_PLACE = range(6)
HIGH = (1 << BANK_BITS) - 1
BLURRED_PULSES = 6  # a slot's walls cut the beam when it is so far from a place

_ZIGZAG = ((0, 14), (14, 28), (28, 42), (42, 54))  # slots of boards 1 to 4


def fitted() -> tuple[tuple[tuple[int, int], ...], ...]:
    """What hangs at each bank's inputs, J?1 first: (kind, number)."""
    banks: list[tuple[tuple[int, int], ...]] = []
    for first, after in _ZIGZAG:
        for odd in (0, 1):
            banks.append(tuple([(SLOT, at) for at in range(first + odd, after, 2)]))
    mouths = [(MOUTH, number) for number in range(1, 19)]
    lies = [(LIES, number) for number in range(1, 18)]
    banks += [tuple(mouths[:7]), tuple(mouths[7:14])]
    banks.append(tuple(mouths[14:] + lies[14:]))
    banks.append(((DRUM_HOME, 0), (ARM_HOME, 0)) + tuple([(ARM_PLACE, bit) for bit in range(5)]))
    banks += [tuple(lies[:7]), tuple(lies[7:14])]
    return tuple(banks)


FITTED = fitted()


class Senses:
    """What a look at a bank shows now."""

    def __init__(self, deck: Deck, drum: Drum, arm: Arm, path: Path, faults: Faults) -> None:
        self.deck = deck
        self._drum, self._arm, self._path, self._faults = drum, arm, path, faults
        self._looks = 0
        self._kinds = [self._slot, self._mouth, self._lies, self._home, self._home, self._code]

    def look(self, bank: int, lit: bool) -> int:
        """Levels of a bank's inputs, bit 0 for J?1."""
        self._looks += 1
        levels = HIGH
        if not lit or not 0 <= bank < BANKS:
            return levels
        inputs = FITTED[bank]
        for at in range(len(inputs)):
            kind, number = inputs[at]
            if not self._kinds[kind](kind, number):
                levels &= ~(1 << at)
        return levels

    # Whether an input is high while its lamp is lit.

    def _slot(self, _kind: int, place: int) -> bool:
        if self._drum.misses_by() > BLURRED_PULSES:
            return True
        slot = self._drum.slot_at(place)
        return self.deck.slots[slot] != NO_CARD or self._path.still_seen_in(slot)

    def _mouth(self, _kind: int, mouth: int) -> bool:
        state = self._faults.mouth(mouth)
        if state == "chatter":
            return self._looks % 2 == 1
        if state:
            return state == "on"
        return self._path.is_mouth_dark(mouth)

    def _lies(self, _kind: int, place: int) -> bool:
        return not self.deck.wells[place]

    def _home(self, kind: int, _number: int) -> bool:
        if kind == ARM_HOME:
            return self._arm.is_at_flag()
        state = self._faults.sensor("home")
        if state == "chatter":
            return self._looks % 2 == 1
        return state == "on" if state else self._drum.is_at_flag()

    def _code(self, _kind: int, bit: int) -> bool:
        return self._arm.code() >> bit & 1 == 1
