"""Rule cases in prose: one assertion by name for each id.

Kinds `rule` and `calc` tell in words what must hold. Each function here proves one of them on the
code of the table and returns what differs; an id without a function is not mapped, and is told as
such rather than passed. Rule of the file: the numbers come from the case, not from here.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import product
from math import factorial
from typing import TYPE_CHECKING, Any, cast

from firmware.core.cards import parse_card
from firmware.core.table_rows import GATHERING
from firmware.randomness.permutation import Reservoir, shuffled
from firmware.schema import messages as m
from tests.table_driver import TableDriver

if TYPE_CHECKING:
    from collections.abc import Callable

Case = dict[str, Any]

NAMED: dict[str, Callable[[Case], list[str]]] = {}


def case(name: str) -> Callable[[Callable[[Case], list[str]]], Callable[[Case], list[str]]]:
    """Map a case id to the function that proves it."""

    def add(function: Callable[[Case], list[str]]) -> Callable[[Case], list[str]]:
        NAMED[name] = function
        return function

    return add


def differences(found: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """Return what was found otherwise; each expectation must be proved, and no other told."""
    if set(found) != set(expected):
        return [f"expects {sorted(expected)}, proved {sorted(found)}"]
    return [f"{k}: {found[k]}, expected {expected[k]}" for k in found if found[k] != expected[k]]


def _deal(players: int) -> TableDriver:
    """A hand of so many players, dealt up to the first turn."""
    driver = TableDriver(3)
    driver.set("witness_ms", 0)
    driver.sit(dict.fromkeys(range(1, players + 1), 1000))
    driver.power_up()
    driver.start_hand()
    return driver


def _act(driver: TableDriver, choice: int) -> None:
    hand = driver.table.hand
    assert hand is not None
    assert driver.send(m.ACTION_CHOSEN, hand.turn, choice, None) == 0


# ------------------------------------------------------------------ deck


@case("CR-098")
def same_card_twice_is_a_fouled_deck(one: Case) -> list[str]:
    """The second sight of a face holds the hand; voided, every bet is returned (TDA 35-E)."""
    seen = [parse_card(text) for text in one["setup"]["cards_seen"]]
    driver = _deal(3)
    table = driver.table
    before = [1000] * 3
    driver.deals = False
    for _ in range(3):
        _act(driver, m.CHOICE_CALL)
    ledger = table.ledger
    places = (m.PLACE_BURN, m.PLACE_BOARD1, m.PLACE_BOARD2)
    for card, place in enumerate(places):
        k = ledger.next_k - 1
        driver.send(m.CARD_LEFT, k, k)
        if card:
            driver.send(m.FACE_READ, k, seen[card - 1])
        driver.send(m.CARD_LANDED, k, place)
    found = [one[1] for one in driver.heard(m.IRREGULARITY_FOUND)]
    held = bool(driver.heard(m.HAND_HELD)) and driver.call(1) == m.REFUSAL_NOT_NOW
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "floor")
    driver.send(m.ORDER_REVEALED, 1, 0, bytes(52), bytes(32))
    is_returned = [table.stacks[seat] for seat in (1, 2, 3)] == before
    return differences(
        {
            "fouled_deck": found == ["duplicate_face"],
            "play": "stops" if held else "goes on",
            "bets": "all returned" if is_returned else "kept",
            # No card is dealt again before a person has collected and counted them all.
            "deck": "changed" if table.state == GATHERING else "kept",
        },
        one["expected"],
    )


@case("CR-099")
def folded_and_burnt_cards_are_not_in_the_stub(one: Case) -> list[str]:
    """The stub is counted as it shrinks, not as 52 less the live hands."""
    driver = _deal(one["setup"]["players"])
    for _ in range(one["setup"]["folded"]):
        _act(driver, m.CHOICE_FOLD)
    ledger = driver.table.ledger
    stub = [ledger.carousel]
    for _ in range(2 * 2):
        _act(driver, m.CHOICE_CALL)
        stub.append(ledger.carousel)
    return differences(
        {"stub_before_turn": stub[-2], "stub_after_turn_burn_and_card": stub[-1]}, one["expected"]
    )


@case("CR-104")
def ten_players_use_28_distinct_cards(one: Case) -> list[str]:
    """Twenty hole cards, three burns, five on the board; each left the machine once."""
    driver = _deal(one["setup"]["players"])
    while driver.heard(m.HAND_FINISHED) == []:
        hand = driver.table.hand
        assert hand is not None
        if hand.legal is not None:
            _act(driver, m.CHOICE_CALL)
        else:
            assert driver.show(hand.turn) == 0
        used = [one[2] for one in driver.accepted if one[0] == m.CARD_LEFT]
    return differences(
        {"used": len(used), "left": 52 - len(used), "distinct": len(set(used)) == len(used)},
        one["expected"],
    )


# ------------------------------------------------------------------ shuffle


class _Drawn:
    """In place of a reservoir: the draws of one path."""

    def __init__(self, draws: tuple[int, ...]) -> None:
        self.draws = list(draws)

    def below(self, k: int) -> int:
        drawn = self.draws.pop(0)
        assert drawn < k
        return drawn


@case("CR-100")
def swapping_with_any_place_is_biased(one: Case) -> list[str]:
    """The naive shuffle's paths over the orders, counted; ours has one path to each order."""
    count = one["setup"]["n"]
    naive: Counter[tuple[int, ...]] = Counter()
    for path in product(range(count), repeat=count):
        order = list(range(count))
        for place, other in enumerate(path):
            order[place], order[other] = order[other], order[place]
        naive[tuple(order)] += 1
    ours: Counter[bytes] = Counter()
    for draws in product(*(range(k) for k in range(count, 1, -1))):
        ours[bytes(shuffled(bytes(range(count)), cast("Reservoir", _Drawn(draws))))] += 1
    assert set(ours.values()) == {1}
    assert len(ours) == len(naive) == factorial(count)
    return differences({"counts": sorted(naive.values())}, one["expected"])


class _Rejected(Exception):
    """One byte was not enough."""


@case("CR-103")
def a_byte_is_drawn_below_n_without_remainder(one: Case) -> list[str]:
    """The table's own draw, of one byte: as many bytes for each result, the tail is rejected."""
    found = {}
    for n in one["setup"]["n"]:
        accepted: Counter[int] = Counter()
        for octet in range(one["setup"]["byte_range"]):
            blocks = [bytes([octet])]

            def source(blocks: list[bytes] = blocks) -> bytes:
                if not blocks:
                    raise _Rejected
                return blocks.pop()

            with suppress(_Rejected):
                accepted[Reservoir(source, refill_below=1).below(n)] += 1
        assert len(accepted) == n
        found[f"n{n}"] = sorted(set(accepted.values()))
    return differences(found, one["expected"])
