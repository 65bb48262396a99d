"""Hands a second through the whole table: firmware, people, cards, journal, on virtual time.

Nine seats with 5,000 chips each play by chance; keys are pressed 100 ms after the lamp, the loop
looks ten times a second when nothing is due, motors want a pass every 45 ms at register level. At
port level the firmware's ports lie on the simulated world itself; at register level drivers, two
buses with their bus time and every chip's registers lie between them. Levels take turns and
processor time is counted, so that a busy machine harms both alike; medians are told. A pass is one
turn of the firmware's loop; `us_per_pass` counts what the simulated world does meanwhile as well.
"""

from __future__ import annotations

import statistics
import time

from hal.sim.main import Simulation

ROUNDS = 5
HANDS = 20
STACKS = dict.fromkeys(range(1, 10), 5000)
LEVELS = ("port", "register")
GOALS = {"register_hands_per_s": (20.0, 50.0), "port_hands_per_s": (200.0, None)}


def play(level: str, seed: bytes) -> tuple[float, int, int]:
    """Play one evening; processor seconds, passes, virtual milliseconds."""
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
    """Return hands a second, passes and virtual seconds a hand, at both levels."""
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
    return figures
