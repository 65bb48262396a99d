"""Each row of a fault plan, as motors, beams and scale see it."""

from __future__ import annotations

import pytest

from hal.card_machine.workings import DRUM, EJECTOR, ENTRY, FEEDER, PATH, RETURN, TURRET
from hal.sim.deck import NO_CARD
from hal.sim.lines import SimLine
from tests.unit.sim_workings.bench import Bench

SEAT3 = 3
STALLED = 1200


def back_and_on(bench):
    bench.metal.drive(PATH, -1000)
    bench.wait(40)
    bench.metal.drive(PATH, 1000)
    bench.wait(250)


@pytest.mark.parametrize(("tries", "needed"), [(2, 1), (3, 2)])
def test_a_card_that_sticks_in_the_path_comes_on_at_the_try_its_row_names(tries, needed):
    bench = Bench(f"jam stage=path card=1 tries={tries}")
    bench.throw(4, SEAT3)
    bench.wait(250)
    for _ in range(needed):
        assert bench.metal.milliamps() >= STALLED
        assert bench.metal.is_dark(ENTRY)
        assert not bench.machine.cards_at(SEAT3)
        back_and_on(bench)
    assert bench.machine.cards_at(SEAT3) == 1


def test_a_card_that_never_comes_loose_is_taken_out_by_hand():
    bench = Bench("jam stage=path card=1 tries=never")
    bench.throw(4, SEAT3)
    bench.wait(250)
    for _ in range(5):
        back_and_on(bench)
    bench.metal.rest()
    assert len(bench.machine.deck.path) == 1
    bench.machine.mend()
    assert bench.machine.cards_at(17) == 1
    assert not bench.metal.is_dark(ENTRY)
    bench.throw(5, SEAT3)
    bench.wait(250)
    assert bench.machine.cards_at(SEAT3) == 1


@pytest.mark.parametrize(("stepper", "stage"), [(DRUM, "carousel"), (TURRET, "turret")])
def test_a_stepper_that_jams_stays_where_it_was_and_draws_as_if_it_turned(stepper, stage):
    bench = Bench(f"jam stage={stage} card=1 tries=2")
    part = bench.metal.turning.steppers[stepper]
    bench.metal.turn(TURRET, 237, 300)
    bench.metal.turn(DRUM, 0, 300) if stepper == TURRET else bench.metal.turn(DRUM, 500, 300)
    bench.wait(150)
    assert bench.metal.milliamps() == pytest.approx(1200, rel=0.15)
    bench.wait(150)
    assert part.at == 0
    bench.metal.rest()
    bench.aim(5, SEAT3)
    assert part.at != 0


@pytest.mark.parametrize(
    ("row", "motor"),
    [
        ("jam stage=feeder feed=1", FEEDER),
        ("jam stage=ejector card=1", EJECTOR),
        ("jam stage=return card=1", RETURN),
    ],
)
def test_a_gear_motor_that_jams_stalls_once_and_runs_at_the_second_try(row, motor):
    bench = Bench(row)
    bench.metal.turn(TURRET, 593, 300)
    bench.wait(300)
    drawn = []
    for _ in range(2):
        bench.metal.drive(motor, 1000)
        bench.wait(30)
        drawn.append(bench.metal.milliamps() >= STALLED)
        bench.metal.rest()
        bench.wait(200)
    assert drawn == [True, False]


