"""`python -m hal.sim.main`: a simulated table as a program."""

from __future__ import annotations

import sys

from hal.sim.main.program import main

if __name__ == "__main__":
    sys.exit(main())
