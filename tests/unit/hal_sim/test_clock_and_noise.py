"""Virtual time happens in order; simulated noise says what it is."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from hal.sim.clock import SimClock
from hal.sim.lines import RESET_AFTER_MS, SimWatchdog
from hal.sim.noise import SimNoise


def test_what_is_due_happens_in_order_at_its_own_time():
    clock, happened = SimClock(), []
    for due in (30, 10, 20, 10):
        clock.at(due, lambda due=due: happened.append((due, clock.now_ms())))
    clock.advance(25)
    assert happened == [(10, 10), (10, 10), (20, 20)]
    assert clock.now_ms() == 25
    assert clock.next_due_ms() == 30


def test_two_things_due_together_happen_as_they_were_planned():
    clock, happened = SimClock(), []
    for name in "abc":
        clock.at(5, lambda name=name: happened.append(name))
    clock.advance(5)
    assert happened == ["a", "b", "c"]


def test_what_is_planned_on_the_way_happens_on_the_way():
    clock, happened = SimClock(), []
    clock.at(10, lambda: clock.after(5, lambda: happened.append(clock.now_ms())))
    clock.advance(100)
    assert happened == [15]


def test_what_is_due_in_the_past_happens_at_once():
    clock, happened = SimClock(), []
    clock.advance(50)
    clock.at(10, lambda: happened.append(clock.now_ms()))
    clock.advance(50)
    assert happened == [50]


def test_a_forgotten_plan_does_not_happen():
    clock, happened = SimClock(), []
    planned = clock.at(10, lambda: happened.append(1))
    clock.forget(planned)
    clock.forget(planned)
    clock.advance(20)
    assert happened == []
    assert clock.next_due_ms() is None


def test_time_never_goes_back():
    clock = SimClock()
    clock.advance(10)
    with pytest.raises(InvariantError):
        clock.advance(9)


def test_the_same_seed_gives_the_same_noise_and_another_seed_another():
    def packets(seed):
        noise = SimNoise(seed)
        return [noise.read() for _ in range(4)]

    assert packets(b"a") == packets(b"a")
    assert not set(packets(b"a")) & set(packets(b"b"))
    assert "a" not in repr(SimNoise(b"a")).replace("simulated", "")


def test_a_watchdog_bites_only_when_nobody_feeds_it():
    clock = SimClock()
    watchdog = SimWatchdog(clock)
    clock.advance(RESET_AFTER_MS - 1)
    assert not watchdog.has_bitten()
    watchdog.feed()
    clock.advance(2 * RESET_AFTER_MS - 2)
    assert not watchdog.has_bitten()
    clock.advance(2 * RESET_AFTER_MS)
    assert watchdog.has_bitten()
