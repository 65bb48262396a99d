"""Playing a record on the core: legal to its end, or refused where it stops being so."""

from __future__ import annotations

from typing import Any

import pytest

from host_tools.replay.phh import read_hand
from host_tools.replay.play import play_hand
from host_tools.replay.refusal import Refused

DEAL = ["d dh p1 2c7d", "d dh p2 AsAd", "d dh p3 KsKd"]


def play(after_deal: list[str], rules: str = "phh", **changes: Any) -> tuple[int, ...]:
    fields = {
        "variant": "NT",
        "antes": [0, 0, 0],
        "blinds_or_straddles": [50, 100, 0],
        "min_bet": 100,
        "starting_stacks": [1000, 1000, 1000],
        "actions": [*DEAL, *after_deal],
        **changes,
    }
    return play_hand(read_hand(fields), rules).stacks


def refusal(after_deal: list[str], **changes: Any) -> str:
    with pytest.raises(Refused) as caught:
        play(after_deal, **changes)
    return str(caught.value)


def test_uncontested_blinds_go_to_the_big_blind() -> None:
    assert play(["p3 f", "p1 f"]) == (950, 1050, 1000)


def test_hands_are_shown_before_the_river_when_all_are_in() -> None:
    actions = [
        "p3 cbr 1000", "p1 f", "p2 cc", "p3 sm KsKd", "p2 sm AsAd",
        "d db 3c4c9h", "d db Th", "d db Jc",
    ]  # fmt: skip
    assert play(actions) == (950, 2050, 0)


def test_an_unknown_hand_may_fold_and_may_muck() -> None:
    actions = [
        "d dh p1 2c7d", "d dh p2 ????", "d dh p3 KsKd", "p3 cc", "p1 f", "p2 cc", "d db 3c4c9h",
        "p2 cc", "p3 cc", "d db Th", "p2 cc", "p3 cc", "d db Jc", "p2 cc", "p3 cbr 100", "p2 cc",
        "p3 sm KsKd", "p2 sm",
    ]  # fmt: skip
    assert play([], actions=actions) == (950, 800, 1250)


def test_an_unknown_hand_that_the_rules_turn_up_is_refused() -> None:
    actions = ["d dh p1 2c7d", "d dh p2 ????", "d dh p3 KsKd", "p3 cbr 1000", "p1 f", "p2 cc"]
    assert "does not name" in refusal([], actions=actions)


def test_an_unknown_hand_without_a_word_at_the_showdown_is_refused() -> None:
    checks = ["p2 cc", "p3 cc"]
    actions = [
        "d dh p1 2c7d", "d dh p2 ????", "d dh p3 KsKd", "p3 cc", "p1 f", "p2 cc", "d db 3c4c9h",
        *checks, "d db Th", *checks, "d db Jc", *checks,
    ]  # fmt: skip
    assert refusal([], actions=actions) == (
        "end of the record: p2 reaches the showdown, with cards it does not name"
    )


def test_everybody_antes() -> None:
    assert play(["p3 f", "p1 f"], antes=[10, 10, 10]) == (940, 1070, 990)


def test_the_big_blind_antes_for_the_table() -> None:
    assert play(["p3 cbr 300", "p1 f", "p2 f"], antes=[0, 100, 0]) == (950, 800, 1250)


def test_the_button_posts_the_small_blind_heads_up() -> None:
    stacks = play(
        [],
        antes=[0, 0],
        blinds_or_straddles=[50, 100],
        starting_stacks=[1000, 1000],
        actions=["p2 f"],
    )
    assert stacks == (1050, 950)


def test_a_low_small_blind_and_a_large_one_are_both_set() -> None:
    assert play(["p3 f", "p1 f"], blinds_or_straddles=[1, 2, 0], min_bet=2) == (999, 1001, 1000)
    assert play(["p3 f", "p1 f"], blinds_or_straddles=[200, 400, 0], min_bet=400) == (
        800,
        1200,
        1000,
    )


def test_the_seat_left_of_the_big_blind_straddles_and_acts_last() -> None:
    after = ["p1 cc", "p2 cc", "p3 cbr 500", "p1 f", "p2 f"]
    assert play(after, blinds_or_straddles=[50, 100, 200]) == (800, 800, 1400)
    assert play(["p1 cbr 300", "p2 f", "p3 f"], blinds_or_straddles=[50, 100, 200]) == (
        1300,
        900,
        800,
    )


