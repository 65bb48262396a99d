"""The small parts of the shell: timer, recorder, fault desk, noise, requests, questions."""

from __future__ import annotations

import pytest

from firmware.app.commands import Commands
from firmware.app.faults import Faults, Several
from firmware.app.keys import ASK_CUT, NO_QUESTION
from firmware.app.questions import question_of
from firmware.app.recorder import CLOCK_RESTARTS_MS, REMARKS_MS, Recorder
from firmware.app.timers import Countdown
from firmware.core.hand_order import cut_order
from firmware.core.hand_table import CUTTING
from firmware.fairness.witness import promise
from firmware.lines.parser import parse
from firmware.link.door import MAY_ASK
from firmware.schema import faults as table
from firmware.schema import messages as m
from firmware.schema.messages_fields import FIELDS
from tests.journal_bench import Bench
from tests.simulated_evening import Evening

# --- timer ---------------------------------------------------------------------------------------


def test_timer_fires_once_and_never_early() -> None:
    countdown = Countdown()
    inputs: list[tuple] = []
    countdown.perform((m.START_TIMER, m.TIMER_CUT, 5, 1000), 200)
    assert countdown.left_ms(700) == 500
    countdown.poll(1199, inputs)
    assert inputs == []
    countdown.poll(1200, inputs)
    countdown.poll(9999, inputs)
    assert inputs == [(m.TIMER_FIRED, m.TIMER_CUT, 5)]
    assert countdown.left_ms(9999) is None


def test_stopped_timer_never_fires_and_a_new_one_replaces_it() -> None:
    countdown = Countdown()
    inputs: list[tuple] = []
    countdown.perform((m.START_TIMER, m.TIMER_CUT, 5, 1000), 0)
    countdown.perform((m.START_TIMER, m.TIMER_ACTION, 6, 3000), 0)
    countdown.poll(1000, inputs)
    assert inputs == []
    assert countdown.left_ms(5000) == 0
    countdown.perform((m.STOP_TIMER,), 1500)
    countdown.poll(5000, inputs)
    assert inputs == []


# --- recorder ------------------------------------------------------------------------------------


class Clock:
    now = 0

    def now_ms(self) -> int:
        return self.now


class Refusing:
    """A table that says one thing of each kind to everything, and refuses it."""

    def take(self, message: tuple, out: list) -> int:
        out += [(m.STOP_TIMER,), (m.INPUT_REFUSED, "table_paused", 1), (m.COLLECT_CARDS,)]
        return 1


def test_input_answers_and_effects_stand_in_the_log_in_order() -> None:
    journal = Bench().new()
    seen: list[tuple] = []
    recorder = Recorder(
        journal,
        Refusing(),  # type: ignore[arg-type]
        Clock(),
        lambda message, seq, head: seen.append((message[0], seq, head)),
    )
    recorder.begin()
    assert recorder.take((m.TABLE_PAUSED, None)) == 1
    journal.sync()
    told = [parse(journal.line(seq) or b"").message for seq in range(1, journal.seq + 1)]
    assert [one[0] for one in told[1:]] == [m.TABLE_PAUSED, m.INPUT_REFUSED, m.COLLECT_CARDS]
    assert recorder.take_effects() == [((m.STOP_TIMER,), 0), ((m.COLLECT_CARDS,), 4)]
    assert recorder.take_effects() == []
    assert [one[:2] for one in seen] == [
        (m.TABLE_PAUSED, 2),
        (m.INPUT_REFUSED, 3),
        (m.COLLECT_CARDS, 4),
    ]


def test_clock_is_restarted_before_it_outgrows_a_line() -> None:
    journal = Bench().new()
    clock = Clock()
    recorder = Recorder(journal, Refusing(), clock, lambda *_: None)  # type: ignore[arg-type]
    recorder.begin()
    clock.now = CLOCK_RESTARTS_MS + 5
    recorder.begin()
    recorder.note((m.TABLE_PAUSED, None))
    journal.sync()
    lines = [parse(journal.line(seq) or b"") for seq in range(1, journal.seq + 1)]
    assert [(one.message[0], one.ms) for one in lines[1:]] == [
        (m.CLOCK_RESTARTED, CLOCK_RESTARTS_MS + 5),
        (m.TABLE_PAUSED, 0),
    ]


