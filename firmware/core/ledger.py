"""The deck ledger: where each of the 52 cards is, without knowing which card it is.

A card here is a token: epoch * 64 + slot, born when the machine tells from which slot a card left,
gone when the card is loaded again. Before that the core does not know slots at all: it counts how
many cards are in the hopper and in the carousel. A token's face is a fact learnt later (a board
card passes the reader, a hand is shown) or never. A card that left the machine and was not sensed
anywhere is at `nowhere`: unknown is written down as unknown. Rule of the file: hopper, carousel,
tokens outside and missing cards always add up to 52, and a face is seen once.
"""

from __future__ import annotations

from firmware.compat import check, const
from firmware.compat.memory import leave_room
from firmware.core.cards import DECK_CARDS
from firmware.schema.messages import PLACE_NOWHERE

SLOTS = 54  # of the carousel (card machine, revision A)
_UNKNOWN_FACE = const(-1)


class Ledger:
    """Counts and places of one deck."""

    __slots__ = (
        "hopper",
        "carousel",
        "missing",
        "fed",
        "openings",
        "epoch",
        "next_k",
        "place",
        "face",
        "faces_seen",
    )

    def __init__(self) -> None:
        self.hopper = 0
        self.carousel = 0
        self.missing = DECK_CARDS  # nobody has counted yet; below zero: too many cards
        self.fed = 0  # cards fed since the load began
        self.openings = 0  # faces asked to be opened since the last collect
        self.epoch = 0
        self.next_k = 0  # place in the order of the next card to be dealt
        self.place: dict[int, int] = {}  # token -> place, for every card outside
        self.face: dict[int, int] = {}  # token -> card id, where learnt
        self.faces_seen = bytearray(DECK_CARDS)
        leave_room(self, 3)

    # ------------------------------------------------------------------ between hands

    def collect(self, count: int) -> None:
        """Every card outside was dropped into the hopper; `count` were found in all."""
        self.place = {}
        self.face = {}
        self.faces_seen = bytearray(DECK_CARDS)
        self.carousel = min(self.carousel, count)
        self.hopper = count - self.carousel
        self.missing = DECK_CARDS - count
        self.openings = 0

    def begin_load(self) -> None:
        """The stub moves to the hopper too: a shuffle moves every card that it shuffles."""
        self.hopper += self.carousel
        self.carousel = 0
        self.fed = 0

    def feed(self) -> None:
        """One card went from the hopper into the carousel, to a slot that nobody tells."""
        check(self.hopper > 0, "hopper_empty")
        self.hopper -= 1
        self.carousel += 1
        self.fed += 1

    def begin_epoch(self, epoch: int) -> None:
        """A new order is dealt from its first card."""
        self.epoch = epoch
        self.next_k = 0

    # ------------------------------------------------------------------ in a hand

    def token_of(self, slot: int) -> int:
        """Return the token of a card that leaves `slot` in this epoch."""
        return self.epoch * 64 + slot

    def is_out(self, token: int) -> bool:
        """Whether this card left the machine in this epoch already."""
        return token in self.place

    def leave(self, slot: int) -> int:
        """The next card of the order left the machine; returns its token, born now."""
        token = self.epoch * 64 + slot
        if token in self.place or not self.carousel:
            check(False, "card_left_twice")
        self.carousel -= 1
        self.place[token] = PLACE_NOWHERE
        return token

    def land(self, token: int, at: int) -> None:
        """A well sensed the card."""
        if token not in self.place:
            check(False, "card_never_left")
        self.place[token] = at

    def lose_one(self) -> None:
        """A card left the carousel together with another: which one, and where, nobody knows."""
        if self.carousel:
            self.carousel -= 1
            self.missing += 1

    def take_back(self, token: int) -> None:
        """A card outside went back into the hopper: it may lawfully come again."""
        self.forget(token)
        self.missing -= 1
        self.hopper += 1

    def forget(self, token: int) -> None:
        """Which card outside this is nobody can tell any more: it is one of those missing."""
        if token not in self.place:
            check(False, "card_never_left")
        del self.place[token]
        face = self.face.get(token, _UNKNOWN_FACE)
        if face != _UNKNOWN_FACE:
            self.faces_seen[face] = 0
            del self.face[token]
        self.missing += 1

    def find_one(self) -> None:
        """A card that was missing came back into the hopper together with another."""
        check(self.missing > 0, "no_card_missing")
        self.missing -= 1
        self.hopper += 1

    def correct(self, token: int, face: int) -> None:
        """A face was read wrong; it is this one. A card told to show it gets the wrong one."""
        wrong = self.face.get(token, _UNKNOWN_FACE)
        other = self.token_with(face)
        if other >= 0 and other != token:
            check(wrong != _UNKNOWN_FACE, "face_seen_twice")
            self.face[token] = face
            self.face[other] = wrong
            return
        if wrong != _UNKNOWN_FACE:
            self.faces_seen[wrong] = 0
            del self.face[token]
        self.learn(token, face)

    def token_with(self, face: int) -> int:
        """Return the token of the card outside that shows this face, or -1."""
        for token in sorted(self.face):
            if self.face[token] == face:
                return token
        return -1

    def is_new_face(self, face: int) -> bool:
        """Whether this face has not been seen since the last collect."""
        return not self.faces_seen[face]

    def learn(self, token: int, face: int) -> None:
        """A card's face is known from now on."""
        check(not self.faces_seen[face] and token not in self.face, "face_seen_twice")
        self.faces_seen[face] = 1
        self.face[token] = face

    def face_of(self, token: int) -> int:
        """Return the card id of a token, or -1 while nobody knows it."""
        return self.face.get(token, _UNKNOWN_FACE)


def check_cards(ledger: Ledger) -> None:
    """Each card is in exactly one place."""
    if ledger.hopper + ledger.carousel + len(ledger.place) + ledger.missing != DECK_CARDS:
        check(False, "deck_count_wrong")
