"""Reading a record: what is well formed is read to the letter, the rest is refused by place."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from host_tools.replay.phh import CARD_IDS, read_hand
from host_tools.replay.refusal import Refused

HAND: dict[str, Any] = {
    "variant": "NT",
    "antes": [0, 0, 0],
    "blinds_or_straddles": [50, 100, 0],
    "min_bet": 100,
    "starting_stacks": [1000, 2000, 3000],
    "actions": ["d dh p1 AcKc", "d dh p2 ????", "d dh p3 7h7d", "p3 f", "p1 f"],
    "finishing_stacks": [950, 2050, 3000],
}


def hand(**changes: Any) -> dict[str, Any]:
    return {**HAND, **changes}


def refusal(fields: dict[str, Any]) -> Refused:
    with pytest.raises(Refused) as caught:
        read_hand(fields)
    return caught.value


def test_every_field_is_read() -> None:
    record = read_hand(HAND)
    assert record.stacks == (1000, 2000, 3000)
    assert record.posts == (50, 100, 0)
    assert record.recorded_stacks == (950, 2050, 3000)
    assert record.hole_cards == {
        1: (CARD_IDS["Ac"], CARD_IDS["Kc"]),
        2: (None, None),
        3: (CARD_IDS["7h"], CARD_IDS["7d"]),
    }
    assert [action.verb for action in record.actions] == ["hole", "hole", "hole", "fold", "fold"]


def test_heads_up_blinds_and_antes_apply_the_other_way_round() -> None:
    record = read_hand(
        hand(
            antes=[0, 100],
            blinds_or_straddles=[50, 100],
            starting_stacks=[1000, 2000],
            actions=[],
            finishing_stacks=[1000, 2000],
        )
    )
    assert record.posts == (100, 50)
    assert record.antes == (100, 0)


def test_commentary_is_passed_over_and_keeps_the_numbers_of_the_file() -> None:
    record = read_hand(hand(actions=["# before the flop", "d dh p1 AcKc # the button", "p3 f"]))
    assert [action.number for action in record.actions] == [2, 3]
    assert record.actions[0].text == "d dh p1 AcKc"


def test_cents_become_whole_units() -> None:
    record = read_hand(
        hand(
            blinds_or_straddles=[Decimal("0.25"), Decimal("0.50"), 0],
            min_bet=Decimal("0.50"),
            actions=["p3 cbr 1.5"],
        )
    )
    assert record.unit == Decimal("0.01")
    assert record.posts == (25, 50, 0)
    assert record.stacks == (100_000, 200_000, 300_000)
    assert record.actions[0].to == 150
    assert record.in_money(150) == 1.5
    assert record.in_money(200) == 2


def test_a_hand_dealt_unknown_is_learnt_when_it_is_shown() -> None:
    record = read_hand(hand(actions=["d dh p2 ????", "p2 sm AsAd"]))
    assert record.hole_cards[2] == (CARD_IDS["As"], CARD_IDS["Ad"])


@pytest.mark.parametrize("field", ["variant", "starting_stacks", "blinds_or_straddles", "min_bet"])
def test_a_missing_field_is_named(field: str) -> None:
    fields = hand()
    del fields[field]
    assert refusal(fields).where.values == {"name": field}


@pytest.mark.parametrize(
    ("changes", "place", "reason"),
    [
        ({"starting_stacks": [1000]}, "starting_stacks", "1 players"),
        ({"starting_stacks": [1] * 11}, "starting_stacks", "11 players"),
        ({"starting_stacks": [1000, 0, 3000]}, "starting_stacks", "p2 has no chips"),
        ({"starting_stacks": [1000, "x", 3000]}, "starting_stacks", "'x' is not an amount"),
        ({"starting_stacks": [1000, True, 3000]}, "starting_stacks", "True is not"),
        ({"starting_stacks": 7}, "starting_stacks", "a list"),
        (
            {"starting_stacks": [1000, Decimal("Infinity"), 1]},
            "starting_stacks",
            "not an amount of chips",
        ),
        ({"antes": [0, 0]}, "antes", "2 amounts for 3 players"),
        ({"min_bet": 0}, "min_bet", "not a bet"),
        ({"actions": "p1 f"}, "actions", "missing"),
        ({"actions": [7]}, "action 1", "not a string"),
        ({"actions": ["p1 f", "p9 f"]}, "action 2 (p9 f)", "no p9 among 3"),
        ({"actions": ["x1 f"]}, "action 1 (x1 f)", "not a player"),
        ({"actions": ["p1 bets"]}, "action 1 (p1 bets)", "not an action"),
        ({"actions": ["p1 cbr -5"]}, "action 1 (p1 cbr -5)", "not an action"),
        ({"actions": ["p1 cbr 0"]}, "action 1 (p1 cbr 0)", "raise to nothing"),
        ({"actions": ["d dh p1 AcKx"]}, "action 1 (d dh p1 AcKx)", "Kx is not a card"),
        ({"actions": ["d dh p1 AcKcQc"]}, "action 1 (d dh p1 AcKcQc)", "3 cards"),
        ({"actions": ["d dh p1 AcAc"]}, "action 1 (d dh p1 AcAc)", "Ac is out already"),
        ({"actions": ["d dh p1 AcKc", "d dh p2 AcKd"]}, "action 2 (d dh p2 AcKd)", "Ac is out"),
        ({"actions": ["d dh p1 AcKc", "d dh p1 2c3c"]}, "action 2 (d dh p1 2c3c)", "already"),
        ({"actions": ["p3 f", "d dh p1 AcKc"]}, "action 2 (d dh p1 AcKc)", "after the first"),
        ({"actions": ["d dh p1 AcKc", "d db Ac2c3c"]}, "action 2 (d db Ac2c3c)", "Ac is out"),
        ({"actions": ["d db 2c3c"]}, "action 1 (d db 2c3c)", "2 board cards"),
        ({"actions": ["d db ??2c3c"]}, "action 1 (d db ??2c3c)", "never unknown"),
        ({"actions": ["p1 sm ????"]}, "action 1 (p1 sm ????)", "never unknown"),
        (
            {"actions": ["d dh p1 AcKc", "p1 sm AcQc"]},
            "action 2 (p1 sm AcQc)",
            "dealt other cards",
        ),
    ],
)
def test_a_malformed_record_is_refused_with_place_and_reason(
    changes: dict[str, Any], place: str, reason: str
) -> None:
    told = refusal(hand(**changes))
    assert str(told).startswith(f"{place}: ")
    assert reason in str(told)
