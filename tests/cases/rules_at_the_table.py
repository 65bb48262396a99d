"""Rule cases in prose about clock, absence, button and missed blinds, each by name.

A case tells who sits where and what was done; here the table itself plays on, hand after hand, and
what it said is compared. Where the case gives one answer for tournaments and one for cash, both
are played, by the house rules that tell them apart. Rule of the file: the numbers come from the
case, not from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.core import legal_actions
from firmware.schema import messages as m
from tests.cases.rules_named import NAMED, case, differences
from tests.hand_stories import table_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.table_driver import TableDriver

__all__ = ["NAMED"]

Case = dict[str, Any]

TOURNAMENT = {"sit_out": "post", "missed_blinds": "free"}
CASH = {"sit_out": "skip", "missed_blinds": "make_up"}
BUTTON_MOVES = ("dead", "moving")
VERBS = {m.ACTION_FOLD: "f", m.ACTION_CHECK: "cc", m.ACTION_CALL: "cc", m.ACTION_RAISE: "cbr"}


def _seated(one: Case, **house_rules: object) -> TableDriver:
    """The case's players, player n at seat n, the last one with the button; no hand yet."""
    setup = one["setup"]
    small, big = setup["blinds"][:2]
    stacks = dict(enumerate(setup["stacks"], 1))
    driver = table_of(stacks, small_blind=small, big_blind=big, **house_rules)
    assert driver.send(m.BUTTON_PLACED, len(stacks)) == 0
    return driver


def _act(driver: TableDriver, action: str) -> None:
    """An action of the notation, or the running clock's end."""
    player, verb, *to = action.split()
    legal = legal_actions(driver.table.hand)
    assert legal is not None
    assert legal[0] == int(player[1:]), f"{action}: it is the turn of p{legal[0]}"
    if verb == "timeout":
        assert driver.fire() == 0
    elif verb == "cbr":
        assert driver.raise_to(legal[0], int(to[0])) == 0
    else:
        assert (driver.fold if verb == "f" else driver.call)(legal[0]) == 0


def _last_action(driver: TableDriver) -> str:
    _id, seat, action, *_ = driver.heard(m.ACTION_TAKEN)[-1]
    return f"p{seat} {VERBS[action]}"


def _fold_out(driver: TableDriver) -> None:
    """Everybody folds to the last hand, and the next one begins."""
    while (legal := legal_actions(driver.table.hand)) is not None:
        assert driver.fold(legal[0]) == 0
    driver.play_on()
    driver.start_hand()


# ------------------------------------------------------------------ clock and absence


@case("CR-084")
def time_up_with_nothing_to_call_is_a_check(one: Case) -> list[str]:
    """The clock runs out for the big blind in a pot that nobody raised; the flop comes."""
    driver = _seated(one, action_seconds=20, warning_seconds=0)
    driver.start_hand()
    for action in one["actions"]:
        _act(driver, action)
    streets = ("preflop", "flop", "turn", "river")
    street = streets[len(driver.heard(m.BOARD_DEALT))]
    return differences(
        {"applied": _last_action(driver), "then": {"next": street}}, one["expected"]
    )


@case("CR-085")
def time_up_facing_a_bet_is_a_fold(one: Case) -> list[str]:
    """The clock runs out for a player who owes chips."""
    driver = _seated(one, action_seconds=20, warning_seconds=0)
    driver.start_hand()
    for action in one["actions"]:
        _act(driver, action)
    return differences({"applied": _last_action(driver)}, one["expected"])


@case("CR-086")
def an_absent_big_blind_checks(one: Case) -> list[str]:
    """Away since before the deal and dealt in, or gone with the clock running: it is a check."""
    *actions, (absent) = one["actions"]
    seat = int(absent.split()[0][1:])
    away = _seated(one, sit_out="post", deal_to_absent="yes", missed_blinds="free")
    assert away.send(m.PLAYER_OUT_NEXT, seat) == 0
    gone = _seated(one, action_seconds=20, warning_seconds=0)
    for driver in (away, gone):
        driver.start_hand()
        for action in actions:
            _act(driver, action)
    assert gone.fire() == 0
    assert away.table.hand is not None
    found = {_last_action(away), _last_action(gone)}
    return differences({"applied": " or ".join(sorted(found))}, one["expected"])


@case("CR-088")
def who_asks_to_sit_out_is_out_from_the_next_hand(one: Case) -> list[str]:
    """Asked in a hand, true from the next one on, in a tournament as in cash."""
    told = {}
    seat = int(one["actions"][0].split()[0][1:])
    played = one["actions"][1 : one["actions"].index("hand ends")]
    for game in (TOURNAMENT, CASH):
        driver = _seated(one, **game)
        driver.start_hand()
        assert driver.send(m.PLAYER_OUT_NEXT, seat) == 0
        for action in played:
            _act(driver, action)
        while driver.heard(m.HAND_FINISHED) == []:
            if legal_actions(driver.table.hand) is not None:
                _act(driver, f"p{driver.table.hand.turn} cc")
            else:
                assert driver.show(driver.table.hand.turn) == 0
        driver.play_on()
        said = len(driver.said)
        driver.start_hand()
        news = driver.said[said:]
        told[game["sit_out"]] = (
            [reason for _, who, reason in _of(news, m.SEAT_NOT_DEALT) if who == seat],
            [kind for _, who, kind, _ in _of(news, m.FORCED_BET_POSTED) if who == seat],
        )
    posts = told["post"] == ([m.NOT_DEALT_ABSENT], [m.FORCED_BIG_BLIND])
    is_left_out = told["skip"] == ([m.NOT_DEALT_SITTING_OUT], [])
    return differences(
        {
            "p3_status_next_hand": "sitting out" if posts and is_left_out else str(told),
            "tournament": "p3 still posts blinds (S002)" if posts else str(told["post"]),
            "cash": "p3 is not dealt in" if is_left_out else str(told["skip"]),
        },
        one["expected"],
    )


