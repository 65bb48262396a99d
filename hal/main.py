"""The `mazziere-table` command: starts the device service on the board it is told.

Decides nothing about the table. It reads the board's name and hands the rest of the command line
to that board's own main, which puts clock, buses, card machine and firmware together.

Rule of the file: a board that does not run here is refused by name; nothing is started in its
place.
"""

from __future__ import annotations

import argparse
import sys

BOARDS = ("sim", "rev_a", "kernel")
BOARDS_OF_THEIR_OWN = ("mcu",)  # a microcontroller is not started from here

BRING_UP = "bring-up"  # of a new table: a dialogue, and no service
MAKE_KEY = "make-key"  # of its security chip, once
SET_UP = ("install", "uninstall")  # of a Raspberry Pi's system: no board is started

EXIT_USAGE = 2


def main(argv: list[str] | None = None) -> int:
    """Start the service; returns the exit code of the board's main.

    Args:
        argv: the command line without the program's name; None takes the process's own.
    """
    arguments = sys.argv[1:] if argv is None else argv
    if arguments and arguments[0] in SET_UP:
        from hal.installer.main import main as run_installer

        return run_installer(arguments)
    if arguments and arguments[0] == BRING_UP:
        from hal.rpi.main import bring_up

        return bring_up(arguments[1:])
    if arguments and arguments[0] == MAKE_KEY:
        from hal.rpi.main import make_key

        return make_key(arguments[1:])
    parser = argparse.ArgumentParser(
        prog="mazziere-table",
        description="Device service of the Mazziere table.",
        epilog="Options after the board are the board's own: mazziere-table --board sim --help. "
        "Also: mazziere-table install, uninstall, bring-up, make-key.",
        add_help=not any(word.startswith("--board") for word in arguments),
    )
    parser.add_argument(
        "--board",
        required=True,
        choices=BOARDS + BOARDS_OF_THEIR_OWN,
        help="what the service runs on: sim, a simulated table; rev_a, a Raspberry Pi; kernel, a "
        "simulated table behind this computer's own I2C and GPIO",
    )
    chosen, rest = parser.parse_known_args(arguments)
    if chosen.board in BOARDS_OF_THEIR_OWN:
        print(
            f"mazziere-table: the board '{chosen.board}' runs by itself, from its own flash: "
            "hal/mcu/README.md tells how it gets there.",
            file=sys.stderr,
        )
        return EXIT_USAGE

    if chosen.board == "rev_a":
        from hal.rpi.main import main as run_on_a_pi

        return run_on_a_pi(rest)

    if chosen.board == "kernel":
        from hal.kernel.main import main as run_behind_a_kernel

        return run_behind_a_kernel(rest)

    from hal.sim.main import main as run_simulated

    return run_simulated(rest)


if __name__ == "__main__":
    sys.exit(main())
