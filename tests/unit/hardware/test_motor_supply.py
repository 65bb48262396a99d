"""What lets the motors run and stops them: each value broken once, each complaint by name."""

from __future__ import annotations

import copy
import tomllib
from typing import TYPE_CHECKING

import pytest

from host_tools.hardware import circuits, motor_supply, motors
from host_tools.hardware.motor_supply import Motors, quantity
from host_tools.hardware.source import REV_A, ROOT, SourceError, parse, read, tables

if TYPE_CHECKING:
    from host_tools.hardware.circuits import Circuit

BOX, MACHINE = "controller", "machine_interface"


def altered(values: dict[str, str], limits: dict[str, dict[str, float]]) -> dict[str, Circuit]:
    """Both circuits with other values, by "circuit ref", and other limits, by kind."""
    kinds = circuits.read_kinds()
    for kind, of in limits.items():
        kinds[kind].limits.update(of)
    found = {}
    for name in (BOX, MACHINE):
        told = tomllib.loads((REV_A / "circuits" / f"{name}.toml").read_text(encoding="utf-8"))
        for row in told["part"]:
            row["value"] = values.get(f"{name} {row['ref']}", row.get("value", ""))
        found[name] = circuits.parse(told, kinds)
    return found


def complaints(
    values: dict[str, str] | None = None,
    limits: dict[str, dict[str, float]] | None = None,
    **told: float,
) -> str:
    source = copy.deepcopy(tables())
    source["motor_enable"].update(told)
    return "\n".join(motor_supply.complaints(parse(source), altered(values or {}, limits or {})))


def revision_a() -> Motors:
    return Motors(read(), circuits.read_all())


def test_revision_a_lets_motors_run_and_stops_them() -> None:
    assert complaints() == ""


@pytest.mark.parametrize(
    ("value", "number"),
    [("4k7", 4700), ("232k", 232_000), ("220n", 220e-9), ("1u", 1e-6), ("0.02, all", 0.02)],
)
def test_value_of_a_part_is_read(value: str, number: float) -> None:
    assert quantity(value) == pytest.approx(number)


def test_part_without_a_value_is_refused() -> None:
    with pytest.raises(SourceError, match="'motors' is no value"):
        quantity("motors")


@pytest.mark.parametrize(
    ("ref", "value", "says"),
    [
        (f"{BOX} R29", "200k", "at the gate while MOTOR_ENABLE changes, 1.54 V are wanted"),
        (f"{BOX} C3", "1u", "V at the gate while MOTOR_ENABLE changes"),
        (f"{BOX} R29", "470k", "ms after the last change of MOTOR_ENABLE"),
        (f"{BOX} C4", "2.2u", "ms after the last change of MOTOR_ENABLE"),
        (f"{MACHINE} C7", "4.7u", "motors stop 440 ms after the last change"),
        (f"{MACHINE} R10", "22k", "machine_interface Q2: 5.5 V at its gate are left by a pump"),
        (f"{MACHINE} R11", "100k", "machine_interface Q2: 1.6 V at its gate do not turn it on"),
        (f"{MACHINE} R11", "100k", "Q3: ENABLED_LOW rises to -4.7 V only, pulses go on"),
        (f"{MACHINE} R11", "1k", "machine_interface Q2: its gate bears 20 V"),
        (f"{MACHINE} C8", "22n", "machine_interface Q2: filling capacitors with 25.9 A heats it"),
        (f"{MACHINE} C8", "1u", "V at its gate when the lid is closed: it opens"),
        (f"{BOX} C18", "4.7n", "controller Q5: filling capacitors with"),
        (f"{BOX} C18", "220n", "V at its gate when the relay closes: on at once"),
        (f"{BOX} R37", "22k", "controller Q5: its gate bears 20 V"),
        (f"{MACHINE} R13", "470", "at the gate while MOTOR_ENABLE changes, 1.62 V are wanted"),
    ],
)
def test_each_value_is_noticed(ref: str, value: str, says: str) -> None:
    assert says in complaints({ref: value})


