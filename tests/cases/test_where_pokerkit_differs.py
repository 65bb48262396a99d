"""Each place where pokerkit errs against the rules: what the table does there, and what it does.

pokerkit is the judge of random hands (`tests/properties/test_chips_like_pokerkit.py`), so it is
written down once, item by item, where it is not to be believed. Both play the same situation. A
test that fails on pokerkit's half says that pokerkit has changed, and the item may go. The page of
the rules has the list (`host_tools/rules/differences.toml`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.core import legal_actions
from firmware.core.cards import parse_cards
from firmware.schema import messages as m
from tests.hand_stories import hand_of, show_down, table_of
from tests.pokerkit_games import AUTOMATIONS, GAMES

if TYPE_CHECKING:
    from pokerkit import State

    from tests.table_driver import TableDriver


def peer_of(
    stacks: list[int],
    blinds: tuple[int, ...] = (50, 100),
    structure: str = "no_limit",
    bets: tuple[int, ...] = (100,),
    antes: object = 0,
    cards: list[str] | None = None,
) -> State:
    """pokerkit's hand: the first stack is the small blind's, the last one the button's."""
    peer = GAMES[structure].create_state(
        AUTOMATIONS, False, antes, blinds, *bets, stacks, len(stacks)
    )
    for place in range(len(stacks)):
        peer.deal_hole(cards[place] if cards else "????")
    return peer


def theirs(peer: State) -> tuple[int, int, int, int]:
    """What pokerkit offers as we say it: seat (1 the button), call, least and most raise."""
    least = peer.min_completion_betting_or_raising_to_amount
    most = peer.max_completion_betting_or_raising_to_amount
    assert peer.actor_index is not None
    seat = (peer.actor_index + 1) % peer.player_count + 1
    return seat, peer.checking_or_calling_amount or 0, least or 0, most or 0


def ours(driver: TableDriver) -> tuple[int, int, int, int]:
    legal = legal_actions(driver.table.hand)
    assert legal is not None
    return legal


def test_a_checker_may_not_raise_an_opening_all_in_below_the_least_bet() -> None:
    driver = hand_of({1: 160, 2: 1000, 3: 1000})
    peer = peer_of([1000, 1000, 160])
    for seat in (1, 2, 3, 2, 3):
        if seat == 2 and len(driver.heard(m.BOARD_DEALT)) == 1 and not peer.board_cards:
            peer.burn_card("??")
            peer.deal_board("2c7d9h")
        driver.call(seat)
        peer.check_or_call()
    driver.raise_to(1, 60)
    peer.complete_bet_or_raise_to(60)
    assert ours(driver) == (2, 60, 0, 0)
    assert theirs(peer) == (2, 60, 160, 900)


def test_a_limper_may_not_raise_an_all_in_of_less_than_a_raise() -> None:
    driver = hand_of({1: 150, 2: 1000, 3: 1000, 4: 1000})
    peer = peer_of([1000, 1000, 1000, 150])
    driver.call(4)
    peer.check_or_call()
    driver.raise_to(1, 150)
    peer.complete_bet_or_raise_to(150)
    driver.fold(2)
    peer.fold()
    driver.call(3)
    peer.check_or_call()
    assert ours(driver) == (4, 50, 0, 0)
    assert theirs(peer)[:2] == (4, 50)
    assert theirs(peer)[2:] != (0, 0)


def test_a_blind_posted_short_is_owed_in_full_and_pots_hold_what_was_paid() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 70})
    peer = peer_of([1000, 70, 1000])
    assert ours(driver) == (1, 100, 200, 1000)
    assert theirs(peer) == (1, 70, 170, 1000)
    driver.call(1)
    driver.call(2)
    assert driver.table.hand is not None
    assert driver.table.hand.pots_so_far() == [(210, (2, 3, 1)), (60, (2, 1))]


def test_the_big_blind_pays_its_blind_before_the_ante_of_the_table() -> None:
    driver = hand_of(
        {1: 1000, 2: 1000, 3: 120}, ante=100, ante_mode="big_blind", ante_order="blind_first"
    )
    peer = peer_of([1000, 120, 1000], antes=(0, 100, 0))
    assert ours(driver) == (1, 100, 200, 1000)
    assert peer.bets[1] == 20


def showdown_of(
    driver: TableDriver, stacks: dict[int, int], blinds: tuple[int, int], hands: dict[int, str]
) -> State:
    """Both with these hands and a straight on the board that a ten completes; ours is dealt."""
    ring = [*sorted(stacks)[1:], 1]  # from the left of the button
    order = list(parse_cards("".join(hands[seat][at : at + 2] for at in (0, 2) for seat in ring)))
    order += parse_cards("AcKdQhJs2c")
    driver.deck = order + [card for card in range(52) if card not in order]
    driver.start_hand()
    cards = [hands[seat] for seat in ring]
    return peer_of([stacks[seat] for seat in ring], blinds, bets=(blinds[1],), cards=cards)


