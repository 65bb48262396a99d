"""The same random hand here and in pokerkit ends with the same stacks.

pokerkit is a good judge of chips, pots and evaluation. Where it is known to differ from the rules
the hands are kept away from the difference, or it is named: stacks cover blind and ante (a short
blind is owed in full here, there only what was posted), raises are closed by what a seat last
matched (there a short opening all-in opens them), pots are split each on its own (there pots of
one winner set are merged, which moves odd chips).
"""

from __future__ import annotations

import random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pokerkit import Automation, NoLimitTexasHoldem, State

from firmware.core import legal_actions
from firmware.core.cards import card_text
from firmware.schema import messages as m
from tests.table_driver import TableDriver

AUTOMATIONS = tuple(
    one
    for one in Automation
    if one not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
)
BIG = 10


def begin(stacks: list[int], ante: int, deck: list[int]) -> tuple[TableDriver, State]:
    """The same hand on both: seat 1 has the button here and is the last player there."""
    count = len(stacks)
    driver = TableDriver(3)
    driver.deck = deck
    for name, value in (("small_blind", BIG // 2), ("big_blind", BIG), ("ante", ante)):
        driver.set(name, value)
    driver.set("ante_mode", "all")
    driver.sit({seat: stacks[seat - 1] for seat in range(1, count + 1)})
    driver.send(m.BUTTON_PLACED, 1)
    driver.power_up()
    driver.start_hand()
    peer = NoLimitTexasHoldem.create_state(
        AUTOMATIONS, False, ante, (BIG // 2, BIG), BIG, stacks[1:] + stacks[:1], count
    )
    for place in range(count):
        cards = card_text(deck[place]) + card_text(deck[place + count])
        peer.deal_hole(cards)
    return driver, peer


def deal_board(peer: State, deck: list[int]) -> None:
    """pokerkit is dealt the board that the driver's machine deals."""
    at = 2 * peer.player_count
    flop, turn, river = deck[at + 1 : at + 4], deck[at + 5 : at + 6], deck[at + 7 : at + 8]
    while peer.can_burn_card():
        dealt = sum(len(cards) for cards in peer.board_cards)
        peer.burn_card("??")
        street = {0: flop, 3: turn, 4: river}[dealt]
        peer.deal_board("".join(card_text(card) for card in street))


def act(driver: TableDriver, peer: State, chance: random.Random) -> None:
    """One action on both; what is legal here must be legal there, for the same chips."""
    legal = legal_actions(driver.table.hand)
    if legal is None:
        # A big blind whose opponents are all all-in has nothing to decide; pokerkit still asks.
        assert peer.checking_or_calling_amount == 0
        assert not peer.can_complete_bet_or_raise_to()
        peer.check_or_call()
        return
    seat, call, least, most = legal
    count = peer.player_count
    assert peer.actor_index == (seat - 2) % count
    assert peer.checking_or_calling_amount == call
    drawn = chance.random()
    if least and drawn < 0.35:
        assert peer.can_complete_bet_or_raise_to()
        assert peer.max_completion_betting_or_raising_to_amount == most
        assert peer.min_completion_betting_or_raising_to_amount == least
        to = chance.choice((least, most, chance.randint(least, most)))
        assert driver.raise_to(seat, to) == 0
        peer.complete_bet_or_raise_to(to)
    elif call and drawn > 0.75:
        assert driver.fold(seat) == 0
        peer.fold()
    else:
        assert driver.call(seat) == 0
        peer.check_or_call()


def final_stacks(driver: TableDriver, count: int) -> list[int]:
    (finished,) = driver.heard(m.HAND_FINISHED)
    assert finished[2] == tuple(range(1, count + 1))
    return list(finished[3])


@settings(max_examples=100, phases=(Phase.explicit, Phase.generate))
@given(
    st.integers(2, 10).flatmap(
        lambda count: st.lists(st.integers(12, 400), min_size=count, max_size=count)
    ),
    st.sampled_from((0, 0, 1, 2)),
    st.integers(0, 2**32),
)
def test_random_hands_end_with_the_same_stacks(stacks: list[int], ante: int, seed: int) -> None:
    chance = random.Random(seed)
    deck = list(range(52))
    chance.shuffle(deck)
    driver, peer = begin(stacks, ante, deck)
    while peer.status:
        if peer.can_burn_card():
            deal_board(peer, deck)
        elif peer.actor_index is not None:
            act(driver, peer, chance)
        else:
            pytest.fail("pokerkit waits for something else")
    while driver.table.hand is not None and driver.table.hand.number == 1:
        assert driver.show(driver.table.hand.turn) == 0
    mine = final_stacks(driver, len(stacks))
    theirs = list(peer.stacks[-1:]) + list(peer.stacks[:-1])
    splits = len(driver.heard(m.POT_AWARDED)) - len(driver.heard(m.POT_FORMED))
    if splits:
        # Odd chips of merged pots: each split pot moves less than one chip a winner.
        assert max(abs(a - b) for a, b in zip(mine, theirs, strict=True)) <= splits
        assert sum(mine) == sum(theirs)
    else:
        assert mine == theirs
