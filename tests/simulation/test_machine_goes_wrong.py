"""Evenings on which the card machine goes wrong: what is tried, told, held, and gone on with.

Each is a row or two of a fault plan and a claim about the record. Cards and people are simulated
down to the hand that frees a jam; random plans are played by the swarm.
"""

from __future__ import annotations

import pytest

from firmware.lines.parser import parse
from firmware.schema import messages as m
from hal.ports import PLACE_BURN
from hal.sim.main import Simulation
from hal.sim.mishaps import FaultPlan
from hal.sim.policies import CallStation

STACKS = dict.fromkeys((1, 2, 3), 2000)
PASSES_MAX = 40_000


def table(*rows: str, hands: int = 1, level: str = "port") -> Simulation:
    return Simulation(
        b"goes wrong",
        hands=hands,
        stacks=STACKS,
        settings={"witness_ms": "0"},
        policy=CallStation(),
        level=level,
        plan=FaultPlan(rows),
    )


def lines(simulation: Simulation) -> list[tuple[int, tuple]]:
    """(milliseconds, message) of every line."""
    store = simulation.table.board.store
    raw = b"".join(store.read(segment) for segment in store.segments())
    found = []
    for piece in raw.splitlines(keepends=True):
        line = parse(piece)
        found.append((line.ms, line.message))
    return found


def told(simulation: Simulation, *kinds: int) -> list[tuple]:
    return [message for _, message in lines(simulation) if message[0] in kinds]


def play(simulation: Simulation) -> Simulation:
    for _ in range(PASSES_MAX):
        if simulation.is_over():
            assert not simulation.controller.stopped_by
            return simulation
        simulation.advance(simulation.one_pass())
    raise AssertionError("the evening does not end")


def until(simulation: Simulation, kind: int) -> tuple:
    """Play until a line of this kind is written; the message."""
    store = simulation.table.board.store
    word = f" {m.NAMES[kind]} ".encode()
    seen = -1
    for _ in range(PASSES_MAX):
        if simulation.spectator.line_count != seen:
            seen = simulation.spectator.line_count
            if any(word in store.read(segment) for segment in store.segments()):
                return told(simulation, kind)[-1]
        simulation.advance(simulation.one_pass())
    raise AssertionError("it is never told")


def step(simulation: Simulation, ms: int) -> None:
    end_ms = simulation.clock.now_ms() + ms
    while simulation.clock.now_ms() < end_ms:
        simulation.advance(min(simulation.one_pass(), end_ms - simulation.clock.now_ms()))


@pytest.mark.parametrize("level", ["port", "register"])
def test_a_card_that_does_not_come_is_tried_three_times_and_nobody_notices(level: str) -> None:
    one = play(table("nothing deal=2 card=4 tries=3", level=level))
    assert told(one, m.MOTION_RETRIED) == [
        (m.MOTION_RETRIED, m.STAGE_EJECTOR, 2),
        (m.MOTION_RETRIED, m.STAGE_EJECTOR, 3),
    ]
    assert not told(one, m.FAULT_RAISED, m.HAND_HELD, m.INPUT_REFUSED)
    dealt = [message[1:] for message in told(one, m.DEAL_CARD)]
    assert len(dealt) == len(set(dealt)), "nobody is served twice"


def test_a_card_that_never_comes_is_named_and_waits_with_motors_off_for_a_person() -> None:
    one = table("jam stage=ejector deal=2 card=4 tries=never")
    raised = until(one, m.FAULT_RAISED)
    assert raised[1] == "F-DEAL-04"
    machine = one.table.machine
    before = machine.snapshot()
    step(one, 2500)
    assert not machine.is_busy()
    assert machine.snapshot() == before, "every card keeps its place"
    assert one.table.centre_displays[0].text().strip() in ("StUC", "")
    play(one)
    assert told(one, m.FAULT_CLEARED)
    assert told(one, m.HAND_FINISHED)
    assert not told(one, m.HAND_VOIDED)


@pytest.mark.parametrize(
    "row", ["nothing deal=2 card=4 tries=never", "dead deal=2 stage=turret card=3"]
)
def test_the_floor_lets_a_hand_go_on_once_and_when_it_can(row: str) -> None:
    one = play(table(row))
    assert told(one, m.FAULT_RAISED)
    assert not told(one, m.INPUT_REFUSED)
    assert len(told(one, m.FLOOR_RULED)) <= 1
    assert told(one, m.HAND_FINISHED)


def test_a_card_stuck_in_the_path_moves_nothing_before_the_floor_has_looked() -> None:
    one = table("jam stage=path deal=2 card=4 tries=never")
    until(one, m.FAULT_RAISED)
    started = one.table.machine.snapshot()[0]
    step(one, 2500)
    assert one.table.machine.snapshot()[0] == started
    play(one)
    assert told(one, m.CARD_UNLANDED), "a person took it out: where it lies nobody sensed"