def to_the_end(driver: TableDriver, peer: State) -> tuple[list[int], list[int]]:
    """All checked down; the stacks of seats 1, 2, 3 and so on, here and there."""
    for street in ("AcKdQh", "Js", "2c"):
        peer.burn_card("??")
        peer.deal_board(street)
        while peer.actor_index is not None:
            peer.check_or_call()
    show_down(driver)
    mine = driver.heard(m.HAND_FINISHED)[-1][3]
    return list(mine), [*peer.stacks[-1:], *peer.stacks[:-1]]


def test_each_pot_is_split_on_its_own_with_an_odd_chip_of_its_own() -> None:
    # Pots of 21, 9 and 24; seats 3 and 5 hold a ten and tie for all three.
    stacks = {1: 5, 2: 20, 3: 20, 4: 8, 5: 20}
    hands = {1: "4h5s", 2: "6h6s", 3: "Th3c", 4: "4c5d", 5: "Td3d"}
    driver = table_of(stacks, burn="none", small_blind=1, big_blind=2)
    peer = showdown_of(driver, stacks, (1, 2), hands)
    driver.call(4)
    peer.check_or_call()
    driver.raise_to(5, 20)
    peer.complete_bet_or_raise_to(20)
    driver.call(1)
    peer.check_or_call()
    driver.fold(2)
    peer.fold()
    for seat in (3, 4):
        driver.call(seat)
        peer.check_or_call()
    mine, other = to_the_end(driver, peer)
    assert [one[2] for one in driver.heard(m.POT_FORMED)] == [21, 9, 24]
    assert mine == [0, 19, 28, 0, 26]  # 11 + 5 + 12 and 10 + 4 + 12
    assert other == [0, 19, 27, 0, 27]  # 54 halved


def test_odd_chips_of_one_pot_go_one_each() -> None:
    stacks = dict.fromkeys((1, 2, 3, 4), 1000)
    hands = {1: "Th4s", 2: "6h6s", 3: "Tc3c", 4: "Td3d"}
    driver = table_of(stacks, burn="none", small_blind=50, big_blind=100)
    peer = showdown_of(driver, stacks, (50, 100), hands)
    for seat in (4, 1):
        driver.call(seat)
        peer.check_or_call()
    driver.fold(2)
    peer.fold()
    driver.call(3)
    peer.check_or_call()
    mine, other = to_the_end(driver, peer)
    assert mine == [1016, 950, 1017, 1017]
    assert other == [1016, 950, 1018, 1016]


def test_a_pot_limit_pot_counts_a_short_blind_in_full() -> None:
    driver = hand_of(
        {1: 1000, 2: 30, 3: 1000}, big_blind=200, small_blind=100, structure="pot_limit"
    )
    peer = peer_of([30, 1000, 1000], (100, 200), "pot_limit", (200,))
    assert ours(driver) == (1, 200, 400, 700)
    assert theirs(peer) == (1, 200, 400, 630)


def test_the_big_blind_is_the_first_of_the_four_bets_of_fixed_limit() -> None:
    stacks = {1: 9000, 2: 9000, 3: 9000}
    driver = hand_of(stacks, structure="fixed_limit", cap_blind="is_a_bet")
    peer = peer_of([9000] * 3, structure="fixed_limit", bets=(100, 200))
    raises = [0, 0]
    while ours(driver)[3]:
        seat, _call, least, _most = ours(driver)
        driver.raise_to(seat, least)
        raises[0] += 1
    while peer.can_complete_bet_or_raise_to():
        peer.complete_bet_or_raise_to()
        raises[1] += 1
    assert raises == [3, 4]


def test_heads_up_with_equal_blinds_the_button_opens() -> None:
    driver = hand_of({1: 1000, 2: 1000}, big_blind=100, small_blind=100)
    peer = peer_of([1000, 1000], (100, 100))
    assert ours(driver) == (1, 0, 200, 1000)
    assert theirs(peer)[0] == 2


def test_the_least_raise_over_a_straddle_is_the_straddle() -> None:
    stacks = dict.fromkeys((1, 2, 3, 4), 1000)
    driver = hand_of(stacks, straddle="every_hand", straddle_raise="straddle")
    peer = peer_of([1000] * 4, (50, 100, 200))
    assert ours(driver) == (1, 200, 400, 1000)
    assert theirs(peer) == (1, 200, 300, 1000)
