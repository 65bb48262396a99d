"""Drum and arm: turned together in one time, and seen to have arrived before anything else moves.

Every move takes as long as the longest, whatever the way. A stepper cannot say that it lost its
step, so before the move ends the sensors are asked: the arm by the code on its disc, the drum by
the cards that stand where they should, in the bank that matters and in the one that would look
most different had it not moved. Rule of the file: what did not arrive is told by its name, and
where it stands instead is known by what was sensed or not at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.places import (
    mouth_pulses,
    place_pulses,
    shortest,
    slot_before,
)
from hal.card_machine.senses import NO_MOUTH, SLOT_BANKS, places_of, slot_bank
from hal.card_machine.trouble import Trouble
from hal.card_machine.workings import DRUM, TURRET
from hal.ports import CARDS, FAILED_JAM, FAILED_MOTOR, SLOTS, STAGE_CAROUSEL, STAGE_TURRET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hal.card_machine.amps import Amps
    from hal.card_machine.senses import Senses
    from hal.card_machine.workings import Workings

MOVE_MS = 300
CURRENT_MS = 90  # into a move: before another motor joins it
_ARRIVED_MS = const(296)  # the last pulse comes within 4 ms; three looks take 3.9
# Counted from when the second one was begun: a Pico reckons some 2 ms for the pulses of each.


class Carousel:
    """turned: places that the drum stands turned; mouth: where the arm points; held: by slot.

    is_home: whether these are known. held is what was sensed last, a byte a slot.
    """

    def __init__(self, workings: Workings, senses: Senses, amps: Amps) -> None:
        self.is_home = False
        self.turned = 0
        self.mouth = NO_MOUTH
        self.held = bytearray(SLOTS)
        self._workings = workings
        self._senses = senses
        self._amps = amps
        self._from = (0, NO_MOUTH)  # while they turn: from where

    def __repr__(self) -> str:
        return "<carousel>"  # never which slots hold a card

    # --- where they are --------------------------------------------------------------------------

    def stands(self, turned: int, mouth: int) -> None:
        """Both are known to stand so."""
        self.turned, self.mouth = turned, mouth
        self.is_home = True

    def is_lost(self) -> None:
        """Nobody knows where they are: HOME first."""
        self.is_home = False

    def halt(self, has_supply: bool) -> None:
        """Whatever turns is stopped; a stepper stopped between two places is lost."""
        workings = self._workings
        is_cut = False
        for stepper in (DRUM, TURRET):
            if workings.is_turning(stepper):
                is_cut = True
                workings.stop(stepper)
        if is_cut or (self._from[1] and not has_supply):
            self.is_lost()
        self._from = (0, NO_MOUTH)

    def look_round(self) -> None:
        """See which slots hold a card; eight looks, the drum standing."""
        seen = self._senses.held()
        for place in range(SLOTS):
            self.held[slot_before(place, self.turned)] = seen[place]

    def count(self) -> int:
        """Slots that hold something, as seen last."""
        return sum(self.held)

    # --- moves -----------------------------------------------------------------------------------

    def turn(self, turned: int, mouth: int, place: int) -> Iterator[None]:
        """Turn both in MOVE_MS and see that they arrived; held is seen anew at `place`.

        Raises `Trouble`: JAM or MOTOR of carousel or turret; no card has moved.
        """
        workings = self._workings
        self._amps.rest()
        self._from = (self.turned, self.mouth)
        moving = 0
        pulses = mouth_pulses(mouth) - mouth_pulses(self.mouth)
        if pulses:
            workings.turn(TURRET, pulses, MOVE_MS)
            moving += 1
        pulses = shortest(place_pulses(turned) - place_pulses(self.turned))
        if pulses:
            workings.turn(DRUM, pulses, MOVE_MS)
            moving += 1
        both_ms = workings.now_ms()
        banks = self._telling_banks(turned, place)
        while workings.now_ms() < both_ms + CURRENT_MS:
            yield
        is_dead = moving > 0 and self._amps.is_one_dead(moving)
        while workings.now_ms() < both_ms + _ARRIVED_MS:
            yield
        trouble = self._arrive(turned, mouth, place, banks, is_dead)
        while workings.now_ms() < both_ms + MOVE_MS or workings.is_turning(DRUM):
            yield
        self._from = (0, NO_MOUTH)
        if trouble is not None:
            raise trouble

    def _telling_banks(self, turned: int, place: int) -> tuple[int, ...]:
        """The bank of a place, and one that shows an empty slot where a full one stood.

        A drum that stands between two places shows all slots full: only an empty one says where
        it is.
        """
        own = slot_bank(place)[0]
        best, most = own, -1
        for bank in range(SLOT_BANKS):
            worth = 0
            for at in places_of(bank):
                if at != place and not self.held[slot_before(at, turned)]:
                    worth += 2 if self.held[slot_before(at, self.turned)] else 1
            if worth > most:
                best, most = bank, worth
        return (own,) if best == own else (own, best)

    def _arrive(
        self, turned: int, mouth: int, place: int, banks: tuple[int, ...], is_dead: bool
    ) -> Trouble | None:
        code = FAILED_MOTOR if is_dead else FAILED_JAM
        is_at_flag, _, arm = self._senses.arm()
        if arm != mouth:
            if arm == NO_MOUTH:
                self.is_lost()
            self.mouth = arm
            self._drum_arrives(turned, place, banks, is_at_flag)
            return Trouble(code, STAGE_TURRET)
        self.mouth = mouth
        if not self._drum_arrives(turned, place, banks, is_at_flag) or is_dead:
            return Trouble(code, STAGE_CAROUSEL)
        return None

    def _drum_arrives(
        self, turned: int, place: int, banks: tuple[int, ...], is_at_flag: bool
    ) -> bool:
        """Whether the drum is where it should be; then `turned` is that."""
        fits, own = is_at_flag == (turned == 0), 0
        for bank in banks:
            levels = self._senses.held_in(bank)
            places = places_of(bank)
            for bit in range(len(places)):
                is_held = levels >> bit & 1
                if places[bit] == place:
                    own = is_held
                elif is_held != self.held[slot_before(places[bit], turned)]:
                    fits = False
        if fits:
            self.turned = turned
            self.held[slot_before(place, turned)] = own
            return True
        return self._finds_out(turned, is_at_flag)

    def _finds_out(self, turned: int, is_at_flag: bool) -> bool:
        """The cards stand otherwise: has the drum not turned, or were they not as we knew?"""
        seen = self._senses.held()
        if sum(seen) > CARDS:  # it stands between two places
            self.is_lost()
            return False
        moved = unmoved = 0
        for at in range(SLOTS):
            moved += seen[at] != self.held[slot_before(at, turned)]
            unmoved += seen[at] != self.held[slot_before(at, self.turned)]
        if is_at_flag != (turned == 0):
            moved += SLOTS
        if is_at_flag != (self.turned == 0):
            unmoved += SLOTS
        has_turned = turned == self.turned or moved <= unmoved  # a person may have moved cards
        if has_turned:
            self.turned = turned
        for at in range(SLOTS):
            self.held[slot_before(at, self.turned)] = seen[at]
        return has_turned

    def step(self, over_ms: int) -> None:
        """Begin to turn the drum until the next slot stands where this one does, for EMPTY."""
        pulses = place_pulses(self.turned - 1) - place_pulses(self.turned)
        self._workings.turn(DRUM, pulses, over_ms)
        self.turned = (self.turned - 1) % SLOTS

    # --- a card that left unasked ----------------------------------------------------------------

    def find_slot(self, mouth: int, place: int) -> int:
        """Drum and arm have turned by themselves: which slot lost its card before this mouth?

        Found by the pattern of all others. -1 where several could be; nothing is known then.
        """
        seen = self._senses.held()
        best, fewest, is_sure = -1, SLOTS, False
        for turned in range(SLOTS):
            if not self.held[slot_before(place, turned)]:
                continue
            differing = 0
            for at in range(SLOTS):
                if at != place:
                    differing += seen[at] != self.held[slot_before(at, turned)]
            if differing < fewest:
                best, fewest, is_sure = turned, differing, True
            elif differing == fewest and (best != self.turned or not self.is_home):
                is_sure = turned == self.turned and self.is_home
                best = turned if is_sure else best
        if best < 0 or not is_sure or mouth == NO_MOUTH:
            self.is_lost()
            return -1
        self.turned, self.mouth = best, mouth
        return slot_before(place, best)