@pytest.mark.parametrize(
    ("kind", "limit", "value", "says"),
    [
        ("BAS40-05", "reverse_volts", 20, "D1 bears 20 V, ENABLED_LOW rises to 24 V"),
        ("AO3400A", "drain_volts", 20, "Q2 bears 20 V, ENABLED_LOW rises to 24 V"),
        ("AO3400A", "gate_volts", 2.5, "Q2: 3.0 V at its gate"),
        ("AO3400A", "threshold_volts_min", 0.4, "ms after the last change of MOTOR_ENABLE"),
        ("AO3401A", "gate_volts", 4, "Q3: 4.7 V at its gate"),
        ("BAS40-05", "forward_volts", 0.75, "ENABLED: 0.85 V are no zero to U1"),
        ("IRF4905", "drain_volts", 20, "controller Q5: bears 20 V"),
    ],
)
def test_part_that_bears_less_is_noticed(kind: str, limit: str, value: float, says: str) -> None:
    assert says in complaints(limits={kind: {limit: value}})


def test_capacitors_that_are_larger_than_assumed_are_noticed() -> None:
    assert "machine_interface Q2: filling capacitors with" in complaints(brushed_farad=2.0e-3)


def test_missing_capacitor_is_told_by_its_nets() -> None:
    boards = altered({}, {})
    boards[MACHINE].parts.remove(boards[MACHINE].part("C8"))
    found = motor_supply.complaints(read(), boards)
    assert found == [f"{MACHINE}: 0 capacitors between BRUSH_GATE and BRUSH_24V"]


def test_transistor_the_wrong_way_round_is_noticed() -> None:
    boards = altered({}, {})
    nets = boards[MACHINE].part("Q2").nets
    nets["S"], nets["D"] = nets["D"], nets["S"]
    found = motor_supply.complaints(read(), boards)
    assert found == [f"{MACHINE}: Q2 does not lead from DRIVERS_MOTOR_24V to BRUSH_24V"]


def test_pump_fills_further_the_oftener_the_line_changes() -> None:
    pump = revision_a().pump
    volts = [pump.lowest_volts(gap_ms) for gap_ms in (5, 10, 20, 50)]
    assert volts == sorted(volts, reverse=True)
    assert volts[0] > 2.4


def test_relay_hangs_on_lid_and_thermostat_alone() -> None:
    """Nothing that a program changes is on the relay's coil."""
    box = circuits.read(BOX)
    coil = box.part("K1").nets
    assert (coil["COIL1"], coil["COIL2"]) == ("COIL_24V", "GND")
    ends = {net: {ref for ref, _, _ in at} for net, at in box.nets().items()}
    assert ends["COIL_24V"] == {"K1", "D2", "J22"}
    assert ends["LID_24V"] == {"J19", "J22"}


def test_open_lid_does_not_pull_the_signal_low() -> None:
    """Without their supply the drivers are a way to ground: only through diodes is it joined."""
    machine = circuits.read(MACHINE)
    ends = {(ref, pin) for ref, _, pin in machine.nets()["ENABLED_LOW"]}
    assert ends == {("J2", "3"), ("D1", "K"), ("D2", "K")}


def test_no_motor_with_brushes_and_no_pulse_has_another_supply() -> None:
    machine = circuits.read(MACHINE)
    assert {machine.part(f"J{at}").nets["1"] for at in (5, 6, 7, 8)} == {"BRUSH_24V"}
    for at in (3, 4):
        nets = machine.part(f"J{at}").nets
        assert (nets["1"], nets["3"], nets["6"]) == ("DRIVERS_MOTOR_24V", "PULSES_5V", "PULSES_5V")


def test_pages_tell_the_computed_times() -> None:
    of, steppers = revision_a(), motors.read()
    held = motors.rest_amps(steppers)
    page = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    kelvin = [motors.warmer_kelvin(steppers, motor) for motor in steppers["stepper"]]
    for told in (
        f"off after {of.stop_ms():.0f} ms",
        f"{of.pump.lowest_volts(of.gap_ms):.2f} V",
        f"{of.wanted_volts():.2f} V",
        f"after {of.lid_ms(held * steppers['supply']['volts']):.0f} ms",
        f"{held:.2f} A",
        f"{kelvin[0]:.0f} and {kelvin[1]:.0f} K",
    ):
        assert told in page, told
