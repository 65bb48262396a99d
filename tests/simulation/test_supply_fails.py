"""PFAIL: the motion under way ends, everything is durable, the end is marked; then the cut."""

from __future__ import annotations

import pytest

from firmware.app.supply import HOLD_UP_MS
from firmware.schema import messages as m
from tests.simulated_evening import Evening

STACKS = {1: 3000, 2: 3000, 6: 3000}


def hold_up(one: Evening) -> int:
    """The supply fails: the table has its hold-up. Milliseconds until it has parked."""
    began_ms = one.clock.now_ms()
    one.table.power_failing.put(True)
    parked_ms = -1
    while one.clock.now_ms() - began_ms < HOLD_UP_MS:
        one.one_pass()
        if parked_ms < 0 and one.told(m.TABLE_PARKED):
            parked_ms = one.clock.now_ms() - began_ms
    return parked_ms


MOMENTS = (
    m.CARD_FED, m.ORDER_COMMITTED, m.DEAL_CARD, m.CARD_LEFT, m.TURN_OPENED, m.ACTION_TAKEN,
    m.BOARD_DEALT, m.OPEN_FACE, m.HAND_FINISHED,
)  # fmt: skip


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("later", [0, 3])
def test_a_table_parks_in_its_hold_up_and_goes_on_after_the_cut(moment: int, later: int) -> None:
    one = Evening(b"supply", STACKS, 2)
    while not one.told(moment):
        one.one_pass()
    for _ in range(later):
        one.one_pass()
    parked_ms = hold_up(one)
    assert 0 <= parked_ms < HOLD_UP_MS
    assert not one.machine.deck.path
    assert one.disk.unsynced_bytes() == 0
    assert one.lines()[-1].message[0] in (m.TABLE_PARKED, m.LOG_HEAD)
    before = one.text()
    one.cut_power()
    one.table.floor_key.put(True)
    while not one.told(m.FAULT_CLEARED) and not one.evening.is_over():
        one.one_pass()
    one.table.floor_key.put(False)
    one.play()
    assert one.text().startswith(before)
    assert not one.told(m.TAIL_CUT, m.TAIL_LOST, m.HAND_VOIDED, m.IRREGULARITY_FOUND)
    assert len(one.told(m.HAND_FINISHED)) == 2
    assert one.machine.deck.every_card() == list(range(52))


def test_remarks_that_nobody_waits_for_are_durable_too() -> None:
    one = Evening(b"remark", STACKS, 1)
    while not one.told(m.TURN_OPENED):
        one.one_pass()
    recorder = one.controller._recorder
    assert recorder is not None
    recorder.remark((m.KEY_IGNORED, 3, m.KEY_UP))
    one.table.power_failing.put(True)
    for _ in range(3):
        one.one_pass()
    assert one.disk.unsynced_bytes() == 0


def test_a_supply_that_comes_back_lets_the_hand_go_on() -> None:
    one = Evening(b"dip", STACKS, 1)
    while not one.told(m.TURN_OPENED):
        one.one_pass()
    hold_up(one)
    lines = one.text()
    for _ in range(20):
        one.one_pass()
    assert one.text() == lines
    one.table.power_failing.put(False)
    one.play()
    assert len(one.told(m.HAND_FINISHED)) == 1
    assert [(f[0], f[1]) for f in one.told(m.FAULT_RAISED, m.FAULT_CLEARED)] == [
        (m.FAULT_RAISED, "F-PWR-02"),
        (m.FAULT_CLEARED, "F-PWR-02"),
    ]


def test_nothing_begins_to_move_while_the_supply_fails() -> None:
    one = Evening(b"still", STACKS, 1)
    while not one.told(m.DEAL_CARD):
        one.one_pass()
    hold_up(one)
    began = one.machine.snapshot()[0]
    hold_up(one)
    assert one.machine.snapshot()[0] == began
