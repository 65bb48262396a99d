"""Motors, sensors, supply and the emptying of a card machine go wrong alike at every level.

The failure modes of `hardware/card-machine.md`, second half: what is not one card's mishap.
"""

from __future__ import annotations

import pytest

from firmware.schema import messages as m
from hal.errors import NACK
from hal.ports import (
    CHECK,
    COLLECT,
    COUNT,
    DOUBT_UNREADABLE,
    EJECT,
    EMPTY,
    EV_CHECKED,
    EV_COUNTED,
    EV_DONE,
    EV_DOUBTED,
    EV_EMPTIED,
    EV_FAILED,
    EV_FED,
    EV_LANDED,
    EV_LEFT,
    EV_OPENINGS,
    EV_RESTARTED,
    EV_RETRIED,
    EV_SEEN,
    EV_THICKNESS,
    EV_UNLANDED,
    FAILED_JAM,
    FAILED_MOTOR,
    FAILED_NOT_HOME,
    FAILED_OCCUPIED,
    FAILED_SENSOR,
    FAILED_STOPPED,
    FEED,
    HOME,
    PLACE_ASIDE,
    PLACE_CHUTE,
    SENSOR_EXIT,
    SENSOR_FACE_UP,
    SENSOR_FEED_GAUGE,
    SENSOR_HOME,
    SENSOR_READER,
    STAGE_CAROUSEL,
    STAGE_EJECTOR,
    STAGE_PATH,
    STAGE_TURRET,
    STOPPED_BY_POWER,
    STOPPED_BY_SUPPLY,
)
from hal.sim.mishaps import FaultPlan
from tests.contracts.machine_rig import (
    DEALT,
    DONE,
    LANDED3,
    LEFT4,
    SEAT3,
    cards_accounted,
    deal,
    loaded,
)


def test_a_blind_feed_gauge_lets_two_cards_in_and_the_path_sees_them(rig):
    loaded(rig, "sensor name=feed_gauge feed=1", "double feed=1")
    assert rig.run(FEED, 20) == [(EV_FED, 20, 0), DONE]
    assert rig.run(COUNT)[0] == (EV_COUNTED, 40, 11), "51: the count finds it"
    told = deal(rig, 20)
    assert (EV_THICKNESS, 2000, 0) in told
    assert cards_accounted(rig)


@pytest.mark.parametrize(("row", "count"), [("lacks face=Ah", 51), ("extra face=Ah", 53)])
def test_a_deck_of_51_or_53_is_counted(rig, row, count):
    rig.table.machine.follow(FaultPlan([row]))
    assert rig.run(COUNT)[0] == (EV_COUNTED, count, 0)


@pytest.mark.parametrize(
    ("row", "is_missing", "passed", "doubtful"),
    [
        ("", False, 52, 0),
        ("lacks face=Ah", True, 51, 0),
        ("foreign face=Ah", True, 52, 1),
        ("duplicate face=Ah as=Kd", True, 52, 0),
        ("extra face=Ah", False, 53, 0),
    ],
)
def test_a_check_tells_sets_and_counts_and_no_order(rig, row, is_missing, passed, doubtful):
    rig.run(HOME)
    rig.table.machine.follow(FaultPlan([row]))
    told = rig.run(CHECK)
    assert [event[0] for event in told] == [EV_SEEN] * 4 + [EV_CHECKED, EV_DONE]
    seen = sum(event[1] << 16 * event[2] for event in told[:4])
    assert told[4] == (EV_CHECKED, passed, doubtful)
    ace = m.CARD_WORDS.index("Ah")
    assert seen == (1 << 52) - 1 - (is_missing << ace)


def test_a_check_wants_everything_in_the_hopper(rig):
    loaded(rig)
    assert rig.run(CHECK) == [(EV_FAILED, FAILED_OCCUPIED, 0)]


@pytest.mark.parametrize(
    ("stage", "number"),
    [("carousel", STAGE_CAROUSEL), ("ejector", STAGE_EJECTOR), ("turret", STAGE_TURRET)],
)
def test_a_dead_motor_stays_dead_until_a_person_looks(rig, stage, number):
    loaded(rig, f"dead stage={stage} card=1")
    for _ in range(4):
        assert deal(rig) == [(EV_FAILED, FAILED_MOTOR, number)]
    rig.table.machine.mend()
    assert deal(rig) == DEALT


def test_a_path_motor_that_dies_holds_the_card(rig):
    loaded(rig, "dead stage=path card=1")
    assert deal(rig) == [LEFT4, (EV_FAILED, FAILED_MOTOR, STAGE_PATH)]
    assert rig.run(HOME) == [(EV_FAILED, FAILED_JAM, STAGE_PATH)]


