"""One trial: so many decks drawn, counted and judged, and where they came from.

Deals on one bench or several at once, each with noise of its own, and adds the tallies. Beside the
whole it cuts the decks into a hundred parts and asks whether their p-values are spread evenly, as
they must be: a battery that finds everything perfect is as broken as one that finds faults. Rule
of the file: a trial says what it was made of, so that anybody can make it again.
"""

from __future__ import annotations

import hashlib
import platform
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import firmware.randomness
from host_tools.lab import nulls
from host_tools.lab.battery import (
    CONFIDENCE,
    Outcome,
    Verdict,
    adjacent_test,
    judge,
    look,
    position_test,
)
from host_tools.lab.draws import (
    CHUNK,
    chunks,
    orders,
    planted,
    recorded_packets,
    simulated_packets,
)
from host_tools.lab.nulls import CARDS
from host_tools.lab.tally import Decks, Tally

PARTS = 100
PART_DECKS_MIN = 300
"""Decks of a part: below, its chi-squares are too coarse to be asked."""


@dataclass
class Trial:
    """Counts, verdict and provenance of so many decks."""

    wanted: int
    path: str
    provenance: dict[str, str]
    tally: Tally = field(default_factory=Tally)
    part_p: dict[str, list[float]] = field(default_factory=dict)
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def verdict(self, confidence: float = CONFIDENCE) -> Verdict:
        """Every test of the tally, and the spread of the parts' p-values."""
        return judge([*look(self.tally), *self._uniformity()], confidence)

    def _uniformity(self) -> list[Outcome]:
        found = []
        for name, values in self.part_p.items():
            if len(values) >= PARTS // 2:
                distance = farthest_from_even(values)
                p = nulls.kolmogorov_tail(distance, len(values))
                expected = 0.87 / len(values) ** 0.5  # the mean of D, asymptotically
                found.append(Outcome("p-values of parts", name, distance, expected, p))
        return found


def farthest_from_even(values: list[float]) -> float:
    """Kolmogorov's distance of p-values from the even spread."""
    ordered = sorted(values)
    count = len(ordered)
    return max(max((at + 1) / count - p, p - at / count) for at, p in enumerate(ordered))


@dataclass(frozen=True)
class Plan:
    """What one bench draws: `decks`, by which path, from which noise or planted fault."""

    decks: int
    path: str
    seed: str
    part_decks: int
    noise: Path | None = None
    model: str = "simulated"
    planted: str = ""
    keep: Path | None = None  # a file for the decks themselves, 52 bytes each

    def drawn(self) -> Iterator[bytes]:
        """The decks, one after the other."""
        if self.planted:
            return planted(self.planted, int.from_bytes(self.seed.encode(), "big"))
        if self.noise is not None:
            packets = recorded_packets(self.noise.read_bytes())
        else:
            packets = simulated_packets(self.seed.encode())
        return orders(self.path, packets, self.model)


def run(
    decks: int,
    *,
    path: str = "pipeline",
    seed: str = "",
    noise: Path | None = None,
    model: str = "simulated",
    planted: str = "",
    processes: int = 1,
    keep: Path | None = None,
    provenance: dict[str, str] | None = None,
) -> Trial:
    """Draw and count. Several processes need simulated noise: each bench takes a seed of its own.

    Raises:
        NoiseEnded, NoiseRefused: the recorded noise was too short, or failed its tests.
    """
    begun, cpu = time.monotonic(), time.process_time()
    part_decks = max(PART_DECKS_MIN, decks // PARTS)
    share = decks // processes
    plans = [
        Plan(
            decks - share * (processes - 1) if bench == 0 else share,
            path,
            seed if bench == 0 else f"{seed}/{bench}",
            part_decks,
            noise,
            model,
            planted,
            keep,
        )
        for bench in range(processes)
    ]
    trial = Trial(decks, planted or path, provenance or {})
    if processes == 1:
        results = [bench(plans[0])]
    else:
        with ProcessPoolExecutor(processes) as pool:
            results = list(pool.map(bench, plans))
    for tally, part_p, cpu_seconds in results:
        trial.tally.merge(tally)
        trial.cpu_seconds += cpu_seconds
        for name, values in part_p.items():
            trial.part_p.setdefault(name, []).extend(values)
    trial.seconds = time.monotonic() - begun
    if processes == 1:
        trial.cpu_seconds = time.process_time() - cpu
    return trial


def bench(plan: Plan) -> tuple[Tally, dict[str, list[float]], float]:
    """One bench's work, in a process of its own where there are several."""
    cpu = time.process_time()
    tally = Tally()
    parts = _Parts(plan.part_decks)
    kept = plan.keep.open("wb") if plan.keep is not None else None
    try:
        for rows in chunks(plan.drawn(), plan.decks, min(CHUNK, plan.part_decks)):
            tally.add(rows)
            parts.add(rows)
            if kept is not None:
                kept.write(rows.tobytes())
    finally:
        if kept is not None:
            kept.close()
    return tally, parts.found, time.process_time() - cpu


class _Parts:
    """P-values of each part, by the two tests that look at all cards."""

    def __init__(self, decks: int) -> None:
        self._decks = decks
        self._tally = Tally()
        self._have = 0
        self.found: dict[str, list[float]] = {"places": [], "neighbours": []}

    def add(self, rows: Decks) -> None:
        """Count; at the end of a part, judge it and begin the next."""
        self._tally.count_tables(rows)
        self._have += len(rows)
        if self._have >= self._decks:
            places = position_test(self._tally.position, self._have)
            beside = adjacent_test(self._tally.adjacent, self._have)
            self.found["places"].append(one_sided(places))
            self.found["neighbours"].append(one_sided(beside))
            self._tally = Tally()
            self._have = 0


def one_sided(outcome: Outcome) -> float:
    """The upper tail of an outcome whose p is two-sided."""
    if outcome.family == "neighbours":
        return nulls.weighted_tail(outcome.statistic, nulls.ADJACENT_WEIGHTS)
    return nulls.chi_square_tail(outcome.statistic, (CARDS - 1) ** 2)


def surroundings() -> dict[str, str]:
    """Versions a report names."""
    import numpy

    return {
        "python": platform.python_version(),
        "machine": f"{platform.machine()} {platform.system()}",
        "numpy": numpy.__version__,
    }


def digests() -> dict[str, str]:
    """SHA-256 of the files that drew the decks, so that a reader knows which code it was."""
    return {
        f"sha256 {path.name}": hashlib.sha256(path.read_bytes()).hexdigest()[:32]
        for path in sorted(Path(firmware.randomness.__path__[0]).glob("*.py"))
        if path.name != "__init__.py"
    }
