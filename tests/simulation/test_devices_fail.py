"""A device fails: it is named once, the table holds what the fault table says, and goes on."""

from __future__ import annotations

import pytest

from firmware.compat import InvariantError
from firmware.schema import messages as m
from hal.errors import CORRUPT, IO, NACK, TIMEOUT, HalError
from hal.ports import STOP
from tests.simulated_evening import Evening

STACKS = {1: 3000, 2: 3000, 6: 3000}


def evening(seed: bytes = b"faults", hands: int = 2) -> Evening:
    return Evening(seed, STACKS, hands)


def play_until(one: Evening, *message_ids: int) -> None:
    while not one.told(*message_ids):
        one.one_pass()


def passes(one: Evening, count: int) -> None:
    for _ in range(count):
        one.one_pass()


def faults(one: Evening) -> list[tuple[str, str]]:
    return [(m.NAMES[f[0]], f[1]) for f in one.told(m.FAULT_RAISED, m.FAULT_CLEARED)]


class Failing:
    """Stands before a part and fails its calls while `is_broken`."""

    def __init__(self, part: object, kind: str, *names: str) -> None:
        self._part = part
        self._kind = kind
        self._names = names
        self.is_broken = True
        self.failures = 0

    def __getattr__(self, name: str) -> object:
        if self.is_broken and name in self._names:
            return self._fail
        return getattr(self._part, name)

    def _fail(self, *_: object, **__: object) -> None:
        self.failures += 1
        raise HalError(self._kind, "part", "broken on purpose")


def test_store_that_fails_holds_every_motion_until_it_works_again() -> None:
    one = evening()
    play_until(one, m.HOLE_CARD_DEALT)
    broken = [True]

    def fail(what: str) -> None:
        if broken[0] and what == "sync":
            raise HalError(IO, "store")

    one.disk.before_write = fail
    passes(one, 30)
    began = one.machine.snapshot()[0]
    passes(one, 30)
    assert one.machine.snapshot()[0] == began
    assert not one.table.panels[0].is_lit(1)
    broken[0] = False
    one.play()
    assert faults(one) == [("fault_raised", "F-STO-01"), ("fault_cleared", "F-STO-01")]
    assert len(one.told(m.HAND_FINISHED)) == 2
    assert sum(one.controller.table.stacks) == sum(one_[2] for one_ in one.told(m.SEAT_TAKEN))


def test_silent_panel_holds_the_hand_and_the_other_panels_are_still_read() -> None:
    one = evening()
    play_until(one, m.TURN_OPENED)
    seats = one.controller._seats
    broken = Failing(seats._panels[4], NACK, "read")
    seats._panels = (*seats._panels[:4], broken)
    passes(one, 10)
    assert faults(one) == [("fault_raised", "F-PAN-01")]
    assert one.told(m.HAND_HELD)
    assert one.told(m.FAULT_RAISED)[0][3] == "panel5:nack"
    broken.is_broken = False
    one.play()
    assert faults(one) == [("fault_raised", "F-PAN-01"), ("fault_cleared", "F-PAN-01")]


def test_panel_that_fails_three_times_and_works_is_not_named() -> None:
    one = evening(hands=1)
    play_until(one, m.TURN_OPENED)
    seats = one.controller._seats
    broken = Failing(seats._panels[4], NACK, "read")
    seats._panels = (*seats._panels[:4], broken)
    while broken.failures < 3:
        one.one_pass()
    broken.is_broken = False
    one.play()
    assert faults(one) == []


def test_silent_display_is_noted_and_play_goes_on() -> None:
    one = evening(hands=2)
    play_until(one, m.TURN_OPENED)
    screen = one.controller._seats.screen
    screen._displays = (*screen._displays[:11], Failing(screen._displays[11], TIMEOUT, "show"))
    one.play()
    assert faults(one) == [("fault_raised", "F-DSP-01")]
    assert not one.told(m.HAND_HELD)