def test_clock_of_a_table_that_nobody_uses_is_restarted_all_the_same() -> None:
    evening = Evening(b"idle", {}, 1)
    while evening.controller.journal is None:
        evening.one_pass()
    evening.one_pass()
    evening.controller._recorder._zero_ms -= CLOCK_RESTARTS_MS  # type: ignore[union-attr]
    for _ in range(3):
        evening.one_pass()
    assert len(evening.told(m.CLOCK_RESTARTED)) == 1
    assert evening.controller._recorder.ms() < 1000  # type: ignore[union-attr]


# --- faults --------------------------------------------------------------------------------------


def test_fault_is_raised_after_its_retries_once_and_cleared_once() -> None:
    faults = Faults()
    for _ in range(table.RETRY[table.FAULT_NOISE_SILENT]):
        assert not faults.failed(table.FAULT_NOISE_SILENT, "timeout")
    assert faults.failed(table.FAULT_NOISE_SILENT, "timeout")
    assert not faults.failed(table.FAULT_NOISE_SILENT, "timeout")
    assert faults.stands(table.FAULT_NOISE_SILENT)
    faults.worked(table.FAULT_NOISE_SILENT)
    faults.worked(table.FAULT_NOISE_SILENT)
    assert faults.inputs == [
        (m.FAULT_RAISED, "F-RNG-02", "noise", "timeout"),
        (m.FAULT_CLEARED, "F-RNG-02", "noise"),
    ]


def test_worst_fault_is_named_and_only_a_stop_stops() -> None:
    faults = Faults()
    assert (faults.worst(), faults.is_stopped()) == (0, False)
    faults.stand(table.FAULT_LINK_LOST)
    faults.stand(table.FAULT_ORDER_LOST)
    assert (faults.worst(), faults.is_stopped()) == (table.FAULT_ORDER_LOST, False)
    faults.stand(table.FAULT_STORE_FAILED)
    assert (faults.worst(), faults.is_stopped()) == (table.FAULT_STORE_FAILED, True)


def test_fault_of_before_the_restart_stands_until_it_works() -> None:
    faults = Faults()
    faults.note((m.FAULT_RAISED, "F-PAN-01", "panel", None))
    faults.note((m.FAULT_RAISED, "F-NEW-99", "teapot", None))
    assert faults.stands(table.FAULT_PANEL_SILENT)
    faults.note((m.FAULT_CLEARED, "F-PAN-01", "panel"))
    assert not faults.stands(table.FAULT_PANEL_SILENT)
    assert faults.inputs == []


def test_fault_of_several_devices_stands_while_any_of_them_is_silent() -> None:
    faults = Faults()
    panels = Several(faults, table.FAULT_PANEL_SILENT, 5)
    for _ in range(10):
        panels.failed(1, "nack")
        panels.failed(4, "nack")
        panels.worked(0)
    panels.worked(1)
    assert faults.stands(table.FAULT_PANEL_SILENT)
    panels.worked(4)
    assert not faults.stands(table.FAULT_PANEL_SILENT)
    assert [one[0] for one in faults.inputs] == [m.FAULT_RAISED, m.FAULT_CLEARED]


# --- requests ------------------------------------------------------------------------------------

COMMIT = bytes(range(32))
W = bytes(32)


