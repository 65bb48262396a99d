"""One hand of a case file, played on the table itself, stopped after any action.

A case says who sits there with what, which cards are known and what is done, in the notation of
recorded hands; this file seats the players, answers as a faultless machine and passes the actions
on. Board cards are dealt only when the case deals them, so the hand can be looked at in between.
Rule of the file: what is legal and who wins is asked of the table, never reckoned here.
"""

from __future__ import annotations

import re
from collections import deque
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from firmware.core import Hand, Table, legal_actions
from firmware.core.pots import form_pots
from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.replay.phh import read_hand
from host_tools.replay.structures import posts_of, settings_of

if TYPE_CHECKING:
    from host_tools.replay.hand_record import HandRecord

DECK = 52
CHOICES = {"f": m.CHOICE_FOLD, "cc": m.CHOICE_CALL, "cbr": m.CHOICE_RAISE}
QUIET = dict.fromkeys(("witness_ms", "action_seconds", "show_seconds", "objection_seconds"), "0")

_SHOWING = re.compile(r"p[0-9]+ sm( .*)?")
_ACTION = re.compile(r"p([0-9]+) (f|cc|cbr)(?: ([0-9]+))?")


class Unplayable(Exception):
    """What the case does cannot be done on the table: the reason, for a person."""


def record_of(setup: dict[str, Any], actions: list[str]) -> HandRecord:
    """Read a case's setup: antes are one number or a list, blinds stop at the last that posts."""
    count = len(setup["stacks"])
    antes = setup.get("antes", 0)
    blinds = list(setup["blinds"])
    fields: dict[str, Any] = {
        "variant": setup["variant"],
        "starting_stacks": setup["stacks"],
        "antes": antes if isinstance(antes, list) else [antes] * count,
        "blinds_or_straddles": blinds + [0] * (count - len(blinds)),
        "actions": [one for one in actions if one.startswith("d ") or _SHOWING.fullmatch(one)],
    }
    for name in ("min_bet", "small_bet", "big_bet"):
        if name in setup:
            fields[name] = Decimal(setup[name])
    return read_hand(fields)


