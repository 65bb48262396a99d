"""What the battery can find: known faults, and after how many decks each is found.

A test that always passes proves nothing. So every report deals with machines that are unfair on
purpose and says when the battery caught them; and it says how small an error so many decks can
show at all. What is smaller must be excluded by proof, and is (see the permutation's own
docstring). Rule of the file: the same battery, the same verdict as for the table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from host_tools.lab.battery import judge, look
from host_tools.lab.draws import DOCUMENTED, PLANTED, chunks, planted
from host_tools.lab.nulls import CARDS
from host_tools.lab.tally import Tally

STEPS = (250, 500, 1_000, 2_000, 5_000, 10_000, 20_000)

_Z_ALPHA = 4.753  # one-sided 1e-6
_Z_POWER = 3.090  # 0.999
_DF = (CARDS - 1) ** 2


@dataclass(frozen=True)
class Catch:
    """An unfair machine: after `decks` it was found by `test` (p corrected); None: it was not."""

    name: str
    decks: int | None
    test: str
    holm: float

    @property
    def is_in_time(self) -> bool:
        """Whether it was found after no more decks than it is known to take."""
        return self.decks is not None and self.decks <= DOCUMENTED[self.name]


def catch(name: str, seed: int = 1) -> Catch:
    """Deal with one unfair machine until it is found beyond any bad luck, or the steps end."""
    tally = Tally()
    drawn = planted(name, seed)
    worst = None
    for step in STEPS:
        for rows in chunks(drawn, step - tally.decks, 2_000):
            tally.add(rows)
        verdict = judge(look(tally))
        worst = min(verdict.outcomes, key=lambda one: (one.holm, one.p))
        if verdict.is_fault:
            return Catch(name, step, f"{worst.family}: {worst.name}", worst.holm)
    assert worst is not None
    return Catch(name, None, f"{worst.family}: {worst.name}", worst.holm)


def catch_all(seed: int = 1) -> list[Catch]:
    """Every unfair machine."""
    return [catch(name, seed) for name in PLANTED]


def smallest_error(decks: int) -> float:
    """Relative error of a place's share, root mean square, that so many decks show: alpha 1e-6,
    power 0.999, by the chi-square of place and card. Its noncentrality is 52·N·error^2.
    """
    spread = math.sqrt(2 * _DF)
    shift = _Z_ALPHA * spread
    noncentral = shift
    for _ in range(50):  # the alternative spreads wider than chance does
        noncentral = shift + _Z_POWER * math.sqrt(2 * _DF + 4 * noncentral)
    return math.sqrt(noncentral / (CARDS * decks))
