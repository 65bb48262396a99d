"""A loop that hangs is started again by the watchdog, and a table that cannot start says so."""

from __future__ import annotations

import pytest

from firmware.app.controller import Controller
from firmware.app.starts import FAILED_MAX
from firmware.lines.parser import parse
from firmware.lines.writer import seal, write
from firmware.schema import messages as m
from hal.errors import IO, HalError
from hal.sim.lines import ENABLE_GAP_MS, RESET_AFTER_MS
from hal.sim.main import Simulation
from hal.sim.room import MemoryRoom

GREET = seal(write((m.GREET, m.PROTOCOL_MAJOR, m.PROTOCOL_MINOR, 1), None, 0), None)
STAGES = {
    "look": ("_seats", "poll"),
    "decide": ("_pairing", "can_pair"),
    "record": ("_pairing", "after_sync"),
    "act": ("_performers", "start"),
    "report": ("_link", "report"),
    "show": ("_seats", "show"),
}


def table(level: str = "port") -> Simulation:
    stacks = {1: 3000, 2: 3000, 6: 3000}
    return Simulation(b"dog", hands=2, stacks=stacks, room=MemoryRoom(), level=level)


def log(simulation: Simulation) -> bytes:
    disk = simulation.table.board.store
    return b"".join(disk.read(one) for one in disk.segments())


def play_until(simulation: Simulation, word: bytes) -> None:
    while word not in log(simulation):
        simulation.advance(simulation.one_pass())


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_that_hangs_lets_the_watchdog_bite_and_the_hand_goes_on(stage: str) -> None:
    simulation = table()
    play_until(simulation, b" turn_opened ")
    part, call = STAGES[stage]
    clock = simulation.clock
    hung_ms: list[int] = []

    def hang(*_: object, **__: object) -> None:
        hung_ms.append(clock.now_ms())
        while True:
            clock.spend_us(1000)

    setattr(getattr(simulation.controller, part), call, hang)
    while not simulation.restarts:
        simulation.advance(simulation.one_pass())
    assert len(hung_ms) == 1
    assert clock.now_ms() - hung_ms[0] < RESET_AFTER_MS + 1200
    play_until(simulation, b" reset=watchdog ")
    play_until(simulation, b" code=F-WDG-01 ")
    simulation.table.floor_key.put(True)
    play_until(simulation, b" fault_cleared code=F-PWR-01 ")
    simulation.table.floor_key.put(False)
    simulation.run()
    assert simulation.restarts == 1
    assert log(simulation).count(b" hand_finished ") == 2
    assert b" fault_cleared code=F-WDG-01 " in log(simulation)
    assert simulation.table.machine.deck.every_card() == list(range(52))


def test_a_stage_that_is_passed_over_for_ever_is_no_sign_of_life() -> None:
    """Not a hang: the loop runs, but one of its stages is never reached any more."""
    simulation = table()
    play_until(simulation, b" turn_opened ")
    heart = simulation.controller._heart
    done = heart.done
    heart.done = lambda stage, now_ms: done(stage, now_ms) if stage != 4 else None
    passes = 0
    while not simulation.restarts:
        passes += 1
        simulation.advance(simulation.one_pass())
    assert passes > 10


def broken_table() -> Simulation:
    simulation = table()

    def refuse() -> tuple[int, ...]:
        raise HalError(IO, "store")

    simulation.table.board.store.segments = refuse
    return simulation


def test_three_failed_starts_end_in_safe_mode_with_the_link_only() -> None:
    simulation = broken_table()
    for _ in range(4000):
        if simulation.controller.is_in_safe_mode:
            break
        simulation.advance(simulation.one_pass())
    assert simulation.restarts == FAILED_MAX
    assert simulation.is_over()
    with pytest.raises(RuntimeError, match="safe mode"):
        simulation.must_be_well()
    for _ in range(100):
        simulation.advance(simulation.one_pass())
    assert simulation.restarts == FAILED_MAX  # it is fed, and waits
    simulation.table.cable.host.write(GREET)
    for _ in range(3):
        simulation.advance(simulation.one_pass())
    said = parse(simulation.table.cable.host.read()).message
    assert said[:3] == (m.SAFE_MODE, "MZ-SIM1", FAILED_MAX)
    assert simulation.table.display(1).text().strip() == "SAFE"
    assert simulation.table.motor_enable.changes == 0


def test_the_floor_key_lets_a_table_in_safe_mode_try_again() -> None:
    simulation = broken_table()
    while not simulation.controller.is_in_safe_mode:
        simulation.advance(simulation.one_pass())
    del simulation.table.board.store.segments  # somebody changed the memory card
    simulation.table.floor_key.put(True)
    simulation.advance(simulation.one_pass())
    simulation.table.floor_key.put(False)
    simulation.run()
    assert log(simulation).count(b" hand_finished ") == 2


def test_a_table_switched_off_and_on_is_not_counted_as_failed() -> None:
    simulation = table()
    for _ in range(2 * FAILED_MAX):
        controller = Controller(simulation.table.board)
        for _ in range(5):
            controller.one_pass()
        assert not controller.is_in_safe_mode


def test_motors_move_only_while_the_loop_changes_their_line() -> None:
    simulation = table("register")
    play_until(simulation, b" deal_card ")
    line, performers = simulation.table.motor_enable, simulation.controller._performers
    while not performers.is_in_motion:
        simulation.advance(simulation.one_pass())
    began_ms, before = simulation.clock.now_ms(), line.changes
    while performers.is_in_motion:
        assert line.is_alive()
        simulation.advance(simulation.one_pass())
    assert line.changes - before >= (simulation.clock.now_ms() - began_ms) // ENABLE_GAP_MS
