"""How a deck is taught: card by card, each looked at several times, a person saying which it is.

Every rank is seen on four cards and every suit on thirteen, so a card that was announced wrongly
does not look like its own kind and is refused at once. In the end the deck must read every look it
was taught by, each as the card it was; two cards that look alike cannot, and are named.
Rule of the file: a deck is taught whole or not at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.card_reader import wire
from hal.card_reader.loops import differing
from hal.card_reader.index import CELLS, FOUND, Glyph, Index
from hal.card_reader.recogniser import recognise
from hal.card_reader.taught import (
    EITHER,
    NO_COLOUR,
    RANKS,
    SUITS,
    Pattern,
    Taught,
    distances,
    packed,
    unpacked,
)

if TYPE_CHECKING:
    Kept = tuple[bytes, int, int, int | None]  # a glyph: packed cells, across, down, red

LOOKS_MIN = 2  # of each card
LOOKS_MAX = 8

# Why a look or a deck is not taken; below 7 a reason of `index`.
TAKEN = 0
STRANGE = 10  # it looks like another rank or suit than the one it is said to be
ENOUGH = 11  # this card was looked at 8 times
MISSING = 12  # cards were looked at fewer than twice
ALIKE = 13  # two cards cannot be told from each other

_RANK = 0
_SUIT = 1

_SURE_OF_EIGHT = 7  # a cell is dark, or light, when seven of eight looks saw it so


class Lesson:
    """A deck that is being taught. wide, long: as `taught.Taught`."""

    def __init__(self, wide: int, long: int) -> None:
        self.wide = wide
        self.long = long
        self._looks: list[tuple[int, tuple[Kept, Kept]]] = []  # card, rank and suit
        self._counts = bytearray(wire.CARDS)
        self._firsts: tuple[list[bytes | bytearray | None], list[bytes | bytearray | None]] = (
            [None] * RANKS,
            [None] * SUITS,
        )

    def counts(self) -> bytes:
        """How often each card was looked at."""
        return bytes(self._counts)

    def missing(self) -> int:
        """How many cards want more looks."""
        return sum([count < LOOKS_MIN for count in self._counts])

    def take(self, card: int, index: Index) -> int:
        """Learn one look of a card; TAKEN or why not."""
        if index.reason != FOUND or index.rank is None or index.suit is None:
            return index.reason
        if self._counts[card] >= LOOKS_MAX:
            return ENOUGH
        for which, glyph in ((_RANK, index.rank), (_SUIT, index.suit)):
            if self._is_strange(card, which, glyph):
                return STRANGE
        self._looks.append((card, (_kept(index.rank), _kept(index.suit))))
        self._counts[card] += 1
        return TAKEN

    def deck(self) -> tuple[Taught | None, int, tuple[int, int]]:
        """The deck, TAKEN and two zeros; or None, why not, and the cards that it is about."""
        for card in range(wire.CARDS):
            if self._counts[card] < LOOKS_MIN:
                return None, MISSING, (card, card)
        ranks = [self._pattern(_RANK, rank) for rank in range(RANKS)]
        suits = [self._pattern(_SUIT, suit) for suit in range(SUITS)]
        deck = Taught(self.wide, self.long, ranks, suits)
        for card, kept in self._looks:
            index = Index(FOUND)
            index.rank, index.suit = _again(kept[_RANK]), _again(kept[_SUIT])
            reading = recognise(index, deck)
            if reading.kind != wire.FACE or reading.card != card:
                return None, ALIKE, (card, _rival(index, deck, card))
        return deck, TAKEN, (0, 0)

    def _is_strange(self, card: int, which: int, glyph: Glyph) -> bool:
        """Whether a glyph is nearer to the first look of another kind than to that of its own."""
        mine = _kind(card, which)
        firsts = self._firsts[which]
        own = firsts[mine]
        if own is None:
            firsts[mine] = glyph.cells
            return False
        far = differing(glyph.cells, own, CELLS)
        return any(
            [
                cells is not None and kind != mine and differing(glyph.cells, cells, CELLS) < far
                for kind, cells in enumerate(firsts)
            ]
        )

    def _pattern(self, which: int, kind: int) -> Pattern:
        glyphs = [_again(look[1][which]) for look in self._looks if _kind(look[0], which) == kind]
        count = len(glyphs)
        cells = bytearray(CELLS)
        for at in range(CELLS):
            dark = sum([glyph.cells[at] for glyph in glyphs])
            if max(dark, count - dark) * 8 < _SURE_OF_EIGHT * count:
                cells[at] = EITHER
            else:
                cells[at] = 1 if dark * 2 > count else 0
        reds = [glyph.red for glyph in glyphs if glyph.red is not None]
        red = (min(reds), max(reds)) if reds and which == _SUIT else NO_COLOUR
        return Pattern(
            bytes(cells),
            max([differing(glyph.cells, cells, CELLS) for glyph in glyphs]),
            (min([glyph.across for glyph in glyphs]), max([glyph.across for glyph in glyphs])),
            (min([glyph.down for glyph in glyphs]), max([glyph.down for glyph in glyphs])),
            red,
        )


def _kind(card: int, which: int) -> int:
    return card % SUITS if which == _SUIT else card // SUITS


def _kept(glyph: Glyph) -> Kept:
    return packed(glyph.cells), glyph.across, glyph.down, glyph.red


def _again(kept: Kept) -> Glyph:
    return Glyph(unpacked(kept[0]), kept[1], kept[2], kept[3])


def _rival(index: Index, deck: Taught, card: int) -> int:
    """The card that a look of `card` is taken for, or nearly."""
    rank, suit = card // SUITS, card % SUITS
    if index.rank is None or index.suit is None:
        return card
    ranks = distances(index.rank.cells, deck.ranks)
    suits = distances(index.suit.cells, deck.suits)
    ranks[rank] = suits[suit] = 2 * CELLS  # itself
    if min(ranks) < min(suits):
        return ranks.index(min(ranks)) * SUITS + suit
    return rank * SUITS + suits.index(min(suits))