def test_a_pulsed_motor_draws_its_share_of_the_current():
    bench = Bench("jam stage=feeder feed=1")
    bench.metal.drive(FEEDER, 125)
    bench.wait(30)
    assert bench.metal.milliamps() == pytest.approx(200 + 1800 // 8, rel=0.15)


def test_a_dead_motor_draws_nothing_until_somebody_mends_it():
    bench = Bench("dead stage=ejector card=1")
    for expected in (200, 700):
        bench.metal.drive(EJECTOR, 1000)
        bench.wait(30)
        assert bench.metal.milliamps() == pytest.approx(expected, rel=0.15)
        bench.metal.rest()
        bench.machine.mend()


def test_a_roller_or_finger_that_slips_moves_nothing_until_all_motors_have_rested():
    bench = Bench("nothing card=1", "nothing feed=1")
    bench.throw(4, SEAT3)
    bench.wait(200)
    assert bench.metal.edges(ENTRY) == ()
    bench.metal.rest()
    bench.feed(20)
    assert bench.machine.deck.slots[20] == NO_CARD
    bench.feed(20)
    assert bench.machine.deck.slots[20] != NO_CARD
    bench.throw(4, SEAT3)
    bench.wait(200)
    assert bench.machine.cards_at(SEAT3) == 1


def test_a_card_that_hangs_darkens_the_beam_like_a_card_and_lies_in_its_slot_again():
    bench = Bench("hang card=1")
    card = bench.machine.deck.slots[4]
    bench.throw(4, SEAT3)
    bench.wait(300)
    (since, _), (until, _) = bench.metal.edges(ENTRY)
    assert 102 <= until - since <= 120
    assert bench.machine.deck.slots[4] == card
    assert not bench.machine.deck.path


@pytest.mark.parametrize(
    ("row", "where"),
    [("misplace card=1 to=seat7", 7), ("miss card=1", 0), ("miss card=1 to=gone", 0)],
)
def test_a_card_ends_where_its_row_says_and_is_never_in_two_places(row, where):
    bench = Bench(row)
    bench.throw(4, SEAT3)
    bench.wait(250)
    deck = bench.machine.deck
    assert not bench.machine.cards_at(SEAT3)
    assert len(deck.wells[where]) == (1 if where else 0)
    assert len(deck.gone) == ("gone" in row)
    assert deck.every_card() == list(range(52))


def test_the_lid_opens_when_the_turn_is_over_and_closes_by_itself():
    bench = Bench("lid card=1 ms=300")
    bench.machine.lid = SimLine()
    bench.aim(4, SEAT3)
    assert not bench.metal.is_supplied()
    assert bench.metal.milliamps() == pytest.approx(0, rel=0.15)
    bench.metal.drive(EJECTOR, 1000)
    bench.wait(200)
    assert bench.metal.edges(ENTRY) == ()
    bench.metal.rest()
    bench.wait(100)
    assert bench.metal.is_supplied()


def test_the_controllers_power_fails_when_the_card_is_just_in_the_rollers_hold():
    bench = Bench("power card=1")
    cut_ms = []
    bench.metal.power_fails = lambda: cut_ms.append(bench.clock.ms)
    bench.throw(4, SEAT3)
    bench.wait(20)
    assert cut_ms == [338]


def test_a_dead_path_motor_dies_with_the_card_and_holds_it():
    bench = Bench("dead stage=path card=1")
    bench.metal.drive(PATH, 1000)
    bench.wait(30)
    assert bench.metal.milliamps() == pytest.approx(700, rel=0.15)
    bench.throw(4, SEAT3)
    bench.wait(300)
    assert bench.metal.milliamps() == pytest.approx(200, rel=0.15)
    assert bench.metal.is_dark(ENTRY)


def test_a_board_card_is_scripted_as_it_leaves_and_one_of_the_stub_is_not():
    bench = Bench()
    bench.machine.script_faces([(11, [51])])
    bench.throw(4, 11)
    bench.wait(250)
    deck = bench.machine.deck
    assert deck.faces[deck.wells[11][0]] == 51
    bench.throw(5, 18)
    bench.wait(250)
    assert not deck.keeps_face[deck.hopper[-1]]


def test_cards_are_counted_as_they_end_and_feeds_as_they_are_fed():
    bench = Bench()
    plan = bench.machine.plan
    bench.throw(4, SEAT3)
    assert plan.done == [0, 0, 0]
    bench.wait(250)
    bench.throw(5, 18)
    bench.wait(250)
    bench.metal.rest()
    bench.feed(20)
    assert plan.done == [1, 1, 1]
    bench.machine.collected()
    assert (plan.deal, plan.done) == (2, [0, 0, 0])
