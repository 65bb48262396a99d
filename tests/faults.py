"""A fault at every transaction of scripted hands, one at a time.

`python -m tests.faults [SIZE] [--again] [--hand NAME]` plays the hands of
`tests/simulation/powercut_hands` at a table of chips and buses and lets one thing go wrong at SIZE
of all the places where something can (default 300, `all` for every one): every transfer on both
buses, every call of the store, every piece on the cable, each in up to eight ways, and every
motion of the card machine. It samples evenly, keeps its place in `build/faults.json` (one hand in
a file beside it) and goes on there when it was stopped; `--again`, another size or other code
begin anew. What may come of a fault is in `tests.fault_judge`.

A hand is played once; at each chosen transaction the process forks, and the child plays on with
its fault. So a fault near the end of a hand costs only that end.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

from host_tools.dev.campaign_size import size_from
from tests.fault_course import KINDS, LAYERS, MOTORS, Course, mishap_row
from tests.fault_judge import OUTCOMES, judge
from tests.powercut_table import ScriptFile, sample, story

ROOT = Path(__file__).parent.parent
HANDS = ROOT / "tests/simulation/powercut_hands"
PLACE = ROOT / "build/faults.json"
CODE = (
    "firmware", "hal", "tests/faults.py", "tests/fault_course.py", "tests/fault_judge.py",
    "tests/powercut_table.py", "tests/powercut_deeds.py",
)  # fmt: skip
SIZE = 300
SEED = 20260202
MOTOR_PLACES = (("card", 12), ("feed", 52))  # the machine's motions of a first hand
CHILD_BYTES_MAX = 1 << 16

Point = tuple[str, int, str]  # layer, number of the transaction, kind


@dataclass
class Figures:
    """What a run came to. `wrong`: one sentence for each fault that has no defined end."""

    places: int = 0
    faults: int = 0
    taken_seconds: float = 0.0
    outcomes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(OUTCOMES, 0))
    layers: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def take(self, layer: str, outcome: str, wrong: str) -> None:
        """One fault's end."""
        self.faults += 1
        self.layers[layer] = self.layers.get(layer, 0) + 1
        if wrong:
            self.wrong.append(wrong)
        else:
            self.outcomes[outcome] += 1

    def add(self, other: Figures) -> None:
        """Take in another run's figures."""
        self.places += other.places
        self.faults += other.faults
        self.taken_seconds += other.taken_seconds
        for outcome, count in other.outcomes.items():
            self.outcomes[outcome] += count
        for layer, count in other.layers.items():
            self.layers[layer] = self.layers.get(layer, 0) + count
        self.wrong += other.wrong

    def __str__(self) -> str:
        """Figures in a line."""
        ends = ", ".join(f"{self.outcomes[one]} {one}" for one in OUTCOMES)
        where = ", ".join(f"{self.layers[one]} {one}" for one in sorted(self.layers))
        return (
            f"{self.faults} faults of {self.places} ({where}): {ends}; "
            f"{len(self.wrong)} without a defined end; {self.taken_seconds:.0f} s"
        )


@dataclass
class Hand:
    """A script, its undisturbed story, and how many transactions of each layer it has."""

    script: ScriptFile
    story: list[tuple]
    counts: dict[str, int]

    @classmethod
    def of(cls, script: ScriptFile) -> Hand:
        """Play a script once; RuntimeError when it cannot be played."""
        course = Course(script, lambda _layer, _number: "").play()
        if course.wrong or not course.simulation.is_over() or course.floor_looked:
            raise RuntimeError(f"{script.name}: {course.wrong or 'it does not end'}")
        return cls(script, story(course.log()), dict(course.counts))

    def points(self) -> list[Point]:
        """Every place and way in which something can go wrong in this hand."""
        found: list[Point] = [
            (layer, number, kind)
            for layer in LAYERS
            for number in range(self.counts[layer])
            for kind in KINDS[layer]
        ]
        for place, count in MOTOR_PLACES:
            for number in range(1, count + 1):
                found += [(f"{MOTORS}:{place}", number, kind) for kind in KINDS[MOTORS]]
        return found

    def run(self, points: list[Point]) -> Figures:
        """Let each of these go wrong, one at a time."""
        figures = Figures()
        began = time.process_time(), os.times()
        wanted: dict[tuple[str, int], list[str]] = {}
        for layer, number, kind in points:
            if layer.startswith(MOTORS):
                row = mishap_row(kind, layer.partition(":")[2], number)
                verdict = self._child(Course(self.script, _nothing, (row,)))
                figures.take(MOTORS, *self._named(verdict, layer, number, kind))
            else:
                wanted.setdefault((layer, number), []).append(kind)
        if wanted:
            self._fork_along(wanted, figures)
        after = os.times()
        figures.taken_seconds = (
            time.process_time() - began[0]
            + after.children_user + after.children_system
            - began[1].children_user - began[1].children_system
        )  # fmt: skip
        return figures

    def _fork_along(self, wanted: dict[tuple[str, int], list[str]], figures: Figures) -> None:
        """Play the hand once; at each wanted transaction children play on with their faults."""
        left = [len(wanted)]

        def reached(layer: str, number: int) -> str:
            kinds = wanted.get((layer, number))
            if kinds is None:
                return ""
            left[0] -= 1
            for kind in kinds:
                told = self._fork()
                if told is None:
                    return kind
                figures.take(layer, *self._named(told, layer, number, kind))
            return ""

        course = Course(self.script, reached).play()
        if course.injected:  # the child: it has played on, and tells
            _tell(judge(course, self.story))

    def _named(self, told: tuple[str, str], layer: str, number: int, kind: str) -> tuple[str, str]:
        outcome, wrong = told
        return outcome, wrong and f"{self.script.name} {layer} {number} {kind}: {wrong}"

    def _child(self, course: Course) -> tuple[str, str]:
        """Play a whole course in a child, so that nothing of it stays."""
        told = self._fork()
        if told is None:
            _tell(judge(course.play(), self.story))
        return told  # type: ignore[return-value]

    @staticmethod
    def _fork() -> tuple[str, str] | None:
        """None in the child; in the parent what the child told."""
        ear, mouth = os.pipe()
        child = os.fork()
        if not child:
            os.close(ear)
            _MOUTH.append(mouth)
            return None
        os.close(mouth)
        octets = b""
        while piece := os.read(ear, CHILD_BYTES_MAX):
            octets += piece
        os.close(ear)
        os.waitpid(child, 0)
        if not octets:
            return "", "the process died"
        outcome, wrong = json.loads(octets)
        return outcome, wrong