def test_a_player_who_comes_in_posts_a_live_blind_and_may_raise() -> None:
    posted = {"blinds_or_straddles": [50, 100, 0, -100], "starting_stacks": [1000] * 4}
    posted["antes"] = [0] * 4
    posted["actions"] = [*DEAL, "d dh p4 QsQd"]
    posted["actions"] += ["p3 f", "p4 cbr 300", "p1 f", "p2 f"]
    assert play([], **posted) == (950, 900, 1000, 1150)


def test_the_button_may_pay_the_ante_of_the_table() -> None:
    assert play(["p3 f", "p1 f"], antes=[0, 0, 30]) == (950, 1080, 970)


def test_bets_of_fixed_limit_double_on_the_turn() -> None:
    limit = {"variant": "FT", "big_bet": 200}
    flop = ["p3 f", "p1 cc", "p2 cc", "d db 3c4c9h", "p1 cbr 100", "p2 cc", "d db Th"]
    assert play([*flop, "p1 cbr 200", "p2 f"], **limit) == (1200, 800, 1000)
    assert "below_minimum" in refusal([*flop, "p1 cbr 100"], **limit)
    assert "above_maximum" in refusal([*flop, "p1 cbr 300"], **limit)


def test_a_pot_limit_raise_is_at_most_the_pot_with_the_call_in_it() -> None:
    assert play(["p3 cbr 350", "p1 f", "p2 f"], variant="PT") == (950, 900, 1150)
    assert "raise to 200..350" in refusal(["p3 cbr 351"], variant="PT")


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        (["p1 f"], "action 4 (p1 f): it is p3's turn"),
        (["p3 cbr 150"], "action 4 (p3 cbr 150): not legal: the amount is below"),
        (["p3 cbr 1001"], "action 4 (p3 cbr 1001): not legal: the amount is above"),
        (["p3 f"], "end of the record: it breaks off: p1 has to act here"),
        (["p3 f", "p1 f", "p2 cc"], "action 6 (p2 cc): the hand is over before this"),
        (["d db 3c4c5c"], "action 4 (d db 3c4c5c): it is p3's turn"),
        (["p3 cc", "p1 cc", "p2 cc", "p1 cc"], "action 7 (p1 cc): no player is to act"),
        (["p3 f", "p1 cc", "p2 cc"], "end of the record: it breaks off: the next street is due"),
    ],
)
def test_an_illegal_record_is_refused_where_it_goes_wrong(actions: list[str], told: str) -> None:
    assert refusal(actions).startswith(told)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"variant": "FR"}, "variant: FR (fixed-limit razz) is not dealt"),
        ({"variant": "XX"}, "variant: 'XX' is not dealt"),
        ({"blinds_or_straddles": [50, 100, -150]}, "blinds_or_straddles: p3 posts 150, more"),
        ({"blinds_or_straddles": [150, 100, 0]}, "blinds_or_straddles: blinds of 150 and 100"),
        ({"blinds_or_straddles": [-50, 100, 0]}, "blinds_or_straddles: blinds of -50 and 100"),
        ({"variant": "FT", "big_bet": 150}, "big_bet: 150 is not 2 times the small bet 100"),
        ({"big_bet": 200}, "big_bet: 200 is not 0 times the small bet 100"),
        ({"pots": [[150]]}, "pots: [150] is not an amount and its players"),
        ({"blinds_or_straddles": [50, 100, 300]}, "blinds_or_straddles: p3 posts 300"),
        ({"min_bet": 50}, "min_bet: 50 is not the big blind 100"),
        ({"antes": [10, 20, 0]}, "antes: the players pay different antes"),
    ],
)
def test_a_game_that_is_not_dealt_is_refused_by_name(changes: dict[str, Any], told: str) -> None:
    assert refusal(["p3 f", "p1 f"], **changes).startswith(told)


def test_the_odd_chip_goes_left_of_the_button_and_no_clock_runs_in_a_replay() -> None:
    split = [
        "p3 cbr 301", "p1 f", "p2 cc", "d db QhJhTh", "p2 cc", "p3 cc", "d db 9h", "p2 cc",
        "p3 cc", "d db 8h", "p2 cc", "p3 cc", "p2 sm AsAd", "p3 sm KsKd",
    ]  # fmt: skip
    for rules in ("phh", "default"):
        assert play(split, rules, blinds_or_straddles=[51, 100, 0]) == (949, 1026, 1025)
