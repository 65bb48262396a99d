"""What is sent to which display and when: changes first, blinking by turns, all in 4 s."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.app.faults import Faults
from firmware.app.keys import SeatKeys
from firmware.app.screen import AGAIN_MS, BLINK_MS, PAGE_MS, RETRY_MS, Screen
from firmware.core import legal_actions
from firmware.core.table import Table
from firmware.schema import messages as m
from hal.errors import NACK, STUCK, HalError
from hal.sim.display import SimDisplay
from tests.hand_stories import hand_of, table_of

if TYPE_CHECKING:
    from tests.table_driver import TableDriver

PASS_MS = 50


class Bench:
    """Ten seats and a centre, and a clock that is moved."""

    def __init__(self) -> None:
        self.seats = tuple([SimDisplay() for _ in range(10)])
        self.centre = (SimDisplay(), SimDisplay())
        self.screen = Screen(self.seats, self.centre, Faults())
        self.table = Table()
        self.keys = [SeatKeys() for _ in range(11)]
        self.now_ms = 0
        self.seq = 1
        self.writes = 0
        self.won = [0] * 11
        for display in self.seats + self.centre:
            display.show = self._counted(display.show)  # type: ignore[method-assign]

    def _counted(self, show):
        def counted(*given) -> None:
            self.writes += 1
            show(*given)

        return counted

    def sit(self, seat: int, stack: int) -> None:
        assert self.table.take((m.SEAT_TAKEN, seat, stack, None), []) == 0
        self.seq += 1

    def one_pass(self) -> None:
        before = self.writes
        self.screen.step(self.table, self.seq, 0, self.keys, self.won, None, self.now_ms)
        assert self.writes - before <= 1, "one write a pass"
        self.now_ms += PASS_MS

    def run(self, ms: int) -> None:
        end = self.now_ms + ms
        while self.now_ms < end:
            self.one_pass()


def test_only_the_seat_whose_digits_are_hidden_blinks() -> None:
    bench = Bench()
    bench.sit(1, 1_234_567)
    bench.sit(2, 5000)
    bench.run(1000)
    seen: dict[int, set[str]] = {1: set(), 2: set()}
    for _ in range(4 * BLINK_MS // PASS_MS * 2):
        bench.one_pass()
        for seat, texts in seen.items():
            texts.add(bench.seats[seat - 1].text().strip())
    assert seen == {1: {"1234", ""}, 2: {"5000"}}
    assert not bench.seats[0].is_blinking


def shown_by(driver: TableDriver, ms: int = 1000) -> Bench:
    """The displays of a table that is driven elsewhere."""
    bench = Bench()
    bench.table = driver.table
    bench.run(ms)
    return bench


def test_the_seat_with_the_button_is_marked_before_the_blinds_and_until_it_moves() -> None:
    driver = table_of({2: 1000, 3: 1000, 5: 1000})
    driver.send(m.BUTTON_PLACED, 3)
    assert [one.text() for one in shown_by(driver).seats][2] == "d   1000"
    driver.fire()  # the hand begins, nothing is posted yet
    texts = [one.text() for one in shown_by(driver).seats]
    assert [texts[seat - 1] for seat in (2, 3, 5)] == ["    1000", "d   1000", "    1000"]
    driver.send(m.CUT_SET, 0, None)
    while (legal := legal_actions(driver.table.hand)) is not None:
        driver.fold(legal[0])
    driver.start_hand()
    texts = [one.text() for one in shown_by(driver).seats]
    assert [text[0] for text in texts] == [" "] * 4 + ["d"] + [" "] * 5


def test_a_dead_button_is_marked_at_its_empty_seat() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 1000, 4: 1000}, button_move="dead")
    driver.send(m.SEAT_LEFT, 2)
    while (legal := legal_actions(driver.table.hand)) is not None:
        driver.fold(legal[0])
    driver.start_hand()
    assert shown_by(driver).seats[1].text() == "d ------"


def test_the_centre_shows_the_blinds_of_the_hand_that_is_played() -> None:
    driver = hand_of({1: 1000, 2: 1000})
    driver.set("big_blind", 200)
    bench = shown_by(driver)
    pages = set()
    for _ in range(6):
        bench.run(PAGE_MS)
        pages.add(bench.centre[0].text())
    assert "b2   100" in pages
    assert "b2   200" not in pages


def test_declared_chips_are_named_as_they_move() -> None:
    driver = hand_of({1: 1000, 2: 300, 3: 1000}, chip_mode="declared", objection_seconds=5)
    driver.raise_to(1, 400)
    driver.call(2)
    texts = [one.text() for one in shown_by(driver).seats]
    assert [texts[seat - 1] for seat in (1, 2, 3)] == ["In   400", "In   300", "In   100"]
    driver.fold(3)
    assert driver.heard(m.UNCALLED_BET_RETURNED) == [(m.UNCALLED_BET_RETURNED, 1, 100)]
    bench = Bench()
    bench.table = driver.table
    bench.won[2] = 700
    bench.run(1000)
    assert [one.text() for one in bench.seats][1] == "UI   700"
    driver.play_on()
    assert driver.heard(m.HAND_FINISHED)
    assert "In" not in "".join(one.text() for one in shown_by(driver).seats)


def test_an_uncalled_bet_that_went_back_lies_before_the_seat_no_more() -> None:
    driver = hand_of({1: 1000, 2: 300}, chip_mode="declared")
    driver.stops_at = m.OPEN_FACE  # both hands are about to be opened
    driver.raise_to(1, 400)
    driver.call(2)
    assert shown_by(driver).seats[0].text() == "In   300"


def test_credits_are_not_named_as_they_move() -> None:
    driver = hand_of({1: 1000, 2: 1000, 3: 1000})
    assert shown_by(driver).seats[2].text() == "     900"


def test_point_stays_while_digits_are_dark() -> None:
    bench = Bench()
    bench.sit(1, 1_234_567)
    bench.run(1000)
    for _ in range(40):
        bench.one_pass()
        assert bench.seats[0].points()[7]


def test_display_that_lost_its_picture_has_it_again_within_four_seconds() -> None:
    """An even seat shares the chip of the odd one before it, whose picture brings it along."""
    bench = Bench()
    bench.sit(3, 5000)
    bench.run(3500)
    sent_alone = [bench.seats[at] for at in range(0, 10, 2)]
    shown = [display.segments for display in sent_alone]
    for display in (*sent_alone, *bench.centre):
        display.segments = bytes(8)
    bench.run(AGAIN_MS)
    assert [display.segments for display in sent_alone] == shown
    assert all(any(display.segments) for display in bench.centre), "and has turned its page"


def test_a_picture_that_failed_to_go_out_is_sent_a_moment_later() -> None:
    bench = Bench()
    bench.run(5000)
    display = bench.seats[6]
    show, failing = display.show, [True]

    def stumbles(*given) -> None:
        if failing.pop() if failing else False:
            raise HalError(NACK, "display7")
        show(*given)

    display.show = stumbles  # type: ignore[method-assign]
    bench.sit(7, 4321)
    while failing:
        bench.one_pass()
    assert "4321" not in display.text()
    bench.one_pass()
    assert "4321" in display.text()


def test_trouble_shorter_than_a_retry_is_no_silent_display_and_keeps_no_other_waiting() -> None:
    bench = Bench()
    bench.run(5000)
    faults = bench.screen._faults
    display, began_ms = bench.seats[6], bench.now_ms
    show, tried = display.show, []

    def is_held(*given) -> None:
        tried.append(bench.now_ms)
        if bench.now_ms < began_ms + RETRY_MS:
            raise HalError(STUCK, "table_bus")
        show(*given)

    display.show = is_held  # type: ignore[method-assign]
    bench.sit(7, 4321)
    bench.sit(9, 8765)
    while bench.now_ms < began_ms + RETRY_MS - 1:  # as fast as passes come that want the next
        bench.screen.step(bench.table, bench.seq, 0, bench.keys, bench.won, None, bench.now_ms)
        bench.now_ms += 1
    assert "8765" in bench.seats[8].text()
    assert len(tried) == 1
    assert bench.now_ms < bench.screen.due_ms <= tried[0] + RETRY_MS, (
        "the loop may rest until then"
    )
    bench.run(2 * RETRY_MS)
    assert "4321" in display.text()
    assert not faults.inputs


def test_dead_display_is_named_after_its_tries() -> None:
    bench = Bench()
    bench.run(5000)
    faults, display = bench.screen._faults, bench.seats[6]

    def is_dead(*_given) -> None:
        raise HalError(NACK, "display7")

    display.show = is_dead  # type: ignore[method-assign]
    bench.sit(7, 4321)
    bench.run(3 * RETRY_MS)
    assert not faults.inputs
    bench.run(3 * RETRY_MS)
    assert [told[:2] for told in faults.inputs] == [(m.FAULT_RAISED, "F-DSP-01")]


def test_nothing_else_is_sent_while_nothing_changes() -> None:
    bench = Bench()
    bench.run(3000)
    before = bench.writes
    bench.run(6000)
    each_ms = AGAIN_MS // 7
    pages = 2 * 2  # the centre turns its page every three seconds
    assert bench.writes - before <= 6000 // (each_ms - PASS_MS) + pages + 2
