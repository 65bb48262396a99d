"""The card machine's pins on a Pico 2, before modules that stand in for MicroPython's own."""

from __future__ import annotations

import importlib
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from hal.card_machine.pico import calibration
from hal.card_machine.pico.steppers import HERTZ, SLICES, ramp, word
from hal.card_machine.pico.workings import UNKNOWN_UM, PicoWorkings
from hal.card_machine.workings import (
    DRUM,
    EJECTOR,
    ENTRY,
    FEED_GAUGE,
    FEEDER,
    PATH,
    PATH_GAUGE,
    RETURN,
    TURRET,
)
from hal.drivers.card_machine import COMMAND, FLAG_RUNNING, STATUS
from hal.drivers.crc8 import crc8
from hal.errors import CORRUPT, NACK, REFUSED, HalError
from hal.ports import EV_FAILED, FAILED_ARGUMENT, FAILED_SENSOR, HOME, SENSOR_BOARD
from tests import machine_stand_ins as pico

FULL = 65535
FIRST = Path(calibration.__file__).parent / "start" / "main.py"


def pulses_and_us(words):
    pulses = [(one & 0xFFF) + 1 for one in words]
    steps = [count * (2 * (one >> 12) + 7) for count, one in zip(pulses, words, strict=True)]
    return pulses, [one * 1_000_000 / HERTZ for one in steps]


# --- steppers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("pulses", [1, 2, 3, 59, 118, 1599, 1600, 2015])
def test_a_ramp_gives_every_pulse_in_its_time(pulses):
    words = ramp(pulses, 300_000)
    given, us = pulses_and_us(words)
    assert sum(given) == pulses
    assert len(words) <= SLICES
    slice_us = 300_000 / SLICES
    assert abs(sum(us) - 300_000) <= 2.1 * slice_us or pulses < SLICES  # the last may be empty
    assert all(one < 1 << 30 for one in words), "small integers of a board"


def test_a_ramp_is_fastest_in_the_middle_and_the_same_backward():
    given, us = pulses_and_us(ramp(1600, 300_000))
    pace = [count / each for count, each in zip(given, us, strict=True)]
    assert max(pace) == pytest.approx(max(pace[28:36]))
    assert pace == pytest.approx(pace[::-1], rel=0.02)
    assert max(pace) * 1_000_000 < 11_000, "200 turns a minute, and a little for whole pulses"


def test_a_word_has_at_most_a_pace_that_the_driver_bears():
    assert word(4096, 1) >> 12 == 0
    assert (word(1, 10**9) >> 12).bit_length() <= 18


@pytest.mark.parametrize(("stepper", "pulses"), [(DRUM, 1600), (DRUM, -37), (TURRET, 2015)])
def test_a_move_is_over_when_its_time_is(workings, bench, stepper, pulses):
    workings.turn(stepper, pulses, 300)
    assert workings.is_turning(stepper)
    with pytest.raises(HalError) as refused:
        workings.turn(stepper, 1, 10)
    assert refused.value.kind == REFUSED
    pico.sleep_ms(301)
    assert not workings.is_turning(stepper)
    assert workings.stop(stepper) == pulses
    pico.MACHINES[stepper].settle()
    assert bench.pulses[stepper] == pulses


@pytest.mark.parametrize("pulses", [3200, -3200])
def test_a_steady_move_that_is_stopped_knows_its_pulses(workings, bench, pulses):
    workings.steady(DRUM, pulses, 1600)
    pico.sleep_ms(500)
    given = workings.stop(DRUM)
    assert abs(given) == pytest.approx(1000, abs=2)
    assert bench.pulses[DRUM] == given, "as many as the chip gave"
    assert not workings.is_turning(DRUM)
    workings.turn(DRUM, -given, 300)
    pico.sleep_ms(301)
    workings.is_turning(DRUM)
    pico.MACHINES[DRUM].settle()
    assert bench.pulses[DRUM] == 0


