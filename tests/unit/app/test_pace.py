"""When the loop looks and how long it rests: `firmware.app.pace`."""

from __future__ import annotations

from firmware.app.pace import CALM_MS, IDLE_MS, LINE_HELD_MS, LOOK_MS, MOTORS_AHEAD_MS, Pace

GAP_MS = 50


class Wire:
    on = False

    def is_on(self) -> bool:
        return self.on


def test_loop_looks_when_the_line_asks_and_once_a_second_anyway() -> None:
    wire = Wire()
    pace = Pace(wire, GAP_MS)
    assert pace.wants_look(0, False)
    assert not pace.wants_look(LOOK_MS - 1, False)
    assert pace.wants_look(LOOK_MS - 1, True), "a key moves"
    assert pace.wants_look(2 * LOOK_MS - 1, False), "a wire can break"
    wire.on = True
    assert pace.wants_look(2 * LOOK_MS, False)


def test_line_that_kept_news_to_itself_is_not_believed_until_it_speaks_again() -> None:
    wire = Wire()
    pace = Pace(wire, GAP_MS)
    pace.wants_look(0, False)
    pace.looked(has_news=True)
    assert pace.wants_look(LOOK_MS, False)
    assert not pace.wants_look(LOOK_MS + IDLE_MS - 1, False)
    assert pace.wants_look(LOOK_MS + IDLE_MS, False)
    wire.on = True
    assert pace.wants_look(LOOK_MS + IDLE_MS + 1, False)
    pace.looked(has_news=True)
    wire.on = False
    assert pace.wants_look(LOOK_MS + 2 * IDLE_MS + 1, False)
    assert not pace.wants_look(LOOK_MS + 3 * IDLE_MS + 1, False)


def test_loop_rests_shorter_while_motors_run_and_not_at_all_when_something_came_meanwhile() -> (
    None
):
    wire = Wire()
    pace = Pace(wire, GAP_MS)
    pace.wants_look(0, False)
    pace.looked(has_news=False)
    assert pace.rest(0, 0, CALM_MS, is_moving=False) == IDLE_MS
    assert pace.rest(0, 0, CALM_MS, is_moving=True) == GAP_MS - MOTORS_AHEAD_MS
    assert pace.rest(0, 0, 10, is_moving=True) == 10, "a timer fires"
    wire.on = True
    assert pace.rest(0, 0, CALM_MS, is_moving=True) == 0


def test_motors_that_hold_for_long_do_not_make_the_loop_look_later() -> None:
    pace = Pace(Wire(), 1000)
    assert pace.rest(0, 0, CALM_MS, is_moving=True) == IDLE_MS


def test_line_that_is_held_active_does_not_make_the_loop_spin() -> None:
    wire = Wire()
    wire.on = True
    pace = Pace(wire, GAP_MS)
    pace.wants_look(0, False)
    pace.looked(has_news=False)
    assert pace.rest(0, 0, CALM_MS, is_moving=False) == LINE_HELD_MS


class Calm:
    """A pace that has looked at 0 and found nothing under way."""

    def __init__(self) -> None:
        self.wire = Wire()
        self.pace = Pace(self.wire, GAP_MS)
        self.pace.wants_look(0, False)
        self.pace.looked(has_news=False)
        self.pace.calm_down(0)


def test_passes_are_quiet_until_something_is_due_or_a_line_speaks() -> None:
    calm = Calm()
    assert not calm.pace.quiet_ms(0), "nobody has said so"
    calm.pace.rest(0, CALM_MS - 10, CALM_MS, is_moving=False)
    assert calm.pace.quiet_ms(CALM_MS - 11 - IDLE_MS) == IDLE_MS
    assert calm.pace.quiet_ms(CALM_MS - 10) == 0
    calm.wire.on = True
    assert calm.pace.quiet_ms(1) == 0


def test_quiet_never_lasts_beyond_the_next_look() -> None:
    calm = Calm()
    calm.pace.calm_down(LOOK_MS)
    calm.pace.rest(0, 10 * LOOK_MS, 10 * LOOK_MS, is_moving=True)
    assert calm.pace.quiet_ms(LOOK_MS - 1) == GAP_MS - MOTORS_AHEAD_MS
    assert calm.pace.quiet_ms(LOOK_MS) == 0


def test_quiet_pass_rests_no_longer_than_until_the_timer_fires() -> None:
    calm = Calm()
    calm.pace.rest(0, CALM_MS, 130, is_moving=False)
    assert calm.pace.quiet_ms(10) == IDLE_MS
    assert calm.pace.quiet_ms(100) == 30
    assert calm.pace.quiet_ms(130) == 0


def test_no_pass_is_quiet_while_something_is_under_way() -> None:
    calm = Calm()
    calm.pace.wake_up()
    calm.pace.rest(0, CALM_MS, CALM_MS, is_moving=False)
    assert calm.pace.quiet_ms(1) == 0


def test_calm_table_is_asked_as_a_whole_once_a_second_and_after_anything_that_happens() -> None:
    pace = Pace(Wire(), GAP_MS)
    assert not pace.is_calm(0)
    pace.calm_down(0)
    assert pace.is_calm(CALM_MS - 1)
    assert not pace.is_calm(CALM_MS)
    pace.calm_down(CALM_MS)
    pace.wake_up()
    assert not pace.is_calm(CALM_MS + 1)
