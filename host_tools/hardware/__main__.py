"""`make hardware`: check the board, then write or compare what follows from it.

`python -m host_tools.hardware` checks, writes what is stale and draws its pictures; with `--check`
it writes nothing and fails where something is stale. `--figures` prints what the checker
computed; `--place` proposes where parts stand on perforated boards. Rule of the file: the first
complaint of the checker ends it, before anything is written.
"""

from __future__ import annotations

import sys

from host_tools.hardware import (
    card_budget,
    circuits,
    feeder_parts,
    gear_motors,
    motor_supply,
    motors,
    outputs,
    proposing,
    rules,
    ways_back,
)
from host_tools.hardware.source import ROOT, SourceError, read


def figures() -> None:
    """Print what the rules computed."""
    board = read()
    print("branch cable     m    pF   rise ns  sink mA")
    for run in board.runs:
        print(
            f"{run.branch}      {run.name:<13}{run.metres:.1f}"
            f"{rules.branch_pf(board, run.branch):5.0f}"
            f"{rules.rise_ns(board, run.branch):9.0f}{rules.sink_ma(board, run.branch):10.2f}"
        )
    for supply in board.supplies:
        amps = rules.drawn_amps(board, supply.name)
        print(f"{supply.name}: {amps:.2f} A of {supply.amps_max * supply.margin:.2f} A")
    of = card_budget.read()
    for what, ms in card_budget.eject_ms(of).items():
        print(f"eject {ms:4.0f} ms {what}")
    print(f"feed  {card_budget.feed_ms(of):4.0f} ms")
    joule, slide = card_budget.launch_millijoule(of), card_budget.slide_mm(of)
    print(f"launch {joule:.1f} mJ, slides {slide:.0f} mm")
    print(f"carousel {card_budget.carousel_torque(of):.2f} N m")
    slot_ms = card_budget.push_ms(of) + card_budget.step_ms(of)
    print(f"a slot of EMPTY {slot_ms:.0f} ms")
    steppers = motors.read()
    for motor in steppers["stepper"]:
        print(
            f"{motor['name']}'s motor {motors.torque(steppers, motor):.2f} N m at"
            f" {motor['rpm']} rpm, set to {motors.set_amps(steppers, motor):.2f} A"
        )
    print(f"both steppers {motors.supply_amps(steppers, motors.wanted(of)):.2f} A of 24 V")
    for row in steppers["gear"]:
        one = gear_motors.drive(steppers, row["name"])
        print(f"{row['name']}'s motor {one.steady():.2f} m/s under load")
    feeder, ejector = (gear_motors.drive(steppers, name) for name in ("feeder", "ejector"))
    stroke, gap = of["feed"]["stroke"], of["turret"]["gap"]
    print(f"feeder {1000 * feeder.way_s(stroke):.1f} ms for {stroke} mm")
    print(f"ejector {1000 * ejector.way_s(gap):.1f} ms for {gap:.0f} mm")
    pull = gear_motors.drive(steppers, "return")
    back = 1000 * pull.way_s(of["hopper"]["pull"])
    print(f"press plate {back:.0f} ms until it is drawn back")
    for what, ms in ways_back.return_parts(of, pull).items():
        print(f"return {ms:4.0f} ms {what}")
    print(f"next card dragged {feeder_parts.dragged_mm(of, feeder):.0f} mm")
    print(f"hold-up {rules.hold_up_s(board):.1f} s")
    supply = motor_supply.Motors(board, circuits.read_all())
    has, wants = supply.pump.lowest_volts(supply.gap_ms), supply.wanted_volts()
    print(f"motor enable: {has:.2f} V of {wants:.2f} V, stop in {supply.stop_ms():.0f} ms")
    for switch in (supply.slow, supply.brush):
        amps = switch.fill_amps(supply.volts, supply.tolerance)
        print(f"{switch.where} fills capacitors with {amps:.1f} A at most")
    held = motors.rest_amps(steppers)
    watts = held * steppers["supply"]["volts"]
    print(f"lid opened: drivers empty after {supply.lid_ms(watts):.0f} ms")
    print(f"both steppers held {held:.2f} A, {watts:.0f} W")
    for motor in steppers["stepper"]:
        print(f"{motor['name']}'s motor {motors.warmer_kelvin(steppers, motor):.0f} K warm")


def main(arguments: list[str]) -> int:
    """Check, write, draw; 0 when all stands, 1 with complaints or stale files."""
    try:
        if "--place" in arguments:
            proposing.place_all(circuits.read_all())
            return 0
        board = read()
        wrong = outputs.complaints(board)
        if wrong:
            print("\n".join(wrong), file=sys.stderr)
            return 1
        if "--figures" in arguments:
            figures()
            return 0
        made = outputs.texts(board)
        pictures = outputs.pictures(board)
        stale = outputs.stale_texts(made) + outputs.stale_pictures(
            {path: picture.source for path, picture in pictures.items()}
        )
        left_over = outputs.left_over(board)
        if "--check" not in arguments:
            for path in left_over:
                path.unlink()
            outputs.write(made, pictures)
            for path in stale:
                print("wrote " + str(path.relative_to(ROOT)))
            return 0
    except SourceError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    for path in stale + left_over:
        print(f"{path.relative_to(ROOT)} is stale: run make hardware", file=sys.stderr)
    return 1 if stale or left_over else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