def test_more_than_a_word_holds_is_refused(workings):
    with pytest.raises(HalError):
        workings.steady(DRUM, 5000, 1000)
    workings.turn(DRUM, 0, 300)
    assert not workings.is_turning(DRUM)


# --- gear motors ---------------------------------------------------------------------------------


def test_motors_turn_brake_and_the_ejector_runs_out(workings, bench):
    workings.drive(PATH, 1000)
    share = FULL - FULL * 799 // 1000
    assert (bench.duties[15], bench.duties[16]) == (FULL, share)
    workings.drive(PATH, -1000)
    assert (bench.duties[15], bench.duties[16]) == (share, FULL)
    workings.drive(FEEDER, 125)
    assert (bench.duties[11], bench.duties[12]) == (FULL, FULL - FULL * 156 // 1000)
    workings.drive(EJECTOR, 1000)
    workings.rest()
    assert (bench.duties[15], bench.duties[16]) == (FULL, FULL), "braked"
    assert (bench.duties[13], bench.duties[14]) == (0, 0), "its spring draws it back"


def test_the_return_motor_runs_forward_or_runs_out(workings, bench):
    assert bench.duties[17] == 0
    workings.drive(RETURN, 1000)
    assert bench.duties[17] == FULL
    with pytest.raises(HalError) as refused:
        workings.drive(RETURN, -1000)
    assert refused.value.kind == REFUSED
    workings.drive(RETURN, 0)
    assert bench.duties[17] == 0
    assert 18 not in bench.duties, "the pin hears whether motors are let run"


# --- sensors -------------------------------------------------------------------------------------


def test_edges_have_the_clocks_time_and_the_first_64_are_kept(workings, bench):
    workings.now_ms()
    for level in (1, 0):
        pico.sleep_ms(40)
        bench.edge(19, level)
    pico.sleep_ms(10)
    edges = workings.edges(ENTRY)
    now_ms = workings.now_ms()
    assert [(now_ms - at, dark) for at, dark in edges] == [(50, True), (10, False)]
    assert workings.edges(ENTRY) == ()
    for _ in range(80):
        bench.edge(19, 1)
    assert len(workings.edges(ENTRY)) == 64
    assert workings.is_dark(ENTRY)


def test_a_bank_is_lit_read_and_put_out(workings, bench):
    bench.chips.lit[4, 1] = 0x15
    assert workings.look(9) == 0x15
    assert bench.chips.latches[0x24, 1] == 0
    assert workings.look(9, lit=False) == 0x7F


def test_a_board_that_lost_its_set_up_shows_no_levels_and_is_set_up_anew(workings, bench):
    workings.look(0)
    bench.chips.directions.clear()
    with pytest.raises(HalError) as corrupt:
        workings.look(0)
    assert corrupt.value.kind == CORRUPT
    assert workings.look(0) == 0


def test_a_board_that_is_not_there_is_told(workings, bench):
    bench.chips.absent.add(0x23)
    with pytest.raises(HalError) as gone:
        workings.look(6)
    assert gone.value.kind == NACK


def test_what_was_never_calibrated_measures_nothing(workings):
    assert workings.thickness(FEED_GAUGE) == UNKNOWN_UM
    assert workings.centigrams() is None
    with pytest.raises(HalError):
        workings.face_up()


def test_a_calibrated_gauge_measures_by_its_two_counts(workings, bench):
    calibration.write(workings.keep, calibration.PATH_THICKNESS, 30_000, 27_000, 300)
    calibration.write(workings.keep, calibration.LIGHT, 50, 250, 1000)
    workings.calibrate()
    for counts, micrometres in ((30_000, 0), (27_000, 300), (24_000, 600), (30_100, -10)):
        bench.counts[27] = counts
        assert workings.thickness(PATH_GAUGE) == micrometres
    assert workings.face_up() == 250


@pytest.mark.parametrize(
    ("nothing", "something", "worth"),
    [(-80_000, 480_000, 11_960), (800_000, -7_000_000, 11_960), (30_000, 27_000, 300), (0, 7, 9)],
)
def test_a_line_measures_in_small_integers_and_to_half_a_percent(nothing, something, worth):
    line = calibration.Line(nothing, something, worth)
    for permille in (0, 20, 500, 1000, 1900):
        counts = nothing + (something - nothing) * permille // 1000
        exact = (counts - nothing) * worth / (something - nothing)
        assert line.measure(counts) == pytest.approx(exact, abs=0.6 + worth / 10_000)
        product = (counts - nothing >> line._shift) * worth * 2
        assert abs(product) < 1 << 30, "of a board"


def test_the_scale_gives_a_signed_number_when_it_has_one(workings, bench):
    calibration.write(workings.keep, calibration.WEIGHT, -2, 1, 6)
    workings.calibrate()
    bench.levels[21] = 1
    assert workings.centigrams() is None
    bits = iter([0] + [1] * 24 + [0])  # ready, -1, and the clock that chooses the channel
    workings._scale._data.value = lambda: next(bits)
    assert workings.centigrams() == 2


def test_a_look_is_asked_for_and_missed_when_nobody_answers(workings, bench):
    workings.ask_reader()
    assert bench.sent
    pico.sleep_ms(61)
    assert workings.reader_answer() is not None


# --- the loop ------------------------------------------------------------------------------------


@pytest.fixture
def main(bench, monkeypatch):
    for name in ("machine", "rp2", "time"):
        monkeypatch.setitem(sys.modules, name, pico)
    gc = SimpleNamespace(collect=lambda: None, mem_free=lambda: 0)
    monkeypatch.setitem(sys.modules, "gc", gc)
    monkeypatch.delitem(sys.modules, "hal.card_machine.pico.main", raising=False)
    made = importlib.import_module("hal.card_machine.pico.main")
    yield made
    sys.modules.pop("hal.card_machine.pico.main", None)


def test_the_loop_answers_in_the_interrupt_and_tells_in_its_next_pass(main, bench, monkeypatch):
    bench.sleeps_left = 20
    passes = []

    def pass_by(us):
        bench.us += us
        passes.append(bytes(bench.served[STATUS : STATUS + 14]))
        if len(passes) == 3:
            message = bytes((0, 7, 99, 0, 0, 0, 0, 0))
            check = crc8(bytes((COMMAND,)) + message)
            pico.write_to_it(COMMAND, message + bytes((check,)))
            assert bench.served[STATUS] & FLAG_RUNNING
            assert bench.served[STATUS + 3] == 7
        if len(passes) == 6:
            raise pico.Stopped

    monkeypatch.setattr(pico, "sleep_us", pass_by)
    bench.duties[15] = 1
    with pytest.raises(pico.Stopped):
        main.run()
    told = passes[-1]
    assert told[4] == 1
    assert told[7:14] == bytes((EV_FAILED, 0, 7, 0, FAILED_ARGUMENT, 0, told[13]))
    assert bench.levels[6] == 1, "the line to the table"
    assert (bench.duties[15], bench.duties[16]) == (FULL, FULL), "motors stand when it ends"


def test_a_bare_controller_answers_and_never_homes(main, bench):
    bench.chips.absent.add(pico.FRAM_AT)
    workings = PicoWorkings(pico, pico, pico)
    keep = main.kept_by(workings.keep)
    assert keep is not workings.keep
    target = main.Target(workings.interrupt)
    program = main.Program(workings, keep, target)
    assert target.untaken() == []
    message = bytes((0, 7, HOME, 0, 0, 0, 0, 0))
    for at, octet in enumerate(message + bytes((crc8(bytes((COMMAND,)) + message),))):
        target.block[COMMAND + at] = octet
    target.written()
    program.one_pass()
    assert target.untaken() == [(EV_FAILED, 7, FAILED_SENSOR, SENSOR_BOARD)]


# --- a technician at the console -----------------------------------------------------------------


@pytest.fixture
def technician(main):
    made = importlib.import_module("hal.card_machine.pico.technician")
    yield made
    sys.modules.pop("hal.card_machine.pico.technician", None)


def test_a_technician_calibrates_at_the_prompt(technician, bench, monkeypatch):
    answers = iter((30_000, 27_000))

    def pressed(_text):
        bench.counts[26] = next(answers)

    monkeypatch.setattr("builtins.input", pressed)
    assert technician.calibrate(technician.FEED_THICKNESS, 300) == (30_000, 27_000)
    again = PicoWorkings(pico, pico, pico)
    bench.counts[26] = 28_500
    assert again.thickness(FEED_GAUGE) == 150


def test_a_technician_runs_one_motor_slowly_and_it_stands_again(technician, bench, monkeypatch):
    seen = []

    def slept(ms):
        bench.us += ms * 1000
        bench.counts[28] = 6000 if bench.duties[16] != FULL else 4000
        seen.append((bench.duties[15], bench.duties[16], bench.duties[11]))

    monkeypatch.setattr(pico, "sleep_ms", slept)
    began_us = bench.us
    assert technician.run(technician.PATH) == pytest.approx(252, abs=2), (
        "beyond what holds drum and arm"
    )
    assert bench.us - began_us == 300_000
    forward, away, feeder = seen[0]
    assert forward == FULL
    assert FULL * 3 // 4 < away < FULL, "a quarter of the voltage at most"
    assert feeder == FULL, "the others are braked"
    assert (bench.duties[15], bench.duties[16]) == (FULL, FULL)


def test_a_technician_turns_the_drum_an_eighth_in_a_second(technician, bench):
    began_us = bench.us
    technician.step(technician.DRUM, 400)
    assert 1_000_000 <= bench.us - began_us < 1_010_000
    assert bench.levels[8] == 1
    pico.MACHINES[DRUM].settle()
    assert bench.pulses[DRUM] == 400
    technician.step(technician.DRUM, -400)
    assert bench.levels[8] == 0
    pico.MACHINES[DRUM].settle()
    assert bench.pulses[DRUM] == 0
    assert len(pico.MACHINES) == 2
    with pytest.raises(ValueError, match="two seconds"):
        technician.step(technician.DRUM, 900)


def test_what_ends_a_try_leaves_the_motor_standing(technician, bench, monkeypatch):
    def pressed(_ms):
        raise KeyboardInterrupt

    monkeypatch.setattr(pico, "sleep_ms", pressed)
    with pytest.raises(KeyboardInterrupt):
        technician.run(technician.FEEDER, -200)
    assert (bench.duties[11], bench.duties[12]) == (FULL, FULL)


@pytest.mark.parametrize(("plugged", "waits_ms"), [(1, 10_000), (0, 0)])
def test_only_with_its_usb_plug_in_does_it_wait_for_a_technician(
    main, bench, monkeypatch, plugged, waits_ms
):
    begun = []
    monkeypatch.setattr(main, "run", lambda: begun.append((bench.us, bench.levels.get(25, 0))))
    bench.levels[24] = plugged
    runpy.run_path(str(FIRST), run_name="main")
    assert begun == [(waits_ms * 1000, 0)]


def test_a_technicians_break_in_that_time_leads_to_the_prompt(main, bench, monkeypatch):
    bench.levels[24] = 1

    def pressed(ms):
        assert bench.levels[25] == 1, "the lamp tells that it waits"
        raise KeyboardInterrupt

    monkeypatch.setattr(pico, "sleep_ms", pressed)
    monkeypatch.setattr(main, "run", lambda: pytest.fail("the program began"))
    with pytest.raises(KeyboardInterrupt):
        runpy.run_path(str(FIRST), run_name="main")
