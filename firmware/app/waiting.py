"""How long players wait for their cards, by cause: the table's own stopwatch.

A hand at this table costs time that a dealer's hands would cost too: cards come back and are
counted, the deck is loaded in a fresh order, order and cut are promised, hole cards and board are
dealt. This file measures each between two lines of the log and says it in one line at the hand's
end, so that a room can see what a slow machine or a slow player costs. Rule of the file: it
measures and decides nothing; what it has not seen from the start it does not tell.
"""

from __future__ import annotations

from firmware.schema import messages as m

COLLECT = 0
LOAD = 1
CUT = 2
DEAL = 3
BOARD = 4
CAUSES = 5

_BEGINS = {m.COLLECT_CARDS: COLLECT, m.LOAD_DECK: LOAD, m.HAND_STARTED: CUT}
_ENDS = (m.CARDS_COLLECTED, m.DECK_LOADED, m.TURN_OPENED, m.BOARD_DEALT)
_LAST = (m.HAND_FINISHED, m.HAND_VOIDED)
_NOTHING = -1
_MS_MAX = 536870911


class Waiting:
    """One hand's waiting, from the collect before it to its end."""

    def __init__(self) -> None:
        self._spent = [0] * CAUSES
        self._cause = _NOTHING
        self._since_ms = 0
        self._is_whole = False
        self.said: list[tuple] = []  # for the log

    def forget(self) -> None:
        """The table was started: of this hand's waiting something is not known."""
        self._is_whole = False
        self._cause = _NOTHING
        self.said = []

    def note(self, message: tuple, now_ms: int) -> None:
        """A line of the log."""
        kind = message[0]
        if kind == m.DEAL_CARD:
            cause = DEAL if message[2] <= m.PLACE_SEAT10 else BOARD
            if cause != self._cause:
                self._begin(cause, now_ms)
        elif kind in _BEGINS:
            if kind == m.COLLECT_CARDS and not self._is_whole:
                self._spent = [0] * CAUSES
                self._is_whole = True
            self._begin(_BEGINS[kind], now_ms)
        elif kind in _ENDS:
            self._end(now_ms)
        elif kind in _LAST:
            self._end(now_ms)
            if self._is_whole:
                self.said.append((m.WAITING_MEASURED, message[1]) + tuple(self._spent))
            self._spent = [0] * CAUSES

    def _begin(self, cause: int, now_ms: int) -> None:
        self._end(now_ms)
        self._cause = cause
        self._since_ms = now_ms

    def _end(self, now_ms: int) -> None:
        if self._cause != _NOTHING:
            spent = self._spent[self._cause] + now_ms - self._since_ms
            self._spent[self._cause] = min(spent, _MS_MAX)
            self._cause = _NOTHING
