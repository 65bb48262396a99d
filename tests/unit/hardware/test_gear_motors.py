"""The motors with brushes: what they must do is done, and each limit is broken once."""

from __future__ import annotations

import copy
from math import log, pi
from typing import Any

import pytest

from host_tools.hardware import card_budget, circuits, gear_motors, motors, outputs
from host_tools.hardware.source import ROOT


@pytest.fixture
def of() -> dict[str, Any]:
    return copy.deepcopy(motors.read())


def complaints(of: dict[str, Any]) -> str:
    found = gear_motors.complaints(of, card_budget.read(), card_budget.promised_ms())
    return "\n".join(found)


def test_every_motor_does_what_the_mechanics_want(of: dict[str, Any]) -> None:
    assert complaints(of) == ""
    feed = card_budget.read()["feed"]
    takes_s = gear_motors.drive(of, "feeder").way_s(feed["stroke"])
    assert 0.7 * feed["stroke"] / feed["speed"] < 1000 * takes_s


@pytest.mark.parametrize(
    ("row", "key", "value", "says"),
    [
        ("feeder", "motor", "geared_6", "feeder: 92.9 mm take 239.5 ms, not 38.7"),
        ("feeder", "motor", "of tomorrow", "feeder: nobody knows motor 'of tomorrow'"),
        ("feeder", "step", 4.0, "feeder: 92.9 mm take"),
        ("ejector", "motor", "geared_6", "ejector: 12 mm take"),
        ("ejector", "step", 12.0, "m/s under load, the path has 0.75"),
        ("ejector", "load_newton", 0.5, "the spring wants 205 ms"),
        ("path", "roller_mm", 10.0, "m/s under load, not 0.83"),
        ("path", "motor", "geared_6", "m/s under load, not 0.83"),
        ("path", "moved_gcm2", 1500.0, "m/s when a card comes, not 0.68"),
        ("path", "moved_gcm2", 1500.0, "path: braked it runs on"),
        ("return", "roller_mm", 12.0, "return: the press plate is back after"),
        ("return", "load_newton", 20.0, "return: the press plate is back after"),
        ("feeder", "wheels", [[20, 40]], "feeder: [[20, 40]] teeth are 2.00:1, not 2.5:1"),
        ("path", "launch_wheels", [60, 20], "path: 60 and 20 teeth do not give the launch's"),
    ],
)
def test_each_limit_is_noticed(
    of: dict[str, Any], row: str, key: str, value: Any, says: str
) -> None:
    next(one for one in of["gear"] if one["name"] == row)[key] = value
    assert says in complaints(of)


def test_pages_tell_the_computed_figures(of: dict[str, Any]) -> None:
    mechanics = card_budget.read()
    drives = {row["name"]: gear_motors.drive(of, row["name"]) for row in of["gear"]}
    feeder = 1000 * drives["feeder"].way_s(mechanics["feed"]["stroke"])
    ejector = 1000 * drives["ejector"].way_s(mechanics["turret"]["gap"])
    path, pull = drives["path"], 1000 * drives["return"].way_s(mechanics["hopper"]["pull"])
    page = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    assert f"{feeder:.1f} ms; {ejector:.1f} ms; {path.steady():.2f} m/s; {pull:.0f} ms" in page
    speed, comes_ms = mechanics["path"]["speed"], mechanics["path"]["ejector_ms"]
    comes = path.at(speed).reached(comes_ms)
    assert f"{comes:.2f} m/s after {comes_ms} ms; {path.run_on_mm(speed):.1f} mm" in page
    page = (ROOT / "hardware" / "mechanics.md").read_text(encoding="utf-8")
    assert f"back in {drives['ejector'].back_ms(gear_motors.FINGER_MM):.0f} ms" in page
    assert f"drawn back in {pull:.0f} ms" in page


def test_a_motor_speeds_up_as_the_formula_says() -> None:
    """Idle and unlimited it nears its speed with one time constant."""
    one = gear_motors.Drive(
        name="x", idle=100.0, stall=0.1, limit=0.1, inertia=1e-5, load=0.0, radius=0.01
    )
    constant = one.inertia * one.idle / one.stall
    assert one.speed_s(0.5) == pytest.approx(constant * log(2), rel=0.01)
    assert one.steady() == pytest.approx(1.0)
    assert one.speed_s(1.1) == gear_motors.GIVE_UP_S
    assert one.angle_s(2 * pi) < one.angle_s(4 * pi) < gear_motors.GIVE_UP_S


def test_a_shorted_motor_stands_as_the_formula_says() -> None:
    """Without load its edge runs on for one time constant at its speed; half the voltage, half."""
    one = gear_motors.Drive(
        name="x", idle=100.0, stall=0.1, limit=0.1, inertia=1e-5, load=1e-6, radius=0.01
    )
    constant = one.inertia * one.idle / one.stall
    assert one.run_on_mm(0.5) == pytest.approx(1000 * 0.5 * constant, rel=0.02)
    assert one.at(0.5).steady() == pytest.approx(0.5, rel=0.01)
    assert one.at(0.5).reached(1000 * constant * log(2)) == pytest.approx(0.25, rel=0.02)


def test_a_motor_too_weak_for_its_load_gives_up() -> None:
    weak = gear_motors.Drive(
        name="x", idle=100.0, stall=0.1, limit=0.01, inertia=1e-5, load=0.02, radius=0.01
    )
    assert weak.angle_s(1.0) == gear_motors.GIVE_UP_S


def test_nobody_asks_for_a_motor_that_is_not_there(of: dict[str, Any]) -> None:
    with pytest.raises(KeyError):
        gear_motors.drive(of, "of tomorrow")


def test_list_names_each_kind_of_motor_once(of: dict[str, Any]) -> None:
    rows = gear_motors.bought(of)
    assert sum(int(str(row["count"])) for row in rows) == len(of["gear"]) == 4
    assert [row["where"] for row in rows] == ["feeder, ejector, path", "return"]
    connectors = {row["connector"] for row in of["gear"]}
    interface = circuits.read("machine_interface")
    assert all(interface.part(ref).value.endswith("motor driver") for ref in connectors)
    listed = (outputs.GENERATED / "bom.csv").read_text(encoding="utf-8")
    assert all(str(row["what"]) in listed for row in rows)


def test_list_names_the_wheels_that_give_each_step(of: dict[str, Any]) -> None:
    counts = {row["what"]: (row["count"], row["where"]) for row in gear_motors.wheels_bought(of)}
    assert counts["spur gear, module 0.5, 120 teeth"] == (1, "ejector")
    assert sum(count for count, _ in counts.values()) == 2
