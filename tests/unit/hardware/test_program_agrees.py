"""The card machine's program and the sources a machine is built from say the same."""

from __future__ import annotations

import pytest

from hal.card_machine import places, senses
from hal.card_machine.workings import BANK_BITS, BANKS
from host_tools.hardware import card_budget, circuits, motors, sensors

BANK_OF = {"slot": senses.slot_bank, "mouth": senses.mouth_bank, "lies": senses.lies_bank}


def test_program_looks_for_each_sensor_at_its_plug() -> None:
    """Bank and bit of every slot, mouth, well and tray are those of the plug in sensors.toml."""
    of = sensors.read()
    assert 2 * len(of["board"]) == BANKS
    assert BANK_BITS == sensors.BANK
    looked_at = 0
    for seat in sensors.seats(of):
        plug = 2 * (seat.board - 1) + "AB".index(seat.bank), int(seat.pin[3:])
        if seat.name in BANK_OF:
            assert BANK_OF[seat.name](seat.number) == plug, seat
            looked_at += 1
    assert looked_at == 54 + 18 + 17


def test_program_turns_drum_and_arm_as_their_drivers_are_set() -> None:
    of, mechanics = motors.read(), card_budget.read()
    for motor in of["stepper"]:
        assert of["driver"]["pulses"][motor["pulses"]] == places.TURN_PULSES
    assert mechanics["turret"]["feeder_place"] == places.FEEDER_AT
    assert mechanics["turret"]["pitch_places"] == places.PITCH_PLACES


@pytest.mark.parametrize("at", range(18))
def test_program_knows_the_mouths_in_the_order_in_which_channels_leave_them(at: int) -> None:
    place = card_budget.read()["turret"]["mouths"][at]
    assert places.mouth_at(place) == at * places.PITCH_PLACES


def test_the_interface_leads_each_pin_where_the_program_drives_it() -> None:
    """The pins of U1 are named in the circuit; the memory is on the sensors' bus."""
    interface = circuits.read("machine_interface")
    assert interface.part("U5").nets["SDA"] == interface.part("U1").nets["GP2"]
    assert interface.part("U5").nets["SCL"] == interface.part("U1").nets["GP3"]
