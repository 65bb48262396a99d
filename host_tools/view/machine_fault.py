"""A fault of the card machine in words that name its part: which motor, which sensor.

The table's own sentence about a fault is one for all motors; the log's line says besides which
stage or sensor it was (`motor_dead:4`). Here a row each turns that into a part that a person can
go to, and what is to be done with a card there. Rule of the file: a detail that no row knows, of a
newer table maybe, gives nothing, and the table's general sentence is told instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.schema import faults
from firmware.schema import messages as m

if TYPE_CHECKING:
    from host_tools.texts import Texts

MOTORS = {number: f"motor_{word}" for number, word in enumerate(m.STAGE_WORDS)}
"""By stage, as the log numbers it."""

SENSORS = {
    32: "sensor_home",
    33: "sensor_entry",
    34: "sensor_exit",
    35: "sensor_gauge",
    36: "sensor_face_up",
    37: "sensor_feed_gauge",
}
"""By number, as `hal.ports` has them from SENSOR_HOME on; below stand the places."""

WITH_A_SENTENCE = {38: "sensor_boards", 39: "sensor_reader"}
"""What nobody wipes or uncovers."""

WELLS = ("seat", "board", "burn", "aside", "chute")


def machine_fault(code: str, detail: str | None, say: Texts) -> str:
    """The sentence about a fault with its part; empty where the general one says all there is."""
    number = part_named(code, detail or "")
    if number is None:
        return ""
    name = faults.NAMES[faults.CODES.index(code)]
    if name == "machine_sensor":
        if number in WITH_A_SENTENCE:
            return say(f"machine_fault.{WITH_A_SENTENCE[number]}")
        part = _sensor(number, say)
        return say("machine_fault.machine_sensor", part=part) if part else ""
    if number not in MOTORS:
        return ""
    part = say(f"machine_fault.{MOTORS[number]}")
    if name == "card_jammed":
        return say(f"machine_fault.jam_{m.STAGE_WORDS[number]}")
    if name == "motor_dead":
        return say("machine_fault.motor_dead", part=part)
    if name == "no_card_comes" and number != m.STAGE_FEEDER:
        return say("machine_fault.nothing_elsewhere", part=part)
    return ""


def part_named(code: str, detail: str) -> int | None:
    """The number of the stage or sensor that a fault's detail names; None where it names none."""
    name, _, digits = detail.partition(":")
    is_its_own = code in faults.CODES and name == faults.NAMES[faults.CODES.index(code)]
    return int(digits) if is_its_own and digits.isdecimal() else None


def _sensor(number: int, say: Texts) -> str:
    if number in SENSORS:
        return say(f"machine_fault.{SENSORS[number]}")
    word = m.PLACE_WORDS[number] if number < len(m.PLACE_WORDS) else ""
    for well in WELLS:
        which = word.removeprefix(well)
        if word.startswith(well) and (not which or which.isdecimal()):
            return say(f"machine_fault.well_{well}", number=which)
    return ""
