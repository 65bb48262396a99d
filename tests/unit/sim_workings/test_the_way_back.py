"""From a tray through the arm into the hopper, and what the return motor holds open meanwhile."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from hal.card_machine.workings import ENTRY, EXIT, PATH, RETURN, TURRET
from hal.sim.workings.drum import mouth_pulses
from tests.unit.sim_workings.bench import Bench


def before_a_tray(cards=1):
    """Cards lie at 11, and the arm stands there."""
    bench = Bench()
    for slot in range(cards):
        bench.throw(slot, 11)
        bench.wait(200)
    bench.metal.rest()
    bench.wait(100)
    return bench


def drawn_in(bench):
    """As a RETURN does it: the pawl goes down, the path runs backward to the entry beam."""
    bench.metal.drive(RETURN, 1000)
    bench.wait(100)
    bench.metal.drive(PATH, -400)
    for ms in range(700):
        if bench.metal.is_dark(ENTRY):
            bench.metal.rest()
            return 100 + ms
        bench.wait(1)
    return 0


def test_a_card_of_a_tray_slides_back_into_the_arm_and_goes_out_at_the_chute():
    bench = before_a_tray()
    fallen = bench.machine.deck.hopper
    held = len(fallen)
    assert 600 <= drawn_in(bench) <= 640
    assert (bench.machine.cards_at(11), len(bench.machine.deck.path)) == (0, 1)
    bench.wait(140)  # the rod comes back
    bench.metal.turn(TURRET, mouth_pulses(18) - mouth_pulses(11), 300)
    bench.wait(320)
    before = bench.metal.centigrams()
    bench.metal.drive(PATH, 1000)
    bench.wait(80)
    bench.metal.rest()
    assert len(fallen) == held + 1
    bench.wait(300)
    assert bench.metal.centigrams() - before == pytest.approx(0, abs=60), "it falls still"
    bench.wait(200)
    assert bench.metal.centigrams() - before == pytest.approx(230, abs=60)


def test_three_cards_of_a_tray_come_at_once_and_the_others_stay():
    bench = before_a_tray(5)
    assert drawn_in(bench)
    assert (bench.machine.cards_at(11), len(bench.machine.deck.path)) == (2, 3)


def test_a_card_that_nothing_draws_in_stands_across_the_gap_and_the_arm_would_tear_it():
    bench = before_a_tray()
    bench.metal.drive(RETURN, 1000)
    bench.wait(700)
    bench.metal.rest()
    assert not bench.metal.is_dark(ENTRY)
    assert not bench.metal.is_dark(EXIT)
    bench.metal.turn(TURRET, 119, 300)
    with pytest.raises(InvariantError, match="card_torn"):
        bench.wait(300)


def test_the_return_motor_lowers_no_pawl_where_the_arm_stands_before_no_tray():
    bench = before_a_tray()
    bench.metal.turn(TURRET, mouth_pulses(5) - mouth_pulses(11), 300)
    bench.wait(320)
    bench.metal.drive(RETURN, 1000)
    bench.wait(700)
    assert bench.machine.cards_at(11) == 1


def test_what_falls_in_waits_above_the_plate_until_it_was_opened_and_closed_again():
    bench = before_a_tray()
    deck, feeder = bench.machine.deck, bench.metal.feeder
    pressed = feeder.pressed
    deck.drop_in_hopper(11)
    assert feeder.pressed == pressed
    bench.metal.drive(RETURN, 1000)
    bench.wait(100)
    assert feeder.pressed == 0, "drawn back it presses nothing"
    bench.metal.rest()
    bench.wait(150)
    assert feeder.pressed == 0
    bench.wait(60)
    assert feeder.pressed == len(deck.hopper)


def test_an_arm_that_turns_away_too_soon_strikes_the_next_tray_with_its_rod():
    bench = before_a_tray()
    assert drawn_in(bench)
    bench.metal.turn(TURRET, mouth_pulses(18) - mouth_pulses(11), 300)
    with pytest.raises(InvariantError, match="rod_struck"):
        bench.wait(300)
