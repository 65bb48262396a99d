"""Why each thing in a hand happened: the rule behind every ruling, award, clock and refusal.

Reads the record of a hand and says for each decision what in the record led to it, with the ids
of the rules as the rulebook has them. The rule of the file: a reason is given only where the
record holds it; what a person decided is said to be a person's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from firmware.schema import irregularities, rulings, texts
from firmware.schema import messages as m
from host_tools.view.transcript import by_book

if TYPE_CHECKING:
    from host_tools.texts import Texts

Message = tuple[Any, ...]

RULE_ID = re.compile(r"R\d{3}-\d{2}")

BLINDS, STRADDLE = ("R000-14",), ("R004-30",)
BOARD = {1: ("R000-16",), 2: ("R000-17",), 3: ("R000-18",)}
BURN = ("R004-33",)
CLOCK, TIME_BANK = ("R000-21",), ("R001-14",)
FOLDED_OUT, SIDE_POTS, TIE = ("R000-20",), ("R001-11",), ("R000-12",)
ALL_IN = ("R000-28",)
SHOWDOWN, MUCK = ("R000-19",), ("R001-09",)
TURN, AMOUNT = ("R001-08",), ("R004-31",)

OF_CATEGORY = {
    "straight_flush": "R000-03",
    "four_of_a_kind": "R000-04",
    "full_house": "R000-05",
    "flush": "R000-06",
    "straight": "R000-07",
    "three_of_a_kind": "R000-08",
    "two_pair": "R000-09",
    "pair": "R000-10",
    "high_card": "R000-11",
}

OF_REFUSAL: dict[str, tuple[str, tuple[str, ...]]] = {
    "not_your_turn": ("not_turn", TURN),
    "below_minimum": ("bounds", AMOUNT),
    "above_maximum": ("bounds", AMOUNT),
    "amount_missing": ("bounds", AMOUNT),
    "raise_not_open": ("not_open", AMOUNT),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: `key` names the text `why.KEY`, with its values; rules: ids of the rulebook."""

    key: str
    values: dict[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()


class Reasons:
    """Gives the reason of each message of one hand, in the order of the record."""

    def __init__(self, messages: tuple[Message, ...], say: Texts) -> None:
        self._say = say
        self._messages = messages
        self._hands: dict[int, str] = {}  # seat -> category of the hand it showed
        self._turn: Message | None = None
        self._ruled: Reason | None = None  # the last ruling's
        self._voided_by = ""  # the person who had the hand voided
        self._winners: dict[int, list[int]] = {}
        contests = (m.HAND_SHOWN, m.HAND_RANKED, m.HAND_MUCKED)
        seats = {message[1] for message in messages if message[0] in contests}
        self._is_contested = len(seats) > 1
        self._burnt: set[int] = set()  # streets
        self._pots = {message[1] for message in messages if message[0] == m.POT_FORMED}
        for message in messages:
            if message[0] == m.POT_AWARDED:
                self._winners.setdefault(message[1], []).append(message[2])

    def read(self) -> Iterator[tuple[Message, Reason | None]]:
        """Each message, with its reason where it has one."""
        for message in self._messages:
            find = REASONS.get(message[0])
            yield message, find(self, message) if find else None

    def _opened(self, message: Message) -> None:
        self._turn = message

    def _forced(self, message: Message) -> Reason:
        word = m.FORCED_WORDS[message[2]]
        if word in ("dead_blind", "post"):
            return Reason("owed")
        straddle = word == "straddle"
        return Reason("straddle" if straddle else "forced", {}, STRADDLE if straddle else BLINDS)

    def _burn(self, message: Message) -> None:
        self._burnt.add(message[1])

    def _board(self, message: Message) -> Reason:
        rules = BOARD.get(message[1], ())
        if message[1] in self._burnt:
            return Reason("board_burnt", {}, rules + BURN)
        return Reason("board", {}, rules)

    def _action(self, message: Message) -> Reason | None:
        return Reason("timed_out", {}, CLOCK) if message[5] else None

    def _refused(self, message: Message) -> Reason:
        word = m.REFUSAL_WORDS[message[2]]
        key, rules = OF_REFUSAL.get(word, ("refused", ()))
        if key == "bounds" and self._turn is not None and self._turn[3]:
            chips = self._say.chips
            bounds = {"least": chips(self._turn[3]), "most": chips(self._turn[4])}
            return Reason("bounds", bounds, rules)
        if key == "not_turn" and self._turn is not None:
            return Reason("not_turn", {"seat": self._turn[1]}, rules)
        if key == "not_open":
            return Reason("not_open", {}, rules)
        return Reason("refused", {"why": self._say.refusal(word)}, rules)

    def _returned(self, message: Message) -> Reason:
        return Reason("uncalled", {}, ALL_IN if self._is_contested else FOLDED_OUT)

    def _shown(self, message: Message) -> Reason:
        category = message[-1]
        if category is not None:
            self._hands[message[1]] = m.CATEGORY_WORDS[category]
        if not self._is_contested:
            return Reason("shown_freely", {}, MUCK)
        return Reason("shown", {}, SHOWDOWN)

    def _awarded(self, message: Message) -> Reason:
        _, pot, seat, _amount = message
        side = SIDE_POTS if len(self._pots) > 1 else ()
        category = self._hands.get(seat)
        if not self._is_contested:
            return Reason("folded_out", {}, FOLDED_OUT + side)
        if category is None:
            return Reason("only_one", {}, side)
        winners = self._winners[pot]
        named = self._say(f"category.{category}")
        if len(set(winners)) > 1:
            seats = self._say.several([str(one) for one in dict.fromkeys(winners)])
            return Reason("tie", {"seats": seats, "category": named}, TIE + side)
        return Reason("best", {"category": named}, (OF_CATEGORY[category], *SHOWDOWN, *side))

    def _ruling(self, message: Message) -> Reason:
        _, ruling, kind, _procedure, book = message
        column = rulings.BOOK_WORDS.index(book)
        ids = tuple(dict.fromkeys(RULE_ID.findall(texts.SOURCES[ruling][column])))
        named = texts.IRREGULARITIES[irregularities.by_name(kind)]
        kind = named[0 if self._say.language == "it" else 1] or kind
        source = by_book(ruling, column, self._say)
        self._ruled = Reason("ruling", {"kind": kind, "source": source, "ruling": ruling}, ids)
        return self._ruled

    def _decided(self, message: Message) -> Reason:
        self._voided_by = message[2] if message[1] == m.RULING_VOID_HAND else ""
        return Reason("floor", {"by": message[2]})

    def _voided(self, message: Message) -> Reason:
        by = message[2]
        if self._ruled is not None and by in rulings.BOOK_WORDS and by != self._voided_by:
            return self._ruled
        return Reason("floor", {"by": by})


REASONS = {
    m.TURN_OPENED: Reasons._opened,
    m.FORCED_BET_POSTED: Reasons._forced,
    m.CARD_BURNT: Reasons._burn,
    m.BOARD_DEALT: Reasons._board,
    m.ACTION_TAKEN: Reasons._action,
    m.TIME_BANK_OPENED: lambda _, message: Reason("time_bank", {}, TIME_BANK),
    m.INPUT_REFUSED: Reasons._refused,
    m.UNCALLED_BET_RETURNED: Reasons._returned,
    m.HAND_SHOWN: Reasons._shown,
    m.HAND_RANKED: Reasons._shown,
    m.HAND_MUCKED: lambda _, message: Reason("mucked", {}, MUCK),
    m.POT_AWARDED: Reasons._awarded,
    m.RAKE_TAKEN: lambda _, message: Reason("rake"),
    m.RULING_MADE: Reasons._ruling,
    m.FLOOR_RULED: Reasons._decided,
    m.HAND_KILLED: lambda _, message: Reason("floor_said"),
    m.HAND_VOIDED: Reasons._voided,
}
