"""A bug of ours, whatever it is and wherever it strikes: motors off, last words, cards kept."""

from __future__ import annotations

import pytest

from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.ports import STOP
from hal.sim.lines import RESET_AFTER_MS, WatchdogReset
from tests.simulated_evening import Evening

STACKS = {1: 3000, 2: 3000, 6: 3000}
SECRET = "31,7,44"
GREET = seal(write((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, 1), None, 0), None)

# Where it strikes: the part of the controller and its call, one in each stage of a pass.
PLACES = {
    "look": ("_seats", "poll"),
    "machine": ("_performers", "poll"),
    "timers": ("_countdown", "poll"),
    "orders": ("_orders", "poll"),
    "host": ("_link", "poll"),
    "decide": ("table", "take"),
    "act": ("_performers", "start"),
    "report": ("_link", "report"),
    "show": ("_seats", "show"),
}


def fail(*_: object, **__: object) -> None:
    raise KeyError(SECRET)


class Broken:
    """A part of which one call fails."""

    def __init__(self, part: object, name: str) -> None:
        self._part = part
        self._name = name

    def __getattr__(self, name: str) -> object:
        return fail if name == self._name else getattr(self._part, name)


def struck(part: str, call: str) -> Evening:
    one = Evening(b"bug", STACKS, 1)
    while not one.told(m.HOLE_CARD_DEALT):
        one.one_pass()
    controller = one.controller
    if part == "table":
        recorder = controller._recorder
        recorder._table = Broken(recorder._table, call)  # type: ignore[union-attr,assignment]
    else:
        broken = Broken(getattr(controller, part), call)
        setattr(controller, part, broken)
        setattr(controller._parts, part[1:], broken)
        one.table.cable.host.write(GREET)  # or nobody would listen
    for _ in range(300):
        controller.one_pass()
        one.people.look()
        one.clock.advance(one.clock.now_ms() + 50)
    return one


def passes(one: Evening, count: int) -> None:
    for _ in range(count):
        one.controller.one_pass()
        one.clock.advance(one.clock.now_ms() + 50)


@pytest.mark.parametrize("place", PLACES)
def test_an_exception_anywhere_in_a_pass_ends_in_the_safe_stop(place: str) -> None:
    one = struck(*PLACES[place])
    assert one.controller.stopped_by == "bug:KeyError"
    assert one.told(m.LAST_WORDS) == [(m.LAST_WORDS, "bug:KeyError")]
    assert one.machine.snapshot()[0][1] == STOP  # type: ignore[index]
    assert not one.table.motor_enable.is_alive()
    assert not one.table.watchdog.has_bitten()
    assert one.machine.deck.every_card() == list(range(52))
    lines = one.text()
    assert SECRET.encode() not in lines
    for _ in range(20):
        one.controller.one_pass()
    assert one.text() == lines


@pytest.mark.parametrize("place", ["look", "decide", "act"])
def test_the_link_of_a_stopped_table_still_tells_its_log(place: str) -> None:
    one = struck(*PLACES[place])
    one.table.cable.host.write(GREET)
    heard = b""
    shown = []
    for _ in range(200):
        one.controller.one_pass()
        heard += one.table.cable.host.read()
        shown.append(one.table.display(1).text().strip())
        one.clock.advance(one.clock.now_ms() + 100)
    assert b" last_words code=bug:KeyError " in heard
    assert "StOP" in shown[-10:]  # it blinks


def test_a_bug_before_the_log_is_open_is_told_on_the_cable() -> None:
    one = Evening(b"early", STACKS, 1)
    one.controller._keeper.restore = fail  # type: ignore[method-assign]
    one.table.cable.host.write(GREET)
    for _ in range(20):
        one.controller.one_pass()
        one.clock.advance(one.clock.now_ms() + 100)
    assert parse(one.table.cable.host.read()).message == (
        m.SAFE_MODE,
        "MZ-0007",
        0,
        "bug:KeyError",
    )
    assert one.text() == b""
    assert not one.table.watchdog.has_bitten()


def test_motors_that_cannot_be_told_do_not_keep_the_last_words_back() -> None:
    one = Evening(b"twice", STACKS, 1)
    while not one.told(m.HOLE_CARD_DEALT):
        one.one_pass()
    one.controller._performers.stop_motors = fail  # type: ignore[method-assign]
    one.controller._seats.poll = fail  # type: ignore[method-assign]
    for _ in range(30):
        one.controller.one_pass()
        one.clock.advance(one.clock.now_ms() + 100)
    assert one.told(m.LAST_WORDS) == [(m.LAST_WORDS, "bug:KeyError")]
    assert not one.table.motor_enable.is_alive()


@pytest.mark.parametrize(("part", "call"), [("_link", "report"), ("_seats", "show_stopped")])
def test_a_stopped_table_whose_link_or_displays_fail_too_is_started_again(
    part: str, call: str
) -> None:
    one = struck(*PLACES["act"])
    stopped = one.controller._stopped
    setattr(stopped, part, Broken(getattr(stopped, part), call))
    one.table.watchdog.arm()
    with pytest.raises(WatchdogReset):
        passes(one, RESET_AFTER_MS // 50 + 2)