def _of(said: list[tuple], message_id: int) -> Iterable[tuple]:
    return [one for one in said if one[0] == message_id]


# ------------------------------------------------------------------ button


def _after(one: Case, button_move: str, hands: int, **house_rules: object) -> list[dict]:
    """The positions of the next hands, the case's hand before them having been played."""
    setup, before = one["setup"], one["setup"]["previous"]
    stacks = dict.fromkeys(setup["seats"], 1000)
    driver = table_of(stacks, button_move=button_move, **house_rules)
    assert driver.send(m.BUTTON_PLACED, before["button"]) == 0
    driver.start_hand()
    assert _positions(driver) == before
    for seat in setup.get("sitting_out", ()):
        assert driver.send(m.PLAYER_OUT_NEXT, seat) == 0
    for seat in setup.get("eliminated", ()):
        assert driver.send(m.SEAT_LEFT, seat) == 0
    found = []
    for _ in range(hands):
        _fold_out(driver)
        found.append(_positions(driver))
    return found


def _positions(driver: TableDriver) -> dict[str, int | None]:
    """Button and blinds of the running hand; a blind that nobody posts is None."""
    hand = driver.table.hand
    assert hand is not None
    button, small, big = hand.positions
    here = set(hand.ring)
    found = {"button": button, "small_blind": small if small in here else None, "big_blind": big}
    first = hand.betting.bets.index(50) if 50 in hand.betting.bets else 0
    assert (found["small_blind"] or 0) == first  # posted as reckoned
    return found


@case("CR-090")
@case("CR-091")
@case("CR-092")
def the_button_after_an_elimination(one: Case) -> list[str]:
    """Whoever drops out: the dead button as the moving one, hand after hand."""
    expected = one["expected"]
    hands = {name: len(expected.get(f"{name}_button", ())) for name in BUTTON_MOVES}
    found = {f"{name}_button": _after(one, name, hands[name]) for name in BUTTON_MOVES}
    return differences(found, expected)


@case("CR-093")
@case("CR-094")
def when_play_becomes_heads_up_nobody_is_big_blind_twice(one: Case) -> list[str]:
    """One answer, whichever way the button moves with more players."""
    dead, moving = (_after(one, name, 1)[0] for name in BUTTON_MOVES)
    return differences({"heads_up": dead if dead == moving else (dead, moving)}, one["expected"])


@case("CR-095")
def who_sits_out_in_a_tournament_keeps_the_rotation_going(one: Case) -> list[str]:
    """It posts, has the button in its turn, and the turn goes on."""
    hands = len(one["expected"]["tournament"])
    dead, moving = (_after(one, name, hands, **TOURNAMENT) for name in BUTTON_MOVES)
    return differences({"tournament": dead if dead == moving else (dead, moving)}, one["expected"])


@case("CR-097")
def blinds_go_clockwise_over_empty_seats(one: Case) -> list[str]:
    """Left of the button the small blind, then the big one, then who acts first."""
    setup = one["setup"]
    driver = table_of(dict.fromkeys(setup["seats"], 1000))
    assert driver.send(m.BUTTON_PLACED, setup["button"]) == 0
    driver.start_hand()
    posted = {kind: seat for _, seat, kind, _ in driver.heard(m.FORCED_BET_POSTED)}
    return differences(
        {
            "small_blind": posted[m.FORCED_SMALL_BLIND],
            "big_blind": posted[m.FORCED_BIG_BLIND],
            "first_to_act": driver.heard(m.TURN_OPENED)[-1][1],
        },
        one["expected"],
    )


# ------------------------------------------------------------------ missed blinds


@case("CR-096")
def only_the_blind_that_was_missed_is_made_up(one: Case) -> list[str]:
    """Out after its big blind the player misses the small one; out for a round, both."""
    posts = {"missed": _posts_after(one, 1), "missed_both": _posts_after(one, 4)}
    wrong = differences({"posts": posts["missed"]}, one["expected"])
    others = {"missed_both": posts["missed_both"]}
    return wrong + differences(others, one["alternatives"])


def _posts_after(one: Case, hands: int) -> dict[str, int]:
    """What seat 3 posts when it is back, having been out so many hands after its big blind."""
    small, big = one["setup"]["blinds"]
    stacks = dict.fromkeys((1, 2, 3, 4, 5), 1000)
    driver = table_of(stacks, small_blind=small, big_blind=big, **CASH)
    assert driver.send(m.BUTTON_PLACED, 1) == 0
    driver.start_hand()
    assert driver.send(m.PLAYER_OUT_NEXT, 3) == 0
    for _ in range(hands):
        _fold_out(driver)
    assert driver.send(m.PLAYER_BACK, 3) == 0
    assert driver.send(m.BLIND_CHOSEN, 3, m.ENTRY_POST) == 0
    said = len(driver.said)
    for _ in range(len(stacks)):
        _fold_out(driver)
        if 3 in driver.table.hand.ring:
            break
    posted = {
        kind: paid
        for _, who, kind, paid in _of(driver.said[said:], m.FORCED_BET_POSTED)
        if who == 3
    }
    return {
        "dead_small": posted.pop(m.FORCED_DEAD_BLIND, 0),
        "live_big": posted.pop(m.FORCED_POST, 0),
        **{str(kind): paid for kind, paid in posted.items()},
    }
