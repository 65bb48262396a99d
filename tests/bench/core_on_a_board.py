"""Plays the benchmark's hands inside one interpreter and prints one line of JSON.

Run by `bench_core` under MicroPython in a heap of a board's size, and under CPython, to compare
the two: the same files, the same chance, the same hands.

    micropython -m tests.bench.core_on_a_board MACHINE_HANDS CHIPS_HANDS
"""

import json
import random
import sys
import time

from firmware.compat.memory import collect_when_full, collect_while_loading

collect_while_loading()  # as a board's first file does

from tests.bench.core_hands import Machine, chips  # noqa: E402

collect_when_full()  # the core alone has memory enough

ROUNDS = 2  # the first warms up


class Chance:
    """The interpreter's own numbers, drawn the same way on both."""

    random = staticmethod(random.random)

    def shuffle(self, deck):
        draw = random.randrange
        for i in range(len(deck) - 1, 0, -1):
            j = draw(i + 1)
            deck[i], deck[j] = deck[j], deck[i]


def clock():
    """Seconds of processor time, whatever the interpreter calls it."""
    return getattr(time, "process_time", None) or time.clock


def main(machine_hands, chips_hands):
    """Print the best of a few rounds of both, in hands a second."""
    random.seed(7)
    chance = Chance()
    machine = Machine(chance, clock())
    machine.play(5)
    now = clock()
    best_machine = best_chips = 0.0
    for _ in range(ROUNDS):
        best_machine = max(best_machine, machine_hands / machine.play(machine_hands))
        begun = now()
        chips(chips_hands, chance)
        best_chips = max(best_chips, chips_hands / (now() - begun))
    print(json.dumps({"machine": best_machine, "chips": best_chips}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
