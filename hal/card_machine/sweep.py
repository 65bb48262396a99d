"""EMPTY: every slot is passed at one pace, card or none, and what is there is pushed out.

The arm stands before the chute. Slot by slot the finger goes out and comes back, and the drum
turns on as soon as a card would be out of it; so neither time nor sound tells which slots held
one. Nobody regulates the rollers' pace: whether it is out, the slot's own beam says. Cards that
fell are counted by the beam in the chute's mouth, slots that still hold one by looking at all of
them afterwards. Rule of the file: a card across the rim is waited for, or given up with its motor;
the drum does not turn over it.

The pace is hardware/card-machine.md's, 180 ms a slot: 128 until a card is out, 46 to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.hands import CLEAR, PUSHED
from hal.card_machine.mouths import Mouths
from hal.card_machine.places import mouth_at, turned_for
from hal.card_machine.pocket import SHELF_MS, WOUND_MS, open_once
from hal.card_machine.senses import slot_bank
from hal.card_machine.transit import FINGER_MS, Transit
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import DRUM, EJECTOR, FULL_SPEED, PATH
from hal.ports import EV_EMPTIED, FAILED_SENSOR, PLACE_CHUTE, SLOTS

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from hal.card_machine.hands import Hands

SLOT_MS = 180
_OUT_MS = const(128)  # from the finger's start: the card's tail has left the drum's rim
_FROM_BEAM_MS = const(90)  # of its way, 93 until the slot's beam, inside the rim, is light again
_TAIL_MS = const(10)  # from there its tail comes over the rim, 7 mm
_STEP_MS = const(46)
_LATE_MS = const(5)
_LAST_MS = const(240)  # the last card falls, late ones too
_DARK_MS_MAX = const(300)  # a mouth that is dark for longer yet has no card that falls
_LATEST_MS = const(163)  # into its time a slot's card falls through the mouth
_ENDS_MS = const(900)  # after the last slot's: it has fallen, and the plate is closed
_AT = mouth_at(PLACE_CHUTE)


def empty(hands: Hands) -> Iterator[None]:
    """Out of all slots into the hopper; told as EMPTIED."""
    carousel, workings = hands.carousel, hands.workings
    again = hands.path_slot if hands.path == PUSHED else -1
    hands.must_be_clear(again, PLACE_CHUTE)
    fallen = 0
    if hands.path == PUSHED:  # the finger could not push it: once more, before anything turns
        fallen = yield from _once_more(hands, again)
    yield from carousel.turn(turned_for(0, _AT), PLACE_CHUTE, _AT)
    dark = hands.dark_mouths()
    mouths = Mouths(workings, hands.senses, dark)
    if PLACE_CHUTE in dark:
        raise Trouble(FAILED_SENSOR, PLACE_CHUTE)
    hands.amps.rest()
    began_ms = hands.now()
    for slot in range(SLOTS):
        if carousel.held[slot]:
            yield from _out(hands, slot, mouths, began_ms)
        else:
            yield from _nothing(hands, mouths, began_ms)
        yield from _next(hands, slot, mouths, began_ms)
        began_ms += SLOT_MS
        if hands.now() > began_ms + _LATE_MS:
            began_ms = hands.now()  # one that stuck has taken longer
    stands_ms = began_ms - SLOT_MS + _LATEST_MS + SHELF_MS
    ends_ms = began_ms + _ENDS_MS
    began_ms += _LAST_MS - SLOT_MS
    late_ms = began_ms + _DARK_MS_MAX
    while hands.now() < began_ms or (mouths.is_dark() and hands.now() < late_ms):
        yield
        mouths.look(PLACE_CHUTE)
    workings.drive(PATH, 0)
    hands.path_is(CLEAR)
    carousel.look_round()
    yield from hands.until(stands_ms - WOUND_MS)
    yield from open_once(hands)
    yield from hands.until(ends_ms)
    hands.tell(EV_EMPTIED, fallen + mouths.falls, carousel.count())
    if mouths.is_dark():
        raise Trouble(FAILED_SENSOR, PLACE_CHUTE)
    hands.must_see_nothing()


def _once_more(hands: Hands, slot: int) -> Generator[None, None, int]:
    """Push the card that stuck before the finger; how many fell."""
    mouths = Mouths(hands.workings, hands.senses, hands.dark_mouths())
    hands.amps.rest()
    transit = Transit(hands, slot, PLACE_CHUTE, mouths)
    yield from transit.leave(is_told=False)
    yield from transit.fly()
    hands.workings.drive(PATH, 0)
    hands.path_is(CLEAR)
    return mouths.falls


def _out(hands: Hands, slot: int, mouths: Mouths, began_ms: int) -> Iterator[None]:
    """The finger goes out and a card comes: until its tail has left the rim."""
    hands.path_is(PUSHED, slot, PLACE_CHUTE)
    transit = Transit(hands, slot, PLACE_CHUTE, mouths)
    yield from transit.leave(is_told=False)
    passage = transit.passage
    light_ms = -1  # since the slot's own beam sees it no more
    while hands.now() < began_ms + _OUT_MS or (
        passage.is_at_entry() and not 0 <= light_ms <= hands.now() - _TAIL_MS
    ):
        yield
        passage.look()
        mouths.look(PLACE_CHUTE)
        if light_ms < 0 and passage.way_ms() >= _FROM_BEAM_MS and not hands.senses.is_held(_AT):
            light_ms = hands.now()
        if transit.sticks():
            yield from transit.back()
            light_ms = -1


def _nothing(hands: Hands, mouths: Mouths, began_ms: int) -> Iterator[None]:
    """The same motion before an empty slot."""
    workings = hands.workings
    workings.drive(PATH, FULL_SPEED)
    workings.drive(EJECTOR, FULL_SPEED)
    while hands.now() < began_ms + _OUT_MS:
        if hands.now() >= began_ms + FINGER_MS:
            workings.drive(EJECTOR, 0)
        yield
        mouths.look(PLACE_CHUTE)
    workings.drive(EJECTOR, 0)


def _next(hands: Hands, slot: int, mouths: Mouths, began_ms: int) -> Iterator[None]:
    """The drum turns by one slot, and the slot that comes is looked at."""
    carousel = hands.carousel
    carousel.step(_STEP_MS)
    while hands.now() < began_ms + SLOT_MS or hands.workings.is_turning(DRUM):
        yield
        mouths.look(PLACE_CHUTE)
    following = (slot + 1) % SLOTS
    bank, bit = slot_bank(_AT)
    carousel.held[following] = hands.senses.look(bank) >> bit & 1
