"""One card's way through the metal, in millimetres and milliseconds of hardware/mechanics.md."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from hal.card_machine.workings import (
    DRUM,
    EJECTOR,
    ENTRY,
    EXIT,
    FACE,
    FEED_GAUGE,
    FEEDER,
    FOREIGN,
    PATH,
    PATH_GAUGE,
    RETURN,
    TURRET,
    UNREADABLE,
)
from hal.errors import REFUSED, HalError
from hal.sim.workings.drum import mouth_pulses
from tests.unit.sim_workings.bench import Bench

SEAT3 = 3
MOUTHS_1_TO_7 = 8


def dark_ms(edges):
    return [after[0] - before[0] for before, after in zip(edges[::2], edges[1::2], strict=True)]


def test_a_card_is_120_ms_before_the_entry_beam_and_lands_in_the_mouth_the_arm_points_to():
    bench = Bench()
    card = bench.machine.deck.slots[4]
    bench.throw(4, SEAT3)
    bench.wait(200)
    entry = bench.metal.edges(ENTRY)
    assert entry == ((325, True), (445, False))
    assert dark_ms(bench.metal.edges(EXIT)) == [pytest.approx(43, abs=1)]
    assert bench.machine.deck.wells[SEAT3] == [card]
    assert bench.metal.edges(ENTRY) == ()


def test_the_mouth_beam_is_dark_from_464_ms_on_for_as_long_as_a_thrown_card_takes():
    bench = Bench()
    bench.throw(4, SEAT3)
    bit = 1 << SEAT3 - 1

    def is_dark():
        levels = bench.metal.look(MOUTHS_1_TO_7)
        bench.metal.pass_is_over()
        return levels & bit

    bench.until(is_dark)
    since = bench.clock.ms
    assert 460 <= since <= 466
    bench.until(lambda: not is_dark())
    assert bench.clock.ms - since == pytest.approx(35, abs=2)


def test_a_path_that_is_braked_holds_the_card_and_a_path_driven_on_throws_it():
    bench = Bench()
    bench.throw(4, SEAT3)
    bench.wait(60)
    bench.metal.drive(PATH, 0)
    bench.wait(5000)
    assert bench.metal.is_dark(ENTRY)
    assert bench.machine.deck.path
    bench.metal.drive(PATH, 1000)
    bench.wait(200)
    assert bench.machine.cards_at(SEAT3) == 1
    assert not bench.metal.is_dark(ENTRY)


def test_a_finger_that_is_drawn_back_too_early_leaves_the_card_out_of_the_rollers_hold():
    bench = Bench()
    bench.aim(4, SEAT3)
    bench.metal.drive(PATH, 1000)
    bench.metal.drive(EJECTOR, 1000)
    bench.wait(26)
    bench.metal.drive(EJECTOR, 0)
    bench.wait(1000)
    assert bench.metal.is_dark(ENTRY)
    bench.metal.drive(EJECTOR, 1000)
    bench.wait(400)
    assert bench.machine.cards_at(SEAT3) == 1


@pytest.mark.parametrize(
    ("how", "length_ms", "thickest"),
    [("overlapped", 186, 600), ("nose_to_tail", 240, 300), ("stacked", 120, 600)],
)
def test_two_cards_that_leave_as_one_are_longer_or_thicker(how, length_ms, thickest):
    bench = Bench(f"double card=1 how={how}")
    bench.throw(4, SEAT3)
    seen = []
    for _ in range(400):
        bench.wait(1)
        seen.append(bench.metal.thickness(PATH_GAUGE))
    assert dark_ms(bench.metal.edges(ENTRY)) == [length_ms]
    assert max(seen) == thickest
    assert bench.machine.cards_at(SEAT3) == 2


def test_the_arm_carries_a_card_to_another_mouth():
    bench = Bench()
    bench.throw(4, SEAT3)
    bench.until(lambda: bench.metal.is_dark(EXIT))
    bench.metal.drive(PATH, 0)
    bench.metal.turn(TURRET, mouth_pulses(17) - bench.metal.arm.at, 300)
    bench.wait(300)
    assert bench.machine.deck.path
    bench.metal.drive(PATH, 1000)
    bench.wait(100)
    assert bench.machine.cards_at(17) == 1


@pytest.mark.parametrize(("ms", "error"), [(30, "card_crushed"), (140, "card_torn")])
def test_an_arm_that_turns_with_a_card_half_in_it_is_found_out(ms, error):
    bench = Bench()
    bench.throw(4, SEAT3)
    bench.wait(ms)
    bench.metal.drive(PATH, 0)
    bench.metal.turn(TURRET, 200, 300)
    with pytest.raises(InvariantError, match=error):
        bench.wait(100)


def test_a_card_that_stands_in_a_mouth_is_drawn_back_into_the_arm():
    bench = Bench()
    bench.throw(4, SEAT3)
    bench.wait(140)
    assert not bench.metal.is_dark(ENTRY)
    bench.metal.drive(PATH, -400)
    bench.until(lambda: bench.metal.is_dark(ENTRY), 120)
    bench.metal.drive(PATH, 0)
    bench.metal.turn(TURRET, 200, 300)
    bench.wait(300)
    assert bench.machine.deck.path


def test_a_slot_that_stands_beside_the_arm_gives_no_card_and_stalls_the_ejector():
    bench = Bench()
    bench.aim(4, SEAT3)
    bench.metal.drum.at += 20
    bench.metal.drive(EJECTOR, 1000)
    bench.wait(60)
    assert bench.metal.milliamps() >= 1200
    assert not bench.metal.is_dark(ENTRY)


def test_a_drum_that_turns_while_a_card_stands_across_its_rim_crushes_it():
    bench = Bench()
    bench.throw(4, SEAT3)
    bench.metal.drive(PATH, 0)
    bench.metal.turn(DRUM, 500, 300)
    with pytest.raises(InvariantError):
        bench.wait(300)


def test_a_drum_that_turns_while_the_finger_stands_in_it_bends_the_finger():
    bench = Bench()
    bench.aim(20, SEAT3)
    bench.metal.drive(EJECTOR, 1000)
    bench.wait(40)
    bench.metal.drive(EJECTOR, 0)
    bench.metal.turn(DRUM, 500, 300)
    with pytest.raises(InvariantError):
        bench.wait(300)


def test_the_feeder_takes_39_ms_from_the_gate_into_the_slot():
    bench = Bench()
    lowest = bench.machine.deck.hopper[0]
    bench.feed(20)
    assert bench.clock.ms == 339
    assert bench.machine.deck.slots[20] == lowest
    assert bench.metal.thickness(FEED_GAUGE) == 0


def test_two_cards_at_the_feed_roller_are_thick_and_can_be_pushed_back():
    bench = Bench("double feed=1")
    bench.metal.drive(FEEDER, 125)
    bench.wait(200)
    assert bench.metal.thickness(FEED_GAUGE) == 600
    bench.metal.drive(FEEDER, -1000)
    bench.wait(30)
    bench.metal.rest()
    assert bench.metal.thickness(FEED_GAUGE) == 0
    assert len(bench.machine.deck.hopper) == 42
    bench.feed(20)
    assert len(bench.machine.deck.hopper) == 41


def test_a_full_slot_takes_no_second_card():
    bench = Bench()
    bench.feed(3)
    assert len(bench.machine.deck.hopper) == 42
    assert not bench.machine.deck.doubles


def test_the_reader_sees_a_face_that_passes_in_a_look_of_at_most_60_ms():
    bench = Bench("unread card=2 tries=2")
    deck = bench.machine.deck
    for slot, expected in ((4, FACE), (5, UNREADABLE)):
        face = deck.faces[deck.slots[slot]]
        bench.throw(slot, SEAT3)
        bench.wait(43)
        bench.metal.ask_reader()
        bench.wait(54)
        assert bench.metal.reader_answer() is None
        bench.wait(1)
        assert bench.metal.reader_answer() == (expected, face if expected == FACE else 0)
        assert bench.metal.reader_answer() is None
        bench.wait(200)


def looked(bench):
    """What the reader says of whatever is before its window now."""
    bench.metal.ask_reader()
    bench.wait(60)
    return bench.metal.reader_answer()


def test_a_foreign_card_is_foreign_and_an_empty_window_shows_no_face():
    bench = Bench()
    assert looked(bench) == (UNREADABLE, 0)
    bench.machine.deck.prints[bench.machine.deck.slots[4]] = 1
    bench.throw(4, SEAT3)
    bench.wait(30)
    assert looked(bench) == (FOREIGN, 0)


def test_of_a_card_that_has_gone_past_the_window_no_index_is_seen():
    bench = Bench()
    bench.throw(4, SEAT3)
    bench.wait(60)
    assert looked(bench) == (UNREADABLE, 0)


def test_a_stepper_that_moves_takes_no_second_move_until_it_is_stopped():
    bench = Bench()
    bench.metal.turn(DRUM, 1000, 300)
    with pytest.raises(HalError) as refused:
        bench.metal.steady(DRUM, 10, 100)
    assert refused.value.kind == REFUSED
    bench.wait(150)
    assert bench.metal.stop(DRUM) == 500
    assert bench.metal.drum.at == 500
    assert not bench.metal.is_turning(DRUM)


def test_pulses_without_supply_are_lost_and_the_drum_runs_out():
    bench = Bench()
    bench.machine.lid = line = bench_line()
    bench.metal.turn(DRUM, 1600, 300)
    bench.wait(150)
    line.put(True)
    bench.wait(150)
    assert bench.metal.stop(DRUM) == 1600
    assert 800 < bench.metal.drum.at < 1000
    assert bench.metal.milliamps() == pytest.approx(0, rel=0.15)
    assert not bench.metal.is_supplied()


def bench_line():
    from hal.sim.lines import SimLine

    return SimLine()


def test_motors_draw_what_the_contract_says():
    bench = Bench("jam stage=path card=1", "dead stage=turret card=2")
    metal = bench.metal
    assert metal.milliamps() == pytest.approx(200, rel=0.15)
    metal.drive(RETURN, 1000)
    assert metal.milliamps() == pytest.approx(2000, rel=0.15)
    bench.wait(20)
    assert metal.milliamps() == pytest.approx(700, rel=0.15)
    metal.rest()
    bench.throw(4, SEAT3)
    bench.wait(200)
    assert metal.milliamps() == pytest.approx(2000, rel=0.15)
    metal.drive(PATH, -1000)
    bench.wait(20)
    metal.drive(PATH, 1000)
    bench.wait(250)
    metal.rest()
    assert bench.machine.cards_at(SEAT3) == 1
    metal.turn(TURRET, 100, 300)
    metal.turn(DRUM, 100, 300)
    assert metal.milliamps() == pytest.approx(700, rel=0.15), "one of both is dead"


def test_a_machine_at_rest_costs_nothing():
    bench = Bench()
    bench.throw(4, SEAT3)
    bench.wait(300)
    bench.metal.rest()
    bench.wait(200)
    assert not bench.metal.is_moving()
    bench.wait(10_000_000)


def test_a_card_that_strays_slides_into_the_rollers_hold_and_no_farther():
    bench = Bench()
    bench.aim(4, SEAT3)
    bench.metal.rest()
    bench.machine.happen("stray to=seat5")
    bench.wait(1000)
    assert bench.metal.is_dark(ENTRY)
    assert len(bench.machine.deck.path) == 1
    assert bench.metal.arm.mouth() == 5
    bench.metal.drive(PATH, 1000)
    bench.wait(300)
    assert bench.machine.cards_at(5) == 1