@pytest.mark.parametrize(("name", "number"), [("exit", SENSOR_EXIT), ("face_up", SENSOR_FACE_UP)])
def test_a_sensor_that_sees_something_where_nothing_is_is_no_card(rig, name, number):
    loaded(rig, f"sensor name={name} state=on card=1")
    assert deal(rig) == [LEFT4, LANDED3, (EV_FAILED, FAILED_SENSOR, number)]
    assert rig.run(HOME) == [(EV_FAILED, FAILED_SENSOR, number)]
    rig.table.machine.mend()
    assert rig.run(HOME) == [DONE]


def test_a_mouth_that_is_covered_takes_no_card(rig):
    loaded(rig, "sensor name=mouth state=on card=1")
    assert deal(rig) == [(EV_FAILED, FAILED_SENSOR, SEAT3)]
    assert deal(rig, 5, 8) == [(EV_LEFT, 5, 0), (EV_LANDED, 8, 0), DONE]


def test_a_blind_mouth_tells_no_landing(rig):
    loaded(rig, "sensor name=mouth state=off card=1")
    assert deal(rig) == [LEFT4, (EV_UNLANDED, SEAT3, 0), DONE]
    assert rig.table.machine.cards_at(SEAT3) == 1


def test_a_blind_gauge_is_found_by_the_self_test(rig):
    loaded(rig, "sensor name=feed_gauge state=off feed=1")
    assert rig.run(HOME) == [(EV_FAILED, FAILED_SENSOR, SENSOR_FEED_GAUGE)]


def test_a_reader_that_does_not_answer_is_found_by_home_and_doubts_every_card(rig):
    loaded(rig, "sensor name=reader card=1")
    told = deal(rig)
    assert (EV_DOUBTED, 70, DOUBT_UNREADABLE) in told
    assert (EV_LANDED, SEAT3, 0) in told
    began = rig.table.clock.now_ms()
    assert rig.run(HOME) == [(EV_FAILED, FAILED_SENSOR, SENSOR_READER)]
    assert rig.table.clock.now_ms() - began <= 2000 + 20
    assert deal(rig, 5) == [(EV_FAILED, FAILED_NOT_HOME, 0)]
    rig.table.machine.mend()
    assert rig.run(HOME) == [DONE]


def test_a_reference_switch_without_a_wire_is_sought_a_fifth_longer_and_no_more(rig):
    loaded(rig, "sensor name=home state=off card=1")
    began = rig.table.clock.now_ms()
    assert rig.run(HOME) == [(EV_FAILED, FAILED_SENSOR, SENSOR_HOME)]
    assert rig.table.clock.now_ms() - began <= 2400 + 20


def test_a_beam_that_chatters_sees_one_passage(rig):
    loaded(rig, "sensor name=exit state=chatter card=1")
    assert deal(rig) == DEALT


def test_an_open_lid_ends_the_motion_and_moves_nothing_more(rig):
    loaded(rig, "lid card=1 ms=3000")
    assert deal(rig) == [(EV_FAILED, FAILED_STOPPED, STOPPED_BY_SUPPLY)]
    rig.wait(3000)
    assert deal(rig) == [(EV_FAILED, FAILED_NOT_HOME, 0)]
    assert rig.run(HOME) == [DONE]
    assert deal(rig) == DEALT


def test_a_machine_that_does_not_answer_has_heard_nothing(rig):
    loaded(rig, "silent card=1 ms=500")
    assert rig.refusal(EJECT, 4, SEAT3, 70) == NACK
    assert rig.refusal(EJECT, 4, SEAT3, 70) == NACK
    rig.wait(600)
    assert rig.table.machine.cards_at(SEAT3) == 0
    assert deal(rig) == DEALT


def test_a_reply_that_is_lost_is_asked_for_with_the_same_id(rig):
    loaded(rig, "lost_reply card=1")
    assert rig.refusal(EJECT, 4, SEAT3, 70) == NACK
    rig.last_id += 1
    rig.table.clock.advance(rig.table.clock.now_ms() + 2000)
    rig.machine.poll()
    assert rig.again(EJECT, 4, SEAT3, 70) == DEALT
    assert rig.table.machine.cards_at(SEAT3) == 1


