"""A whole table through `hal.rpi`: real firmware and backend, stand-in libraries, our chips."""

from __future__ import annotations

import pytest

from hal.boards import rev_a
from hal.errors import HalError
from hal.ports import KEY_CALL
from hal.rpi.table import NoSerial, PiTable, table_serial
from hal.rpi.watchdog import Notify
from hal.sim.main import simulation
from hal.sim.main.simulation import Simulation
from hal.sim.policies import CallStation
from tests.pi_stand_ins import PIN, FakeGpio, FakeSmbus2, PiOnRegisters


@pytest.fixture
def pi_level(monkeypatch, tmp_path):
    """A level of the simulation on which the firmware runs on a Pi."""
    here = type("PiHere", (PiOnRegisters,), {"folder": tmp_path})
    monkeypatch.setitem(simulation.LEVELS, "pi", here)
    return here


def played(level):
    one = Simulation(
        b"a hand", hands=1, stacks={2: 500, 5: 500}, policy=CallStation(), level=level
    )
    one.run()
    store = one.table.board.store
    return one, b"".join(store.read(segment) for segment in store.segments())


def test_one_whole_hand_is_dealt_and_paid_over_the_pi(pi_level):
    one, log = played("pi")
    assert b"hand_finished" in log
    assert one.restarts == 0
    assert one.table.gpio.levels[PIN["mux_reset"]] == 1  # the switch was let out of its reset
    changes = [said for said in one.table.gpio.said if said[1] == PIN["motor_enable"]]
    assert len(changes) > 100  # the loop drove the motors' supply, pin by pin


def test_a_key_pressed_behind_the_expander_is_read(pi_level):
    table = pi_level(b"seed")
    table.panel(4).press(4, KEY_CALL)
    assert table.board.panels[1].read() == (0, KEY_CALL)


def test_closing_stops_the_motors_first_and_holds_the_switch_in_reset(pi_level):
    table = pi_level(b"seed")
    table.board.motor_enable.put(True)
    table.pi.close()
    assert table.gpio.levels[PIN["motor_enable"]] == 0
    assert table.gpio.levels[PIN["mux_reset"]] == 0


def test_a_bus_that_is_missing_is_named_and_every_line_left_safe(tmp_path):
    gpio = FakeGpio()
    with pytest.raises(HalError, match=r"absent inner_bus: /dev/i2c-8"):
        PiTable(tmp_path, "MZ-1", Notify({}), gpio=gpio, smbus2=FakeSmbus2({}))
    for _, pin, _, is_output, _, safe, _ in rev_a.LINES:
        if is_output:
            assert gpio.levels[pin] == safe


def test_the_tables_name_is_its_computers_number(tmp_path):
    (tmp_path / "serial-number").write_bytes(b"10000000deadbeef\0")
    assert table_serial(tmp_path / "serial-number") == "MZ-DEADBEEF"
    (tmp_path / "serial-number").write_bytes(b"none\0")
    for path in (tmp_path / "serial-number", tmp_path / "absent"):
        with pytest.raises(NoSerial, match=path.name):
            table_serial(path)
