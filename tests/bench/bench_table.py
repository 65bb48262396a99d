"""Hands a second through the whole table: firmware, people, cards, journal, on virtual time.

Nine seats with 5,000 chips each play by chance; keys are pressed 100 ms after the lamp, the loop
looks ten times a second when nothing is due, motors want a pass every 45 ms at register level. At
port level the firmware's ports lie on the simulated world itself; at register level drivers, two
buses with their bus time and every chip's registers lie between them. The volume table is port
level without panels, displays and bytes of the log, and its time goes from one due event to the
next. Levels take turns and processor time is counted, so that a busy machine harms all alike;
medians are told. A pass is one turn of the firmware's loop; `us_per_pass` counts what the
simulated world does meanwhile as well.

Under PyPy, where there is one, the volume table is played alone, after a warm-up: its compiler
takes some thousand hands to see what is common.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import time

from hal.sim.main import Simulation, VolumeSimulation
from tests.source_tree import ROOT

ROUNDS = 5
HANDS = 20
STACKS = dict.fromkeys(range(1, 10), 5000)
LEVELS = ("port", "register", "volume")
GOALS = {"register_hands_per_s": (20.0, 50.0), "volume_hands_per_s": (200.0, None)}
WARM_HANDS, PYPY_HANDS = 2000, 2000
ALONE = """
import sys, time
from hal.sim.main import VolumeSimulation
warm, hands = int(sys.argv[1]), int(sys.argv[2])
stacks = dict.fromkeys(range(1, 10), 5000)
simulation = VolumeSimulation(b"bench", hands=warm + hands, stacks=stacks)
begun = 0.0
while not simulation.is_over():
    simulation.advance(simulation.one_pass())
    if not begun and simulation.spectator.hands_ended >= warm:
        begun = time.process_time()
simulation.must_be_well()
print(hands / (time.process_time() - begun))
"""


def play(level: str, seed: bytes) -> tuple[float, int, int]:
    """Play one evening; processor seconds, passes, virtual milliseconds."""
    if level == "volume":
        simulation = VolumeSimulation(seed, hands=HANDS, stacks=STACKS)
    else:
        simulation = Simulation(seed, hands=HANDS, stacks=STACKS, level=level)
    passes = 0
    begun = time.process_time()
    while not simulation.is_over():
        simulation.advance(simulation.one_pass())
        passes += 1
    spent = time.process_time() - begun
    if simulation.controller.stopped_by:
        raise AssertionError(f"the firmware stopped itself: {simulation.controller.stopped_by}")
    return spent, passes, simulation.clock.now_ms()


def main() -> dict[str, float]:
    """Return hands a second, passes and virtual seconds a hand, at each level."""
    spent: dict[str, list[float]] = {level: [] for level in LEVELS}
    passes = dict.fromkeys(LEVELS, 0)
    virtual_ms = dict.fromkeys(LEVELS, 0)
    for number in range(ROUNDS):
        for level in LEVELS:
            seconds, count, ms = play(level, b"bench %d" % number)
            spent[level].append(seconds)
            passes[level] += count
            virtual_ms[level] += ms
    hands = ROUNDS * HANDS
    figures: dict[str, float] = {}
    for level in LEVELS:
        a_hand = statistics.median(spent[level]) / HANDS
        figures[f"{level}_hands_per_s"] = round(1 / a_hand, 1)
        figures[f"{level}_passes_per_hand"] = round(passes[level] / hands)
        figures[f"{level}_us_per_pass"] = round(1e6 * a_hand / (passes[level] / hands), 1)
        figures[f"{level}_virtual_s_per_hand"] = round(virtual_ms[level] / hands / 1000, 1)
    return {**figures, **under_pypy()}


def under_pypy() -> dict[str, float]:
    """Return what PyPy makes of the volume table, where it is installed."""
    interpreter = shutil.which("pypy3")
    if interpreter is None:
        return {}
    asked = [interpreter, "-c", ALONE, str(WARM_HANDS), str(PYPY_HANDS)]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    return {"volume_hands_per_s_under_pypy": round(float(done.stdout), 1)}
