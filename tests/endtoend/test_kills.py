"""`kill -9` in the middle of hands: the same hand goes on with the same cards, and no line is lost
or told twice.

A few kills; `make kills KILLS=50` makes as many as it is told to, at points nobody chose.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from tests.kill_judge import as_entered, story, went_wrong
from tests.kills import kill_hosts, kill_table, kill_tables
from tests.whole_table import unpacked

if TYPE_CHECKING:
    from pathlib import Path

SHOWDOWN = "pluribus-108-72"


@pytest.mark.slow
def test_killed_tables_go_on_in_the_same_hand_with_the_same_cards() -> None:
    kills = 0
    for evening, wrong in kill_tables(6, "six kills"):
        assert not wrong
        kills += evening.kills
    assert kills >= 2, "a killer that a busy machine kept waiting may find the evening over"


@pytest.mark.slow
def test_killed_hosts_lose_no_line_and_tell_none_twice(tmp_path: Path) -> None:
    evening, wrong = kill_hosts(5, tmp_path, random.Random("five kills"))
    stored = evening.stored()
    evening.store.close()
    assert not wrong
    assert len(evening.printed) >= 5
    assert len(stored) >= evening.printed[-1]


def test_judge_of_killed_tables_sees_another_course(tmp_path: Path) -> None:
    """The comparison itself: the same hand with another choice is another story."""
    (hand,) = [one for one in unpacked() if SHOWDOWN in one[0]]
    evening, wrong = kill_table([hand], tmp_path, random.Random(1), 1, "port")
    log = evening.log()
    evening.store.close()
    assert not wrong
    assert evening.kills == 1
    told = story(log)
    assert len(told) > 20
    assert told != story(log[: log.rindex(b"\n", 0, log.rindex(b"pot_awarded")) + 1])


def test_judge_excuses_a_card_that_a_kill_stopped_and_no_other() -> None:
    sent = (m.DEAL_CARD, 8, m.PLACE_BURN)
    start = (m.TABLE_STARTED,)
    aside = (m.CARD_LANDED, 52, m.PLACE_ASIDE)
    found = (m.IRREGULARITY_FOUND, "card_at_wrong_place", 52)
    head = (m.LOG_HEAD, 63, bytes(32))
    assert went_wrong([sent, start, aside, found]) == 0
    assert went_wrong([sent, start, aside, head, found]) == 0
    assert went_wrong([sent, aside, found]) == 1
    assert went_wrong([start, sent, aside, found]) == 1
    assert went_wrong([sent, start, (m.CARD_LANDED, 52, m.PLACE_BURN), found]) == 1
    assert went_wrong([sent, start, aside, (m.IRREGULARITY_FOUND, "exposed_card", 52)]) == 1


def test_judge_lets_a_person_enter_a_face_that_the_table_would_have_told_there_and_no_other() -> (
    None
):
    """The reader never saw a card that a person laid: it is entered when its pair was opened."""
    shown = (m.HAND_SHOWN, 2, (17, 49), 1755, 3)
    told = [(m.FACE_OPENED, 17), (m.FACE_OPENED, 49), shown]
    entered = [(m.FACE_OPENED, 49), (m.FACE_TYPED, 17), shown]
    earlier = [(m.FACE_OPENED, 17), shown, (m.HAND_FINISHED, 1)]
    assert as_entered(entered, told) == entered
    assert as_entered([*earlier, *entered], [*earlier, *told]) == [*earlier, *entered]
    assert as_entered(told[:1], told) == told
    other = [(m.FACE_OPENED, 5), (m.FACE_OPENED, 6), (m.HAND_SHOWN, 4, (5, 6), 3000, 2)]
    assert as_entered([*other, *entered], [*told, *other]) == [*other, *entered]
    assert as_entered([*other, *told], [*told, *other]) == [*told, *other]
    wrong = [
        [(m.FACE_OPENED, 49), (m.FACE_TYPED, 18), shown],
        [(m.FACE_OPENED, 49), shown, (m.FACE_TYPED, 17)],
        [(m.FACE_OPENED, 49), (m.FACE_TYPED, 17), (m.FACE_TYPED, 17), shown],
        [(m.FACE_OPENED, 49), (m.FACE_OPENED, 17), shown],
    ]
    for other in wrong:
        assert as_entered(other, told) != other
