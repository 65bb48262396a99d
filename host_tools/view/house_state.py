"""What the house would ask about a table: is it open, is it paused, where is the deck?

Read from the lines of a log beside the picture of the game. What a person said holds from the
moment the table has taken it: it is kept back until the next line shows that it was not refused.
The rule of the file: it is fed by log lines alone, in their order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from firmware.schema import messages as m

if TYPE_CHECKING:
    from firmware.lines.parser import Line

CARDS = len(m.CARD_WORDS)

DECK_WORDS = (
    "unknown",
    "gathering",
    "checking",
    "unloading",
    "loading",
    "loaded",
    "dealt",
    "held",
)
"""Where the deck is; `held`: a person has to look before anything moves."""

UNKNOWN, GATHERING, CHECKING, UNLOADING, LOADING, LOADED, DEALT, HELD = range(8)

_MOVES = {
    m.COLLECT_CARDS: GATHERING,
    m.CHECK_DECK: CHECKING,
    m.UNLOAD_DECK: UNLOADING,
    m.LOAD_DECK: LOADING,
    m.DECK_LOADED: LOADED,
    m.HAND_STARTED: DEALT,
    m.TABLE_HELD: HELD,
}

_SAID = (m.TABLE_OPENED, m.TABLE_CLOSED, m.DECK_CHECK_ASKED, m.DECK_CHANGE_ASKED)


@dataclass(slots=True)
class Check:
    """What a look through the deck found; `missing` are card ids."""

    count: int
    missing: tuple[int, ...]
    twice: int
    foreign: int

    @property
    def is_good(self) -> bool:
        """Whether there are 52 cards, each once, all readable."""
        return (self.count, self.twice, self.foreign) == (CARDS, 0, 0) and not self.missing


@dataclass(slots=True)
class House:
    """The table as the house sees it. `held`: why the deck is; `wish`: a check or a change that is
    still to come, `change` also while a person changes the deck; `hands`: begun with this deck.
    """

    is_closed: bool = False
    testing: str = ""
    deck: str = DECK_WORDS[UNKNOWN]
    held: str = ""
    wish: str = ""
    wished_by: str = ""
    hands: int = 0
    decks: int = 1
    checks: list[tuple[int, Check]] = field(default_factory=list)
    """(line, what it found) of every check of this deck, oldest first."""
    counts: list[tuple[int, int]] = field(default_factory=list)
    """(line, cards) of counts of this deck that were not 52."""
    irregularities: int = 0
    _pending: tuple[Any, ...] | None = None

    def take(self, line: Line) -> None:
        """Go on by one line of the log."""
        message = line.message
        kind = message[0]
        if kind == m.LOG_HEAD:
            return  # it may stand between an input and its answer
        pending, self._pending = self._pending, None
        is_refused = kind == m.INPUT_REFUSED and pending and message[1] == m.NAMES[pending[0]]
        if pending is not None and not is_refused:
            self._said(pending)
        if kind in _SAID:
            self._pending = message
        if kind in _MOVES:
            self.deck = DECK_WORDS[_MOVES[kind]]
            self.held = message[1] if kind == m.TABLE_HELD else ""
        self._of_the_deck(line.seq or 0, message)
        if kind == m.TEST_BEGUN:
            self.testing = m.PART_WORDS[message[1]]
        elif kind == m.TEST_ENDED:
            self.testing = ""

    def end(self) -> House:
        """No further line is there: what was said last holds."""
        if self._pending is not None:
            self._said(self._pending)
            self._pending = None
        return self

    def _said(self, message: tuple[Any, ...]) -> None:
        kind = message[0]
        if kind in (m.TABLE_OPENED, m.TABLE_CLOSED):
            self.is_closed = kind == m.TABLE_CLOSED
        else:
            self.wish = "change" if kind == m.DECK_CHANGE_ASKED else "check"
            self.wished_by = message[1]

    def _of_the_deck(self, seq: int, message: tuple[Any, ...]) -> None:
        kind = message[0]
        if kind == m.HAND_STARTED:
            self.hands += 1
        elif kind == m.IRREGULARITY_FOUND:
            self.irregularities += 1
        elif kind == m.CARDS_COLLECTED and message[1] != CARDS:
            self.counts.append((seq, message[1]))
        elif kind == m.TABLE_HELD and message[1] == "deck_change":
            self.decks += 1
            self.hands = self.irregularities = 0
            self.checks, self.counts = [], []
        elif kind == m.DECK_CHECKED:
            _, count, faces, twice, foreign = message
            missing = tuple(
                card for card in range(CARDS) if not faces[card >> 3] >> (card & 7) & 1
            )
            self.checks.append((seq, Check(count, missing, twice, foreign)))
            self.wish = self.wished_by = ""