_MOUTH: list[int] = []


def _tell(verdict: object) -> None:
    """Say what came of it and end this child, without anybody's clean-up."""
    told = json.dumps([verdict.outcome, verdict.wrong]).encode()  # type: ignore[attr-defined]
    os.write(_MOUTH[-1], told)
    os._exit(0)


def _nothing(_layer: str, _number: int) -> str:
    return ""


# --- the campaign --------------------------------------------------------------------------------


def hands(only: str = "") -> list[Hand]:
    """Every scripted hand that plays at this level, by name."""
    return [Hand.of(ScriptFile.read(path)) for path in sorted(HANDS.glob("*.json"))
            if only in ("", path.stem)]  # fmt: skip


def code_digest() -> str:
    """Other code makes other figures."""
    digest = sha256()
    for name in CODE:
        path = ROOT / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _chosen(points: list[tuple[int, Point]], size: int | None) -> list[tuple[int, Point]]:
    """`size` of all points, evenly within each layer; a small layer gets more than its part."""
    if size is None or size >= len(points):
        return points
    chance = random.Random(SEED)
    by_layer: dict[str, list[tuple[int, Point]]] = {}
    for point in points:
        by_layer.setdefault(point[1][0].partition(":")[0], []).append(point)
    chosen = []
    left = size
    for at, layer in enumerate(sorted(by_layer, key=lambda one: len(by_layer[one]))):
        mine = by_layer[layer]
        share = min(len(mine), left // (len(by_layer) - at))
        chosen += [mine[one] for one in sample(share, len(mine), chance)]
        left -= share
    return chosen


def run(size: int | None, *, again: bool = False, only: str = "") -> Figures:
    """Let `size` things go wrong, evenly over all (None: each), going on where it was stopped."""
    played = hands(only)
    points = [(at, point) for at, hand in enumerate(played) for point in hand.points()]
    chosen = _chosen(points, size)
    count = len(chosen)
    mark = [code_digest(), len(points), count, only]
    kept = PLACE.with_stem(f"{PLACE.stem}-{only}") if only else PLACE
    place = {} if again or not kept.exists() else json.loads(kept.read_text(encoding="utf-8"))
    if place.get("mark") != mark:
        place = {"mark": mark, "done": {}}
    total = Figures(places=len(points))
    for at, hand in enumerate(played):
        mine = [point for index, point in chosen if index == at]
        if hand.script.name not in place["done"]:
            place["done"][hand.script.name] = asdict(hand.run(mine))
            kept.parent.mkdir(exist_ok=True)
            kept.write_text(json.dumps(place), encoding="utf-8")
        total.add(Figures(**place["done"][hand.script.name]))
        print(f"{hand.script.name}: {total}", flush=True)
    return total


def main(argv: list[str] | None = None) -> int:
    """Run the campaign; 1 when a fault has no defined end."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument(
        "size", nargs="?", type=size_from(1, "all"), default=SIZE, help="how many faults, or: all"
    )
    parser.add_argument("--again", action="store_true", help="begin anew")
    parser.add_argument("--hand", default="", help="only this scripted hand")
    told = parser.parse_args(argv)
    if told.hand and not (HANDS / f"{told.hand}.json").exists():
        parser.error(f"no such hand: {told.hand}; they are the files of {HANDS.relative_to(ROOT)}")
    figures = run(told.size, again=told.again, only=told.hand)
    for sentence in figures.wrong:
        print("WRONG", sentence)
    print(figures)
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