def test_a_card_that_strays_while_a_person_looks_after_the_machine_is_not_caught() -> None:
    one = table()
    until(one, m.DECK_LOADED)
    machine = one.table.machine
    machine.happen("stray to=burn")
    while not machine.deck.path:
        step(one, 10)
    machine.mend()
    assert machine.deck.path
    step(one, 1000)
    assert len(machine.deck.wells[PLACE_BURN]) == 1
    assert told(play(one), m.CARD_STRAYED)


def test_a_card_seen_from_above_is_told_before_anything_else_moves() -> None:
    one = play(table("flip deal=2 card=3"))
    messages = [message for _, message in lines(one)]
    exposed = next(at for at, message in enumerate(messages) if message[0] == m.CARD_EXPOSED)
    moved = [
        at
        for at, message in enumerate(messages[exposed:])
        if message[0] in (m.DEAL_CARD, m.COLLECT_CARDS, m.CARD_LEFT)
    ]
    found = [at for at, message in enumerate(messages[exposed:]) if message[0] == m.CARD_LANDED]
    assert found[0] < moved[0]


def test_what_is_missing_from_a_deck_is_named_by_a_check() -> None:
    one = table("lacks deal=3 face=Ah")
    until(one, m.HAND_STARTED)
    one.controller.offer((m.DECK_CHECK_ASKED, "Anna"))
    faulty = until(one, m.DECK_FAULTY)
    assert faulty == (m.DECK_FAULTY, 1, (m.CARD_WORDS.index("Ah"),), 0, 0)
    assert until(one, m.TABLE_HELD)[1] == "deck_faulty"


def test_a_check_of_the_deck_leaves_no_order_and_is_followed_by_a_full_load() -> None:
    one = table(hands=2)
    until(one, m.HAND_STARTED)
    one.controller.offer((m.DECK_CHECK_ASKED, "Anna"))
    play(one)
    kinds = [message[0] for _, message in lines(one)]
    checked = kinds.index(m.DECK_CHECKED)
    assert kinds[checked + 1] == m.LOAD_DECK
    assert kinds[checked:].count(m.CARD_FED) == 52
    assert told(one, m.DECK_CHECKED) == [(m.DECK_CHECKED, 52, b"\xff" * 6 + b"\x0f", 0, 0)]


def test_a_retired_deck_is_taken_out_and_the_next_one_checked() -> None:
    one = table(hands=2)
    until(one, m.HAND_STARTED)
    one.controller.offer((m.DECK_CHANGE_ASKED, "Anna"))
    assert until(one, m.TABLE_HELD)[1] == "deck_change"
    machine = one.table.machine
    assert len(machine.deck.hopper) == 52
    old = set(machine.deck.hopper)
    machine.change_deck()
    play(one)
    assert told(one, m.DECK_CHECKED)
    assert len(told(one, m.HAND_FINISHED)) == 2
    assert not old & (set(machine.deck.every_card()) - set(machine.deck.gone))


def test_nothing_is_dealt_to_the_next_seat_before_the_book_answers_two_cards() -> None:
    one = play(table("double deal=2 card=2 how=overlapped"))
    kinds = [message[0] for _, message in lines(one)]
    doubled = kinds.index(m.CARD_DOUBLED)
    ruled = doubled + kinds[doubled:].index(m.RULING_MADE)
    assert m.DEAL_CARD not in kinds[doubled:ruled]
    assert m.IRREGULARITY_FOUND in kinds[doubled:ruled]


def test_a_loop_that_stands_still_stops_the_motors_where_they_are() -> None:
    one = table(level="register")
    until(one, m.DEAL_CARD)
    machine = one.table.machine
    while not machine.is_busy():
        one.advance(one.one_pass())
    began_ms = one.clock.now_ms()
    while machine.is_busy():
        one.clock.advance(one.clock.now_ms() + 5)
    assert one.clock.now_ms() - began_ms <= 1000
    still = machine.deck.snapshot()
    one.clock.advance(one.clock.now_ms() + 3000)
    assert machine.deck.snapshot() == still
    again = Simulation(
        b"goes wrong",
        hands=1,
        stacks=STACKS,
        settings={"witness_ms": "0"},
        policy=CallStation(),
        level="register",
    )
    assert again.table.motor_enable.changes == 0, "a start comes up with the motors off"


def test_a_machine_that_starts_again_with_a_card_under_way_waits_for_a_look() -> None:
    one = table("power deal=2 card=4", level="register")
    raised = until(one, m.FAULT_RAISED)
    assert raised[1] == "F-DEAL-09"
    dealt = len(told(one, m.DEAL_CARD))
    step(one, 2000)
    assert len(told(one, m.DEAL_CARD)) == dealt, "nothing goes on from an assumed place"
    assert until(one, m.HAND_HELD)
    play(one)
    astray = [one for one in told(one, m.CARD_LANDED) if one[2] == m.PLACE_ASIDE]
    assert astray or told(one, m.CARD_UNLANDED), "where it came to lie is told as it was sensed"
