"""Each rule of the board checker, broken once: it must say so, by the name of what is wrong."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from host_tools.hardware import rules
from host_tools.hardware.source import SourceError, parse, tables


@pytest.fixture
def told() -> dict[str, Any]:
    return copy.deepcopy(tables())


def named(told: dict[str, Any], table: str, name: str) -> dict[str, Any]:
    return next(row for row in told[table] if row["name"] == name)


def complaints(told: dict[str, Any]) -> str:
    return "\n".join(rules.complaints(parse(told)))


def test_revision_a_breaks_no_rule(told: dict[str, Any]) -> None:
    assert complaints(told) == ""


def test_two_wires_on_one_pin_are_refused(told: dict[str, Any]) -> None:
    named(told, "line", "buzzer")["pi"] = 2
    assert "pi pin 2 is buzzer and table SDA" in complaints(told)


def test_two_wires_on_one_pin_of_the_pico_are_refused(told: dict[str, Any]) -> None:
    named(told, "line", "lid")["pico"] = 11
    assert "pico pin 11 is lid and floor_key" in complaints(told)


@pytest.mark.parametrize(("which", "pin"), [("pi", 28), ("pico", 24)])
def test_pin_that_is_not_there_is_refused(told: dict[str, Any], which: str, pin: int) -> None:
    named(told, "line", "lid")[which] = pin
    assert f"{which} has no pin {pin} (lid)" in complaints(told)


def test_pins_read_by_the_pi_at_boot_are_refused(told: dict[str, Any]) -> None:
    named(told, "bus", "inner")["pi_sda"] = 0
    assert "the Pi looks for an EEPROM there" in complaints(told)


def test_same_address_on_trunk_and_branch_is_refused(told: dict[str, Any]) -> None:
    named(told, "chip", "card_machine")["at"] = 0x77
    assert "0x77 is switch and card_machine" in complaints(told)


def test_same_address_on_two_branches_is_no_collision(told: dict[str, Any]) -> None:
    named(told, "chip", "card_machine")["at"] = 0x20
    assert complaints(told) == ""


def test_alias_of_a_chip_collides_like_its_address(told: dict[str, Any]) -> None:
    """A PCA9685 beside the displays hears 0x70 too: servos moved when a digit was written."""
    told["chip"].append(
        {"name": "servos", "part": "PCA9685", "bus": "table", "branch": 1, "at": 0x40,
         "also": [0x70], "pins_pf": 10, "volts": 3.3, "sinks_ma": 3.0}
    )  # fmt: skip
    assert "0x70 is servos and seat_display1" in complaints(told)


def test_alias_of_a_panels_chip_collides_on_its_branch(told: dict[str, Any]) -> None:
    told["panels"]["chip"][0]["also"] = [0x72]
    assert "table bus: 0x72 is panel3 and seat_display3" in complaints(told)


def test_eight_bit_address_is_refused(told: dict[str, Any]) -> None:
    named(told, "chip", "fram")["at"] = 0xA0
    assert "fram at 0xA0: an address has seven bits" in complaints(told)


def test_reserved_address_is_refused(told: dict[str, Any]) -> None:
    named(told, "chip", "noise")["at"] = 0x04
    assert "noise at 0x04: reserved" in complaints(told)


def test_pin_seven_as_input_is_refused(told: dict[str, Any]) -> None:
    told["panels"]["pins"]["directions"][7] = "in"
    assert "pin 7 (lamp) must be an output" in complaints(told)


def test_key_that_is_declared_an_output_is_refused(told: dict[str, Any]) -> None:
    told["panels"]["pins"]["directions"][3] = "out"
    assert "pin 3 (up) must be an input" in complaints(told)


def test_four_panels_do_not_serve_ten_seats(told: dict[str, Any]) -> None:
    told["panels"]["count"] = 4
    assert "4 panels serve 8 seats" in complaints(told)


def test_branch_without_cable_and_cable_without_branch_are_refused(told: dict[str, Any]) -> None:
    named(told, "run", "panel5")["branch"] = 0
    found = complaints(told)
    assert "branch 5 has 0 cables" in found
    assert "no branch 0" in found


def test_cable_that_is_too_long_is_refused(told: dict[str, Any]) -> None:
    named(told, "run", "panel1")["metres"] = 2.6
    found = complaints(told)
    assert "panel1: 2.6 m is longer than 1.6 m" in found
    assert "panel1: 230 pF, 220 are allowed" in found


def test_pull_up_too_weak_for_the_cable_is_refused(told: dict[str, Any]) -> None:
    told["branch"]["pull_up_ohm"] = 15_000
    assert "panel1: rises in 317 ns" in complaints(told)


def test_pull_up_too_strong_for_the_chips_is_refused(told: dict[str, Any]) -> None:
    told["branch"]["pull_up_ohm"] = 1000
    assert "a chip would have to sink 4.99 mA" in complaints(told)


def test_inner_bus_that_rises_too_slowly_is_refused(told: dict[str, Any]) -> None:
    named(told, "bus", "inner")["pull_up_ohm"] = 47_000
    assert "inner bus rises in" in complaints(told)


def test_pull_up_too_strong_for_the_inner_chips_is_refused(told: dict[str, Any]) -> None:
    named(told, "bus", "inner")["pull_up_ohm"] = 330
    assert "inner bus: a chip would have to sink 8.79 mA" in complaints(told)


def test_inner_bus_too_fast_to_wake_the_signer_is_refused(told: dict[str, Any]) -> None:
    named(told, "bus", "inner")["hertz"] = 400_000
    assert "inner bus: 400000 Hz, 100000 are allowed" in complaints(told)


def test_table_bus_beyond_fast_mode_is_refused(told: dict[str, Any]) -> None:
    named(told, "bus", "table")["hertz"] = 1_000_000
    assert "table bus: 1000000 Hz, 400000 are allowed" in complaints(told)


def test_two_buses_under_one_number_of_linux_are_refused(told: dict[str, Any]) -> None:
    named(told, "bus", "inner")["linux_bus"] = 1
    assert "/dev/i2c-1 is inner bus and table bus" in complaints(told)


@pytest.mark.parametrize("which", ["boot", "outside", "pull"])
def test_pull_that_is_neither_up_nor_down_is_refused(told: dict[str, Any], which: str) -> None:
    named(told, "line", "lid")[which] = "upp"
    assert f"lid: {which} is up, down or none, not 'upp'" in complaints(told)


def test_line_pulled_to_danger_at_boot_is_refused(told: dict[str, Any]) -> None:
    named(told, "line", "motor_enable").update(outside="up", boot="up", pi=4)
    found = complaints(told)
    assert "motor_enable: pulled up, but its safe level is low" in found


def test_resistors_that_fight_are_refused(told: dict[str, Any]) -> None:
    named(told, "line", "lid").update(outside="down")
    assert "lid: pulled up by the controller, down outside" in complaints(told)


def test_wrong_belief_about_a_pin_at_boot_is_refused(told: dict[str, Any]) -> None:
    named(told, "line", "buzzer").update(pi=8)
    assert "buzzer: GPIO 8 is pulled the other way at boot" in complaints(told)


def test_floating_line_is_refused(told: dict[str, Any]) -> None:
    named(told, "line", "lid").update(outside="none", boot="none")
    assert "lid: nothing pulls it at boot" in complaints(told)


def test_output_active_at_its_safe_level_is_refused(told: dict[str, Any]) -> None:
    named(told, "line", "buzzer").update(active="low")
    assert "buzzer: is active at its safe level" in complaints(told)


def test_supply_promised_twice_is_refused(told: dict[str, Any]) -> None:
    named(told, "supply", "5V")["amps_max"] = 5.0
    assert "5V: 5.22 A drawn, 4.00 A allowed" in complaints(told)


def test_load_of_a_derived_supply_reaches_the_brick(told: dict[str, Any]) -> None:
    named(told, "supply", "24V")["amps_max"] = 4.0
    assert "24V: 7.01 A drawn, 3.20 A allowed" in complaints(told)


def test_dangerous_voltage_inside_is_refused(told: dict[str, Any]) -> None:
    named(told, "supply", "24V")["volts"] = 48.0
    assert "48.0 V is more than 24 V" in complaints(told)


def test_small_capacitors_do_not_hold_the_controller_up(told: dict[str, Any]) -> None:
    told["hold_up"]["farad"] = 10.0
    assert "hold-up: 0.6 s, 2.5 s are wanted" in complaints(told)


def test_capacitor_above_its_voltage_is_refused(told: dict[str, Any]) -> None:
    told["hold_up"]["series"] = 1
    assert "charged above its voltage" in complaints(told)


def test_name_used_twice_ends_the_search(told: dict[str, Any]) -> None:
    told["line"].append(dict(named(told, "line", "lid"), pi=26, pico=20))
    assert complaints(told) == "every_name_once: 'lid' is there twice"


@pytest.mark.parametrize(
    ("table", "name", "key", "value", "says"),
    [
        ("line", "lid", "colour", "red", "[[line]] lid: nobody knows 'colour'"),
        ("line", "lid", "pi", "five", "'pi' is 'five', not a whole number"),
        ("line", "lid", "pi", True, "'pi' is True"),
        ("bus", "inner", "hertz", 1.5, "'hertz' is 1.5"),
        ("bus", "table", "pull_up_ohm", 0, "'pull_up_ohm' is 0, more than 0 is wanted"),
        ("bus", "table", "hertz", 0, "'hertz' is 0, more than 0 is wanted"),
        ("run", "panel1", "metres", -1.6, "'metres' is -1.6, more than 0 is wanted"),
        ("line", "lid", "pi", -5, "'pi' is -5, 0 or more is wanted"),
    ],
)
def test_key_nobody_knows_is_refused_by_its_place(
    told: dict[str, Any], table: str, name: str, key: str, value: object, says: str
) -> None:
    named(told, table, name)[key] = value
    with pytest.raises(SourceError) as refused:
        parse(told)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("where", "key", "value", "says"),
    [
        (("link",), "speed", 1, "[link]: has exactly the keys"),
        (("link",), "baud", "fast", "[link]: 'baud' is 'fast', not a whole number"),
        (("board",), "colour", "red", "[board]: has exactly the keys"),
        (("panels",), "first", 1, "[panels]: has exactly the keys"),
        (("panels", "pins"), "pulls", [], "[panels.pins]: has exactly the keys"),
        (("cable",), "pf_per_m", 0, "[cable]: 'pf_per_m' is 0, more than 0 is wanted"),
    ],
)
def test_single_tables_refuse_what_nobody_knows(
    told: dict[str, Any], where: tuple[str, ...], key: str, value: object, says: str
) -> None:
    table = told
    for name in where:
        table = table[name]
    table[key] = value
    with pytest.raises(SourceError) as refused:
        parse(told)
    assert says in str(refused.value)


def test_missing_key_and_table_are_refused_by_name(told: dict[str, Any]) -> None:
    del named(told, "line", "lid")["safe"]
    with pytest.raises(SourceError) as refused:
        parse(told)
    assert "lid: 'safe' is missing" in str(refused.value)
    del told["hold_up"]
    with pytest.raises(SourceError) as refused:
        parse(told)
    assert "[hold_up]: is missing" in str(refused.value)
