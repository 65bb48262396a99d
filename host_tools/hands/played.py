"""One hand as everybody at the table saw it, read from the lines of the record.

Gathers what was posted, done, laid on the board, shown and won. A card gets in here only when the
table said that it lies on the board or that a seat showed it; what else the record holds (tokens,
slots, the order revealed afterwards) is never looked at, so that no export can tell a card nobody
saw. The rule of the file: nothing is worked out that a line says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from firmware.schema import messages as m
from firmware.schema.rulings import STEP_NAMES, STEP_RETURN_BETS
from host_tools.hands.limits import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, RULEBOOK_POT, UNTOLD, Stakes

Message = tuple[Any, ...]

RUNNING, FINISHED, VOIDED = "running", "finished", "voided"

_RETURN_BETS = STEP_NAMES[STEP_RETURN_BETS]
_STREETS = {0: 0, 3: 1, 4: 2, 5: 3}


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. kind: post, board, action, show, muck, return, pot, rake, award.

    word: what was posted or done; amount: chips that went into the pot with it (or came back, or
    were won); to: what the seat has in front of it then; stack: what it has behind.
    """

    kind: str
    seat: int = 0
    word: str = ""
    amount: int = 0
    to: int = 0
    stack: int = 0
    cards: tuple[int, ...] = ()
    pot: int = 0
    timed_out: bool = False


@dataclass
class PlayedHand:
    """A hand. seats: those that were dealt in, from the button's left on; the button may be on a
    seat that was not. marks: what a plain record of a hand cannot tell (`killed`, `manual`,
    `redealt`, and `limited` where an offer stayed below no limit). stakes: see `limits`.
    """

    hand: int
    button: int
    seats: tuple[int, ...]
    stacks: dict[int, int]
    events: list[Event] = field(default_factory=list)
    finishing: dict[int, int] = field(default_factory=dict)
    board: tuple[int, ...] = ()
    shown: dict[int, tuple[int, ...]] = field(default_factory=dict)
    state: str = RUNNING
    marks: set[str] = field(default_factory=set)
    big_blind: int = 0
    stakes: Stakes = UNTOLD

    def of(self, *kinds: str) -> list[Event]:
        """The events of some kinds, in order."""
        return [event for event in self.events if event.kind in kinds]

    def posted(self, seat: int, *words: str) -> int:
        """What a seat posted under these words."""
        return sum(
            event.amount
            for event in self.of("post")
            if event.seat == seat and (not words or event.word in words)
        )


