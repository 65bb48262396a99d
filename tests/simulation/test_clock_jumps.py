"""Nobody's clock but the table's own counts, wherever that one begins."""

from __future__ import annotations

import time

import pytest

from firmware.schema import messages as m
from hal.sim.clock import SimClock
from tests import simulated_evening
from tests.simulated_evening import Evening
from tests.source_tree import ROOT

PAGE_MS = 3000  # displays turn their pages and people read them: the same page, the same keys
STACKS = {1: 3000, 2: 3000, 6: 3000}


def late_clock(began_ms: int) -> SimClock:
    """A clock that did not begin at nought: a counter that was read late, or is about to wrap."""
    clock = SimClock()
    clock.advance(began_ms)
    return clock


def evening(began_ms: int) -> bytes:
    """The log of two hands, played while the clock shows so many milliseconds and more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulated_evening, "SimClock", lambda: late_clock(began_ms))
        one = Evening(b"clock", STACKS, 2)
    one.play()
    assert not one.told(m.FAULT_RAISED)
    return one.text()


@pytest.mark.parametrize(
    "began_ms", [(1 << bits) // PAGE_MS * PAGE_MS - 21_000 for bits in (29, 30, 31, 32)]
)
def test_an_evening_is_the_same_to_the_byte_wherever_the_clock_begins(began_ms: int) -> None:
    """The wraps of counters of 30, 31 and 32 bits fall into the hand, and the log's own limit."""
    assert evening(began_ms) == evening(0)


def test_a_wall_clock_that_jumps_or_is_not_set_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quiet = evening(0)
    jumps = iter(range(1 << 60))
    monkeypatch.setattr(time, "time", lambda: (next(jumps) * 86_400 * 365) % 4_000_000_000)
    monkeypatch.setattr(time, "time_ns", lambda: -next(jumps))
    assert evening(0) == quiet


def test_the_firmware_has_no_other_clock() -> None:
    for room in ("firmware", "hal/drivers"):
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "firmware/compat" not in str(path):
                assert "import time" not in text, path
                assert "import datetime" not in text, path
                assert "from datetime" not in text, path


def test_a_clock_that_leaps_ahead_between_hands_costs_nothing() -> None:
    """The controller stood still for an hour, as a laptop that was closed."""
    one = Evening(b"leap", STACKS, 1)
    while not one.told(m.DECK_LOADED):
        one.one_pass()
    one.clock.advance(one.clock.now_ms() + 3_600_000)
    one.play()
    assert not one.told(m.FAULT_RAISED, m.TURN_TIMED_OUT)
    assert len(one.told(m.HAND_FINISHED)) == 1
    assert sum(one.controller.table.stacks) == 9000
