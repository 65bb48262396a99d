"""The simulated table's door: all that the rooms outside need of the simulator.

`python -m hal.sim.main` runs a simulated table as a program (`program`); `Simulation` is the table
for callers that hold the link themselves (`simulation`, `voice`). Like every board's `main` it is
the only place that sees both the firmware and its own metal. Rule of the file: what is not named
here is the simulator's own business.
"""

from __future__ import annotations

from firmware.app.controller import Controller
from hal.ports import KEY_CALL, KEY_DOWN, KEY_FOLD, KEY_RAISE, KEY_UP, PLACE_ASIDE
from hal.sim.breakdowns import Breakdowns
from hal.sim.main.program import EXIT_BROKEN, EXIT_OK, EXIT_STOPPED, EXIT_USAGE, main
from hal.sim.main.simulation import LEVELS, Simulation, display_words_read, rule_set
from hal.sim.main.voice import FloorVoice
from hal.sim.main.volume import VolumeSimulation
from hal.sim.main.volume_log import head_of
from hal.sim.mishaps import HOWS, SENSORS, FaultPlan
from hal.sim.motions import BESIDE
from hal.sim.options import language_asked
from hal.sim.policies import CallStation
from hal.sim.room import MemoryRoom

__all__ = [
    "BESIDE",
    "EXIT_BROKEN",
    "EXIT_OK",
    "EXIT_STOPPED",
    "EXIT_USAGE",
    "HOWS",
    "KEY_CALL",
    "KEY_DOWN",
    "KEY_FOLD",
    "KEY_RAISE",
    "KEY_UP",
    "LEVELS",
    "PLACE_ASIDE",
    "SENSORS",
    "Breakdowns",
    "CallStation",
    "Controller",
    "FaultPlan",
    "FloorVoice",
    "MemoryRoom",
    "Simulation",
    "VolumeSimulation",
    "display_words_read",
    "head_of",
    "language_asked",
    "main",
    "rule_set",
]