def witnessed(*, is_promised: bool = True) -> Commands:
    commands = Commands()
    commands.note((m.ORDER_COMMITTED, 3, 0, 9, 52, COMMIT, None))
    if is_promised:
        commands.note((m.WITNESS_PROMISED, 3, 0, promise(COMMIT, W)))
    return commands


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ((m.REQUEST_PAUSE, 1, m.ROLE_FLOOR, None), (m.TABLE_PAUSED, "floor")),
        ((m.REQUEST_RESUME, 1, m.ROLE_DIRECTOR, None), (m.TABLE_RESUMED, "director")),
        ((m.REQUEST_RESUME, 1, m.ROLE_FLOOR, "Rosa"), (m.TABLE_RESUMED, "Rosa")),
        ((m.REQUEST_OPEN, 1, m.ROLE_FLOOR, "Rosa"), (m.TABLE_OPENED, "Rosa")),
        ((m.REQUEST_CLOSE, 1, m.ROLE_FLOOR, "Rosa"), (m.TABLE_CLOSED, "Rosa")),
        ((m.REQUEST_DECK_CHECK, 1, m.ROLE_FLOOR, None), (m.DECK_CHECK_ASKED, "floor")),
        ((m.REQUEST_DECK_CHANGE, 1, m.ROLE_FLOOR, "Rosa"), (m.DECK_CHANGE_ASKED, "Rosa")),
        (
            (m.REQUEST_TEST, 1, m.ROLE_TECHNICIAN, m.PART_KEYS, 60, "Teo"),
            (m.TEST_ASKED, m.PART_KEYS, 60, "Teo"),
        ),
        (
            (m.REQUEST_RULING, 1, m.ROLE_FLOOR, m.RULING_MISDEAL, None, "wind"),
            (m.FLOOR_RULED, m.RULING_MISDEAL, "floor", "wind"),
        ),
        ((m.REQUEST_FLOOR_ANSWER, 1, m.ROLE_FLOOR, "Rosa", 3), (m.FLOOR_ANSWERED, "Rosa", 3)),
        (
            (m.REQUEST_IRREGULARITY, 1, m.ROLE_FLOOR, "missing_burn", "Rosa", None, None),
            (m.IRREGULARITY_REPORTED, "missing_burn", "Rosa", None, None),
        ),
        ((m.REQUEST_FACE, 1, m.ROLE_FLOOR, 7, "Rosa"), (m.FACE_TYPED, 7, "Rosa")),
        ((m.REQUEST_CARD_MOVED, 1, m.ROLE_FLOOR, "Rosa"), (m.CARD_MOVED, 0, 0, "Rosa")),
        ((m.REQUEST_SIT, 1, m.ROLE_FLOOR, 3, 500, "Rosa", "Ada"), (m.SEAT_TAKEN, 3, 500, "Ada")),
        ((m.REQUEST_STAND, 1, m.ROLE_FLOOR, 3, "Rosa"), (m.SEAT_LEFT, 3)),
        ((m.REQUEST_CHIPS, 1, m.ROLE_FLOOR, 3, 500, "Rosa"), (m.CHIPS_ADDED, 3, 500)),
        ((m.REQUEST_CASH_OUT, 1, m.ROLE_FLOOR, 3, 500, "Rosa"), (m.CHIPS_CASHED, 3, 500, "Rosa")),
        (
            (m.REQUEST_STACK, 1, m.ROLE_FLOOR, 3, 500, "Rosa", "wrong"),
            (m.STACK_SET, 3, 500, "Rosa", "wrong"),
        ),
        ((m.REQUEST_SIT_OUT, 1, m.ROLE_FLOOR, 3, "Rosa"), (m.PLAYER_OUT_NEXT, 3)),
        ((m.REQUEST_BACK, 1, m.ROLE_FLOOR, 3, "Rosa"), (m.PLAYER_BACK, 3)),
        (
            (m.REQUEST_SETTING, 1, m.ROLE_FLOOR, "ante", "10", None, None),
            (m.SETTING_CHANGED, "ante", "10", "floor"),
        ),
        (
            (m.REQUEST_SETTING, 1, m.ROLE_FLOOR, "ante", "10", "Rosa", "late"),
            (m.SETTING_CHANGED, "ante", "10", "Rosa"),
        ),
        (
            (m.REQUEST_PROMISE, 1, m.ROLE_WITNESS, 3, 0, COMMIT),
            (m.WITNESS_PROMISED, 3, 0, COMMIT),
        ),
        ((m.REQUEST_OPENING, 1, m.ROLE_WITNESS, 3, 0, W), (m.WITNESS_OPENED, 3, 0, W)),
    ],
)
def test_request_becomes_its_one_input(request_: tuple, message: tuple) -> None:
    assert witnessed().input_for(request_) == (message, 0)


