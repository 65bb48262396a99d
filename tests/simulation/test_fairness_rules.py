"""The deal's promises as a record shows them, and a plug that is pulled between any two of them.

What a unit test of a room proves already stands there; here is what only a whole table shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.schema import messages as m
from firmware.schema.messages_fields import FIELDS
from host_tools.verify.report import ACCEPTED
from host_tools.verify.source import Record, lines_of
from host_tools.verify.verifier import verify
from tests.hand_stories import THREE, table_of
from tests.verify_logs import Said, WitnessedEvening, finish, honest, said

if TYPE_CHECKING:
    from pathlib import Path

STEPS = (
    "commit_order",
    "order_committed",
    "witness_promised",
    "cut_asked",
    "cut_set",
    "order_cut",
    "witness_opened",
    "deal_card",
    "card_left",
    "reveal_order",
    "order_revealed",
)
STACKS = {2: 3000, 5: 3000, 9: 3000}


@pytest.fixture(scope="module")
def told() -> list[Said]:
    return said(honest())


def of_hand(told: list[Said], number: int) -> list[Said]:
    """The lines of one hand."""
    starts = [at for at, one in enumerate(told) if one.name == "hand_started"]
    until = starts[number] if number < len(starts) else len(told)
    return told[starts[number - 1] : until]


def names_of(lines: list[Said]) -> list[str]:
    return [one.name for one in lines]


def test_a_load_tells_no_slot(told: list[Said]) -> None:
    loads = 0
    for at, one in enumerate(told):
        if one.name == "load_deck":
            loads += 1
            ends = [n for n in range(at, len(told)) if told[n].name == "deck_loaded"]
            for line in told[at : ends[0] + 1 if ends else len(told)]:
                fields = {field[0] for field in FIELDS[line.message[0]]}
                assert not fields & {"slot", "token"}, line.name
    assert loads >= 5


def test_the_hand_begins_before_its_promise_and_the_promise_comes_before_everything(
    told: list[Said],
) -> None:
    order = ["hand_started", "commit_order", "order_committed", "witness_promised", "cut_asked"]
    order += ["order_cut", "witness_opened", "deal_card", "card_left", "order_revealed"]
    for number in (1, 2, 5):
        names = names_of(of_hand(told, number))
        assert [names.index(name) for name in order] == sorted(names.index(name) for name in order)


def test_a_witness_has_two_seconds_and_then_the_hand_is_unwitnessed(told: list[Said]) -> None:
    hand = of_hand(told, 3)
    names = names_of(hand)
    waited = hand[names.index("witness_missing")].ms - hand[names.index("order_committed")].ms
    assert waited == 2000
    assert "witness_opened" not in names


def test_a_witness_that_does_not_open_has_five_seconds(told: list[Said]) -> None:
    hand = of_hand(told, 4)
    names = names_of(hand)
    waited = hand[names.index("witness_failed")].ms - hand[names.index("order_cut")].ms
    assert waited == 5000


def test_the_default_cut_is_the_hands_number(told: list[Said]) -> None:
    cut = next(one for one in of_hand(told, 2) if one.name == "order_cut")
    assert cut.message[3:5] == (2, m.CUTTER_DEFAULT)


def test_without_a_witness_the_cut_passes_from_seat_to_seat_and_last_to_the_floor() -> None:
    driver = table_of(THREE)
    driver.fire()
    asked = [one[1] for one in driver.heard(m.CUT_ASKED)]
    for _ in range(3):
        driver.fire()
        asked = [one[1] for one in driver.heard(m.CUT_ASKED)]
    assert asked[-1] is None
    assert sorted(one for one in asked if one) == sorted(driver.table.players())
    assert not driver.heard(m.ORDER_CUT)
    driver.fire()
    assert not driver.heard(m.ORDER_CUT)


def test_every_opening_is_asked_for_and_the_reader_counts_as_many(told: list[Said]) -> None:
    asked = counted = opened = 0
    for one in told:
        asked += one.name == "open_face"
        opened += one.name == "face_opened"
        if one.name == "cards_collected":
            assert one.message[2] == opened - counted
            counted = opened
    assert asked == opened > 0


def test_a_revealed_order_is_in_the_log_once_and_before_the_next_hand(told: list[Said]) -> None:
    names = [name for name in names_of(told) if name in ("hand_started", "order_revealed")]
    assert names[:1] == ["order_revealed"], "the first button's"
    assert names[1:] == ["hand_started", "order_revealed"] * 5


@pytest.mark.parametrize("step", STEPS)
def test_a_plug_pulled_behind_a_step_changes_no_promise_and_no_number(
    step: str, tmp_path: Path
) -> None:
    """What was promised, sealed, cut and opened before stands; the rest comes after it."""
    evening = WitnessedEvening(b"between", 1, tmp_path, stacks=STACKS)
    evening.controller.offer((m.BUTTON_PLACED, 2))
    number = getattr(m, step.upper())
    while not evening.told(number):
        evening.one_pass()
    before = evening.text()
    evening.cut_power()
    evening.play()
    finish(evening)
    evening.host_store.close()
    log = evening.text()
    assert log.startswith(before)
    lines = lines_of(log)
    report = verify(Record([lines]))
    assert (report.verdict, report.findings) == (ACCEPTED, [])
    for name in ("order_committed", "witness_promised", "order_cut", "order_revealed"):
        assert len(evening.told(getattr(m, name.upper()))) == 1, name
    assert report.counts["opened"] == report.counts["finished"] == 1
