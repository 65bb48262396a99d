"""What the steppers give with the drivers as they are set, computed from winding and supply.

A winding is a resistor, a coil and a voltage that grows with speed; the driver holds its current
at the set peak as long as the supply suffices. From that come the torque at the speed of a move,
the power taken from the 24 V, moving and held, how warm a motor gets that is always held, and
whether a braking motor gives any back. Rule of the file: a
driver is set to one of its own steps, never above what the motor bears, and what the mechanics
want of a motor is there at its speed.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import TYPE_CHECKING, Any

from host_tools.hardware.circuits import read_toml
from host_tools.hardware.source import REV_A

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.hardware.source import Board

MOTORS = REV_A / "motors.toml"
POLE_PAIRS = 50  # of a motor of 1.8 degrees
HELD = "return"  # the motor that may stand under current while others start
MOTOR_LOAD = "motors"  # how the load of the 24 V begins that must cover them
ULN_VOLTS = 1.0  # left over the interface's transistors at 10 mA, SLRS027 p. 6
DIODE_VOLTS = 1.2
INPUT_OHM = 270  # in series with each input's diode, at its 5 V position


def read() -> dict[str, Any]:
    """The motors and their driver; SourceError where the file cannot be read."""
    return read_toml(MOTORS)


def set_amps(of: dict[str, Any], motor: dict[str, Any]) -> float:
    """Peak that the driver's switches give; KeyError where it has no such step."""
    return of["driver"]["peaks"][motor["peak"]]


def peak_amps(of: dict[str, Any], motor: dict[str, Any]) -> float:
    """Peak of the winding's current at speed: as set, or what the supply still drives."""
    speed = motor["rpm"] * 2 * pi / 60
    back = motor["newton_metres"] / (sqrt(2) * motor["amps"]) * speed
    coil = POLE_PAIRS * speed * motor["henry"]
    ohm, volts = motor["ohm"], of["supply"]["volts"]
    square = ohm**2 + coil**2
    inside = (back * ohm) ** 2 - square * (back**2 - volts**2)
    driven = (sqrt(max(0.0, inside)) - back * ohm) / square
    return max(0.0, min(set_amps(of, motor), driven))


def torque(of: dict[str, Any], motor: dict[str, Any]) -> float:
    """Newton metres at speed."""
    return motor["newton_metres"] / (sqrt(2) * motor["amps"]) * peak_amps(of, motor)


def copper_watts(of: dict[str, Any], motor: dict[str, Any]) -> float:
    """What both windings heat while the motor moves."""
    return motor["ohm"] * peak_amps(of, motor) ** 2


def supply_amps(of: dict[str, Any], wanted: dict[str, float]) -> float:
    """Amperes from the 24 V at the moment when both turn fastest with what is wanted of them."""
    watts = 0.0
    for motor in of["stepper"]:
        speed = motor["rpm"] * 2 * pi / 60
        watts += wanted.get(motor["name"], 0.0) * speed
        watts += copper_watts(of, motor) + of["driver"]["watts"]
    return watts / of["supply"]["volts"]


def rest_copper_watts(of: dict[str, Any], motor: dict[str, Any]) -> float:
    """What both windings heat while the driver holds the motor with less current."""
    return motor["ohm"] * (set_amps(of, motor) * of["driver"]["rest_share"]) ** 2


def rest_amps(of: dict[str, Any]) -> float:
    """Amperes from the 24 V while all steppers are held, as they are while the lid is closed."""
    watts = sum(rest_copper_watts(of, motor) + of["driver"]["watts"] for motor in of["stepper"])
    return watts / of["supply"]["volts"]


def together_amps(of: dict[str, Any], wanted: dict[str, float]) -> float:
    """Amperes at most: both steppers at their fastest, or held while brushed motors start."""
    brushed = of["brush_driver"]["at_once"] * of["brush_driver"]["amps"]
    pusher = next(row for row in of["gear"] if row["name"] == HELD)
    share = of["brush_driver"]["held_permille"] / 1000
    held = share**2 * of["motor"][pusher["motor"]]["stall_amps"]  # pulsed: the supply sees less
    return max(supply_amps(of, wanted), rest_amps(of) + brushed + held)


