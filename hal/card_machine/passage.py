"""A card on its way from the drum to a mouth: what beams, gauge and colour sensor make of it.

The path pushes at a known pace, so time is length: how long the entry beam was dark says how long
the card is, less what the path stood still. The gauge says whether it is one card, the colour
sensor whether its face looks to the back's side. Nothing here decides what to do about it. Rule of
the file: what passed is told in thousandths, and what was not sensed is not supposed.

Lengths and pace: hardware/rev_a/mechanics.toml, [path].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import const
from hal.card_machine.beams import PULSE_MS, is_one_card, length
from hal.card_machine.workings import ENTRY, EXIT, FULL_SPEED, PATH, PATH_GAUGE
from hal.errors import HalError

if TYPE_CHECKING:
    from hal.card_machine.workings import Workings

CARD_UM = 300
TWO_FROM_UM = 435  # 1.45 cards
SOME_FROM_UM = 100  # less is an empty gauge, more is something
BLIND_BELOW_UM = -100  # no gauge gives this: it is unplugged

FACE_FROM = 400  # permille of white: a face has 450 and more, a back below 350
NOTHING_BELOW = 100

_EXIT_MS = const(112)  # from the entry to the exit beam, 84 mm at the nominal pace
_TWICE = const(8)  # readings of two cards at once that are no speck of dust
_FACES = const(8)
_BEFORE_IT_MS = const(70)  # of way: the colour sensor stands at 85, 64 mm
_FACE_UP_MS = const(3)  # one reading takes 2.4


class Passage:
    """One card, or what comes as one. Times are milliseconds of `now_ms`, -1: not yet.

    is_reversed: it was backed once, so its time says nothing of its length.
    """

    def __init__(self, workings: Workings) -> None:
        self.dark_ms = -1  # since the entry beam saw it first
        self.exit_ms = -1  # since the exit beam saw it first
        self.exit_edge_ms = -1  # when its level changed last
        self.is_reversed = False
        self._workings = workings
        self._entry: list[tuple[int, bool]] = []  # edges by travel
        self._light_ms = -1  # since the entry beam is light behind it
        self._travel_ms = 0
        self._since_ms = -1  # the path drives forward
        self._back_ms = 0  # it creeps back since then
        self._thick: list[int] = []
        self._faces = 0
        self._backs = 0
        self._is_colour_stuck = False
        self._next_face_ms = 0
        workings.edges(ENTRY)  # what was before is not this card's
        workings.edges(EXIT)

    def __repr__(self) -> str:
        return "<passage>"

    # --- the path's rollers ----------------------------------------------------------------------

    def drive(self) -> None:
        """Forward, at the pace of the path."""
        if self._since_ms < 0:
            self._since_ms = self._workings.now_ms()
            self._workings.drive(PATH, FULL_SPEED)

    def hold(self) -> None:
        """Stand still, the card with it."""
        if self._since_ms >= 0:
            self._travel_ms += self._workings.now_ms() - self._since_ms
            self._since_ms = -1
        self._workings.drive(PATH, 0)

    def back(self) -> None:
        """Backward: a card that sticks."""
        self.hold()
        self.is_reversed = True
        self._entry = [(self._travel_ms, True)]  # its way is counted anew
        self._workings.drive(PATH, -FULL_SPEED)

    def creep_back(self) -> None:
        """Backward, as a way that is gone again: to the reader's window."""
        self.hold()
        self._back_ms = self._workings.now_ms()
        self._workings.drive(PATH, -FULL_SPEED)

    def stand(self) -> None:
        """The end of creeping back."""
        self._travel_ms -= self._workings.now_ms() - self._back_ms
        self._workings.drive(PATH, 0)

    def is_driven(self) -> bool:
        """Whether the rollers go forward."""
        return self._since_ms >= 0

    def driven_ms(self) -> int:
        """How long the rollers have gone forward without a pause."""
        return self._workings.now_ms() - self._since_ms if self.is_driven() else 0

    def travel_ms(self, at_ms: int) -> int:
        """How long the path had gone forward at a moment."""
        if self._since_ms < 0 or at_ms <= self._since_ms:
            return self._travel_ms
        return self._travel_ms + at_ms - self._since_ms

    def way_ms(self) -> int:
        """Travel since the entry beam saw the card; -1 before."""
        if not self._entry:
            return -1
        return self.travel_ms(self._workings.now_ms()) - self._entry[0][0]

    # --- what is sensed --------------------------------------------------------------------------

    def entered(self, at_ms: int) -> None:
        """It stood before the entry beam already when this began."""
        self.dark_ms = at_ms
        self._entry.append((self.travel_ms(at_ms), True))

    def look(self) -> None:
        """Once a pass: edges and gauge."""
        workings = self._workings
        for at_ms, is_dark in workings.edges(ENTRY):
            if is_dark and self.dark_ms < 0:
                self.dark_ms = at_ms
            if self.dark_ms >= 0:
                self._entry.append((self.travel_ms(at_ms), is_dark))
                self._light_ms = -1 if is_dark else at_ms
        for at_ms, is_dark in workings.edges(EXIT):
            self.exit_edge_ms = at_ms
            if is_dark and self.exit_ms < 0:
                self.exit_ms = at_ms
        if self.dark_ms < 0:
            return
        thickness = workings.thickness(PATH_GAUGE)
        if thickness > TWO_FROM_UM and self.is_driven():
            self._thick.append(thickness)
        now_ms = workings.now_ms()
        if self.is_driven() and now_ms >= self._next_face_ms:
            self._next_face_ms = now_ms + _FACE_UP_MS
            self._look_at_the_back()

    def _look_at_the_back(self) -> None:
        try:
            light = self._workings.face_up()
        except HalError:
            return  # HOME tells of a sensor that does not answer
        if light >= NOTHING_BELOW and self.way_ms() < _BEFORE_IT_MS:
            self._is_colour_stuck = True  # it sees something where the card is not yet
        if light >= FACE_FROM:
            self._faces += 1
        elif light >= NOTHING_BELOW:
            self._backs += 1

    # --- what it means ---------------------------------------------------------------------------

    def is_at_entry(self) -> bool:
        """Whether something is before the entry beam now."""
        return self._workings.is_dark(ENTRY)

    def has_entered_whole(self) -> bool:
        """Whether light came back behind it, and stayed."""
        if self._light_ms < 0:
            return False
        return self._workings.now_ms() - self._light_ms >= PULSE_MS

    def is_exit_stuck(self) -> bool:
        """Whether the exit beam is dark, and has been for longer than a rebound lasts."""
        now_ms = self._workings.now_ms()
        return self._workings.is_dark(EXIT) and now_ms - self.exit_edge_ms >= PULSE_MS

    def length(self) -> int:
        """Thousandths of a card; 1000 where its time says nothing."""
        if self.is_reversed or not self.has_entered_whole():
            return 1000
        return length(self._entry) * self._pace() // 1000

    def _pace(self) -> int:
        """Permille of the path's nominal pace, by the time from the entry to the exit beam.

        Nobody regulates it; what is further off than a fifth was no free passage.
        """
        if self.exit_ms < 0:
            return 1000
        between_ms = self.travel_ms(self.exit_ms) - self._entry[0][0]
        if not _EXIT_MS * 4 // 5 <= between_ms <= _EXIT_MS * 5 // 4:
            return 1000
        return 1000 * _EXIT_MS // between_ms

    def thickness(self) -> int:
        """Thousandths of a card where two or more were in the gauge, to the next hundred; or 0."""
        if len(self._thick) < _TWICE:
            return 0
        micrometres = sum(self._thick) // len(self._thick)
        return (micrometres * 1000 // CARD_UM + 50) // 100 * 100

    def is_more_than_one(self) -> bool:
        """Whether what passed can be no single card."""
        return self.thickness() > 0 or not is_one_card(self.length())

    def is_face_up(self) -> bool:
        """Whether a face looked to where a back should be."""
        if self._is_colour_stuck:
            return False
        return self._faces >= _FACES and self._faces > self._backs
