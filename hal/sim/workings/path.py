"""The card path: the cards between slot and mouth, and what pushes them on.

The ejector's finger pushes a card out of its slot as far as the path's rollers, these as far as
the launch rollers, which throw it through a mouth. Two cards may come as one, a card may stick,
hang in its slot or slide out by itself. Rule of the file: it knows lengths and speeds, and no
command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import InvariantError
from hal.ports import PLACE_ASIDE, PLACE_CHUTE, SLOTS, STAGE_PATH
from hal.sim.deck import NO_CARD
from hal.sim.workings.card import (
    BACK_MS,
    BACK_PACE,
    COMES_BEHIND,
    GAUGE_AT,
    GEARED,
    HANGS_AT,
    HANGS_MS,
    JAM_AT,
    LEAVES_SLOT_BEAM_AT,
    LENGTH,
    MOUTH_AT,
    NIP_AT,
    PACE,
    RIM,
    ROLLERS_AT,
    SEEN_LENGTH,
    SLIDES_TO,
    PathCard,
)
from hal.sim.workings.faults import counter_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hal.sim.deck import Deck
    from hal.sim.workings.falls import Falls
    from hal.sim.workings.faults import Faults

BEHIND = {"overlapped": 49_500, "nose_to_tail": SEEN_LENGTH, "stacked": 0}


class Path:
    """The cards under way, the foremost first.

    comes_behind: micrometres that each card of a tray comes behind the one before.
    """

    def __init__(self, deck: Deck, falls: Falls, faults: Faults) -> None:
        self.deck = deck
        self.falls = falls
        self.cards: list[PathCard] = []
        self.comes_behind = COMES_BEHIND
        self.cut_in_ms = -1  # the machine's controller is to lose its power then
        self._faults = faults

    # --- a card leaves its slot ------------------------------------------------------------------

    def leave(self, slot: int, mouth: int, *, unasked: bool = False) -> None:
        """What is in a slot is pushed out of it, towards a mouth."""
        deck, faults = self.deck, self._faults
        if unasked:
            for card in self._taken_out(slot, mouth, keeps=True):
                one = PathCard(card, slot, RIM)
                one.is_sliding = True
                self.cards.append(one)
            return
        counter = counter_of(mouth)
        faults.meets(mouth)
        hangs = faults.hit("hang", counter) is not None
        taken = self._taken_out(slot, mouth, keeps=not hangs)
        first = PathCard(taken[0], slot, RIM, counter)
        first.hangs_until_ms = 0 if hangs else -1
        self.cards.append(first)
        for card in taken[1:]:
            self._lead(card, slot, 0)
        row = None if hangs else faults.hit("double", counter)
        other = self._next_slot(slot)
        if row is not None and other >= 0:
            before = len(deck.path)
            deck.eject(other)
            for card in deck.path[before:]:
                self._lead(card, slot, BEHIND[row.words["how"]])
        row = faults.hit("flip", counter) if len(taken) == 1 and not hangs else None
        if row is not None:
            if row.words["in"] == "turret":
                first.is_turning = True
            else:
                deck.is_turned[first.card] = not deck.is_turned[first.card]
        if faults.hit("power", counter):
            self.cut_in_ms = 0

    def come_back(self, cards: Sequence[int], mouth: int) -> None:
        """Cards of a tray slide down its channel towards the arm, each a little later."""
        behind = self.comes_behind
        for nth, card in enumerate(cards):
            one = PathCard(card, NO_CARD, NIP_AT + LENGTH + BACK_MS * BACK_PACE + nth * behind)
            one.is_returning = True
            one.mouth, one.end = mouth, self.deck.wells[mouth]
            self.cards.append(one)

    def _taken_out(self, slot: int, mouth: int, *, keeps: bool) -> list[int]:
        before = len(self.deck.path)
        self.deck.eject(slot)
        if keeps and before == 0 and mouth != PLACE_CHUTE:
            self.deck.leave_for(mouth)
        return self.deck.path[before:]

    def _lead(self, card: int, slot: int, behind: int) -> None:
        one = PathCard(card, slot, RIM - behind)
        one.is_led = True
        self.cards.append(one)

    def _next_slot(self, slot: int) -> int:
        """The nearest slot after this one that holds a card, or -1."""
        for step in range(1, SLOTS + 1):
            at = (slot + step) % SLOTS
            if self.deck.slots[at] != NO_CARD:
                return at
        return -1

    # --- a millisecond ---------------------------------------------------------------------------

    def moves_by_itself(self) -> bool:
        """Whether cards fly, slide or fall, motors or not."""
        if self.cut_in_ms >= 0:
            return True
        for one in self.cards:
            if one.is_sliding or one.is_landed or one.is_returning or one.hangs_until_ms >= 0:
                return True
        return False

    def push(self, reach: int) -> None:
        """The finger is out so far, micrometres: the card before it stands there at least."""
        for one in self.cards:
            if one.nose < RIM + reach and not one.is_led and one.hangs_until_ms <= 0:
                self._push_on(one, RIM + reach - one.nose)

    def _push_on(self, first: PathCard, by: int) -> None:
        """Move a card, and what comes along with it."""
        at = self.cards.index(first)
        for one in self.cards[at:]:
            if one is not first and not one.is_led:
                return
            one.nose += by
            one.is_pushed = True

    def tick(self, now_ms: int, permille: int) -> bool:
        """One millisecond of the rollers; False when they stall."""
        pace = PACE * permille // 1000
        for one in list(self.cards):
            if self._goes_by_itself(one, now_ms):
                continue
            if one.is_pushed:
                one.is_pushed = False
            elif pace > 0:
                if self._sticks(one, pace):
                    return False
                self._roll(one, pace, now_ms)
            elif pace < 0:
                _roll_back(one, pace)
        return True

    def _goes_by_itself(self, one: PathCard, now_ms: int) -> bool:
        """Whether a card flies, slides or hangs, and no roller has it."""
        if one.is_landed:
            one.nose += one.speed
            if one.nose >= MOUTH_AT + SEEN_LENGTH:
                self.cards.remove(one)
        elif one.is_returning:
            one.nose -= BACK_PACE
            one.is_returning = one.nose >= NIP_AT + LENGTH
        elif one.is_sliding:
            one.nose += PACE
            one.is_sliding = one.nose < SLIDES_TO
        elif one.hangs_until_ms >= 0:
            if self._hangs(one, now_ms):
                self.cards.remove(one)
        else:
            return False
        return True

    def _sticks(self, one: PathCard, pace: int) -> bool:
        if one.is_stuck:
            return True
        if one.nose <= JAM_AT < one.nose + pace and one.counter >= 0:
            one.is_stuck = self._faults.jams(one.counter, STAGE_PATH)
            one.nose = JAM_AT if one.is_stuck else one.nose
        return one.is_stuck

    def comes_loose(self) -> None:
        """The motor rests or turns the other way: what stuck is tried again next time."""
        for one in self.cards:
            one.is_stuck = False

    def _roll(self, one: PathCard, pace: int, now_ms: int) -> None:
        if one.nose < ROLLERS_AT and not one.is_led:
            return
        before = one.nose
        if before < NIP_AT:
            nose = before + pace
            if nose > NIP_AT:
                nose = NIP_AT + (nose - NIP_AT) * GEARED[0] // GEARED[1]
        else:
            one.speed = pace * GEARED[0] // GEARED[1]
            nose = before + one.speed
        one.nose = nose
        if before < GAUGE_AT <= nose and one.counter >= 0:
            self._faults.reaches(one.counter)
        if before < NIP_AT <= nose:
            self.falls.throw(one)
        if before < MOUTH_AT <= nose:
            at = self.cards.index(one)
            self.falls.find_mouth(one, self.cards[at - 1] if one.is_led and at else None)
        if nose >= NIP_AT + LENGTH:
            self.falls.land(one, now_ms)

    # --- where it ends ---------------------------------------------------------------------------

    def _hangs(self, one: PathCard, now_ms: int) -> bool:
        """Whether a card that hangs at the rim is back in its slot."""
        if one.hangs_until_ms == 0:
            if one.nose >= HANGS_AT:
                one.nose = HANGS_AT
                one.hangs_until_ms = now_ms + HANGS_MS - HANGS_AT // PACE
            return False
        if now_ms < one.hangs_until_ms:
            return False
        self.deck.path.remove(one.card)
        self.deck.slots[one.slot] = one.card
        self.falls.count(one)
        return True

    def take_out(self) -> None:
        """A person lays what is in the path into the aside tray, by hand."""
        for one in self.cards:
            self.falls.count(one)
        self.cards = []
        if self.deck.path:
            self.deck.land(PLACE_ASIDE)

    def lie(self) -> None:
        """What a snapshot found in the path lies in the rollers' hold."""
        self.cards = [PathCard(card, NO_CARD, SLIDES_TO) for card in self.deck.path]

    # --- what looks at it ------------------------------------------------------------------------

    def before(self, at: int) -> list[PathCard]:
        """The cards that stand before what looks at a place of the path."""
        return [one for one in self.cards if one.covers(at)]

    def is_dark(self, at: int) -> bool:
        """Whether any card does."""
        return any(one.covers(at) for one in self.cards)

    def is_mouth_dark(self, mouth: int) -> bool:
        """Whether a card falls through a mouth now."""
        return self.falls.is_mouth_dark(mouth, self.cards)

    def still_seen_in(self, slot: int) -> bool:
        """Whether the slot's own beam still sees the tail of a card that leaves it."""
        for one in self.cards:
            if one.slot == slot and one.nose < LEAVES_SLOT_BEAM_AT and not one.is_led:
                return True
        return False

    def refuse_to_be_crushed(self) -> None:
        """Drum or arm turns: InvariantError when a card stands across the drum's rim."""
        for one in self.cards:
            if one.is_across_the_rim():
                raise InvariantError("card_crushed")

    def refuse_to_be_torn(self) -> None:
        """The arm turns: InvariantError when a card stands in its path and in a mouth."""
        for one in self.cards:
            if one.is_across_the_gap():
                raise InvariantError("card_torn")


def _roll_back(one: PathCard, pace: int) -> None:
    """A card between the rollers, or between the launch rollers, comes back through them."""
    if ROLLERS_AT <= one.nose < NIP_AT:
        one.nose += pace
    elif NIP_AT <= one.nose < NIP_AT + LENGTH:
        one.nose = max(NIP_AT - 1, one.nose + pace * GEARED[0] // GEARED[1])
        if one.nose < MOUTH_AT:
            one.mouth, one.end = -1, []
