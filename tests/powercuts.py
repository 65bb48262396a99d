"""The plug is pulled at every moment of scripted hands, and pulled again while the table recovers.

`python -m tests.powercuts [SIZE] [--hand NAME] [--processes N] [--again]` starts the table SIZE
times after a power cut (default 300; 100000 takes most of an hour of two free processors), in all
hands or in those named. It keeps its place in `build/powercuts.json` and goes on there when it was
stopped; `--again`, another size or other code begin anew, named hands always do. A new hand joins
by being put into `tests/simulation/powercut_hands`.

Three kinds of starts, for every hand: after each single moment of the undisturbed hand; after a
second cut inside the recovery from a first one; after a second cut anywhere behind the first, by
seeded chance. Beside them every byte at which the record in flight can be torn is read back by
the journal alone. Moments at which a start would find the very same world are one start.

What must hold is in `tests.powercut_judge`: no line that was synced is lost, no action and no card
comes twice, no chip moves, no promise is replaced, and the hand ends as if nothing had happened.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.dev.campaign_size import size_from
from tests.powercut_judge import Undisturbed, read_back, synced_log, wrong_with
from tests.powercut_table import Course, ScriptFile, World, sample

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parent.parent
HANDS = ROOT / "tests/simulation/powercut_hands"
PLACE = ROOT / "build/powercuts.json"
CODE = (
    "firmware", "hal", "tests/powercuts.py", "tests/powercut_judge.py", "tests/powercut_table.py",
    "tests/powercut_deeds.py",
)  # fmt: skip
SIZE = 300
UNIT = 25  # first cuts between two savings of the place
SECONDS_SHARE, PAIRS_SHARE = 0.7, 0.3  # of the starts that are left when every moment is cut once
SEED = 20260101


@dataclass
class Figures:
    """What a run came to. `wrong`: one sentence for each start that did not hold."""

    singles: int = 0
    seconds: int = 0
    pairs: int = 0
    torn: int = 0
    moments: int = 0
    worlds: int = 0
    taken_seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)

    @property
    def starts(self) -> int:
        """Starts of the whole table after a cut."""
        return self.singles + self.seconds + self.pairs

    def add(self, other: Figures) -> None:
        """Take in another run's figures."""
        self.singles += other.singles
        self.seconds += other.seconds
        self.pairs += other.pairs
        self.torn += other.torn
        self.taken_seconds += other.taken_seconds
        self.wrong += other.wrong

    def __str__(self) -> str:
        """Figures in a line."""
        return (
            f"{self.starts} restarts: {self.singles} after one cut ({self.moments} moments, "
            f"{self.worlds} different worlds), {self.seconds} after a second cut inside the "
            f"recovery, {self.pairs} after another second cut; {self.torn} torn records read "
            f"back; {len(self.wrong)} wrong; {self.taken_seconds:.0f} s of processor time"
        )


# --- the campaign --------------------------------------------------------------------------------


@dataclass
class Unit:
    """Some first cuts of one hand, and how many second ones follow each on average."""

    hand: str
    first: list[int]
    seconds: float
    pairs: float
    reads_torn: bool


_played: dict[str, Undisturbed] = {}


def undisturbed_hand(name: str) -> Undisturbed:
    """The hand, played once in this process."""
    if name not in _played:
        _played.clear()
        _played[name] = Undisturbed.of(ScriptFile.read(HANDS / f"{name}.json"))
    return _played[name]


def run_unit(unit: Unit) -> Figures:
    """Cut, start, judge."""
    began = time.process_time()
    whole = undisturbed_hand(unit.hand)
    figures = Figures()
    for at in unit.first:
        world = whole.worlds[at]
        chance = random.Random(f"{SEED} {unit.hand} {at}")
        if unit.reads_torn and world.kind == "sync" and world.store.unsynced_bytes():
            tried, wrong = read_back(world)
            figures.torn += tried
            _note(figures, whole, world, wrong)
        cut = world.after_cut(chance.randrange(world.store.unsynced_bytes() + 1))
        inside, behind = _about(unit.seconds, chance), _about(unit.pairs, chance)
        first = _Start(whole, cut, chance, inside, behind)
        figures.singles += 1
        _note(figures, whole, world, wrong_with(whole, cut, first.course))
        for kind in (INSIDE, BEHIND):
            for second in first.chosen[kind]:
                again = second.after_cut()
                figures.seconds += kind == INSIDE
                figures.pairs += kind == BEHIND
                course = _Start(whole, again, chance).course
                _note(figures, whole, world, wrong_with(whole, again, course), again)
    figures.taken_seconds = time.process_time() - began
    return figures


def _about(share: float, chance: random.Random) -> int:
    """A whole number that is `share` on average."""
    return int(share) + (chance.random() < share - int(share))


INSIDE, BEHIND = 0, 1  # the recovery from the first cut