def test_noise_that_fails_its_tests_deals_no_new_hand() -> None:
    one = evening(hands=3)
    play_until(one, m.HAND_FINISHED)
    intake = one.controller._intake
    intake._source.read = lambda: bytes(16)  # type: ignore[method-assign]
    one.evening.look = lambda: None  # type: ignore[method-assign]
    passes(one, 3000)
    assert faults(one)[0] == ("fault_raised", "F-RNG-01")
    assert len(one.told(m.HAND_STARTED)) == 1
    assert len(one.told(m.FAULT_RAISED)) == 1


def test_silent_machine_stops_and_goes_on_after_the_floor_has_looked() -> None:
    one = evening(hands=1)
    play_until(one, m.HOLE_CARD_DEALT)
    performers = one.controller._performers
    broken = Failing(performers._motion._machine, TIMEOUT, "start")
    performers._motion._machine = broken
    one.evening.look = lambda: None  # type: ignore[method-assign]
    passes(one, 400)
    assert faults(one)[:1] == [("fault_raised", "F-DEAL-01")]
    assert one.told(m.HAND_HELD)
    broken.is_broken = False
    one.table.floor_key.put(True)
    passes(one, 5)
    one.table.floor_key.put(False)
    passes(one, 20000)
    assert faults(one)[-1] == ("fault_cleared", "F-DEAL-01")
    assert one.told(m.HAND_FINISHED)


def test_order_that_does_not_read_back_after_a_cut_is_lost_and_the_floor_voids() -> None:
    one = evening(hands=2)
    play_until(one, m.HOLE_CARD_DEALT)
    one.memory.write(0x200, bytes(512))
    one.cut_power()
    one.evening.look = lambda: None  # type: ignore[method-assign]
    passes(one, 400)
    assert ("fault_raised", "F-ORD-01") in faults(one)
    dealt = len(one.told(m.CARD_LEFT))
    one.table.floor_key.put(True)
    passes(one, 2000)
    assert len(one.told(m.CARD_LEFT)) == dealt


def test_failed_check_stops_the_motors_and_leaves_last_words() -> None:
    one = evening(hands=1)
    play_until(one, m.HOLE_CARD_DEALT)

    class Broken:
        def __getattr__(self, name: str) -> object:
            return getattr(table, name)

        def take(self, message: tuple, out: list) -> int:
            raise InvariantError("card_twice")

    table = one.controller.table
    one.controller._recorder._table = Broken()  # type: ignore[union-attr,assignment]
    for _ in range(50):
        one.controller.one_pass()
        one.clock.advance(one.clock.now_ms() + 100)
    assert one.controller.stopped_by == "card_twice"
    assert one.told(m.LAST_WORDS) == [(m.LAST_WORDS, "card_twice")]
    assert one.machine.snapshot()[0][1] == STOP  # type: ignore[index]
    assert not one.table.watchdog.has_bitten()
    assert one.table.display(1).text().strip() == "StOP"
    lines = one.text()
    one.controller.one_pass()
    assert one.text() == lines


def test_store_that_cannot_be_read_at_the_start_stops_the_table() -> None:
    one = evening(hands=1)
    one.store.segments = lambda: (_ for _ in ()).throw(HalError(IO, "store"))  # type: ignore[method-assign]
    for _ in range(20):
        assert one.controller.one_pass() >= 0
    assert one.controller.stopped_by == "store_io"
    assert one.text() == b""


@pytest.mark.parametrize("kind", [CORRUPT, TIMEOUT])
def test_dead_noise_at_the_first_start_writes_nothing(kind: str) -> None:
    one = evening(hands=1)

    def dead() -> bytes:
        raise HalError(kind, "noise")

    one.table.board.noise.read = dead  # type: ignore[method-assign]
    passes(one, 200)
    assert one.text() == b""
    assert one.table.centre_displays[0].text().strip() == "rnG"
