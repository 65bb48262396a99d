"""What lies in the arm goes out at the mouth before which the arm stands.

For RETURN and for HOME: the path drives until the mouth has seen a card fall, and on until nothing
is seen any more, since another may follow. Nothing is backed here: the card's inner end stands at
the drum's rim, before a slot that may be full. Rule of the file: the path counts as empty when
beams and mouth say so for longer than a rebound lasts, and not before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.beams import PULSE_MS
from hal.card_machine.hands import CLEAR
from hal.card_machine.mouths import Mouths
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import ENTRY, EXIT, FULL_SPEED, PATH
from hal.ports import (
    FAILED_JAM,
    FAILED_MOTOR,
    FAILED_SENSOR,
    SENSOR_ENTRY,
    SENSOR_EXIT,
    STAGE_PATH,
)

if TYPE_CHECKING:
    from collections.abc import Generator

    from hal.card_machine.hands import Hands

_SEEN_MS_MAX = const(200)  # from rest: 41 to the mouth, 25 there
_NIP_MS = const(12)  # from the exit beam through the launch rollers, 8 mm at the path's pace
_OUT_MS_MAX = const(420)  # two cards nose to tail


def throw(hands: Hands, mouth: int) -> Generator[None, None, bool]:
    """Whether the mouth saw it fall; the path is empty on return.

    `Trouble`, and it lies there still: MOTOR or JAM of the path; SENSOR of a beam that stays dark
    although a card fell.
    """
    workings = hands.workings
    mouths = Mouths(workings, hands.senses, hands.dark_mouths())
    hands.amps.rest()
    began_ms = hands.now()
    workings.drive(PATH, FULL_SPEED)
    while mouths.landed != mouth and hands.now() < began_ms + _SEEN_MS_MAX:
        yield
        mouths.look(mouth)
    light_ms = hands.now()
    while hands.now() < min(light_ms + _NIP_MS, began_ms + _OUT_MS_MAX):
        yield
        if workings.is_dark(ENTRY) or workings.is_dark(EXIT) or mouths.is_dark_at(mouth):
            light_ms = hands.now()  # another one follows
        mouths.look(mouth)
    is_dead = hands.amps.is_dead()
    workings.drive(PATH, 0)
    has_landed = mouths.landed == mouth
    for beam, sensor in ((ENTRY, SENSOR_ENTRY), (EXIT, SENSOR_EXIT)):
        is_stuck = yield from _stays_dark(hands, beam)
        if is_stuck and has_landed:
            raise Trouble(FAILED_SENSOR, sensor)
        if is_stuck:
            raise Trouble(FAILED_MOTOR if is_dead else FAILED_JAM, STAGE_PATH)
    if mouths.is_dark_at(mouth):
        raise Trouble(FAILED_JAM, STAGE_PATH)
    hands.path_is(CLEAR)
    return has_landed


def _stays_dark(hands: Hands, beam: int) -> Generator[None, None, bool]:
    """Whether a beam is dark for longer than a rebound lasts."""
    until_ms = hands.now() + PULSE_MS
    while hands.workings.is_dark(beam):
        if hands.now() >= until_ms:
            return True
        yield
    return False
