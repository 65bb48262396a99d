"""What the sensor boards say: which slots hold a card, what passes a mouth, where cards lie.

Seven boards with two banks of seven inputs each look at everything that does not belong to the
card path. A look lights a bank's lamps, waits for the receivers and reads them; here its levels
become slots, mouths, places and the arm's code. A board that does not answer is asked once more
and then named. Rule of the file: it says what is seen now and remembers nothing.

Which plug looks at what: hardware/rev_a/generated/sensors.md. Levels: a beam and a fork are high
where something stands in them, a reflective sensor is low; what is unplugged is high.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import BANK_BITS, BANKS
from hal.errors import HalError
from hal.ports import (
    FAILED_SENSOR,
    PLACE_CHUTE,
    PLACE_SEAT1,
    SENSOR_BOARD,
    SENSOR_HOME,
    SLOTS,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hal.card_machine.workings import Workings

_BOARD_SLOTS = const(14)  # of boards 1 to 4, every other one in bank B
SLOT_BANKS = 8
MOUTH_BANKS = (8, 9, 10)
_LIES_BANK = const(12)  # of places 1 to 14
_MIXED_BANK = const(10)  # mouths 15 to 18 in bits 0 to 3, places 15 to 17 in bits 4 to 6
_MIXED_FIRST = const(15)
_ARM_BANK = const(11)
_DRUM_HOME = const(0x01)
_ARM_HOME = const(0x02)
_ARM_CODE_BIT = const(2)  # five bits from here: the mouth before which the arm stands, 0: none

NO_MOUTH = 0

# Made once: they are asked for in every pass, and a pass leaves nothing behind in memory.
_SLOT_BANKS = tuple(
    [
        (2 * (place // _BOARD_SLOTS) + place % _BOARD_SLOTS % 2, place % _BOARD_SLOTS // 2)
        for place in range(SLOTS)
    ]
)
_PLACES = tuple(
    [
        tuple([place for place in range(SLOTS) if _SLOT_BANKS[place][0] == bank])
        for bank in range(SLOT_BANKS)
    ]
)
_MOUTHS = tuple(
    [
        (MOUTH_BANKS[0] + (mouth - 1) // BANK_BITS, (mouth - 1) % BANK_BITS)
        if mouth < _MIXED_FIRST
        else (_MIXED_BANK, mouth - _MIXED_FIRST)
        for mouth in range(PLACE_SEAT1, PLACE_CHUTE + 1)
    ]
)
_MOUTHS_BY_BANK = tuple(
    [
        tuple(
            [
                (mouth, _MOUTHS[mouth - PLACE_SEAT1][1])
                for mouth in range(PLACE_SEAT1, PLACE_CHUTE + 1)
                if _MOUTHS[mouth - PLACE_SEAT1][0] == bank
            ]
        )
        for bank in MOUTH_BANKS
    ]
)


def slot_bank(place: int) -> tuple[int, int]:
    """Bank and bit that look at a place of the drum."""
    return _SLOT_BANKS[place]


def places_of(bank: int) -> tuple[int, ...]:
    """The drum's places that a bank looks at, by bit."""
    return _PLACES[bank]


def mouth_bank(mouth: int) -> tuple[int, int]:
    """Bank and bit that look at a mouth."""
    return _MOUTHS[mouth - PLACE_SEAT1]


def mouths_of(bank: int) -> tuple[tuple[int, int], ...]:
    """(mouth, bit) of those that a bank looks at."""
    return _MOUTHS_BY_BANK[bank - MOUTH_BANKS[0]]


def lies_bank(place: int) -> tuple[int, int]:
    """Bank and bit that look at a well or tray."""
    if place >= _MIXED_FIRST:
        return _MIXED_BANK, 4 + place - _MIXED_FIRST
    return _LIES_BANK + (place - 1) // BANK_BITS, (place - 1) % BANK_BITS


class Senses:
    """Looks at banks, turned into what they mean."""

    def __init__(self, workings: Workings) -> None:
        self._workings = workings

    def look(self, bank: int, lit: bool = True) -> int:
        """Levels of a bank; `Trouble` where its board does not answer twice."""
        try:
            return self._workings.look(bank, lit)
        except HalError:
            pass
        try:
            return self._workings.look(bank, lit)
        except HalError:
            raise Trouble(FAILED_SENSOR, SENSOR_BOARD)

    def held_in(self, bank: int) -> int:
        """Bits of a slots' bank at which something stands."""
        return self.look(bank)

    def is_held(self, place: int) -> bool:
        """Whether a slot that stands at this place holds a card."""
        bank, bit = slot_bank(place)
        return bool(self.look(bank) >> bit & 1)

    def held(self) -> bytearray:
        """By place of the drum, 1 where a card is seen; eight looks."""
        seen = bytearray(SLOTS)
        for bank in range(SLOT_BANKS):
            levels = self.look(bank)
            places = places_of(bank)
            for bit in range(len(places)):
                seen[places[bit]] = levels >> bit & 1
        return seen

    def dark_mouths(self, bank: int) -> tuple[int, ...]:
        """Mouths of a bank in which something is seen."""
        levels = self.look(bank)
        return tuple([mouth for mouth, bit in mouths_of(bank) if levels >> bit & 1])

    def is_dark_mouth(self, mouth: int) -> bool:
        """Whether something is seen in a mouth."""
        bank, bit = mouth_bank(mouth)
        return bool(self.look(bank) >> bit & 1)

    def lying(self, places: Sequence[int]) -> tuple[int, ...]:
        """Those of some wells and trays in which anything lies; a look for each bank."""
        levels: dict[int, int] = {}
        found = []
        for place in places:
            bank, bit = lies_bank(place)
            if bank not in levels:
                levels[bank] = self.look(bank)
            if not levels[bank] >> bit & 1:
                found.append(place)
        return tuple(found)

    def arm(self) -> tuple[bool, bool, int]:
        """Drum's flag in its fork, arm's flag in its fork, the mouth by the arm's code or 0."""
        levels = self.look(_ARM_BANK)
        mouth = levels >> _ARM_CODE_BIT
        if not PLACE_SEAT1 <= mouth <= PLACE_CHUTE:
            mouth = NO_MOUTH
        return bool(levels & _DRUM_HOME), bool(levels & _ARM_HOME), mouth

    def must_change(self) -> None:
        """Every beam and fork is seen to go high when its lamp is off: what stays low is broken.

        A reflective sensor is high then, card or none; 14 looks. `Trouble` names the mouth, the
        reference switch or the boards.
        """
        for bank in range(BANKS):
            low = ~self.look(bank, lit=False) & ((1 << BANK_BITS) - 1) & _used(bank)
            if not low:
                continue
            if bank == _ARM_BANK and low & (_DRUM_HOME | _ARM_HOME):
                raise Trouble(FAILED_SENSOR, SENSOR_HOME)
            for mouth in range(PLACE_SEAT1, PLACE_CHUTE + 1):
                its_bank, bit = mouth_bank(mouth)
                if its_bank == bank and low >> bit & 1:
                    raise Trouble(FAILED_SENSOR, mouth)
            raise Trouble(FAILED_SENSOR, SENSOR_BOARD)


def _used(bank: int) -> int:
    """Bits of a bank at which a sensor is plugged in."""
    return (1 << len(places_of(bank))) - 1 if bank < SLOT_BANKS else (1 << BANK_BITS) - 1
