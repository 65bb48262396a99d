"""Hands whose small blind is an empty seat (TDA 32): exported, read, played to the same stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pokerkit
import pytest

from firmware.schema import messages as m
from firmware.schema import settings as s
from host_tools.hands.phh import phh
from host_tools.hands.played import read_hands
from host_tools.replay.phh import read_hand
from host_tools.replay.play import play_hand
from host_tools.replay.refusal import Refused
from host_tools.replay.run import NotPlayed, run_files
from host_tools.replay.whole_table import run_files as run_on_whole_tables
from tests.table_driver import TableDriver

if TYPE_CHECKING:
    from pathlib import Path

DEAL = ["d dh p1 2c7d", "d dh p2 AsAd", "d dh p3 KsKd"]
HANDS = ("2c7d", "AsAd", "KsKd", "QsQd", "JsJd", "TsTd", "9s9d", "8s8d", "6s6d")
NO_LIMIT = {"variant": "NT", "min_bet": 100}


def play(record: dict[str, Any]) -> tuple[int, ...]:
    return play_hand(read_hand({**NO_LIMIT, **record})).stacks


def text_of(record: dict[str, Any]) -> str:
    return "".join(f"{name} = {value!r}\n" for name, value in {**NO_LIMIT, **record}.items())


@pytest.mark.parametrize("players", range(3, 10))
def test_the_seat_of_the_small_blind_may_be_empty(players: int) -> None:
    """Player 1 has the big blind; everybody calls it, and player 1 acts last, then first."""
    deal = [f"d dh p{n} {hand}" for n, hand in enumerate(HANDS[:players], 1)]
    callers = [f"p{n} cc" for n in range(2, players + 1)]
    bets = ["p1 cc", "d db 3c4c9h", "p1 cbr 200", *(f"p{n} f" for n in range(2, players + 1))]
    record = {
        "antes": [0] * players,
        "blinds_or_straddles": [100] + [0] * (players - 1),
        "starting_stacks": [1000] * players,
        "actions": [*deal, *callers, *bets],
    }
    stacks = (1000 + 100 * (players - 1),) + (900,) * (players - 1)
    assert play(record) == stacks
    *_, state = pokerkit.HandHistory.loads(text_of(record))
    assert tuple(state.stacks) == stacks


def test_beside_an_empty_small_blind_there_may_be_an_ante_and_a_post() -> None:
    dead = {"starting_stacks": [1000] * 4, "antes": [0] * 4}
    deal = [*DEAL, "d dh p4 QsQd"]
    anted = {**dead, "blinds_or_straddles": [100, 0, 0, 0], "antes": [100, 0, 0, 0]}
    anted["actions"] = [*deal, "p2 cbr 200", "p3 f", "p4 f", "p1 f"]
    assert play(anted) == (800, 1200, 1000, 1000)
    posted = {**dead, "blinds_or_straddles": [100, 0, -100, 0]}
    posted["actions"] = [*deal, "p2 f", "p3 cbr 300", "p4 f", "p1 f"]
    assert play(posted) == (900, 1000, 1100, 1000)


def test_ten_players_leave_no_seat_empty_for_the_small_blind() -> None:
    ten = {"antes": [0] * 10, "starting_stacks": [1000] * 10}
    ten["blinds_or_straddles"] = [100] + [0] * 9
    ten["actions"] = []
    with pytest.raises(Refused) as caught:
        play(ten)
    assert str(caught.value).startswith("blinds_or_straddles: with 10 players no seat")


def test_a_hand_whose_small_blind_is_an_empty_seat_is_replayed_as_it_was_played(
    tmp_path: Path,
) -> None:
    """The big blind of seat 3 leaves; in the next hand its seat is the small blind's."""
    driver = TableDriver(s.profile_by_name("phh"))
    driver.set("witness_ms", "0")
    driver.set("button_move", "dead")
    driver.sit(dict.fromkeys((1, 2, 3, 5, 8), 1000))
    driver.power_up()
    driver.start_hand()
    for seat in (5, 8, 1, 2):
        driver.fold(seat)
    driver.send(m.SEAT_LEFT, 3)
    driver.start_hand()
    for seat in (8, 1):
        driver.call(seat)
    driver.raise_to(2, 450)
    driver.call(5)
    driver.fold(8)
    driver.fold(1)
    driver.raise_to(5, 200)
    driver.fold(2)
    _, hand = read_hands(driver.said)
    assert [(one.seat, one.word) for one in hand.of("post")] == [(5, "big_blind")]
    text = phh(hand, "MZ-1")
    assert "blinds_or_straddles = [100, 0, 0, 0]" in text
    *_, state = pokerkit.HandHistory.loads(text)
    assert list(state.stacks) == [hand.finishing[seat] for seat in hand.seats]
    file = tmp_path / "dead.phh"
    file.write_text(text)
    (outcome,) = run_files((file,))
    assert not isinstance(outcome, NotPlayed)
    assert outcome.match is True
    (outcome,) = run_on_whole_tables((file,))
    assert isinstance(outcome, NotPlayed)
    assert "the hand before" in str(outcome.refusal)
