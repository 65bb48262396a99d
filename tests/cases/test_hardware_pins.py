"""What hardware cases say in prose of pins, buses and systemd, where no room's test says it."""

from __future__ import annotations

import pytest

from tests.cases import hardware_pins
from tests.cases.hardware_bench import DEGRADED, FAULT, OK, REJECTED, Unknown, undisturbed
from tests.cases.hardware_pins import burst, debounce_semantics, fails, smbus_block_limit
from tests.pi_stand_ins import FakeGpio
from tests.powercut_table import story

PINS = ("pins", 0)


def case(kind, call="", **sizes):
    return {"inject": {"kind": kind, "at": {"call": call}, "params": sizes}}


def test_a_library_without_edges_plays_the_hand_by_looking():
    """Every key, presence and well of the hand is seen by level alone: the hand is the same."""
    found = fails(case("raise", "add_event_detect", error="RuntimeError: no edges"), PINS)
    assert found.results >= {OK, DEGRADED}
    assert not found.wrong


@pytest.mark.parametrize("call", ["setup", "setmode"])
def test_a_library_that_fails_at_the_start_is_an_advice_and_an_exit_code(call):
    error = "RuntimeError: Cannot determine SOC peripheral base address"
    found = fails(case("raise", call, error=error), PINS)
    assert found.results == {REJECTED}
    assert found.facts["exit"] == 2
    assert "pip uninstall RPi.GPIO" in found.facts["told"]
    assert "rpi5" in found.facts["told"]


def test_a_line_that_somebody_holds_is_told_without_that_advice():
    found = fails(case("raise", "setup", error="RuntimeError: GPIO busy"), PINS)
    assert found.results == {FAULT}, "it is refused, and not for want of a library"
    assert "mux_reset: GPIO busy" in found.facts["told"]
    assert "Traceback" not in found.facts["told"]


@pytest.mark.parametrize("edges", [2, 200, 2000])
def test_a_burst_of_edges_makes_no_press_and_the_hand_ends_as_ever(edges):
    found = burst(case("burst", edges=edges), ("interrupt_line", 0))
    assert (found.results, found.wrong, found.facts["heard"]) == ({OK, "recovered"}, [], [])


def test_the_log_is_the_same_whatever_a_library_means_by_bouncing():
    found = debounce_semantics(case("debounce_semantics", modes=["throttle", "stable"]), PINS)
    assert (found.results, found.wrong) == ({OK}, [])


@pytest.mark.parametrize("modes", [["stable", "guess"], ["stable"], []])
def test_one_meaning_or_one_that_nobody_knows_is_no_comparison(modes):
    with pytest.raises(Unknown, match="modes"):
        debounce_semantics(case("debounce_semantics", modes=modes), PINS)


def test_of_a_library_levels_are_asked_and_nothing_else(monkeypatch):
    """An edge, a callback or a `bouncetime` would be a name that the stand-in does not have."""
    asked = set()

    class Listening(FakeGpio):
        def __getattribute__(self, name):
            if not name.startswith("_"):
                asked.add(name)
            return super().__getattribute__(name)

    with hardware_pins._played_by(Listening) as bench:
        bench.play()
        assert story(bench.log()) == undisturbed()
    own = {"said", "inputs", "outputs", "released", "levels", "refuses"}
    assert asked - own <= {
        "setup",
        "input",
        "output",
        "IN",
        "OUT",
        "PUD_OFF",
        "PUD_UP",
        "PUD_DOWN",
    }


def test_an_answer_of_any_length_is_one_transfer():
    for limit in (1, 32, 252):
        found = smbus_block_limit(case("smbus_block_limit", limit=limit), ("table_bus", 0))
        assert (found.results, found.facts["transfers"]) == ({OK}, [1, 1])


def test_what_the_bench_does_not_know_is_told_by_its_name():
    with pytest.raises(Unknown, match="call: sing"):
        fails(case("raise", "sing", error="RuntimeError: x"), PINS)
    with pytest.raises(Unknown, match="error: OSError"):
        fails(case("raise", "setup", error="OSError: x"), PINS)
