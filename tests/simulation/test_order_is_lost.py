"""The promised order is gone: the floor voids the hand, by name, and the table plays on."""

from __future__ import annotations

import pytest

from firmware.app.fram import ORDER_AT
from firmware.schema import messages as m
from tests.paired_host import Keys, command
from tests.simulated_evening import Evening

STACKS = {1: 3000, 2: 3000, 6: 3000}


def passes(one: Evening, count: int) -> None:
    for _ in range(count):
        one.one_pass()


def with_lost_order(at: int) -> Evening:
    """The power fails, and the FRAM has forgotten the order when it comes back."""
    one = Evening(b"lost order", STACKS, 2, keys=Keys())
    while not one.told(at):
        one.one_pass()
    one.memory.write(ORDER_AT, bytes(512))
    one.cut_power()
    one.evening.look = lambda: None
    passes(one, 400)
    return one


def rule(one: Evening, ruling: int) -> None:
    boot = one.controller.journal.boot  # type: ignore[union-attr]
    line = command((m.REQUEST_RULING, 9, m.ROLE_FLOOR, ruling, None, None), 1, boot=boot)
    one.table.cable.host.write(line)
    passes(one, 20)


@pytest.mark.parametrize("at", [m.ORDER_COMMITTED, m.HOLE_CARD_DEALT, m.BOARD_DEALT])
def test_hand_is_voided_and_the_next_one_is_dealt_from_a_new_order(at: int) -> None:
    one = with_lost_order(at)
    assert [fault[1] for fault in one.told(m.FAULT_RAISED)][:1] == ["F-ORD-01"]
    rule(one, m.RULING_VOID_HAND)
    assert one.told(m.COMMAND_DONE)[-1][4] == m.OUTCOME_DONE
    assert len(one.told(m.HAND_VOIDED)) == 1
    assert not one.told(m.INPUT_REFUSED)
    assert one.controller.table.stacks[1] == 3000
    one.table.floor_key.put(True)
    passes(one, 5000)
    started = [hand[1] for hand in one.told(m.HAND_STARTED)]
    assert started[:2] == [1, 2]
    assert len(one.told(m.CARDS_COLLECTED)) >= 2
    assert one.controller.stopped_by == ""


def test_nothing_is_dealt_while_the_order_is_lost() -> None:
    one = with_lost_order(m.HOLE_CARD_DEALT)
    left = len(one.told(m.CARD_LEFT))
    rule(one, m.RULING_RESUME)
    passes(one, 500)
    assert len(one.told(m.CARD_LEFT)) == left