class HandOnTable:
    """A table with one hand; player n sits at seat n, the last one has the button."""

    def __init__(
        self,
        setup: dict[str, Any],
        actions: list[str],
        rules: str = "default",
        **house_rules: object,
    ) -> None:
        """Deal the hand up to the first turn; setup keys that name a setting set it."""
        record = record_of(setup, actions)
        self.table = Table(s.profile_by_name(rules))
        self.holes = record.hole_cards
        self.mucks = {one.player for one in record.actions if one.verb == "muck"}
        self.named = {card for cards in self.holes.values() for card in cards}
        self.named.update(card for one in record.actions for card in one.cards)
        self.is_guessed = False  # a card that the case does not name was turned up
        self.board: deque[int] = deque()
        self.said: list[tuple] = []
        self.waiting: deque[tuple] = deque()
        self.openings = 0
        self.dealt = [0] * 11
        for name, value in (*QUIET.items(), *settings_of(record)):
            self.give(m.SETTING_CHANGED, name, value, None)
        for name, value in {**setup, **house_rules}.items():
            if s.by_name(name):
                self.give(m.SETTING_CHANGED, name, str(value), None)
        for seat in record.seats:
            self.give(m.SEAT_TAKEN, seat, record.stacks[seat - 1], None)
        for seat, live in posts_of(record):
            self.give(m.POST_PROMISED, seat, 0, live)
        self.give(m.BUTTON_PLACED, len(record.stacks))
        self.give(m.CARDS_COLLECTED, DECK, 0)
        if self.table.hand is None:
            raise Unplayable("no hand starts")
        self.hand: Hand = self.table.hand

    # ------------------------------------------------------------------ inputs and answers

    def take(self, *message: Any) -> int:
        """Pass one input on; returns the refusal, 0 for none."""
        out: list[tuple] = []
        code = self.table.take(message, out)
        if not code:
            self.said.extend(out)
            self.waiting.extend(out)
            self.answer()
        return code

    def give(self, *message: Any) -> None:
        """Pass on an input that the table must take."""
        code = self.take(*message)
        if code:
            words = " ".join(str(field) for field in message[1:])
            raise Unplayable(f"{m.NAMES[message[0]]} {words}: {m.REFUSAL_WORDS[code]}")

    def answer(self) -> None:
        """Answer what the table asked for; a board card that the case has not dealt yet waits."""
        while self.waiting:
            effect = self.waiting[0]
            if effect[0] == m.DEAL_CARD and effect[2] > m.PLACE_SEAT10 and not self.board:
                return
            self.waiting.popleft()
            for message in self.answers(effect):
                self.give(*message)

    def answers(self, effect: tuple) -> list[tuple]:
        """Return what the machine, the shell and the players say to one effect."""
        match effect[0]:
            case m.LOAD_DECK:
                fed = [(m.CARD_FED, n) for n in range(1, DECK + 1)]
                return [*fed, (m.DECK_LOADED, DECK)]
            case m.START_TIMER if effect[1] == m.TIMER_NEXT_HAND and not self.openings:
                return [(m.TIMER_FIRED, effect[1], effect[2])]
            case m.COMMIT_ORDER:
                return [(m.ORDER_COMMITTED, effect[1], effect[2], 1, DECK, bytes(32), None)]
            case m.CUT_ASKED:
                return [(m.CUT_SET, 0, None)]
            case m.DEAL_CARD:
                return self.deal(effect[1], effect[2])
            case m.SHOW_ASKED:
                mucks = effect[1] in self.mucks
                return [(m.SHOW_CHOSEN, effect[1], m.SHOW_MUCK if mucks else m.SHOW_SHOW)]
            case m.OPEN_FACE:
                self.openings += 1
                return [(m.FACE_OPENED, effect[1], self.face_of(effect[1]))]
        return []

    def deal(self, k: int, place: int) -> list[tuple]:
        """Return what the k-th card tells on its way; its slot and token are k."""
        told: list[tuple] = [(m.CARD_LEFT, k, k)]
        if m.PLACE_BOARD1 <= place <= m.PLACE_BOARD5:
            told.append((m.FACE_READ, k, self.board.popleft()))
        return [*told, (m.CARD_LANDED, k, place)]

    def face_of(self, token: int) -> int:
        """Return the face that the case gives this hole card."""
        seat = self.hand.seat_of(token)
        face = self.holes.get(seat, (None, None))[self.hand.hole[seat].index(token)]
        if face is None:
            self.is_guessed = True
            face = next(card for card in range(DECK) if card not in self.named)
            self.named.add(face)
        return face

    # ------------------------------------------------------------------ actions

    def do(self, action: str) -> None:
        """Carry out one action of the case; hands are dealt, shown and mucked when it is time."""
        if action.startswith("d dh ") or _SHOWING.fullmatch(action):
            return
        if action.startswith("d db "):
            self.deal_board(action)
            return
        if self.is_nothing_to_decide(action):
            return
        code = self.act(action)
        if code:
            raise Unplayable(f"{action}: {m.REFUSAL_WORDS[code]}")

    def is_nothing_to_decide(self, action: str) -> bool:
        """Whether the case has a player check who is alone with chips: here nobody is asked."""
        found = _ACTION.fullmatch(action)
        if found is None or found[2] != "cc" or self.legal() is not None or self.is_over():
            return False
        betting = self.hand.betting
        seat = int(found[1])
        return betting.live[seat] and betting.current_bet <= betting.bets[seat]

    def deal_board(self, action: str) -> None:
        """The next street, if the table is waiting for it."""
        if not self.waiting:
            raise Unplayable(f"{action}: no board card is due")
        letters = action.removeprefix("d db ").replace(" ", "")
        self.board.extend(
            m.CARD_WORDS.index(letters[at : at + 2]) for at in range(0, len(letters), 2)
        )
        self.answer()
        if self.board:
            raise Unplayable(f"{action}: more cards than the street has")

    def act(self, action: str) -> int:
        """Pass a player's action on; returns the refusal."""
        found = _ACTION.fullmatch(action.split(" #", maxsplit=1)[0].strip())
        if found is None:
            raise Unplayable(f"{action}: not an action of this notation")
        to = int(found[3]) if found[3] else None
        return self.take(m.ACTION_CHOSEN, int(found[1]), CHOICES[found[2]], to)

    # ------------------------------------------------------------------ questions

    def stacks(self) -> list[int]:
        """Return the chips behind, by player."""
        return [self.table.stacks[seat] for seat in sorted(self.hand.ring)]

    def is_over(self) -> bool:
        """Whether the pots are awarded."""
        return any(one[0] == m.HAND_FINISHED for one in self.said)

    def legal(self) -> tuple[int, int, int, int] | None:
        """Return what the table offers: (seat, call, least, most), or None."""
        return legal_actions(self.table.hand)

    def pots(self) -> list[list]:
        """Return [chips, players] as gathered now, an uncalled bet taken out."""
        formed = [one for one in self.said if one[0] == m.POT_FORMED]
        if formed:
            return [[amount, [f"p{seat}" for seat in seats]] for _, _, amount, seats in formed]
        betting = self.hand.betting
        put_in = list(betting.contributed)
        first, second = sorted(put_in)[-1:-3:-1]
        put_in[put_in.index(first)] = second
        pots = form_pots(put_in, betting.live, self.hand.ring, betting.dead)
        return [[amount, [f"p{seat}" for seat in sorted(seats)]] for amount, seats in pots]

    def total_pot(self) -> int:
        """Return all chips that are put in."""
        return self.hand.betting.in_pot or sum(amount for amount, _ in self.pots())

    def shows_first(self) -> str | None:
        """Return the player who shows first, once there is a showdown."""
        order = self.hand.show_order
        return f"p{order[0]}" if order else None
