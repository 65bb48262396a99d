"""The cards on the felt: where each lies and what is printed on it.

The physical truth of a simulated table, the part that a camera in the ceiling would see. A card is
in the hopper's pile, in a slot of the carousel, in the card path, in a well or tray, beside them
(on the table or the floor, where no sensor looks) or gone for good; it is never in two places and
never nowhere. A deck begins with 52 and may lose, gain, repeat or spoil some. What the machine
senses of this, and what it tells, is decided in `mechanics`. Recorded hands are played by
printing: a script says which face the next card to a place must show, and as that card leaves its
slot it trades its print with a card that has not, so that the 52 stay different; a foreign or
boxed one takes that with its face. Rule of the file: a move takes a card from one place and puts
it in another, in one step, and a card that has left for a place keeps its face until it is back
in the hopper.
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

GOOD = 0
FOREIGN = 1  # of another deck, or marked
DIRTY = 2  # no reader reads it


class Deck:
    """Cards with faces 0..51, the hopper's pile (bottom card first), slots, path and wells.

    `fallen` is the order in which the cards were dropped into the hopper, bottom first; every
    deal begins from some pile, and the pile of a used deck is not sorted. `doubles` are second
    cards in a slot, `beside` those that lie where no sensor looks, `gone` those that nobody finds.
    """

    def __init__(self, fallen: Sequence[int]) -> None:
        check(sorted(fallen) == list(range(CARDS)), "deck_not_52")
        self.faces = list(range(CARDS))
        self.prints = [GOOD] * CARDS
        self.is_turned = [False] * CARDS
        self.hopper = list(fallen)
        self.slots = [NO_CARD] * SLOTS
        self.doubles: list[tuple[int, int]] = []  # (slot, card)
        self.path: list[int] = []
        self.wells: list[list[int]] = [[] for _ in range(PLACE_CHUTE + 1)]
        self.beside: list[int] = []
        self.gone: list[int] = []
        # What a person laid last by hand, as the table asked for it: hand, token, from, to.
        self.laid: list[int] = []
        self.keeps_face = [False] * CARDS
        self._script: list[list[int | None]] = []

    # --- moves, in the order a hand meets them -----------------------------------------------

    def feed(self, slot: int, count: int = 1) -> None:
        """The hopper's bottom card goes into a free slot; two where the gauge saw one."""
        check(self.slots[slot] == NO_CARD and len(self.hopper) >= count > 0, "feed_impossible")
        self.slots[slot] = self.hopper.pop(0)
        for _ in range(count - 1):
            self.doubles.append((slot, self.hopper.pop(0)))

    def eject(self, slot: int) -> None:
        """What is in a slot goes into the card path, behind what lies there."""
        check(self.slots[slot] != NO_CARD, "eject_impossible")
        self.path.append(self.slots[slot])
        self.slots[slot] = NO_CARD
        if self.doubles:
            self.path += [card for at, card in self.doubles if at == slot]
            self.doubles = [one for one in self.doubles if one[0] != slot]

    def leave_for(self, place: int) -> None:
        """The card in the path is on its way to a place, wherever it ends: it keeps its face."""
        check(len(self.path) > 0, "path_empty")
        card = self.path[0]
        wanted = self._wanted(place)
        if not self.keeps_face[card]:
            self._print(card, wanted)
        self.keeps_face[card] = True

    def pass_reader(self) -> int:
        """The card in the path is read: its face, 0..51."""
        check(len(self.path) > 0, "path_empty")
        return self.faces[self.path[0]]

    def land(self, place: int) -> None:
        """What is in the path arrives; what goes to the chute falls on top of the hopper."""
        check(len(self.path) > 0, "path_empty")
        if place == PLACE_CHUTE:
            self.hopper += self.path
        else:
            self.wells[place] += self.path
        self.path = []

    def fall_beside(self) -> None:
        """What is in the path misses every well."""
        self.beside += self.path
        self.path = []

    def vanish(self) -> None:
        """What is in the path is never seen again."""
        self.gone += self.path
        self.path = []

    def drop_in_hopper(self, place: int) -> int:
        """All cards of a well or tray fall on top of the hopper's pile; how many they were.

        Who drops them lays them straight: a card that lay face up is turned.
        """
        cards = self.wells[place]
        self._straighten(cards)
        for card in cards:
            self.keeps_face[card] = False
        self.hopper.extend(cards)
        self.wells[place] = []
        return len(cards)

    def draw_back(self, place: int, count_max: int) -> list[int]:
        """The upper cards of a tray come back into the card path; which."""
        well = self.wells[place]
        cards = well[max(0, len(well) - count_max) :]
        self.wells[place] = well[: len(well) - len(cards)]
        self._straighten(cards)
        for card in cards:
            self.keeps_face[card] = False
        self.path += cards
        return cards

    def pick_up(self) -> int:
        """A person finds what lies beside the wells and puts it into the hopper; how many."""
        count = len(self.beside)
        self._straighten(self.beside)
        self.hopper += self.beside
        self.beside = []
        return count

    def straighten(self) -> None:
        """A person goes through the hopper's pile and turns what lies face up, unlooked at."""
        self._straighten(self.hopper)

    def carry(self, here: list[int], there: list[int]) -> None:
        """A person takes the top card from one pile to another."""
        check(len(here) > 0, "nothing_to_carry")
        there.append(here.pop())

    def _straighten(self, cards: Sequence[int]) -> None:
        for card in cards:
            self.is_turned[card] = False

    def forget_reading(self) -> None:
        """All are collected: the next deal reads, and prints, anew."""
        self.keeps_face = [False] * len(self.faces)
        self._script = []

    # --- another deck than 52 good cards ------------------------------------------------------

    def put_in(self, face: int) -> None:
        """One card more, on top of the hopper's pile."""
        self.hopper.append(len(self.faces))
        self.faces.append(face)
        self.prints.append(GOOD)
        self.is_turned.append(False)
        self.keeps_face.append(False)

    def take_out(self, card: int) -> None:
        """A card of the hopper's pile or of a slot is never seen again; others stay."""
        if card in self.hopper:
            self.hopper.remove(card)
        elif card in self.slots:
            self.slots[self.slots.index(card)] = NO_CARD
        else:
            return
        self.gone.append(card)

    def change(self, fallen: Sequence[int]) -> None:
        """Every card is taken out, wherever it lies, and another 52 are put into the hopper."""
        self.gone = self.every_card()
        self.hopper = []
        self.slots = [NO_CARD] * SLOTS
        self.doubles = []
        self.path = []
        self.wells = [[] for _ in self.wells]
        self.beside = []
        first = len(self.faces)
        for face in range(CARDS):
            self.put_in(face)
        self.hopper = [first + card for card in fallen]

    # --- counting ----------------------------------------------------------------------------

    def carousel_count(self) -> int:
        """Slots that hold something: a sensor looks at each, and sees no second card."""
        return SLOTS - self.slots.count(NO_CARD)

    def cards_at(self, place: int) -> int:
        """Cards in a well or tray."""
        return len(self.wells[place])

    def every_card(self) -> list[int]:
        """Every card found anywhere, ascending; each once, or something is broken."""
        found = list(self.hopper) + [card for card in self.slots if card != NO_CARD]
        for well in self.wells:
            found += well
        found += self.path + self.beside + self.gone
        found += [card for _, card in self.doubles]
        return sorted(found)

    # --- recorded hands ----------------------------------------------------------------------

    def script_faces(self, script: Script) -> None:
        """Say which faces the coming deal must show: (place, (first card, second card, …)).

        None, and every place not named, stands for any face that the script does not need.
        ValueError when a face is needed twice or was dealt already.
        """
        rows: list[list[int | None]] = [[] for _ in range(PLACE_CHUTE)]
        needed = []
        for place, faces in script:
            rows[place] = list(faces)
            needed += [face for face in faces if face is not None]
        if len(set(needed)) != len(needed) or not all(0 <= face < CARDS for face in needed):
            raise ValueError("a scripted face is needed twice or is no card")
        for card in range(len(self.faces)):
            if self.keeps_face[card] and self.faces[card] in needed:
                raise ValueError("a scripted face was dealt already")
        self._script = rows

    def is_scripted(self) -> bool:
        """Whether a script says what this deal shows."""
        return len(self._script) > 0

    def _wanted(self, place: int) -> int | None:
        if place == PLACE_CHUTE or not self._script or not self._script[place]:
            return None
        return self._script[place].pop(0)

    def _print(self, card: int, wanted: int | None) -> None:
        """Give a card the wanted face, or, when the script needs the face it has, another."""
        if not self._script:
            return
        if wanted is None:
            needed = [face for row in self._script for face in row if face is not None]
            if self.faces[card] not in needed:
                return
            for other in range(len(self.faces)):
                is_here = other not in self.gone and not self.keeps_face[other]
                if is_here and self.faces[other] not in needed:
                    wanted = self.faces[other]
                    break
            if wanted is None:
                return  # every face that is left is needed, this one too: nothing to trade
        other = self._with_face(wanted)
        check(other == card or not self.keeps_face[other], "scripted_face_dealt_before")
        self.faces[card], self.faces[other] = self.faces[other], self.faces[card]
        self.prints[card], self.prints[other] = self.prints[other], self.prints[card]
        turned = self.is_turned
        turned[card], turned[other] = turned[other], turned[card]

    def _with_face(self, face: int) -> int:
        """The card that shows a face; of two decks the one at the table."""
        for card in range(len(self.faces)):
            if self.faces[card] == face and card not in self.gone:
                return card
        return self.faces.index(face)

    # --- a simulation that stops and goes on --------------------------------------------------

    def snapshot(self) -> list[Any]:
        """Return everything above as nested lists of numbers; for `restore`."""
        return [
            list(self.faces),
            list(self.hopper),
            list(self.slots),
            list(self.path),
            [list(well) for well in self.wells],
            [int(kept) for kept in self.keeps_face],
            [list(row) for row in self._script],
            list(self.prints),
            [int(turned) for turned in self.is_turned],
            [list(one) for one in self.doubles],
            list(self.beside),
            list(self.gone),
            list(self.laid),
        ]

    def restore(self, state: Sequence[Any]) -> None:
        """Put every card back where a snapshot found it."""
        faces, hopper, slots, path, wells, keeps_face, script, prints, turned = state[:9]
        doubles, beside, gone = state[9:12]
        self.laid = list(state[12]) if len(state) > 12 else []
        self.faces, self.hopper, self.slots = list(faces), list(hopper), list(slots)
        self.path = list(path)
        self.wells = [list(well) for well in wells]
        self.keeps_face = [bool(kept) for kept in keeps_face]
        self._script = [list(row) for row in script]
        self.prints = list(prints)
        self.is_turned = [bool(one) for one in turned]
        self.doubles = [(one[0], one[1]) for one in doubles]
        self.beside, self.gone = list(beside), list(gone)
        check(self.every_card() == list(range(len(self.faces))), "deck_not_whole")