def test_power_lost_between_leaving_and_its_event_is_told_when_the_id_is_given_again(rig):
    loaded(rig, "power card=1")
    rig.start(EJECT, 4, SEAT3, 70)
    assert rig.wait(450) == ((EV_RESTARTED, 0, 0, 0),)
    assert rig.again(EJECT, 4, SEAT3, 70) == [
        LEFT4,
        (EV_FAILED, FAILED_STOPPED, STOPPED_BY_POWER),
    ]
    assert deal(rig, 5) == [(EV_FAILED, FAILED_NOT_HOME, 0)]
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]


def test_a_card_that_falls_back_into_its_slot_is_found_by_the_feed(rig):
    loaded(rig, "hang stub=1")
    assert deal(rig, 4, PLACE_CHUTE) == [LEFT4, (EV_UNLANDED, PLACE_CHUTE, 0), DONE]
    assert rig.run(FEED, 4) == [(EV_FAILED, FAILED_OCCUPIED, 0)]
    assert deal(rig, 4, PLACE_CHUTE) == [LEFT4, (EV_LANDED, PLACE_CHUTE, 0), DONE]
    assert rig.run(FEED, 4) == [(EV_FED, 4, 0), DONE]


def test_a_plan_goes_on_with_the_machine_after_a_power_cut(rig):
    loaded(rig, "jam stage=ejector card=2 tries=3")
    deal(rig)
    assert deal(rig, 5) == [(EV_FAILED, FAILED_JAM, STAGE_EJECTOR)]
    machine = rig.table.machine
    kept = machine.snapshot()
    machine.follow(FaultPlan(["jam stage=ejector card=2 tries=3"]))
    machine.restore(kept)
    assert deal(rig, 5) == [(EV_FAILED, FAILED_JAM, STAGE_EJECTOR)]
    assert deal(rig, 5)[0] == (EV_LEFT, 5, 0)


def test_deals_are_counted_by_collects(rig):
    loaded(rig, "misplace deal=2 card=1 to=seat7")
    assert deal(rig) == DEALT
    rig.table.machine.drop_in_hopper(SEAT3)
    assert rig.run(COLLECT)[0] == (EV_OPENINGS, 0, 0)
    assert deal(rig, 5) == [(EV_LEFT, 5, 0), (EV_LANDED, 7, 0), DONE]


def test_the_carousel_is_emptied_at_one_pace_and_tells_no_slot(rig):
    loaded(rig)
    times = []
    for slots in ((), (0, 1, 2), (53,)):
        for slot in slots:
            rig.table.machine.deck.slots[slot] = rig.table.machine.deck.hopper.pop()
        rig.run(COUNT)  # what a person put into a slot has been seen
        began = rig.table.clock.now_ms()
        told = rig.run(EMPTY)
        times.append(rig.table.clock.now_ms() - began)
        assert told == [(EV_EMPTIED, len(slots) or 10, 0), DONE]
    assert max(times) - min(times) <= 10, "no more than a poll"
    assert rig.run(COUNT)[0] == (EV_COUNTED, 52, 0)


def test_an_emptying_that_sticks_goes_on_with_what_is_left(rig):
    loaded(rig, "jam stage=path stub=4 tries=3", "jam stage=ejector stub=6 tries=2")
    assert rig.run(EMPTY) == [
        (EV_RETRIED, STAGE_PATH, 2),
        (EV_FAILED, FAILED_JAM, STAGE_PATH),
    ]
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]
    assert rig.run(EMPTY) == [(EV_FAILED, FAILED_JAM, STAGE_EJECTOR)]
    assert rig.run(EMPTY) == [(EV_EMPTIED, 5, 0), DONE]
    assert rig.run(COUNT)[0] == (EV_COUNTED, 51, 0)
    assert cards_accounted(rig)


def test_a_card_that_falls_back_while_emptying_is_told(rig):
    loaded(rig, "hang stub=2", "miss stub=3 to=floor")
    assert rig.run(EMPTY) == [(EV_EMPTIED, 8, 1), DONE]
    assert rig.run(EMPTY) == [(EV_EMPTIED, 1, 0), DONE]
    assert rig.run(COUNT)[0] == (EV_COUNTED, 51, 0)


def test_an_emptying_that_loses_power_keeps_every_card(rig):
    loaded(rig, "power stub=3")
    rig.start(EMPTY)
    assert rig.wait(3000) == ((EV_RESTARTED, 0, 0, 0),)
    assert rig.again(EMPTY) == [(EV_FAILED, FAILED_STOPPED, STOPPED_BY_POWER)]
    assert rig.run(HOME) == [(EV_LANDED, PLACE_ASIDE, 0), DONE]
    assert rig.run(EMPTY) == [(EV_EMPTIED, 7, 0), DONE]
