"""The rows of hand and table: in good order, and every one fired.

The transcripts and the scenarios below are played while the rows are watched; a row that nothing
fires fails the build by its name. A scenario is played for what it reaches; what it should say is
claimed in the transcripts and in the other tests.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware.core import hand_table, repair_table, table_rows
from firmware.core.hand import HAND
from firmware.core.machine import ANY, THEN
from firmware.core.table import BETWEEN_HANDS
from firmware.schema import messages as m
from host_tools.sim.scenario import play as play_scenario
from host_tools.texts import Texts
from tests.accidents import accidents_of
from tests.hand_stories import TWO, hand_of, show_down
from tests.table_driver import TableDriver
from tests.transcripts.play import play
from tests.unit.core import test_by_hand, test_dealer_errors, test_repairs

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.core.machine import Machine

HAND_ROWS = hand_table.rows() + repair_table.rows()
HAND_DEFAULTS = hand_table.DEFAULTS | repair_table.DEFAULTS
MACHINES = {
    "hand": (HAND, hand_table.STATES, HAND_ROWS, HAND_DEFAULTS),
    "table": (BETWEEN_HANDS, table_rows.STATES, table_rows.rows(), table_rows.DEFAULTS),
}
TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"


def row_text(states: tuple[str, ...], row: tuple) -> str:
    state, message_id, guard, action, _after = row
    where = "any" if state == ANY else states[state]
    return f"({where}, {m.NAMES[message_id] or 'THEN'}, {guard}, {action})"


# ------------------------------------------------------------------ good order


@pytest.mark.parametrize("name", MACHINES)
def test_an_unguarded_row_is_the_last_of_its_pair(name: str) -> None:
    _machine, states, rows, _defaults = MACHINES[name]
    for state in range(len(states)):
        for message_id in {row[1] for row in rows}:
            pair = [row for row in rows if row[0] == state and row[1] == message_id]
            for row in pair[:-1]:
                assert row[2] is not None, f"rows after {row_text(states, row)} are never reached"


@pytest.mark.parametrize("name", MACHINES)
def test_rows_for_every_state_come_first_or_last(name: str) -> None:
    _machine, states, rows, _defaults = MACHINES[name]
    for at, row in enumerate(rows):
        if row[0] == ANY and row[2] is None:
            later = [one for one in rows[at + 1 :] if one[1] == row[1]]
            assert not later, f"{row_text(states, row)} hides a later row"


@pytest.mark.parametrize("name", MACHINES)
def test_every_message_of_kind_input_is_answered(name: str) -> None:
    _machine, _states, rows, defaults = MACHINES[name]
    assert {row[1] for row in rows} - {THEN} <= set(defaults)
    inputs = {i for i, kind in enumerate(m.KIND) if kind == m.KIND_INPUT}
    assert set(table_rows.DEFAULTS) | set(HAND_DEFAULTS) == inputs


@pytest.mark.parametrize("name", MACHINES)
def test_states_that_are_passed_through_wait_for_nothing_or_hold_rows_that_may_fail(
    name: str,
) -> None:
    _machine, states, rows, _defaults = MACHINES[name]
    for state in range(len(states)):
        then = [row for row in rows if row[0] == state and row[1] == THEN]
        if name == "hand" and then:
            assert then[-1][2] is None, f"{states[state]} could leave the hand without a next step"


def test_repairs_add_to_a_hand_and_take_nothing_away() -> None:
    fair = {row[:2] for row in hand_table.rows()}
    assert not [row for row in repair_table.rows() if row[:2] in fair]
    assert not set(hand_table.DEFAULTS) & set(repair_table.DEFAULTS)


# ------------------------------------------------------------------ every row fired


class Watch:
    """Notes the number of every row whose action runs."""

    def __init__(self, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fired: set[int] = set()
        monkeypatch.setattr(machine, "chains", [self.watched(one) for one in machine.chains])

    def watched(self, step: tuple | None) -> tuple | None:
        if step is None:
            return None
        guard, action, after, number, following = step
        return (guard, self.noting(action, number), after, number, self.watched(following))

    def noting(self, action: Callable | None, number: int) -> Callable:
        def run(subject: object, message: tuple, out: list) -> None:
            self.fired.add(number)
            if action is not None:
                action(subject, message, out)

        return run


def running(stacks: dict[int, int] | None = None, profile: int = 3) -> TableDriver:
    """A hand at its first turn; two players with deep stacks unless told otherwise."""
    driver = TableDriver(profile)
    driver.sit(stacks or {1: 1000, 2: 1000})
    driver.power_up()
    driver.start_hand()
    return driver


def held_hand() -> TableDriver:
    driver = running()
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    return driver


def irregular_hand() -> TableDriver:
    driver = running()
    driver.send(m.CARD_LEFT, 40, 40)
    return driver


def to_the_river(driver: TableDriver) -> TableDriver:
    while driver.table.hand is not None and driver.table.hand.legal is not None:
        driver.call(driver.table.hand.legal[0])
    return driver


def old_timers_are_ignored() -> None:
    driver = running()
    driver.send(m.TIMER_FIRED, m.TIMER_ACTION, 0)
    driver.fold(1)
    driver.send(m.TIMER_FIRED, m.TIMER_ACTION, 0)


def player_leaves_before_the_deal_and_at_the_showdown() -> None:
    driver = TableDriver(3)
    driver.sit({1: 1000, 2: 1000, 3: 1000})
    driver.power_up()
    driver.fire()
    driver.send(m.SEAT_LEFT, 3)
    driver.fire()
    driver.send(m.CUT_SET, 0, None)
    to_the_river(driver)
    driver.send(m.SEAT_LEFT, 1)
    driver.show(2)
    driver = to_the_river(running({1: 1000, 2: 1000, 3: 1000}))
    driver.send(m.SEAT_LEFT, 2)
    driver.muck(3)


def show_clock_runs_out() -> None:
    driver = running(profile=0)
    to_the_river(driver)
    driver.fire()
    driver.fire()


def machine_stutters_between_collect_and_reveal() -> None:
    driver = running()
    driver.stops_at = m.REVEAL_ORDER
    driver.fold(1)
    driver.send(m.CARD_LEFT, 40, 40)
    driver.send(m.CARD_LANDED, 40, m.PLACE_BURN)
    driver.send(m.FACE_READ, 40, 3)
    driver.send(m.FACE_OPENED, 40, 3)
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.ORDER_REVEALED, 1, 0, bytes(52), bytes(32))
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")


def facts_wait_while_a_device_is_repaired() -> None:
    driver = TableDriver(3)
    driver.sit({1: 500, 2: 500})
    driver.power_up()
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.send(m.ORDER_COMMITTED, 1, 0, 1, 52, bytes(32), None)
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")
    driver.stops_at = m.OPEN_FACE
    driver.fire()
    driver.send(m.CUT_SET, 0, None)
    driver.raise_to(1, 500)
    driver.call(2)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.send(m.FACE_OPENED, 0, 0)
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")
    driver.send(m.FACE_OPENED, 1, 1)
    driver.send(m.FACE_OPENED, 2, 2)
    driver.deals = False
    driver.send(m.FACE_OPENED, 3, 3)
    driver.send(m.FAULT_RAISED, "F-DEAL-01", "card_machine", None)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.FACE_READ, 4, 4)
    driver.send(m.CARD_LANDED, 4, m.PLACE_BURN)
    driver.send(m.FAULT_CLEARED, "F-DEAL-01", "card_machine")


def two_faults_and_a_leaver_while_held() -> None:
    driver = held_hand()
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel2", None)
    driver.send(m.SEAT_LEFT, 2)
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel2")
    held_hand().send(m.FLOOR_RULED, m.RULING_RESUME, "Anna")
    running().send(m.FAULT_CLEARED, "F-PAN-01", "panel2")


def nothing_moves_in_an_irregular_hand() -> None:
    driver = irregular_hand()
    driver.send(m.CARD_LEFT, 41, 41)
    driver.send(m.CARD_LANDED, 41, m.PLACE_BURN)
    driver.send(m.FACE_READ, 41, 5)
    driver.send(m.FACE_OPENED, 41, 5)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    for wrong in (
        (m.CARD_LANDED, 0, m.PLACE_BURN),
        (m.FACE_READ, 0, 5),
        (m.FACE_OPENED, 0, 5),
    ):
        running().send(*wrong)


def hand_is_voided_before_it_has_an_order() -> None:
    driver = TableDriver(3)
    driver.sit({1: 1000, 2: 1000})
    driver.power_up()
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    driver.send(m.FAULT_RAISED, "F-RNG-01", "noise", None)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")


def order_is_lost_and_given_up() -> None:
    driver = running()
    driver.stops_at = m.REVEAL_ORDER
    driver.send(m.FAULT_RAISED, "F-ORD-01", "order_memory", None)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")


def deck_does_not_count() -> None:
    driver = TableDriver()
    driver.deals = False
    driver.send(m.CARDS_COLLECTED, 51, 0)
    driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna")
    driver.send(m.CARDS_COLLECTED, 52, 0)
    driver.send(m.CARD_FED, 1)
    driver.send(m.CARD_FED, 3)
    driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna")
    driver.send(m.CARDS_COLLECTED, 52, 0)
    driver.send(m.DECK_LOADED, 52)


def cards_stray_between_hands() -> None:
    for paused in (True, False):
        driver = TableDriver()
        driver.sit({1: 1000, 2: 1000})
        if paused:
            driver.send(m.TABLE_PAUSED, None)
        driver.power_up()
        driver.send(m.CARD_LEFT, 0, 3)
        driver.send(m.CARD_LEFT, 0, 4)
        driver.send(m.CARD_LANDED, 3, m.PLACE_BURN)
        driver.send(m.FACE_READ, 3, 3)
        driver.send(m.FACE_OPENED, 3, 3)


def people_and_devices_between_hands() -> None:
    driver = TableDriver()
    driver.sit({1: 1000, 2: 1000})
    driver.send(m.BUTTON_PLACED, 2)
    driver.send(m.POST_PROMISED, 1, 50, 100)
    driver.power_up()
    driver.send(m.TABLE_PAUSED, None)
    driver.send(m.TABLE_RESUMED, None)
    driver.send(m.FAULT_RAISED, "F-DSP-01", "display3", None)
    driver.send(m.FAULT_RAISED, "F-RNG-01", "noise", None)
    driver.send(m.FAULT_CLEARED, "F-RNG-01", "noise")
    driver.send(m.SEAT_LEFT, 2)


def silence_shows_nothing() -> None:
    driver = TableDriver(3)
    driver.set("show", "optional_muck")
    driver.set("show_seconds", 5)
    driver.sit({1: 1000, 2: 1000})
    driver.power_up()
    driver.start_hand()
    to_the_river(driver)
    driver.fire()


def the_floor_is_called_and_corrects_an_award_at_once() -> None:
    driver = running()
    driver.send(m.FLOOR_CALLED, 2)
    driver.stops_at = m.REVEAL_ORDER
    driver.fold(1)
    driver.send(m.AWARD_REVERSED, 2, 1, 50, "Anna")
    driver.stops_at = 0
    driver.send(m.ORDER_REVEALED, 1, 0, bytes(52), bytes(32))
    driver.send(m.FLOOR_CALLED, 2)


def button_is_drawn() -> None:
    for move in ((m.BUTTON_PLACED, 2), (m.CARD_LEFT, 0, 3)):
        driver = TableDriver()
        driver.stops_at = m.DRAW_BUTTON
        driver.sit({1: 1000, 2: 1000})
        driver.power_up()
        driver.send(*move)


def draw_is_held() -> None:
    for ruling in (
        (m.FAULT_CLEARED, "F-PAN-01", "panel1"),
        (m.FLOOR_RULED, m.RULING_VOID_HAND, "A"),
    ):
        driver = TableDriver()
        driver.stops_at = m.DRAW_BUTTON
        driver.sit({1: 1000, 2: 1000})
        driver.power_up()
        driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
        driver.send(m.BUTTON_DRAWN, 2)
        driver.send(*ruling)


def lines_of_the_log_are_lost_between_hands() -> None:
    for stops_at, players in ((m.LOAD_DECK, 2), (m.DRAW_BUTTON, 2), (0, 2), (0, 1)):
        driver = TableDriver()
        driver.stops_at = stops_at
        driver.sit(dict.fromkeys(range(1, players + 1), 1000))
        driver.power_up()
        driver.send(m.HANDS_LOST, 7)
        driver.send(m.FAULT_RAISED, "F-LOG-02", "store", None)
        driver.stops_at = 0
        driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna")
        driver.send(m.FAULT_CLEARED, "F-LOG-02", "store")
        assert driver.table.hand_number == 7
        assert driver.table.ledger.carousel == 52


SENSED = (
    (m.CARD_STRAYED, 40),
    (m.CARD_UNLANDED, 0),
    (m.SLOT_FOUND_EMPTY, 4, 4),
    (m.CARD_DOUBLED, 0, m.SIGN_LONG),
    (m.CARD_EXPOSED, 0),
    (m.FACE_DOUBTED, 0, m.DOUBT_FOREIGN),
)


def cards_go_wrong_whatever_happens() -> None:
    for message in SENSED:
        running().send(*message)
        irregular_hand().send(*message)
        driver = held_hand()
        driver.send(*message)
        driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")
        driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna")
        driver = running()
        driver.stops_at = m.REVEAL_ORDER
        driver.fold(1)
        driver.send(*message)
        driver = TableDriver()
        driver.send(*message)
        driver.sit({1: 1000, 2: 1000})
        driver.power_up()
        driver.send(*message)
        driver = TableDriver()
        driver.power_up()
        driver.send(*message)
        driver = TableDriver()
        driver.stops_at = m.DRAW_BUTTON
        driver.sit({1: 1000, 2: 1000})
        driver.power_up()
        driver.send(*message)


def an_objection_is_withdrawn() -> None:
    driver = hand_of(TWO, objection_seconds=5)
    show_down(driver)
    driver.send(m.FLOOR_CALLED, 2)
    driver.send(m.FLOOR_CALLED, 2)
    driver.fire()


ACCIDENTS = range(60)  # seeds of tables at which cards go wrong


def faces_and_slots_are_told_while_held() -> None:
    driver = running()
    driver.stops_at = m.NAME_SLOT
    driver.send(m.CARD_LEFT, 9, 0)
    driver.send(m.FLOOR_RULED, m.RULING_COMPLETE_BY_HAND, "Anna", None)
    to_the_river(driver)
    k = driver.heard(m.NAME_SLOT)[-1][1]
    driver.send(m.FAULT_RAISED, "F-PAN-01", "panel1", None)
    driver.send(m.SLOT_NAMED, k, k)
    driver.send(m.CARDS_COLLECTED, 52, 0)
    driver.send(m.FAULT_CLEARED, "F-PAN-01", "panel1")


def card_lands_after_the_promise_of_a_broken_hand() -> None:
    driver = TableDriver(3)
    driver.set("witness_ms", 0)
    driver.sit({1: 1000, 2: 1000})
    driver.power_up()
    driver.stops_at = m.COMMIT_ORDER
    driver.fire()
    driver.stops_at = m.COLLECT_CARDS
    driver.send(m.CARD_STRAYED, 30)
    driver.send(m.CARD_LANDED, 30, m.PLACE_SEAT1)
    driver.send(m.ORDER_COMMITTED, 1, 0, 1, 51, bytes(32), None)
    driver.stops_at = 0
    driver.send(m.CARDS_COLLECTED, 52, 0)


def dealing(stacks: dict[int, int]) -> TableDriver:
    """A hand whose hole cards the scenario deals itself."""
    driver = TableDriver(3)
    driver.set("witness_ms", 0)
    driver.sit(stacks)
    driver.power_up()
    driver.fire()
    driver.deals = False
    driver.send(m.CUT_SET, 0, None)
    return driver


def burn_strays_while_hole_cards_are_dealt() -> None:
    driver = dealing({1: 1000, 2: 1000})
    driver.send(m.CARD_STRAYED, 1)
    driver.send(m.CARD_LANDED, 1, m.PLACE_BURN)
    for one in driver.deal(0, m.PLACE_SEAT2):
        driver.send(*one)
    driver.send(m.SLOT_FOUND_EMPTY, 1, 1)


def replacement_cannot_be_read_and_the_floor_voids() -> None:
    driver = dealing({1: 1000, 2: 1000})
    for k, seat in enumerate((m.PLACE_SEAT2, m.PLACE_SEAT1, m.PLACE_SEAT2, m.PLACE_SEAT1)):
        driver.send(m.CARD_LEFT, k, k)
        if k == 2:
            driver.send(m.CARD_EXPOSED, k)
        driver.send(m.CARD_LANDED, k, seat)
    driver.send(m.CARD_LEFT, 4, 4)
    driver.send(m.FACE_DOUBTED, 4, m.DOUBT_UNREADABLE)
    driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna", None)


def a_stray_card_never_lands_and_the_hand_is_completed_by_hand() -> None:
    driver = running()
    driver.send(m.CARD_STRAYED, 30)
    driver.send(m.FLOOR_RULED, m.RULING_COMPLETE_BY_HAND, "Anna", None)


def blinds_are_all_in_and_the_flop_goes_wrong() -> None:
    for goes_wrong in ("unread", "stray"):
        driver = TableDriver(3)
        driver.set("witness_ms", 0)
        driver.sit({1: 50, 2: 50})
        driver.power_up()
        driver.stops_at = m.OPEN_FACE
        driver.start_hand()
        asked = list(driver.table.hand.faces_asked)  # type: ignore[union-attr]
        driver.deals = False
        if goes_wrong == "stray":
            driver.send(m.CARD_STRAYED, 30)
            driver.send(m.FACE_OPENED, asked[0], driver.face_of(asked[0]))
            driver.send(m.CARD_LANDED, 30, m.PLACE_BOARD1)
            for one in driver.deal(4, m.PLACE_BURN):
                driver.send(*one)
        else:
            for token in asked:
                driver.send(m.FACE_OPENED, token, driver.face_of(token))
            for one in driver.deal(4, m.PLACE_BURN):
                driver.send(*one)
            driver.send(m.CARD_LEFT, 5, 5)
            driver.send(m.FACE_DOUBTED, 5, m.DOUBT_UNREADABLE)
            driver.send(m.CARD_LANDED, 5, m.PLACE_BOARD1)
        driver.send(m.FLOOR_RULED, m.RULING_VOID_HAND, "Anna", None)
        driver.deals = True
        assert driver.heard(m.HAND_VOIDED)


def deck_is_checked_and_changed() -> None:
    for asked in (m.DECK_CHECK_ASKED, m.DECK_CHANGE_ASKED):
        driver = running()
        driver.send(asked, "Anna")
        for paused in (True, False):
            driver = TableDriver()
            driver.sit({1: 1000, 2: 1000})
            if paused:
                driver.send(m.TABLE_PAUSED, None)
            driver.power_up()
            driver.stops_at = m.CHECK_DECK
            driver.send(asked, "Anna")
            if asked == m.DECK_CHANGE_ASKED:
                driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna", None)
            driver.send(m.DECK_CHECKED, 51, bytes(7), 0, 0)
            driver.send(m.FLOOR_RULED, m.RULING_RESUME, "Anna", None)
            driver.send(m.DECK_CHECKED, 52, b"\xff" * 6 + b"\x0f", 0, 0)


SCENARIOS = (
    deck_is_checked_and_changed,
    burn_strays_while_hole_cards_are_dealt,
    replacement_cannot_be_read_and_the_floor_voids,
    a_stray_card_never_lands_and_the_hand_is_completed_by_hand,
    blinds_are_all_in_and_the_flop_goes_wrong,
    faces_and_slots_are_told_while_held,
    card_lands_after_the_promise_of_a_broken_hand,
    an_objection_is_withdrawn,
    cards_go_wrong_whatever_happens,
    order_is_lost_and_given_up,
    lines_of_the_log_are_lost_between_hands,
    silence_shows_nothing,
    the_floor_is_called_and_corrects_an_award_at_once,
    button_is_drawn,
    draw_is_held,
    old_timers_are_ignored,
    player_leaves_before_the_deal_and_at_the_showdown,
    show_clock_runs_out,
    machine_stutters_between_collect_and_reveal,
    facts_wait_while_a_device_is_repaired,
    two_faults_and_a_leaver_while_held,
    nothing_moves_in_an_irregular_hand,
    hand_is_voided_before_it_has_an_order,
    deck_does_not_count,
    cards_stray_between_hands,
    people_and_devices_between_hands,
)


def test_every_row_is_fired(monkeypatch: pytest.MonkeyPatch) -> None:
    HAND.complete()
    watches = {name: Watch(machine, monkeypatch) for name, (machine, *_) in MACHINES.items()}
    for path in sorted(TRANSCRIPTS.glob("*.txt")):
        play(path.read_text(encoding="utf-8"))
    for path in sorted((TRANSCRIPTS / "rulings").glob("*/*.txt")):
        play_scenario(path.read_text(encoding="utf-8"), Texts("en"))
    for seed in ACCIDENTS:
        table = accidents_of(seed)
        for _ in range(4):
            table.play_hand()
    for scenario in SCENARIOS:
        scenario()
    for stories in (test_repairs, test_dealer_errors, test_by_hand):
        for name, story in vars(stories).items():
            if name.startswith("test_") and not story.__code__.co_argcount:
                story()
    for stops_at in test_by_hand.WAITS:
        for ruling in (m.RULING_VOID_HAND, m.RULING_COMPLETE_BY_HAND):
            test_by_hand.test_a_step_that_does_not_end_is_ended_by_the_floor(stops_at, ruling)
    for told in range(3):
        test_by_hand.test_a_card_under_way_when_the_machine_fails_is_brought_by_hand(told)
    unfired = [
        f"{name}: {row_text(states, row)}"
        for name, (_machine, states, rows, _defaults) in MACHINES.items()
        for number, row in enumerate(rows)
        if number not in watches[name].fired
    ]
    assert not unfired, "rows that no scenario fires:\n" + "\n".join(unfired)
