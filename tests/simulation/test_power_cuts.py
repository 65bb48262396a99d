"""The plug is pulled between passes: the hand goes on, same cards, same player, same stacks."""

from __future__ import annotations

import pytest

from firmware.fairness.public_shuffle import deal_places
from firmware.fairness.reveal import first_wrong_ejection
from firmware.schema import messages as m
from tests.simulated_evening import Evening, opened_faces

SEED = b"power"
STACKS = {1: 2000, 3: 2000, 4: 2000, 8: 2000}
HANDS = 2


def evening() -> Evening:
    return Evening(SEED, STACKS, HANDS)


def recording_passes() -> tuple[list[int], Evening]:
    """Numbers of the passes after which the record or the machine's command had moved on."""
    whole = evening()
    passes = []
    before = (0, 0)
    number = 0
    while not whole.evening.is_over():
        whole.one_pass()
        number += 1
        after = (len(whole.text()), whole.machine.snapshot()[0][0])  # type: ignore[index]
        if after != before and not whole.evening.is_over():
            passes.append(number)
        before = after
    return passes, whole


PASSES, WHOLE = recording_passes()


def play_with_cut_after(number: int, surviving_bytes: int = 0) -> Evening:
    cut = evening()
    for _ in range(number):
        cut.one_pass()
    cut.cut_power(surviving_bytes)
    return cut.play()


def actions(one: Evening) -> list[tuple]:
    return one.told(m.ACTION_TAKEN, m.POT_AWARDED, m.HAND_FINISHED, m.BOARD_DEALT, m.HAND_SHOWN)


def check_chips(one: Evening) -> None:
    """Who is broke leaves nothing behind and buys in again."""
    bought = sum(message[2] for message in one.told(m.SEAT_TAKEN))
    assert sum(one.controller.table.stacks) == bought


def check_each_hand_has_one_order(one: Evening) -> None:
    committed = one.told(m.ORDER_COMMITTED)
    assert [message[1] for message in committed] == list(range(HANDS + 1))  # 0: the button
    assert [message[1] for message in one.told(m.ORDER_REVEALED)] == list(range(HANDS + 1))
    slots: dict[int, bytearray] = {}
    hand = 0
    for line in one.lines():
        if line.message[0] == m.HAND_STARTED:
            hand = line.message[1]
            slots[hand] = bytearray()
        if line.message[0] == m.BUTTON_DRAWN:
            slots[0] = bytearray((line.message[1],))
        if line.message[0] == m.CARD_LEFT:
            slots[hand].append(line.message[2])
    for promise, cut, reveal in zip(
        committed, one.told(m.ORDER_CUT), one.told(m.ORDER_REVEALED), strict=True
    ):
        places = deal_places("public_shuffle", promise[5], bytes(32), cut[3], promise[4])
        assert first_wrong_ejection(reveal[3], places, bytes(slots[reveal[1]])) == -1


@pytest.mark.parametrize("number", PASSES[:: max(len(PASSES) // 30, 1)])
def test_hand_goes_on_after_a_cut_at_any_pass(number: int) -> None:
    cut = play_with_cut_after(number)
    check_each_hand_has_one_order(cut)
    assert not cut.told(m.IRREGULARITY_FOUND, m.TABLE_HELD, m.LOG_DAMAGED, m.TAIL_LOST)
    assert len(cut.told(m.TABLE_STARTED)) == 2
    check_chips(cut)
    # cards differ only where the cut came before the order was promised
    kept = {message[1]: message[5] for message in WHOLE.told(m.ORDER_COMMITTED)}
    same = [
        message[1] for message in cut.told(m.ORDER_COMMITTED) if kept[message[1]] == message[5]
    ]
    faces, whole_faces = opened_faces(cut), opened_faces(WHOLE)
    for hand in same:
        assert faces.get(hand) == whole_faces.get(hand)
    if len(same) == 1 + HANDS:
        assert actions(cut) == actions(WHOLE)


def test_cut_in_the_betting_asks_the_same_seat_again() -> None:
    one = evening()
    while not one.told(m.ACTION_TAKEN):
        one.one_pass()
    asked = one.told(m.TURN_OPENED)[-1]
    one.cut_power()
    while len(one.told(m.TABLE_STARTED)) < 2:
        one.one_pass()
    assert one.told(m.TURN_OPENED)[-1] == asked
    hand = one.controller.table.hand
    assert hand is not None
    assert hand.turn == asked[1]


def test_hand_cut_off_waits_for_the_floor() -> None:
    one = evening()
    while not one.told(m.HOLE_CARD_DEALT):
        one.one_pass()
    one.cut_power()
    one.evening.look = lambda: None  # type: ignore[method-assign]
    dealt = len(one.told(m.CARD_LEFT))
    for _ in range(2000):
        one.one_pass()
    assert one.told(m.HAND_HELD)
    assert len(one.told(m.CARD_LEFT)) == dealt
    one.table.floor_key.put(True)
    for _ in range(2000):
        one.one_pass()
    assert len(one.told(m.CARD_LEFT)) > dealt


def test_three_cuts_in_one_hand_are_as_harmless_as_one() -> None:
    one = evening()
    for number in (PASSES[len(PASSES) // 3], 400, 300):
        for _ in range(number):
            one.one_pass()
        one.cut_power()
    one.play()
    check_each_hand_has_one_order(one)
    check_chips(one)


@pytest.mark.parametrize("surviving", [1, 60, 200, 400])
def test_torn_pass_is_cut_off_and_made_again(surviving: int) -> None:
    """The power fails while a pass is being written: part of it is there, none of it was done."""
    one = evening()
    while not one.told(m.HOLE_CARD_DEALT):
        one.one_pass()
    failures = [True]

    def fail(what: str) -> None:
        if what == "sync" and failures:
            failures.clear()
            raise KeyboardInterrupt

    one.disk.before_write = fail
    with pytest.raises(KeyboardInterrupt):
        one.play()
    one.cut_power(surviving)
    one.play()
    check_each_hand_has_one_order(one)
    assert not one.told(m.IRREGULARITY_FOUND, m.LOG_DAMAGED)
