"""The motors' supply as the machine's Pico sees it: no break is missed, and a pause is none."""

from __future__ import annotations

import pytest

from hal.card_machine.pico import calibration
from hal.card_machine.workings import FEED_GAUGE
from tests import machine_stand_ins as pico

HOLDING, NONE = 4000, 30  # counts of the shunt's amplifier


def test_motors_can_turn_when_they_are_let_and_drivers_draw_their_current(workings, bench):
    assert workings.milliamps() == pytest.approx(500, abs=5)
    assert workings.is_supplied()
    bench.levels[18] = 1  # MOTOR_ENABLE stands still, or the wire is broken
    assert not workings.is_supplied()
    bench.levels[18] = 0
    bench.counts[28] = 100
    assert not workings.is_supplied()
    bench.counts[28] = 396
    assert not workings.is_supplied()
    bench.counts[28] = 400
    assert workings.is_supplied(), "50 mA"


@pytest.fixture
def held(workings):
    """A machine whose drivers have had their supply for a while, and whoever asks knows it."""
    assert not workings.is_held(), "what was before the start nobody knows"
    pico.sleep_ms(50)
    workings.is_held()
    assert workings.is_held()
    return workings


def without_current(bench, us):
    bench.counts[28] = NONE
    pico.sleep_us(us)
    bench.counts[28] = HOLDING


@pytest.mark.parametrize("after_us", range(0, 9000, 500))
def test_a_break_of_40_ms_is_told_although_nobody_asked_for_a_minute(held, bench, after_us):
    pico.sleep_us(after_us)
    without_current(bench, 40_000)
    pico.sleep_ms(60_000)
    assert not held.is_held()
    assert held.is_held(), "told once"


@pytest.mark.parametrize("after_us", range(0, 9000, 500))
def test_a_break_that_the_drivers_outlast_is_none(held, bench, after_us):
    pico.sleep_us(after_us)
    for _ in range(5):
        without_current(bench, 20_000)
        pico.sleep_us(10_000)
    assert held.is_held()


def test_a_break_is_told_as_long_as_it_lasts(held, bench):
    bench.counts[28] = NONE
    pico.sleep_ms(40)
    for _ in range(100):
        assert not held.is_held()
        pico.sleep_ms(1)
    bench.counts[28] = HOLDING
    pico.sleep_ms(9)
    assert not held.is_held(), "since it was asked last"
    assert held.is_held()


def test_motor_enable_that_stands_still_is_no_break(held, bench):
    bench.levels[18] = 1
    pico.sleep_ms(60_000)
    assert held.is_held()


def test_no_interrupt_comes_between_choosing_an_input_and_reading_it(held, bench, monkeypatch):
    is_off = []
    monkeypatch.setattr(pico, "disable_irq", lambda: is_off.append(1) or 1)
    monkeypatch.setattr(pico, "enable_irq", lambda state: is_off.pop())
    read = pico.ADC.read_u16

    def guarded(self):
        assert is_off
        return read(self)

    monkeypatch.setattr(pico.ADC, "read_u16", guarded)
    held.milliamps()
    held.thickness(FEED_GAUGE)
    assert held.counts(calibration.PATH_THICKNESS) == 0