class _Reader:
    """Follows one hand."""

    def __init__(self, message: Message) -> None:
        _, hand, button, seats, stacks = message
        after = sorted(seats, key=lambda seat: (seat <= button, seat))
        self.hand = PlayedHand(hand, button, tuple(after), dict(zip(seats, stacks, strict=True)))
        self._left = dict(self.hand.stacks)
        self._bets: dict[int, int] = {}
        self._undo: tuple[dict[int, int], dict[int, int]] = {}, {}

    def read(self, message: Message) -> None:
        """The next message of the hand."""
        hand, kind = self.hand, message[0]
        if kind == m.SEAT_NOT_DEALT and message[1] in hand.stacks:
            hand.seats = tuple(seat for seat in hand.seats if seat != message[1])
        elif kind == m.FORCED_BET_POSTED:
            self._post(message)
        elif kind == m.TURN_OPENED:
            self._turn(message)
        elif kind == m.ACTION_TAKEN:
            self._act(message)
        elif kind == m.ACTION_TAKEN_BACK:
            self._left, self._bets = self._undo
            hand.events.pop(self._last_action())
        elif kind == m.BOARD_DEALT:
            self._board(message[2])
        elif kind == m.HAND_SHOWN:
            hand.shown[message[1]] = message[2]
            hand.events.append(Event("show", message[1], cards=message[2]))
        elif kind == m.HAND_MUCKED:
            hand.events.append(Event("muck", message[1]))
        elif kind == m.STEP_BEGUN and message[1] == _RETURN_BETS:
            self._again()
        elif kind == m.HAND_KILLED:
            hand.marks.add("killed")
        elif kind == m.HAND_BECAME_MANUAL:
            hand.marks.add("manual")
        else:
            self._end(message)

    def _end(self, message: Message) -> None:
        hand, kind = self.hand, message[0]
        if kind == m.UNCALLED_BET_RETURNED:
            self._left[message[1]] += message[2]
            hand.events.append(Event("return", message[1], amount=message[2]))
        elif kind == m.POT_FORMED:
            hand.events.append(Event("pot", pot=message[1], amount=message[2]))
        elif kind == m.RAKE_TAKEN:
            hand.events.append(Event("rake", pot=message[1], amount=message[2]))
        elif kind == m.POT_AWARDED:
            hand.events.append(Event("award", message[2], pot=message[1], amount=message[3]))
        elif kind == m.HAND_FINISHED:
            hand.finishing = dict(zip(message[2], message[3], strict=True))
            hand.state = FINISHED
        elif kind == m.HAND_VOIDED:
            hand.state = VOIDED

    def _post(self, message: Message) -> None:
        _, seat, forced, amount = message
        word = m.FORCED_WORDS[forced]
        self._left[seat] -= amount
        if word not in ("ante", "dead_blind"):
            self._bets[seat] = self._bets.get(seat, 0) + amount
        if word == "big_blind":
            self.hand.big_blind = max(self.hand.big_blind, amount)
        event = Event("post", seat, word, amount, self._bets.get(seat, 0), self._left[seat])
        self.hand.events.append(event)

    def _turn(self, message: Message) -> None:
        """The first offer to raise tells the blind, also where it was posted short."""
        posts = {event.word for event in self.hand.of("post")}
        if message[3] and not self.hand.of("action", "board") and "straddle" not in posts:
            self.hand.big_blind = max(self.hand.big_blind, message[3] // 2)
        seat, most = message[1], message[4]
        if most and most < self._left[seat] + self._bets.get(seat, 0):
            self.hand.marks.add("limited")  # no limit lets the whole stack in

    def _act(self, message: Message) -> None:
        _, seat, action, to, stack, timed_out = message
        self._undo = dict(self._left), dict(self._bets)
        amount = self._left.get(seat, stack) - stack
        self._left[seat], self._bets[seat] = stack, to
        word = m.ACTION_WORDS[action]
        self.hand.events.append(
            Event("action", seat, word, amount, to, stack, timed_out=bool(timed_out))
        )

    def _last_action(self) -> int:
        events = self.hand.events
        return max(at for at, event in enumerate(events) if event.kind == "action")

    def _board(self, cards: tuple[int, ...]) -> None:
        hand = self.hand
        if len(cards) <= len(hand.board) or hand.board != cards[: len(hand.board)]:
            hand.marks.add("redealt")
        new = cards[len(hand.board) :]
        hand.board = cards
        self._bets = {}
        hand.events.append(Event("board", cards=new))

    def _again(self) -> None:
        """All chips go back and the hand is dealt anew."""
        hand = self.hand
        self._left, self._bets = dict(hand.stacks), {}
        hand.events.clear()
        hand.shown.clear()
        hand.board = ()


def read_hands(messages: Iterable[Message]) -> Iterable[PlayedHand]:
    """The hands that begin among these messages, each when it is over or the messages are.

    Lines between two hands belong to none.
    """
    reader: _Reader | None = None
    for message in messages:
        if message[0] == m.HAND_STARTED:
            if reader is not None:
                yield reader.hand
            reader = _Reader(message)
        elif reader is not None:
            reader.read(message)
            if reader.hand.state != RUNNING:
                yield reader.hand
                reader = None
    if reader is not None:
        yield reader.hand


def street(board: tuple[int, ...]) -> int:
    """0 before the flop to 3 on the river."""
    return _STREETS[len(board)]


class CannotTell(Exception):
    """A hand does not fit a format; `code` names the text `hands.CODE`."""

    def __init__(self, code: str, hand: int) -> None:
        super().__init__(f"hand {hand}: {code}")
        self.code = code
        self.hand = hand


def fit_for_trackers(hand: PlayedHand) -> None:
    """Raise `CannotTell` for a hand that no format of others can tell truly."""
    if hand.state != FINISHED:
        raise CannotTell(hand.state, hand.hand)
    for mark in sorted(hand.marks):
        if mark != "limited" or hand.stakes.limit in ("", NO_LIMIT):
            raise CannotTell(mark, hand.hand)
    if hand.stakes.limit == RULEBOOK_POT:
        raise CannotTell(RULEBOOK_POT, hand.hand)


def bet_under(hand: PlayedHand, words: tuple[str, str, str]) -> str:
    """A format's word for the limit, out of those for no limit, pot limit and fixed limit."""
    return dict(zip((NO_LIMIT, POT_LIMIT, FIXED_LIMIT), words, strict=True))[
        hand.stakes.limit or NO_LIMIT
    ]


def small_blind_of(hand: PlayedHand) -> int:
    """The small blind of the house rules; of a record without its beginning what was posted.

    Raises:
        CannotTell: neither is there, for nobody sat in the small blind's seat.
    """
    told = hand.stakes.small_blind
    posted = [event.amount for event in hand.of("post") if event.word == "small_blind"]
    if told is None and not posted:
        raise CannotTell("small_blind", hand.hand)
    return max(posted) if told is None else told


def card(face: int) -> str:
    """A card as it is written."""
    return m.CARD_WORDS[face]
