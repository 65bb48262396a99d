"""The promised order is gone: the floor voids the hand, by name, and the table plays on."""

from __future__ import annotations

import pytest

from firmware.app.fram import ORDER_AT
from firmware.schema import messages as m
from hal.sim.main import Simulation
from hal.sim.room import MemoryRoom
from tests.paired_host import Keys, command
from tests.simulated_evening import Evening

STACKS = {1: 3000, 2: 3000, 6: 3000}
FRAM_BYTES_USED = 0x0C00


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


def rule(one: Evening, ruling: int, nth: int = 1) -> None:
    boot = one.controller.journal.boot  # type: ignore[union-attr]
    line = command((m.REQUEST_RULING, 9 + nth, m.ROLE_FLOOR, ruling, None, None), nth, boot=boot)
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


@pytest.mark.parametrize("at", [m.DEAL_CARD, m.CARD_LANDED, m.BOARD_DEALT])
def test_floor_that_would_go_on_all_the_same_is_refused_and_voids(at: int) -> None:
    one = with_lost_order(at)
    said = (m.RULING_RESUME, m.RULING_RESUME, m.RULING_MISDEAL, m.RULING_COMPLETE_BY_HAND)
    for nth, ruling in enumerate(said, 1):  # the first ends the wait for a look after the cut
        rule(one, ruling, nth)
    assert [one_[4] for one_ in one.told(m.COMMAND_DONE)] == [m.OUTCOME_DONE] + [
        m.OUTCOME_REFUSED
    ] * 3
    rule(one, m.RULING_VOID_HAND, 5)
    assert len(one.told(m.HAND_VOIDED)) == 1
    passes(one, 3000)
    assert one.controller.stopped_by == ""


def test_misdeal_ruled_over_a_power_cut_deals_the_same_hand_again() -> None:
    one = Evening(b"misdeal", STACKS, 1, keys=Keys())
    while not one.told(m.TURN_OPENED):
        one.one_pass()
    one.cut_power()
    one.evening.look = lambda: None
    passes(one, 400)
    rule(one, m.RULING_MISDEAL)
    while not one.told(m.HAND_FINISHED):
        one.one_pass()
    assert [again[1:4] for again in one.told(m.RESHUFFLE_STARTED)] == [(1, 1, "misdeal")]


FORGOTTEN_AT = (
    b"deck_loaded", b"hand_started", b"order_committed", b"order_cut", b"deal_card", b"card_left",
    b"card_landed", b"turn_opened", b"hand_shown", b"pot_awarded", b"order_revealed",
)  # fmt: skip


@pytest.mark.parametrize("at", FORGOTTEN_AT)
@pytest.mark.parametrize("what", ["everything", "orders"])
def test_table_whose_memory_forgot_plays_on_once_the_floor_has_ruled(at: bytes, what: str) -> None:
    room = MemoryRoom()

    def started() -> Simulation:
        stacks = dict.fromkeys((1, 3, 5), 3000)
        return Simulation(b"forgotten", hands=3, stacks=stacks, room=room, floor_ms=1000)

    def log() -> bytes:
        return b"".join(room.store.read(one) for one in room.store.segments())

    before = started()
    while log().count(b" " + at + b" ") < 2:
        before.advance(before.one_pass())
    room.cut_power()
    first, count = (0, FRAM_BYTES_USED) if what == "everything" else (ORDER_AT, 512)
    room.order_memory.write(first, bytes(count))
    after = started()
    after.run()
    table = after.controller.table
    assert sum(table.stacks) == table.issued
    assert b" last_words " not in log()
    assert log().count(b" fault_raised code=F-ORD-01 ") <= 1