def warmer_kelvin(of: dict[str, Any], motor: dict[str, Any]) -> float:
    """How much warmer than the room it gets, moved a share of the time and held the rest."""
    warmth = of["warmth"]
    rated = 2 * motor["ohm"] * motor["amps"] ** 2
    share = warmth["busy_share"]
    resting = rest_copper_watts(of, motor)
    if motor["standstill"] != of["driver"]["rest"]:
        resting /= of["driver"]["rest_share"] ** 2
    watts = share * copper_watts(of, motor) + (1 - share) * resting
    return warmth["rated_kelvin"] * watts / rated


def input_ma(volts: float) -> float:
    """Milliamperes through an input of the driver while the interface pulls it low."""
    return 1000 * (volts - ULN_VOLTS - DIODE_VOLTS) / INPUT_OHM


def wanted(mechanics: dict[str, Any]) -> dict[str, float]:
    """Newton metres the mechanics reckon with, by motor."""
    return {
        name: table["motor_newton_metres"]
        for name, table in mechanics.items()
        if isinstance(table, dict) and "motor_newton_metres" in table
    }


def settings(of: dict[str, Any]) -> Iterator[str]:
    """The switches stand at steps the driver has, and the motor bears the current."""
    driver = of["driver"]
    for motor in of["stepper"]:
        name = motor["name"]
        if motor["peak"] not in driver["peaks"] or motor["pulses"] not in driver["pulses"]:
            yield f"{name}: the driver has no such step"
        elif set_amps(of, motor) > sqrt(2) * motor["amps"]:
            amps = set_amps(of, motor)
            yield f"{name}: set to {amps:.2f} A, its winding bears {motor['amps']} A"
    volts = of["supply"]["volts"]
    if not driver["volts_min"] < volts < driver["volts_max"]:
        yield f"the drivers want {driver['volts_min']} to {driver['volts_max']} V, not {volts} V"


def braking(of: dict[str, Any], needed: dict[str, float], move_ms: float) -> Iterator[str]:
    """A motor that brakes warms itself and its driver; it gives nothing back to the supply.

    needed: newton metres that speed each motor up and slow it down again, half the move each.
    """
    seconds = move_ms / 2000
    for motor in of["stepper"]:
        stored = needed.get(motor["name"], 0.0) * motor["rpm"] * 2 * pi / 60 * seconds / 2
        lost = (copper_watts(of, motor) + of["driver"]["watts"]) * seconds
        if stored > lost:
            yield f"{motor['name']}: braking it gives {stored - lost:.1f} J back to the supply"


def complaints(
    of: dict[str, Any], mechanics: dict[str, Any], needed: dict[str, float], board: Board
) -> list[str]:
    """What does not fit."""
    found = list(settings(of))
    if found:
        return found
    want = wanted(mechanics)
    for motor in of["stepper"]:
        need, has = want.get(motor["name"], 0.0), torque(of, motor)
        if has < need:
            found.append(f"{motor['name']}: {has:.2f} N m at {motor['rpm']} rpm, not {need:.2f}")
        kelvin, most = warmer_kelvin(of, motor), of["warmth"]["kelvin_max"]
        if kelvin > most:
            found.append(f"{motor['name']}: {kelvin:.0f} K above the room, {most} are allowed")
    found += braking(of, needed, mechanics["carousel"]["move_ms"])
    amps = together_amps(of, want)
    for load in board.loads:
        if load.name.startswith(MOTOR_LOAD) and load.amps < amps:
            found.append(f"motors take {amps:.2f} A, board.toml says {load.amps:.2f} A")
    five = next(supply.volts for supply in board.supplies if supply.name == "5V")
    if input_ma(five) < of["driver"]["input_ma_min"]:
        found.append(f"the drivers' inputs get {input_ma(five):.1f} mA")
    return found
