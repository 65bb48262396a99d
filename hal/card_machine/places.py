"""Where what stands: slots of the drum, mouths of the arm, and the pulses from one to another.

The drum carries 54 slots past 54 places that stand still; place 0 is before mouth 1, place 44
before the feeder. The arm points to one of 18 mouths, every second place, which stand in another
order than their numbers. Counted are pulses from the reference, and each position is computed from
it anew, so no rounding adds up. Rule of the file: it is arithmetic; whether drum and arm are where
they should be, sensors say.

Numbers: hardware/mechanics.md (How it lies), hardware/rev_a/motors.toml (SW5 to SW8).
"""

from __future__ import annotations

from hal.ports import SLOTS

TURN_PULSES = 3200
PITCH_PLACES = 2  # of the drum, from one mouth to the next
MOUTHS = (1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 6, 7, 8, 9, 10, 16, 17, 18)
"""Around the ring, the way the arm's angle grows: places as `hal.ports` numbers them."""
FEEDER_AT = 44  # the drum's place before the feeder


def place_pulses(place: int) -> int:
    """Pulses from the reference to a place of the drum, the nearest whole one."""
    return (place * TURN_PULSES + SLOTS // 2) // SLOTS


def mouth_at(mouth: int) -> int:
    """The drum's place before which a mouth stands."""
    return PITCH_PLACES * MOUTHS.index(mouth)


def mouth_pulses(mouth: int) -> int:
    """Pulses from the arm's reference to a mouth."""
    return place_pulses(mouth_at(mouth))


def turned_for(slot: int, place: int) -> int:
    """By how many places the drum stands turned while a slot is before a place: 0..53."""
    return (place - slot) % SLOTS


def slot_before(place: int, turned: int) -> int:
    """The slot that stands before a place."""
    return (place - turned) % SLOTS


def shortest(pulses: int) -> int:
    """The same turn of the drum by the shorter way: -1600 to 1599 pulses."""
    return (pulses + TURN_PULSES // 2) % TURN_PULSES - TURN_PULSES // 2
