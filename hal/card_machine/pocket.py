"""The return motor: the pawl of a tray, and the plate that presses the hopper's cards.

It winds up a cord as far as it goes and holds it there; let go, springs close both. Driven before
a tray it lowers that tray's pawl, and always it draws back the plate, so that cards which stand
above it fall behind the others. Whatever came in while the plate was closed waits there, and the
scale weighs it too. Rule of the file: at full voltage only until the cord is wound up; held there
for longer the motor would get hot.

Times: hardware/mechanics.md, How a card comes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.amps import SETTLED_MS
from hal.card_machine.hands import BOARD
from hal.card_machine.places import mouth_at
from hal.card_machine.workings import FULL_SPEED, RETURN
from hal.ports import PLACE_ASIDE, PLACE_CHUTE, STAGE_RETURN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.hands import Hands

WOUND_MS = 100  # from rest; 83 and a reserve
CLOSED_MS = 200  # let go
SHELF_MS = 435  # from the chute's mouth onto the scale
_HOLD_PERMILLE = const(300)
_JUDGED_MS = const(54)  # a pawl is down after 56: what is stuck before has let no card go
_ALL_FALL_MS = const(262)  # what waited above the plate
RETURNS = BOARD + (PLACE_ASIDE,)
"""Places whose trays the arm empties."""
OPENING_MS = WOUND_MS + _ALL_FALL_MS + CLOSED_MS


def wind(hands: Hands, *, is_judged: bool = False) -> Iterator[None]:
    """Drive it as far as it goes, and hold it there on return; it stays driven.

    is_judged: no other motor runs meanwhile; `Trouble` where it is dead or stuck.
    """
    hands.amps.rest()
    began_ms = hands.now()
    hands.workings.drive(RETURN, FULL_SPEED)
    while hands.now() < began_ms + WOUND_MS:
        yield
        if is_judged and began_ms + SETTLED_MS <= hands.now() < began_ms + _JUDGED_MS:
            hands.amps.judge(STAGE_RETURN)
    hands.workings.drive(RETURN, _HOLD_PERMILLE)


def let_go(hands: Hands) -> Iterator[None]:
    """Let pawl and plate close; they have on return."""
    hands.workings.drive(RETURN, 0)
    yield from hands.until(hands.now() + CLOSED_MS)


def open_once(hands: Hands) -> Iterator[None]:
    """What waits above the plate falls behind the others, and is pressed on return.

    An arm that stands before a tray would let its cards go: first it turns to the chute.
    """
    carousel = hands.carousel
    if carousel.mouth in RETURNS:
        yield from carousel.turn(carousel.turned, PLACE_CHUTE, mouth_at(PLACE_CHUTE))
    yield from wind(hands)
    yield from hands.until(hands.now() + _ALL_FALL_MS)
    yield from let_go(hands)
