"""Random hands under random house rules end as a second, plain reckoning of the books says.

pokerkit judges ordinary hands (`test_chips_like_pokerkit`). Here nothing is kept away from: short
and equal blinds, promised posts, straddles, all modes of the ante, every cap, both readings of the
pot, stacks of a chip. At every turn the table must ask the same seat for the same chips and allow
the same raises as `tests.book_of_chips`, and pay the same stacks in the end.

MAZZIERE_BOOK_HANDS says how many hands are played.
"""

from __future__ import annotations

import os
import random
from dataclasses import asdict

import pytest

from firmware.core import hand_table, legal_actions
from firmware.evaluator import evaluate
from firmware.schema import messages as m
from host_tools.dev.campaign_size import size_from
from tests.book_of_chips import BookHand, House
from tests.table_driver import TableDriver

HANDS = size_from(1)(os.environ.get("MAZZIERE_BOOK_HANDS", "900"))
PIECES = 3
"""Tests that share the hands out, so that two cores share the work."""

FLOP, TURN, RIVER = 1, 5, 7
"""Where the board's cards lie behind the hole cards, with a burn before each street."""


class HandTwice:
    """One hand on the table and by the book."""

    def __init__(self, seed: int) -> None:
        chance = self.chance = random.Random(seed)
        seats = sorted(chance.sample(range(1, 11), chance.randint(2, 8)))
        at = chance.randrange(len(seats))
        ring = seats[at + 1 :] + seats[: at + 1]
        big = chance.choice((10, 20))
        mode = chance.choice(("none", "none", "all", "big_blind", "button"))
        self.house = House(
            small_blind=chance.choice((0, 3, big // 2, big)),
            big_blind=big,
            structure=chance.choice(("no_limit", "pot_limit", "fixed_limit")),
            ante=0 if mode == "none" else chance.choice((1, 3, big)),
            ante_mode=mode,
            ante_order=chance.choice(("blind_first", "ante_first")),
            straddle=chance.choice(("off", "off", "off", "every_hand")),
            straddle_raise=chance.choice(("straddle", "big_blind")),
            min_raise=chance.choice(("last_increment", "last_increment", "any_larger")),
            pot_limit_max=chance.choice(("standard", "rulebook_r000")),
            cap_raises=chance.choice((0, 1, 3, 3, 4)),
            cap_blind=chance.choice(("is_a_bet", "is_no_bet")),
            cap_heads_up=chance.choice(("stays", "lifted_two_dealt_in", "lifted_two_live")),
            odd_chip=chance.choice(("left_of_button", "next_big_blind")),
        )
        stacks = {seat: chance.randint(1, chance.choice((15, 60, 400))) for seat in seats}
        small = self.house.small_blind
        posts = {
            seat: (chance.choice((0, small)), chance.choice((0, big)))
            for seat in seats
            if chance.random() < 0.15
        }
        self.deck = list(range(52))
        chance.shuffle(self.deck)
        self.ring = ring
        self.driver = self._dealt(stacks, posts)
        self.book = BookHand(self.house, ring, stacks, posts)

    def _dealt(self, stacks: dict[int, int], posts: dict[int, tuple[int, int]]) -> TableDriver:
        driver = TableDriver(3)
        driver.deck = self.deck
        left = {"witness_ms": 0, **asdict(self.house)}
        while left:
            refused = {name: value for name, value in left.items() if driver.set(name, value)}
            assert len(refused) < len(left), refused
            left = refused
        driver.sit(stacks)
        for seat, (dead, live) in posts.items():
            assert driver.send(m.POST_PROMISED, seat, dead, live) == 0
        driver.send(m.BUTTON_PLACED, self.ring[-1])
        driver.power_up()
        driver.start_hand()
        return driver

    def legal(self) -> tuple[int, int, int, int] | None:
        hand = self.driver.table.hand
        return legal_actions(hand) if hand is not None and hand.number == 1 else None

    def play(self) -> None:
        """To the end of the betting on both."""
        book = self.book
        while len(book.live) > 1 and book.street <= m.STREET_RIVER:
            seat = book.turn()
            if seat:
                assert self.legal() == book.legal(seat)
                self.act(seat)
            elif book.street == m.STREET_RIVER:
                break
            else:
                book.next_street()
        assert self.legal() is None

    def act(self, seat: int) -> None:
        """One action on both."""
        _seat, call, least, most = self.book.legal(seat)
        drawn = self.chance.random()
        if least and drawn < 0.45:
            to = self.chance.choice((least, most, self.chance.randint(least, most)))
            self.book.raise_to(seat, to)
            assert self.driver.raise_to(seat, to) == 0
        elif call and drawn > 0.8:
            self.book.fold(seat)
            assert self.driver.fold(seat) == 0
        else:
            self.book.call(seat)
            assert self.driver.call(seat) == 0

    def settle(self) -> None:
        """Show, pay, and compare the stacks."""
        asked = []
        while (hand := self.driver.table.hand) is not None and hand.state == hand_table.SHOWING:
            asked.append(hand.turn)
            self.driver.show(hand.turn)
        if asked:
            assert asked[0] == self.book.shows_first()
        self.book.pay(self.values() if len(self.book.live) > 1 else {})
        (finished,) = self.driver.heard(m.HAND_FINISHED)
        assert dict(zip(finished[2], finished[3], strict=True)) == self.book.stacks

    def values(self) -> dict[int, int]:
        """What each live hand is worth."""
        count = len(self.ring)
        rest = self.deck[2 * count :]
        board = [*rest[FLOP : FLOP + 3], rest[TURN], rest[RIVER]]
        places = {seat: self.ring.index(seat) for seat in self.book.live}
        return {
            seat: evaluate((self.deck[at], self.deck[at + count], *board))
            for seat, at in places.items()
        }


@pytest.mark.parametrize("piece", range(PIECES))
def test_random_hands_under_random_house_rules_go_by_the_book(piece: int) -> None:
    for seed in range(piece, HANDS, PIECES):
        both = HandTwice(seed)
        try:
            both.play()
            both.settle()
        except AssertionError as wrong:
            raise AssertionError(f"hand {seed} of {both.house}") from wrong