def test_every_request_that_somebody_may_make_becomes_an_input_and_names_its_person() -> None:
    """By the input itself, or by the line before it: nothing is done at a table by nobody."""
    of_others = (m.REQUEST_PROMISE, m.REQUEST_OPENING, m.REQUEST_IDENTIFY, m.REQUEST_RESTART)
    for request, _roles in MAY_ASK:
        names = [field[0] for field in FIELDS[request]]
        if request in of_others or "by" not in names:
            continue
        fields = ["Rosa" if name == "by" else 1 for name in names]
        message, code = Commands().input_for((request, *fields))
        named = Commands().named((request, *fields))
        assert code == 0
        assert message is not None
        is_named_beside = named is not None and named[3] == "Rosa"
        assert ("Rosa" in message) != is_named_beside or "reason" in names


@pytest.mark.parametrize(
    ("commands", "hand", "epoch", "w", "code"),
    [
        (witnessed(), 3, 0, COMMIT, m.REFUSAL_WRONG_OPENING),
        (witnessed(), 2, 0, W, m.REFUSAL_WRONG_HAND),
        (witnessed(), 3, 1, W, m.REFUSAL_WRONG_EPOCH),
        (witnessed(is_promised=False), 3, 0, W, m.REFUSAL_NOT_NOW),
        (Commands(), 3, 0, W, m.REFUSAL_WRONG_HAND),
    ],
    ids=["wrong number", "other hand", "other epoch", "nothing promised", "no hand"],
)
def test_opening_that_opens_nothing_is_turned_away(
    commands: Commands, hand: int, epoch: int, w: bytes, code: int
) -> None:
    request = (m.REQUEST_OPENING, 1, m.ROLE_WITNESS, hand, epoch, w)
    assert commands.input_for(request) == (None, code)


def test_promise_of_the_hand_before_opens_nothing_in_this_one() -> None:
    commands = witnessed()
    commands.note((m.ORDER_COMMITTED, 4, 0, 9, 52, COMMIT, None))
    request = (m.REQUEST_OPENING, 1, m.ROLE_WITNESS, 4, 0, W)
    assert commands.input_for(request) == (None, m.REFUSAL_NOT_NOW)


# --- questions -----------------------------------------------------------------------------------


class Hand:
    state = CUTTING
    ring: tuple[int, ...] = (4, 6, 1)
    placed = 1
    turn = 0
    by_itself = (False,) * 11

    def button(self) -> int:
        return self.placed


class Table:
    hand: Hand | None = Hand()


def test_cut_belongs_to_the_seat_right_of_the_button() -> None:
    for ring, button, first in (
        ((4, 6, 1), 1, 6),
        ((4, 6, 8), 1, 8),  # the button is at an empty seat
        ((2, 7), 7, 2),
    ):
        hand = Hand()
        hand.ring, hand.placed = ring, button
        assert cut_order(hand)[0] == first  # type: ignore[arg-type]


def test_floor_borrows_the_keys_of_the_seat_asked_first_while_the_floor_key_is_held() -> None:
    asked_table = Table()
    hand = Hand()
    hand.by_itself = (False,) * 6 + (True,) + (False,) * 4
    asked_table.hand = hand
    assert question_of(asked_table, 5, True)[0] == 4  # type: ignore[arg-type]
    asked_table = Table()
    assert question_of(asked_table, 5, False) == (0, NO_QUESTION)  # type: ignore[arg-type]
    seat, question = question_of(asked_table, 5, True)  # type: ignore[arg-type]
    assert (seat, question.kind, question.seat) == (6, ASK_CUT, None)


def test_remark_waits_for_a_line_that_somebody_needs_or_ten_seconds() -> None:
    journal = Bench().new()
    clock = Clock()
    recorder = Recorder(journal, Refusing(), clock, lambda *_: None)  # type: ignore[arg-type]
    recorder.begin()
    journal.sync()
    recorder.remark((m.KEY_IGNORED, 3, m.KEY_UP))
    clock.now = REMARKS_MS - 1
    recorder.remark((m.KEY_IGNORED, 3, m.KEY_UP))
    assert not recorder.wants_sync(REMARKS_MS - 1)
    assert recorder.wants_sync(REMARKS_MS), "counted from the first"
    recorder.note((m.TABLE_PAUSED, None))
    assert recorder.wants_sync(0)
    journal.sync()
    recorder.synced()
    assert not recorder.wants_sync(2 * REMARKS_MS)
