"""The card machine's program and the sources a machine is built from say the same."""

from __future__ import annotations

import pytest

from hal.card_machine import places, senses, sweep
from hal.card_machine.pico import boards, gear_motors, workings
from hal.card_machine.workings import BANK_BITS, BANKS, FEEDER, PATH, RETURN
from host_tools.hardware import card_budget, circuits, motors, sensors
from host_tools.hardware.gear_motors import drive

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
    """A pin's number is that of the Pico's GP on whose net hangs what the program means."""
    nets = circuits.read("machine_interface").part("U1").nets

    def on(pin: int) -> str:
        return nets[f"GP{pin}"]

    motors_named = ("FEEDER", "EJECTOR", "PATH", "RETURN")
    for name, pins in zip(motors_named, gear_motors.PINS, strict=True):
        assert [on(pin) for pin in pins] == [f"{name}_IN1", f"{name}_IN2"][: len(pins)]
    assert len(gear_motors.PINS[RETURN]) == 1  # IN2 of its driver lies on ground
    assert on(workings.ENABLED_PIN) == "ENABLED"
    for name, (step, way) in zip(("CAROUSEL", "TURRET"), workings.STEPPER_PINS, strict=True):
        assert (on(step), on(way)) == (f"{name}_STEP", f"{name}_DIR")
    assert [on(pin) for pin in workings.BEAM_PINS] == ["ENTRY_BEAM", "EXIT_BEAM"]
    assert [on(pin) for pin in workings.GAUGE_PINS] == ["FEED_GAUGE", "PATH_GAUGE"]
    assert on(workings.AMPS_PIN) == "MOTOR_AMPS"
    assert on(workings.IRQ) == "IRQ"
    scale = on(workings.SCALE_DATA), on(workings.SCALE_CLOCK)
    assert scale == ("SCALE_DATA", "SCALE_CLOCK")
    bus = on(workings.SENSORS_SDA), on(workings.SENSORS_SCL)
    assert bus == ("SENSORS_SDA", "SENSORS_SCL")
    assert (on(workings.READER_TX), on(workings.READER_RX)) == ("READER_TX", "READER_RX")


def test_program_gives_the_path_the_share_of_voltage_that_its_pace_wants() -> None:
    full = card_budget.read()["path"]["speed"]
    share = drive(motors.read(), "path").share(full)
    assert gear_motors.FULL_SHARE[PATH] == round(1000 * share)
    for motor, name, pace in (
        (FEEDER, "feeder", card_budget.read()["feed"]["speed"]),
        (PATH, "path", full),
    ):
        one = drive(motors.read(), name)
        load = one.load / one.stall
        shares = round(1000 * load), round(1000 * (one.share(pace) - load))
        assert gear_motors.SLOW_SHARES[motor] == shares
    assert sweep.SLOT_MS == card_budget.SLOT_MS


def test_program_asks_the_sensors_bus_for_what_is_on_it() -> None:
    of = sensors.read()
    assert [board["at"] for board in of["board"]] == list(
        range(boards.FIRST_AT, boards.FIRST_AT + boards.BOARDS)
    )
    assert of["bus"]["hertz"] == workings.SENSORS_HERTZ
    assert of["look"]["settle_us"] == boards.SETTLE_US
    assert of["face_up"]["at"] == boards.COLOUR_AT
    assert of["keep"]["at"] == workings.FRAM_AT
    memory = circuits.read("machine_interface").part("U5").nets
    pico = circuits.read("machine_interface").part("U1").nets
    assert (memory["SDA"], memory["SCL"]) == (pico["GP2"], pico["GP3"])