class _Start:
    """A start in a copy of the world, played to its end.

    Of the different moments inside the recovery and behind it, `inside` and `behind` many are
    chosen with equal chance (reservoir sampling, Vitter's algorithm R) and kept as worlds.
    """

    def __init__(
        self,
        whole: Undisturbed,
        cut: World,
        chance: random.Random,
        inside: int = 0,
        behind: int = 0,
    ) -> None:
        world = World(cut.kind, cut.store.copy(), cut.fram, cut.machine, cut.starts)
        self.chosen: tuple[list[World], list[World]] = ([], [])
        self._chance = chance
        self._wanted = (inside, behind)
        self._shown = [0, 0]
        self._at = INSIDE
        self._goes_to: tuple[int, int] | None = None
        is_watched = inside + behind > 0
        self.course = Course(whole.script, world, self._watch if is_watched else None)
        self.course.play()
        self._put()

    def _watch(self) -> bool:
        self._put()
        if self._at == INSIDE and self.course.is_recovered():
            self._at = BEHIND
        kind = self._at
        self._shown[kind] += 1
        wanted = self._wanted[kind]
        place = self._shown[kind] - 1
        if place >= wanted:
            place = self._chance.randrange(self._shown[kind])
        if place >= wanted:
            return False
        self._goes_to = (kind, place)
        return True

    def _put(self) -> None:
        """The world of the moment before, if it was wanted, goes to its place."""
        if self._goes_to is not None:
            kind, place = self._goes_to
            self.chosen[kind][place : place + 1] = [self.course.worlds.pop()]
            self._goes_to = None


def _note(
    figures: Figures, whole: Undisturbed, cut: World, wrong: str, again: World | None = None
) -> None:
    if wrong:
        lines = synced_log(cut).count(b"\n")
        second = (
            ""
            if again is None
            else f", then {again.kind} at {synced_log(again).count(bytes([10]))}"
        )
        figures.wrong.append(
            f"{whole.script.name}: {cut.kind} after line {lines}{second}: {wrong}"
        )


def plan(size: int, hands: Sequence[str] = ()) -> tuple[list[Unit], int, int]:
    """The units of a size, the moments and the different worlds of all hands, or of `hands`."""
    names = sorted(hands) or sorted(path.stem for path in HANDS.glob("*.json"))
    counts: dict[str, int] = {}
    moments = 0
    for name in names:
        whole = undisturbed_hand(name)
        counts[name] = len(whole.worlds)
        moments += whole.moments
    worlds = sum(counts.values())
    is_whole = size >= worlds
    singles = worlds if is_whole else int(size * 0.6)
    left = (size - singles) / singles
    units: list[Unit] = []
    for name in names:
        wanted = counts[name] if is_whole else max(singles * counts[name] // worlds, 1)
        first = sample(wanted, counts[name], random.Random(f"{SEED} {name}"))
        for at in range(0, len(first), UNIT):
            units.append(
                Unit(
                    name,
                    first[at : at + UNIT],
                    left * SECONDS_SHARE,
                    left * PAIRS_SHARE,
                    is_whole or size <= 1000,
                )
            )
    return units, moments, worlds


def sampled(name: str, singles: int, seconds: float, pairs: float) -> Figures:
    """A few cuts of one hand, spread evenly over its moments."""
    count = len(undisturbed_hand(name).worlds)
    first = sample(singles, count, random.Random(f"{SEED} {name}"))
    return run_unit(Unit(name, first, seconds, pairs, True))


def code_name() -> str:
    """Changes when anything changes that a start depends on."""
    state = sha256()
    for place in (*CODE, "tests/simulation/powercut_hands"):
        path = ROOT / place
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.suffix in (".py", ".json", ".toml"):
                state.update(file.read_bytes())
    return state.hexdigest()[:16]


def campaign(
    size: int,
    processes: int = 1,
    place: Path | None = None,
    again: bool = False,
    hands: Sequence[str] = (),
) -> Figures:
    """Run the whole of a size; goes on at its place, if there is one for this size and code."""
    units, moments, worlds = plan(size, hands)
    figures, done = Figures(), 0
    key = f"{size} {code_name()}"
    if place is not None and place.exists() and not again:
        kept = json.loads(place.read_text(encoding="utf-8"))
        if kept["key"] == key:
            figures, done = Figures(**kept["figures"]), kept["done"]
    figures.moments, figures.worlds = moments, worlds
    for number, one in enumerate(_run(units[done:], processes), done + 1):
        figures.add(one)
        if place is not None:
            place.parent.mkdir(exist_ok=True)
            kept = {"key": key, "done": number, "of": len(units), "figures": asdict(figures)}
            new = place.with_suffix(".new")
            new.write_text(json.dumps(kept, indent=1), encoding="utf-8")
            new.replace(place)
            if sys.stderr.isatty():
                print(
                    f"\r{number}/{len(units)} units, {figures.starts} restarts",
                    end="",
                    file=sys.stderr,
                )
    return figures


def _run(units: list[Unit], processes: int) -> Iterator[Figures]:
    if processes == 1:
        yield from map(run_unit, units)
        return
    with multiprocessing.Pool(processes) as pool:
        yield from pool.imap(run_unit, units)


def main(arguments: list[str]) -> int:
    """Run the campaign and tell its figures."""
    reader = argparse.ArgumentParser(prog="powercuts", description=(__doc__ or "").split("\n")[0])
    reader.add_argument("size", nargs="?", type=size_from(2), default=SIZE)
    reader.add_argument("--hand", action="append", default=[], metavar="NAME", help="only this")
    reader.add_argument("--processes", type=size_from(1), default=2)
    reader.add_argument("--again", action="store_true", help="do not go on where it was stopped")
    told = reader.parse_args(arguments)
    missing = [name for name in told.hand if not (HANDS / f"{name}.json").exists()]
    if missing:
        where = HANDS.relative_to(ROOT)
        reader.error(f"no such hand: {', '.join(missing)}; they are the files of {where}")
    began = time.monotonic()
    place = None if told.hand else PLACE
    figures = campaign(told.size, told.processes, place, told.again, told.hand)
    for wrong in figures.wrong[:50]:
        print(wrong)
    print(f"{figures}; {time.monotonic() - began:.0f} s now")
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
