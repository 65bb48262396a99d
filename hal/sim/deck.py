"""The 52 cards on the felt: where each lies and what is printed on it.

The physical truth of a simulated table, the part that a camera in the ceiling would see. A card is
in the hopper's pile, in a slot of the carousel, in the card path, or in a well or tray; it is
never in two places and never nowhere. What the machine senses of this, and what it tells, is
decided in `mechanics`. Recorded hands are played by printing: a script says which face the next
card to a place must show, and as that card passes the reader it trades its print with an unread
card, so that the 52 stay different. Rule of the file: a move takes a card from one place and puts
it in another, in one step, and a card that the reader has seen keeps its face until all are
collected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.compat import check
from hal.ports import CARDS, PLACE_CHUTE, SLOTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Script = Sequence[tuple[int, Sequence[int | None]]]

NO_CARD = -1


class Deck:
    """52 cards with faces 0..51, the hopper's pile (bottom card first), slots, path and wells.

    `fallen` is the order in which the cards were dropped into the hopper, bottom first; every
    deal begins from some pile, and the pile of a used deck is not sorted.
    """

    def __init__(self, fallen: Sequence[int]) -> None:
        check(sorted(fallen) == list(range(CARDS)), "deck_not_52")
        self.faces = list(range(CARDS))
        self.hopper = list(fallen)
        self.slots = [NO_CARD] * SLOTS
        self.path = NO_CARD
        self.wells: list[list[int]] = [[] for _ in range(PLACE_CHUTE + 1)]
        self.is_read = [False] * CARDS
        self._script: list[list[int | None]] = []

    # --- moves, in the order a hand meets them -----------------------------------------------

    def feed(self, slot: int) -> None:
        """The hopper's bottom card goes into a free slot."""
        check(self.slots[slot] == NO_CARD and len(self.hopper) > 0, "feed_impossible")
        self.slots[slot] = self.hopper.pop(0)

    def eject(self, slot: int) -> None:
        """The card of a slot goes into the card path."""
        check(self.slots[slot] != NO_CARD and self.path == NO_CARD, "eject_impossible")
        self.path = self.slots[slot]
        self.slots[slot] = NO_CARD

    def pass_reader(self, place: int) -> int:
        """The card in the path is read on its way to a place: its face, 0..51."""
        card = self.path
        check(card != NO_CARD, "path_empty")
        wanted = self._wanted(place)
        if not self.is_read[card]:
            self._print(card, wanted)
        self.is_read[card] = True
        return self.faces[card]

    def land(self, place: int) -> None:
        """The card in the path arrives; what goes to the chute falls on top of the hopper."""
        check(self.path != NO_CARD, "path_empty")
        if place == PLACE_CHUTE:
            self.hopper.append(self.path)
        else:
            self.wells[place].append(self.path)
        self.path = NO_CARD

    def drop_in_hopper(self, place: int) -> int:
        """All cards of a well or tray fall on top of the hopper's pile; how many they were."""
        cards = self.wells[place]
        self.hopper.extend(cards)
        self.wells[place] = []
        return len(cards)

    def forget_reading(self) -> None:
        """All are collected: the next deal reads, and prints, anew."""
        self.is_read = [False] * CARDS
        self._script = []

    # --- counting ----------------------------------------------------------------------------

    def carousel_count(self) -> int:
        """Cards in the slots."""
        return SLOTS - self.slots.count(NO_CARD)

    def cards_at(self, place: int) -> int:
        """Cards in a well or tray."""
        return len(self.wells[place])

    def every_card(self) -> list[int]:
        """Every card found anywhere, ascending; 0..51 once each, or something is broken."""
        found = list(self.hopper) + [card for card in self.slots if card != NO_CARD]
        for well in self.wells:
            found += well
        if self.path != NO_CARD:
            found.append(self.path)
        return sorted(found)

    # --- recorded hands ----------------------------------------------------------------------

    def script_faces(self, script: Script) -> None:
        """Say which faces the coming deal must show: (place, (first card, second card, …)).

        None, and every place not named, stands for any face that the script does not need.
        ValueError when a face is needed twice or was read already in this deal.
        """
        rows: list[list[int | None]] = [[] for _ in range(PLACE_CHUTE)]
        needed = []
        for place, faces in script:
            rows[place] = list(faces)
            needed += [face for face in faces if face is not None]
        if len(set(needed)) != len(needed) or not all(0 <= face < CARDS for face in needed):
            raise ValueError("a scripted face is needed twice or is no card")
        for card in range(CARDS):
            if self.is_read[card] and self.faces[card] in needed:
                raise ValueError("a scripted face was read already in this deal")
        self._script = rows

    def is_scripted(self) -> bool:
        """Whether a script says what this deal shows."""
        return len(self._script) > 0

    def _wanted(self, place: int) -> int | None:
        if not self._script or not self._script[place]:
            return None
        return self._script[place].pop(0)

    def _print(self, card: int, wanted: int | None) -> None:
        """Give an unread card the wanted face, or, when the script needs its face, another."""
        if not self._script:
            return
        if wanted is None:
            needed = [face for row in self._script for face in row if face is not None]
            if self.faces[card] not in needed:
                return
            for other in range(CARDS):
                if not self.is_read[other] and self.faces[other] not in needed:
                    wanted = self.faces[other]
                    break
            if wanted is None:
                return  # every unread face is needed: this card is one of them, nothing to trade
        other = self.faces.index(wanted)
        check(other == card or not self.is_read[other], "scripted_face_read_before")
        self.faces[card], self.faces[other] = self.faces[other], self.faces[card]

    # --- a simulation that stops and goes on --------------------------------------------------

    def snapshot(self) -> list[Any]:
        """Return everything above as nested lists of numbers; for `restore`."""
        return [
            list(self.faces),
            list(self.hopper),
            list(self.slots),
            self.path,
            [list(well) for well in self.wells],
            [int(read) for read in self.is_read],
            [list(row) for row in self._script],
        ]

    def restore(self, state: Sequence[Any]) -> None:
        """Put every card back where a snapshot found it."""
        faces, hopper, slots, path, wells, is_read, script = state
        self.faces, self.hopper, self.slots = list(faces), list(hopper), list(slots)
        self.path = path
        self.wells = [list(well) for well in wells]
        self.is_read = [bool(read) for read in is_read]
        self._script = [list(row) for row in script]
        check(self.every_card() == list(range(CARDS)), "deck_not_52")
