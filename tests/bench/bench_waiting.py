"""How long players wait for their cards, by cause: nine seats, every hand to the river.

Virtual seconds of the simulated machine, as the table's own line `waiting_measured` tells them:
until the cards are back and counted, until the deck is loaded (the stub moved, 52 cards fed in a
fresh order), until the order is promised and cut, hole cards, burns and board. People drop their
cards 400 ms after they are asked; the cut is dialled on the keys; no witness answers, so a hand
waits its two seconds for one. The median of the hands is told.
"""

from __future__ import annotations

import statistics

from firmware.lines.parser import parse
from firmware.schema import messages as m
from hal.sim.main import Simulation
from hal.sim.policies import CallStation

HANDS = 12
STACKS = dict.fromkeys(range(1, 10), 100_000)
CAUSES = ("collect", "load", "cut", "deal", "board")
GOALS = {"spare_of_60_s": (0.0, 15.0)}
"""A hand may wait 60 s for its cards, 45 are hoped for: what is left of the minute."""


def main() -> dict[str, float]:
    """Return virtual seconds a hand by cause, all together, and what a minute leaves."""
    simulation = Simulation(b"waiting", hands=HANDS, stacks=STACKS, policy=CallStation())
    simulation.run()
    store = simulation.table.board.store
    hands = []
    for segment in store.segments():
        for raw in store.read(segment).splitlines(keepends=True):
            message = parse(raw).message
            if message[0] == m.WAITING_MEASURED:
                hands.append(message[2:])
    figures = {
        f"{cause}_s": round(statistics.median(hand[at] for hand in hands) / 1000, 1)
        for at, cause in enumerate(CAUSES)
    }
    waited = statistics.median(sum(hand) for hand in hands) / 1000
    figures["waiting_s"] = round(waited, 1)
    figures["spare_of_60_s"] = round(60 - waited, 1)
    figures["hands"] = len(hands)
    return figures
