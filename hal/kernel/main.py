"""The simulated table behind a real kernel, as a program.

Plugs the sticks in, makes the kernel's board a level of the simulation, and hands the rest of the
command line to the simulated table's own main. Nothing here is virtual but the world: the firmware
opens /dev/i2c-N and /dev/gpiochipN. Rule of the file: where the kernel shows no sticks, a person
is told what to load and to install, and nothing is started in its place.
"""

from __future__ import annotations

import sys

from hal.errors import HalError
from hal.kernel.table import Sticks, on
from hal.sim.main import EXIT_USAGE, LEVELS, language_asked
from hal.sim.main import main as run_simulated

LEVEL = "kernel"
LOADS = "modprobe -a uhid i2c-dev hid-mcp2221"
ADVICE = {
    "en": f"as root: {LOADS}; libraries: pip install 'mazziere[kernel]'. "
    "`make kernel` brings a guest that has all of it",
    "it": f"da root: {LOADS}; librerie: pip install 'mazziere[kernel]'. "
    "`make kernel` porta un sistema ospite che ha tutto",
}


def main(argv: list[str] | None = None) -> int:
    """Run a simulated table behind this computer's kernel; returns an exit code.

    Args:
        argv: the options without the program's name; None takes the process's own.
    """
    arguments = sys.argv[1:] if argv is None else argv
    if {"-h", "--help"} & set(arguments):
        return run_simulated(arguments)
    try:
        sticks = Sticks()
    except (HalError, ImportError, OSError) as wrong:
        print(f"mazziere-table: {wrong}: {ADVICE[language_asked(arguments)]}", file=sys.stderr)
        return EXIT_USAGE
    LEVELS[LEVEL] = on(sticks)
    try:
        return run_simulated([*arguments, "--level", LEVEL])
    finally:
        del LEVELS[LEVEL]
        sticks.close()
